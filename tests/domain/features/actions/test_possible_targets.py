"""The order of the possible targets of an action, and which of them is chosen already (I2)."""

from __future__ import annotations

from domain.core.option import Input
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_form import inputs
from domain.features.characters.set_health import SetHealth
from tests.domain.fight import ST, Fight

CAST = """
    anna   Brawl 3  Dexterity 2
    ben    Brawl 2  Dexterity 2
    thug   npc  Brawl 2  Dexterity 2
    wolf   npc  Brawl 2  Dexterity 2
"""


def targets(fight: Fight, actor: str) -> tuple[list[str], str]:
    """Return the possible targets of a character's strike in their order, and the chosen target."""
    asked: tuple[Input, ...] = inputs(fight.view(actor), actor, manoeuvre("attack"))
    (field,) = [one for one in asked if one.name == "targets"]
    return [choice.value for choice in field.choices], field.default


def test_opponents_stand_before_allies_and_the_fallen_last() -> None:
    """I2: opponents are first among the possible targets, then allies; who is incapacitated is last of all."""
    fight = Fight(CAST)
    assert targets(fight, "anna") == (["thug", "wolf", "ben"], "")
    assert targets(fight, "thug") == (["anna", "ben", "wolf"], "")
    fight.does(ST, SetHealth("thug", lethal=7))
    assert targets(fight, "anna")[0] == ["wolf", "ben", "thug"]


def test_the_only_opponent_who_stands_is_chosen() -> None:
    """I2: a single opponent who can still act is chosen already, and an ally never."""
    fight = Fight(CAST)
    fight.does(ST, SetHealth("thug", lethal=7))
    assert targets(fight, "anna")[1] == "wolf"
    fight.does(ST, SetHealth("wolf", lethal=7))
    assert targets(fight, "anna") == (["ben", "thug", "wolf"], "")
