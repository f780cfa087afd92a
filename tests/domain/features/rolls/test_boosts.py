"""Boosts to the rolls of a manoeuvre: a specialty (D7), a point of Willpower (D11)."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.features.actions.hidden_attack_numbers import known_blows
from domain.features.characters.character import Sheet
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.characters.willpower import WillpowerSpent
from domain.features.combat.react_to_attack import Defend, GoOn
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.spend_points import SetPoints
from domain.records.blow import Blow
from tests.domain.fight import ST, WATCHER, Fight, act

CAST = """
    anna  mortal  Strength 3  Dexterity 2  Wits 3  Brawl 2  Athletics 2  Willpower:2  *Brawl
    bert  mortal  Strength 2  Dexterity 3  Wits 2  Dodge 2  Willpower:1
"""


def fight(rules: str = "v20", **switches: str) -> Fight:
    """A fight in which Anna acts first, then Bert."""
    made = Fight(CAST, rules=rules, **switches)
    made.starts(anna=3, bert=1)
    return made


def willpower(made: Fight, name: str) -> int:
    """Return the points of Willpower that a character has left."""
    sheet = made.full.get(Sheet, name)
    assert sheet is not None
    return sheet.points("Willpower")


def asked(made: Fight, name: str) -> list[str]:
    """Return the names of the inputs that a character's action asks for."""
    return [i.name for o in made.offers(name, TakeAction) for i in o.inputs]


def test_willpower_buys_a_success_on_an_attack() -> None:
    """D11: a point of Willpower may be spent on the roll of a manoeuvre; it is spent with the roll."""
    made = fight()
    made.declares("bert")
    made.declares("anna", act("attack", "bert"))
    assert willpower(made, "anna") == 2
    assert asked(made, "anna") == ["specialty", "willpower"]
    made.does("anna", TakeAction("anna", willpower=True), 0, 0)
    assert (made.rolls()[2].willpower, made.rolls()[2].net) == (True, 1)
    assert willpower(made, "anna") == 1


def test_willpower_buys_one_success_a_turn() -> None:
    """D11, M1: Willpower buys a success for only one of two actions in a turn."""
    made = fight()
    made.declares("bert")
    made.declares("anna", act("attack", "bert"), act("attack", "bert"))
    made.does("anna", TakeAction("anna", willpower=True), 0, 0)
    assert asked(made, "anna") == ["specialty"]
    assert "this turn. Wait for the next turn (D11)" in made.refused("anna", TakeAction("anna", willpower=True))
    made.acts("anna", 0)
    assert willpower(made, "anna") == 1


def test_a_defence_has_willpower_too() -> None:
    """D11: the target may spend Willpower on its defence, independently of the attacker."""
    made = fight(reactions="ask")
    made.declares("bert", act("dodge"))
    made.declares("anna", act("attack", "bert"))
    made.does("anna", TakeAction("anna", willpower=True), 1)
    (blow,) = made.full.all(Blow)
    assert not blow.willpower
    (option,) = made.offers("bert", Defend)
    assert [i.name for i in option.inputs][3:] == ["willpower"]
    assert "Storyteller to allow it (G6)" in made.refused("bert", Defend(blow.id, specialty=True))
    made.does("bert", Defend(blow.id, willpower=True), 1)
    assert (made.rolls()[-1].net, made.rolls()[-1].willpower) == (2, True)
    assert (willpower(made, "anna"), willpower(made, "bert")) == (1, 0)
    assert made.story()[-1] == "Melee attack: Anna misses Bert."


def test_a_specialty_counts_in_a_manoeuvre() -> None:
    """D7: a specialty on the sheet counts for a manoeuvre rolled with its trait."""
    made = fight()
    made.declares("bert")
    made.declares("anna", act("attack", "bert"))
    made.does("anna", TakeAction("anna", specialty=True), 0)
    assert made.rolls()[-1].specialty


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (TakeAction("bert", specialty=True), "not on the sheet"),
        (TakeAction("bert", willpower=True), "has only 0 Willpower and cannot spend 1 (D16)"),
    ],
)
def test_what_a_character_has_not_it_cannot_put_in(wish: TakeAction, sentence: str) -> None:
    """D7, D11, D16: a specialty must be on the sheet and Willpower in the store; the Storyteller may allow a
    specialty."""
    made = fight()
    made.does(ST, SetPoints("bert", "Willpower", 0))
    made.declares("bert", act("attack", "anna"))
    made.declares("anna")
    made.acts("anna")
    assert asked(made, "bert") == []
    assert sentence in made.refused("bert", wish)
    made.does(ST, TakeAction("bert", specialty=True), 0)
    assert made.rolls()[-1].specialty


def test_what_is_not_rolled_needs_no_effort() -> None:
    """D7, D11: neither counts without a roll, or under rule sets without it."""
    made = fight()
    made.all_pass("bert", "anna")
    assert asked(made, "anna") == []
    assert "without a roll" in made.refused("anna", TakeAction("anna", willpower=True))
    other = Fight("""
        anna  Strength 3  Unarmed 2  Intuition 2  Dexterity 2  Willpower:2
        bert  Intuition 1  Dexterity 1
    """)
    other.starts(anna=2, bert=0)
    other.declares("bert")
    other.declares("anna", act("attack", "bert"))
    assert asked(other, "anna") == []
    assert "no success under these rules (D11)" in other.refused("anna", TakeAction("anna", willpower=True))


