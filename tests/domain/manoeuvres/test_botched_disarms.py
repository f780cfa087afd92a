"""What a botched disarm costs, by the Storyteller's word (C8, G0)."""

from __future__ import annotations

from typing import Literal

import pytest

from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.botched_disarm import Fumble, SettleFumble
from domain.features.combat.react_to_attack import RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn, StopTurns
from domain.features.rolls.free_roll import Roll as FreeRoll
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.storyteller.override_roll import OverrideRoll
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from tests.domain.fight import ST, WATCHER, Face, Fight, act
from tests.domain.manoeuvres.duels import CAST, duel


def fumbled(anna: str = "+sword", bert: str = "+knife") -> Fight:
    """Anna has botched a disarm."""
    fight = duel(anna, bert)
    details = {"weapon": anna[1:]} if anna else {}
    fight.declares("anna", Action("disarm", ("bert",), details=tuple(details.items()), dice=3))
    fight.acts("anna", Face(1))
    return fight


@pytest.mark.parametrize("cost", ["weapon", "blow", "nothing"])
def test_what_a_botch_costs_is_the_storytellers_to_say(cost: Literal["weapon", "blow", "nothing"]) -> None:
    """C8, G4: the Storyteller chooses the cost of the botch: the weapon, a blow, or no cost; only she sees the
    question."""
    fight = fumbled()
    (fumble,) = fight.full.all(Fumble)
    assert not list(fight.full.all(Owed))
    (offer,) = fight.offers(ST, SettleFumble)
    assert (offer.label, offer.urgent) == ("Anna: botched disarm (C8)", True)
    assert [choice.value for choice in offer.inputs[1].choices] == ["weapon", "blow", "nothing"]
    assert not list(fight.view("anna").all(Fumble))
    fight.does(ST, SettleFumble(fumble.id, cost), *((2,) if cost == "blow" else ()))
    assert (in_hand(fight.full, "anna") == BARE_HANDS) is (cost == "weapon")
    assert fight.health("anna") == ((0, 2, 0) if cost == "blow" else (0, 0, 0))
    assert "The cost of this botch has been chosen already" in fight.refused(ST, SettleFumble(fumble.id, cost))


def test_the_blow_that_a_botch_costs_is_gone_through_step_by_step() -> None:
    """C8, G0: the blow has steps that the Storyteller may rule; it happens even if the opponent is helpless by now,
    and his own slot is unaffected."""
    fight = duel("+sword", "+knife", act("dodge"))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", Action("disarm", ("bert",), details=(("weapon", "sword"),), dice=3))
    fight.acts("anna")
    fight.goes_on(Face(1))
    assert fight.now == "bert"
    (fumble,) = fight.full.all(Fumble)
    fight.does(ST, SettleFumble(fumble.id, "blow"))
    assert "under way" in fight.refused("bert", TakeAction("bert"))
    fight.does(ST, SetCondition("bert", "bound"))
    steps = []
    while found := next(fight.full.all(Blow), None):
        assert (found.by, found.on, found.weapon.name, found.waits) == ("bert", "anna", "knife", "storyteller")
        steps.append(found.step)
        fight.goes_on(*((3,) if found.step == "damage" else ()))
    assert steps == ["damage", "soak", "wound", "consequence"]
    assert (fight.health("anna"), fight.now) == ((0, 3, 0), "bert")


def test_once_turns_have_stopped_the_blow_that_a_botch_costs_runs_on() -> None:
    """C8, T1: after turns have stopped the blow is finished at once."""
    fight = duel("+sword", "+knife")
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", Action("disarm", ("bert",), details=(("weapon", "sword"),), dice=3))
    fight.acts("anna")
    fight.goes_on(Face(1))
    fight.does(ST, StopTurns())
    fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "blow"), 2)
    assert fight.health("anna") == (0, 2, 0)


def test_with_what_only_shoots_a_botch_is_paid_for_by_a_fist() -> None:
    """C8, C1: with only a gun in hand the opponent strikes the blow with a fist."""
    fight = fumbled(bert="+pistol")
    fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "blow"), 2, 0)
    assert fight.rolls()[-2].parts == (("Strength", 2),)
    assert fight.health("anna") == (2, 0, 0)


def test_the_blow_that_a_botch_in_the_dark_costs_falls_there() -> None:
    """X1, X4, C8: the blow on a hidden character is secret, even from a visible opponent."""
    fight = Fight(CAST.format(anna="hidden", bert="+knife", kind="vampire"), declare="any-order")
    fight.starts(bert=2, anna=1)
    fight.declares("bert")
    fight.acts("bert")
    fight.declares("anna", act("disarm", "bert"))
    fight.acts("anna", Face(1))
    before = fight.dump(WATCHER)
    fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "blow"), 2)
    assert fight.health("anna", ST) == (0, 2, 0)
    assert fight.dump(WATCHER) == before


def test_whose_attack_is_under_way_beside_the_blow_that_a_botch_costs_is_done_with_the_last_of_them() -> None:
    """C8, C21: with two attacks in progress, the attacker's slot ends after the last of them."""
    fight = duel("+sword", "+knife", act("attack", "anna"))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", Action("disarm", ("bert",), details=(("weapon", "sword"),), dice=3))
    fight.acts("anna")
    fight.goes_on(Face(1))
    fight.acts("bert")
    (own,) = fight.full.all(Blow)
    (fumble,) = fight.full.all(Fumble)
    fight.does(ST, SettleFumble(fumble.id, "blow"))
    fight.does(ST, RuleBlow(own.id, over=True))
    assert fight.now == "bert"
    (blow,) = fight.full.all(Blow)
    fight.does(ST, RuleBlow(blow.id, over=True))
    assert fight.now == "over"


