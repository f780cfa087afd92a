"""The kinds of rolls that a modifier of the next roll (a ruling) applies to: actions, unless it names a different
kind (X6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.core.audience import EVERYONE
from domain.core.partition import Partition
from domain.core.state import State
from domain.core.words import phrase
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.make_roll import ruling_waits
from domain.features.rolls.roll_modifiers import ModifyNextRoll, NextRollModified, Ruling, RulingNoted
from domain.features.table.story_log import Line
from domain.rules.pool import Pool
from domain.rules.rule_types import RollKind
from tests.domain.fight import ST as STORYTELLER
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, ST, Table
from tests.in_english import english, line_text, parts_text

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 2 Melee 1 Dexterity 2 Dodge 2 Endurance 2 +knife
    bert  Intuition 1 Strength 2 Brawl 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3
"""
OPEN = ModifyNextRoll("anna", 2, "open", "luck")
UNEXPLAINED = ModifyNextRoll("anna", 2, "unexplained", "luck")


def standing(state: State) -> list[RollKind]:
    """Return the kinds of rolls that the waiting modifiers apply to."""
    return [ruling.kind for ruling in state.full.all(Ruling)]


def parts(fight: Fight, reason: str, actor: str = "anna") -> tuple[tuple[str, int], ...]:
    """Return the parts of a character's newest roll with this reason."""
    mine = [roll.parts for roll in fight.rolls() if (english(roll.reason), roll.actor) == (reason, actor)]
    return parts_text(mine[-1])


@pytest.mark.parametrize("ruling", [OPEN, UNEXPLAINED], ids=["open", "unexplained"])
def test_initiative_soak_and_damage_leave_a_ruling_for_the_next_action(ruling: ModifyNextRoll) -> None:
    """X6: initiative, soak and damage neither use nor have a modifier of the next action; the character's own attack
    does."""
    fight = Fight(CAST, declare="any-order")
    fight.does(STORYTELLER, ruling)
    fight.starts(anna=1, bert=2)
    assert sum(dice for _, dice in parts(fight, "Initiative")) <= 4
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("attack", "anna"))
    fight.acts("bert", 2, 2, 1)
    assert parts(fight, "Soak") == (("Endurance", 2),)
    assert standing(fight.state) == ["action"]
    fight.acts("anna", 1, 1, 0)
    words = "luck" if ruling is OPEN else "unexplained"
    assert (words, 2) in parts(fight, "Melee attack")
    assert (words, 2) not in parts(fight, "Damage: Melee attack")
    assert not standing(fight.state)


@pytest.mark.parametrize(("kind", "reason"), [("soak", "Soak"), ("initiative", "Initiative")])
def test_a_ruling_that_names_a_reflexive_bears_on_that_alone(kind: RollKind, reason: str) -> None:
    """X6: a modifier of soak or initiative applies to that kind of roll only, and not to actions."""
    fight = Fight(CAST, declare="any-order")
    fight.does(STORYTELLER, ModifyNextRoll("anna", 1, "open", "luck", kind=kind))
    fight.does("anna", Roll("", "anna", ("Dexterity",)), 1)
    assert standing(fight.state) == [kind]
    fight.starts(anna=1, bert=2)
    fight.declares("anna")
    fight.declares("bert", act("attack", "anna"))
    fight.acts("bert", 2, 2, 1)
    assert ("luck", 1) in parts(fight, reason)
    assert not standing(fight.state)


def test_a_ruling_on_damage_bears_on_the_damage_and_not_on_the_attack() -> None:
    """X6: a modifier of damage applies to the damage roll and not to the attack roll."""
    fight = Fight(CAST, declare="any-order")
    fight.does(STORYTELLER, ModifyNextRoll("anna", 1, "open", "a sharp edge", kind="damage"))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 2, 3, 1)
    assert ("a sharp edge", 1) not in parts(fight, "Melee attack")
    assert ("a sharp edge", 1) in parts(fight, "Damage: Melee attack")


def test_keeping_ones_feet_and_aborting_are_reflexives() -> None:
    """X6, D14, I5: the test to keep one's feet and the abort test leave a modifier for the next action, and are
    forecast without it."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=1, bert=2)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("tackle", "anna"))
    fight.does(STORYTELLER, OPEN)
    fight.does("anna", AbortAction("anna", "dodge"), 0)
    assert parts(fight, "Abort the action") == (("Intuition", 1), ("Dexterity", 2))
    fight.acts("bert", 1, 1, 0, 1, 1)
    assert ("luck", 2) not in parts(fight, "Staying on one’s feet")
    assert standing(fight.state) == ["action"]


def test_breaking_a_hold_is_an_action_and_holding_is_not() -> None:
    """X6, C9: breaking a hold is an action of the held character; the holder's roll is reflexive."""
    fight = Fight(CAST, declare="any-order")
    fight.starts(anna=1, bert=2)
    fight.declares("bert", act("hold", "anna"))
    fight.declares("anna")
    fight.acts("bert", 1)
    fight.does(STORYTELLER, OPEN)
    fight.does(STORYTELLER, ModifyNextRoll("bert", 2, "open", "grip"))
    fight.acts("anna", 1, 2)
    assert ("luck", 2) in parts(fight, "Breaking the hold")
    assert ("grip", 2) not in parts(fight, "Holding", "bert")
    assert [ruling.actor for ruling in fight.full.all(Ruling)] == ["bert"]


