"""Fights for tests of clinches and holds: the two grapplers, and ways to put a grappler out of action."""

from __future__ import annotations

from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.combat.turn_commands import StartTurn
from domain.rules.declared_action import Action
from tests.domain.fight import ST, Fight, act

TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Brawl 2 Dexterity 2 Dodge 1 Endurance 2
    bert  Intuition 1 Strength 2 Unarmed 1 Brawl 1 Dexterity 3 Dodge 2 Endurance 3
"""


def clinched(cast: str = TWO) -> Fight:
    """Anna has clinched Bert, without hurting him, who had declared an attack; it is the turn after."""
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("clinch", "bert", at_once="gentle"))
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna", 1)
    fight.acts("bert")
    fight.does(ST, StartTurn())
    return fight


def held(*bert: Action) -> Fight:
    """Anna holds Bert, who had declared these actions and has had no slot since."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert", *bert)
    fight.acts("anna", 1)
    return fight


def out_of_action(fight: Fight, name: str, how: str) -> None:
    """Put a character out by damage, or make it bound, staked or paralysed."""
    if how == "wounded":
        fight.does(ST, Wound(name, 7))
    elif how == "health":
        fight.does(ST, SetHealth(name, lethal=7))
    else:
        fight.does(ST, SetCondition(name, how))