def test_it_costs_only_what_there_is() -> None:
    """C8: bare hands cannot be lost, and an opponent that left cannot strike."""
    fight = fumbled("", "+pistol")
    (fumble,) = fight.full.all(Fumble)
    assert "no longer possible" in fight.refused(ST, SettleFumble(fumble.id, "weapon"))
    assert "Only the Storyteller" in fight.refused("anna", SettleFumble(fumble.id, "nothing"))
    fight.does(ST, RemoveCharacter("bert"))
    assert "no longer possible" in fight.refused(ST, SettleFumble(fumble.id, "blow"))


def questions(fight: Fight) -> tuple[list[tuple[str, str]], int]:
    """Return the disarms with an open question of cost, and the number of pending consequences."""
    return [(fumble.by, fumble.on) for fumble in fight.full.all(Fumble)], len(list(fight.full.all(Owed)))


def test_a_botch_that_is_none_by_the_storytellers_word_costs_nothing() -> None:
    """C8, G0: overriding the botched disarm removes the question; overriding it back restores it; a second botched
    roll does not matter."""
    fight = fumbled()
    fight.does(ST, RollInSecret("Perception", "anna", dice=1), Face(1))
    fight.does(ST, OverrideRoll(fight.last_roll("Perception"), "failure"))
    assert questions(fight) == ([("anna", "bert")], 0)
    disarm = fight.last_roll("Disarm")
    fight.does(ST, OverrideRoll(disarm, "failure"))
    assert questions(fight) == ([], 0)
    fight.does(ST, OverrideRoll(disarm, "botch"))
    assert questions(fight) == ([("anna", "bert")], 0)


@pytest.mark.parametrize("settled", [False, True])
def test_what_a_botch_has_cost_stands_and_the_storyteller_is_told(settled: bool) -> None:
    """C8, G0: if the cost was already paid, the override leaves it, and the Storyteller gets advice."""
    fight = fumbled()
    if settled:
        fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "weapon"))
    fight.does(ST, OverrideRoll(fight.last_roll("Disarm"), "failure"))
    way = "“Anna’s item in hand”"
    assert any(way in line for line in fight.story(ST)) is settled
    assert "option-put-in-hand" not in repr(fight.dump(WATCHER))


def test_a_disarm_whose_dice_are_kept_back_is_ruled_a_botch_against_whom_it_was() -> None:
    """C8, G0, X2: a disarm with hidden dice can be overridden to a botch; only the Storyteller's copy of its roll
    names the opponent."""
    fight = duel("+sword")
    fight.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 0)
    disarm = fight.last_roll("Disarm")
    assert fight.view(WATCHER).get(Roll, disarm) is None
    fight.does(ST, OverrideRoll(disarm, "botch"))
    assert questions(fight) == ([("anna", "bert")], 0)


def test_a_disarm_that_waits_may_be_ruled_a_botch() -> None:
    """C8, G0, G4: a waiting disarm overridden to a botch is over, and asks for its own cost instead of a general
    consequence."""
    fight = duel("+sword", "+knife", act("dodge"), reactions="ask")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 1)
    fight.does(ST, OverrideRoll(fight.last_roll("Disarm"), "botch"))
    assert not list(fight.full.all(Blow))
    assert questions(fight) == ([("anna", "bert")], 0)


def two_disarms(*shown: int) -> tuple[Fight, list[str]]:
    """Anna disarms Bert in a turn and Cyd in the next, with these faces; return the rolls too."""
    cast = CAST.format(anna="+sword", bert="+knife", kind="") + "    cyd  npc  Intuition 1 Strength 2 +knife"
    fight, rolls = Fight(cast, declare="any-order"), list[str]()
    fight.starts(anna=3, bert=2, cyd=1)
    for target, face in zip(("bert", "cyd"), shown, strict=True):
        fight.declares("anna", act("disarm", target, weapon="sword", dice=3))
        fight.all_pass("bert", "cyd")
        fight.shows("anna", face)
        rolls.append(fight.last_roll("Disarm"))
        fight.acts("bert")
        fight.acts("cyd")
        fight.does(ST, StartTurn())
    return fight, rolls


def test_an_earlier_disarm_is_ruled_a_botch_against_whom_it_was() -> None:
    """C8, G0: a disarm overridden to a botch asks for its own opponent, even after later attacks."""
    fight, rolls = two_disarms(2, 2)
    fight.does(ST, OverrideRoll(rolls[0], "botch"))
    assert questions(fight) == ([("anna", "bert")], 0)
    fight.does(ST, OverrideRoll(rolls[1], "botch"))
    assert questions(fight) == ([("anna", "bert"), ("anna", "cyd")], 0)


def test_of_two_botches_the_one_that_is_ruled_none_costs_nothing() -> None:
    """C8, G0: of two botched disarms, only the overridden botch loses its question."""
    fight, rolls = two_disarms(1, 1)
    assert questions(fight) == ([("anna", "bert"), ("anna", "cyd")], 0)
    fight.does(ST, OverrideRoll(rolls[0], "failure"))
    assert questions(fight) == ([("anna", "cyd")], 0)


def test_a_roll_that_is_only_called_a_disarm_is_none() -> None:
    """C8, G0, G4: a free roll named "Disarm" is not a disarm, and its botch asks for a general consequence."""
    fight = duel("+sword")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 0)
    fight.does("anna", FreeRoll("Disarm", "anna", ("Strength",)), 0)
    fight.does(ST, OverrideRoll(fight.last_roll("Disarm"), "botch"))
    assert questions(fight) == ([], 1)


def test_a_plain_miss_costs_nothing() -> None:
    """C8, G5: a plain miss has no cost."""
    fight = duel("+sword")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 0)
    assert not list(fight.full.all(Fumble))