def test_other_manoeuvres_have_it_as_attacks_do() -> None:
    """D11, F2: Willpower also counts for a manoeuvre that is not an attack."""
    made = fight()
    made.declares("bert")
    made.declares("anna", act("sprint", traits="Dexterity + Athletics"))
    made.does("anna", TakeAction("anna", willpower=True), 1)
    assert (made.rolls()[-1].net, made.rolls()[-1].reason) == (2, "Sprint")


def striking_with_willpower() -> tuple[Fight, Blow]:
    """Anna's attack waits step by step, with Willpower to be spent on it."""
    made = fight()
    made.does(ST, PaceAttacks(step_by_step=True))
    made.declares("bert")
    made.declares("anna", act("attack", "bert"))
    made.does("anna", TakeAction("anna", willpower=True))
    (blow,) = known_blows(made.full)
    return made, blow


def test_what_is_put_into_an_attack_that_waits_nobody_sees_before_it_is_rolled() -> None:
    """D11, X2: Willpower for a waiting attack is not visible before the roll."""
    made, blow = striking_with_willpower()
    (seen,) = made.view(WATCHER).all(Blow)
    assert (seen.willpower, seen.specialty, seen.past_cover) == (False, False, False)
    made.does(ST, GoOn(blow.id), 0)
    assert made.rolls()[-1].willpower


def test_what_is_gone_when_the_dice_fall_is_left_out() -> None:
    """D11: Willpower that is gone when a waiting attack is rolled buys no success."""
    made, blow = striking_with_willpower()
    assert blow.willpower
    made.does(ST, SetPoints("anna", "Willpower", 0))
    made.does(ST, GoOn(blow.id), 0)
    assert (made.rolls()[-1].willpower, made.rolls()[-1].net) == (False, 0)
    assert not made.told(WillpowerSpent)


EMPTIED = [SetHealth("anna", lethal=6), ModifyNextRoll("anna", dice=-6)]
"""Public commands that leave Anna no dice."""


@pytest.mark.parametrize("rules", ["revised", "v20"])
@pytest.mark.parametrize("emptied", EMPTIED)
def test_willpower_buys_nothing_where_no_dice_are_left(rules: str, emptied: Command) -> None:
    """D11, D19: a pool without dice is not rolled, so Willpower cannot be spent on it; the attack fails."""
    made = fight(rules)
    made.declares("bert")
    made.declares("anna", act("attack", "bert"))
    made.does(ST, emptied)
    (option,) = made.offers("anna", TakeAction)
    assert "no chance" in option.label
    assert not option.inputs
    for wish in (TakeAction("anna", willpower=True), TakeAction("anna", specialty=rules == "v20", willpower=True)):
        assert "No dice are left" in made.refused("anna", wish)
    made.acts("anna")
    assert made.rolls()[-1].result == "failure"
    assert willpower(made, "anna") == 2


@pytest.mark.parametrize("rules", ["revised", "v20"])
@pytest.mark.parametrize("emptied", EMPTIED)
def test_willpower_buys_no_defence_where_no_dice_are_left(rules: str, emptied: Command) -> None:
    """D11, D19: Willpower cannot be spent on a defence without dice either."""
    made = fight(rules, reactions="ask", declare="any-order")
    made.declares("anna", act("dodge"))
    made.declares("bert", act("attack", "anna"))
    made.acts("anna")
    made.acts("bert", 1)
    made.does(ST, emptied)
    (blow,) = made.full.all(Blow)
    (option,) = made.offers("anna", Defend)
    assert "no chance" in option.label
    assert [i.name for i in option.inputs] == ["blow", "place", "means"]
    assert "No dice are left" in made.refused("anna", Defend(blow.id, willpower=True))


@pytest.mark.parametrize("hidden", [False, True])
def test_willpower_is_left_out_where_the_dice_go_meanwhile(hidden: bool) -> None:
    """D11, D19, X2: if an open modifier empties the pool before the roll, Willpower is not spent; a hidden modifier
    makes no difference to the spending."""
    made, blow = striking_with_willpower()
    made.does(ST, ModifyNextRoll("anna", dice=-6, visibility="hidden" if hidden else "open"))
    made.does(ST, GoOn(blow.id))
    assert made.rolls()[-1].net == hidden
    assert willpower(made, "anna") == 2 - hidden


def test_what_is_certain_needs_no_effort() -> None:
    """D11, C27: an automatic hit asks for no Willpower."""
    made = fight()
    made.declares("bert")
    made.declares("anna", act("attack", "bert"))
    made.does(ST, SetCondition("bert", "bound"))
    assert asked(made, "anna") == []
    assert "without a roll" in made.refused("anna", TakeAction("anna", willpower=True))