def test_a_test_of_will_leaves_a_ruling_alone_but_for_the_call_it_was_given_for() -> None:
    """X6, D14: Willpower rolled alone is a test of will, so only a call's own modifier or a modifier of kind `will`
    applies."""
    table = Table()
    table.does(ST, OPEN)
    foreseen = Roll("", "anna", ("Willpower",)).foreseen(table.state.view(ANNA))
    assert foreseen is not None
    assert foreseen.parts == (("Willpower", 5),)
    table.does(ANNA, Roll("", "anna", ("Willpower",)), *[2] * 5)
    assert table.roll().parts == (("Willpower", 5),)
    table.does(ST, CallForRoll("anna", "", ("Willpower",), modifier=-1, visibility="hidden"))
    (call,) = table.state.full.all(Call)
    table.does(ANNA, AnswerCall(call.id), *[2] * 4)
    assert [(ruling.dice, ruling.call) for ruling in table.state.full.all(Ruling)] == [(2, "")]
    table.does(ST, ModifyNextRoll("anna", 1, "open", "faith", kind="will"))
    table.does(ANNA, Roll("", "anna", ("Willpower",)), *[2] * 6)
    assert table.roll().parts[-1] == ("faith", 1)
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), *[2] * 5)
    assert table.roll().parts[-1] == ("luck", 2)


def test_an_answered_call_is_the_next_action() -> None:
    """X6: answering a call is the next action, and uses the modifier up."""
    table = Table()
    table.does(ST, OPEN)
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    (call,) = table.state.full.all(Call)
    table.does(ANNA, AnswerCall(call.id), *[2] * 5)
    assert table.roll().parts[-1] == ("luck", 2)
    assert not standing(table.state)


def test_a_secret_roll_leaves_it() -> None:
    """X6, X1: a secret roll by the Storyteller is not the character's action, and leaves the modifier."""
    table = Table()
    table.does(ST, OPEN)
    table.does(ST, RollInSecret("", "anna", ("Dexterity",)), 2, 2, 2)
    assert standing(table.state) == ["action"]


@pytest.mark.parametrize("kind", ["initiative", "soak", "damage"])
def test_nothing_hidden_bears_on_a_roll_whose_count_is_seen(kind: RollKind) -> None:
    """X2, X6: a hidden modifier of a roll with a visible count is refused; for a hidden character it is allowed
    (X4)."""
    table = Table()
    assert "X2" in table.refuses(ST, ModifyNextRoll("anna", 2, "hidden", kind=kind), "count-seen")
    table.refuses(ST, ModifyNextRoll("anna", difficulty=8, kind=kind), "count-seen")
    assert not standing(table.state)
    table.does(ST, ModifyNextRoll("shade", 2, "hidden", kind=kind))


def test_changing_ones_mind_is_a_reflexive() -> None:
    """X6, D14, I4: the test to change an action is reflexive, and leaves a modifier of the next action."""
    fight = Fight(CAST.replace("anna ", "anna Fate:2 "), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(STORYTELLER, ModifyNextRoll("anna", -9, "open", "dread"))
    fight.does("anna", ChangeAction("anna", act("free", text="waits")), 0)
    assert parts(fight, "Change the action") == (("Intuition", 1), ("Dexterity", 2))
    assert standing(fight.state) == ["action"]


def test_what_was_hidden_with_its_character_waits_once_that_is_seen() -> None:
    """X2 (iii), X4, X6: after the reveal a hidden modifier of initiative waits, because the turn order would reveal
    it; the Storyteller is told."""
    fight = Fight(CAST + "shade hidden Intuition 2 Dexterity 2", declare="any-order")
    fight.does(STORYTELLER, ModifyNextRoll("shade", 2, "hidden", "luck", kind="initiative"))
    fight.does(STORYTELLER, RevealCharacter("shade"))
    fight.starts(anna=1, bert=2, shade=3)
    assert parts(fight, "Initiative", "shade") == (("Intuition", 2), ("Dexterity", 2))
    assert fight.told(RulingNoted) == [RulingNoted("shade", ruling_waits(Pool("shade", phrase("roll-initiative"), ())))]
    assert standing(fight.state) == ["initiative"]


@pytest.mark.parametrize(("stored", "line"), [
    (["r", "st", "anna", "", 2, "open", "luck", 0], "{0}, next roll: +2 dice (open) (X2). luck"),
    (["r", "st", "anna", "", 2, "open", "", 0, False, "soak"], "{0}, next roll (soak): +2 dice (open) (X2)."),
])  # fmt: skip
def test_the_line_of_an_older_ruling_stays_as_it_was_told(stored: list[object], line: str) -> None:
    """X6: the line of an older modifier stays as it was told; a new line says "action", and on a call "roll"."""
    assert said(NextRollModified(*NextRollModified.lift(1, stored))) == line  # type: ignore[arg-type]
    with pytest.raises(LookupError):
        NextRollModified.lift(0, stored)
    now = NextRollModified("r", "st", "anna", "", 2, "open", "luck", 0)
    assert said(now) == "{0}, next roll (action): +2 dice (open) (X2). luck"
    assert said(replace(now, call="a call")) == "{0}, next roll: +2 dice (open) (X2). luck"


def said(event: NextRollModified) -> str:
    """Return the line that an event adds to the story."""
    records = Partition(EVERYONE, [])
    event.apply(records, 0)
    return [line_text(line, lambda _: "{0}") for line in records.all(Line)][-1]
