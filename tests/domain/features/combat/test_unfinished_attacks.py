"""Attacks that are not finished: what ends them, and who is told (C21, I2, T1)."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.features.actions.hidden_attack_numbers import KeptCount
from domain.features.characters.set_health import Wound
from domain.features.combat.initiative import SetInitiative, Slot
from domain.features.combat.react_to_attack import Defend, GoOn
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import EndTurn, StartTurn, StopTurns
from domain.features.combat.yield_slot import Yield
from domain.features.scenes.scene import CloseScene
from domain.records.blow import Blow
from tests.domain.fight import ST, TWO, Fight, act, blow, ruled, struck


@pytest.mark.parametrize(
    ("ending", "which"), [(EndTurn(), "turn"), (StartTurn(), "turn"), (StopTurns(), "turn"), (CloseScene(), "scene")]
)
@pytest.mark.parametrize("kept", [False, True])
def test_an_attack_that_was_not_finished_ends_with_the_turn_or_the_scene(
    ending: Command, which: str, kept: bool
) -> None:
    """T1: an unfinished attack ends with the turn or the scene, leaves no record, and has a single line that says
    the turn or scene ended first."""
    fight = struck("dodge", hidden=1 if kept else 0)
    before = blow(fight).id
    fight.does(ST, ending)
    assert not list(fight.full.all(Blow))
    assert not list(fight.full.all(KeptCount))
    said = f"Anna: Melee attack (remaining part) is lost. The {which} ended first (T1)."
    assert [line for line in fight.story() if "Melee attack (remaining part) is lost" in line] == [said]
    assert not ruled(fight, "melee attack")
    assert "Anna did not get to act." not in fight.story()
    fight.refused("bert", GoOn(before))
    assert fight.health("bert") == (0, 0, 0)


def outlasted() -> Fight:
    """All have acted, Anna's attack waits for Bert's defence, and she is out."""
    fight = Fight(TWO, declare="any-order", reactions="ask")
    fight.starts(anna=1, bert=2)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    fight.acts("bert")
    fight.acts("anna", 2)
    fight.does(ST, Wound("anna", 7))
    return fight


def test_a_turn_does_not_end_by_itself_before_an_attack_in_it() -> None:
    """I2, C21: the turn waits for the unfinished attack of an attacker that is out."""
    fight = outlasted()
    assert fight.now == "acting"
    fight.does("bert", GoOn(blow(fight).id))
    assert (fight.story()[-1], fight.now) == ("Melee attack: Anna misses Bert.", "over")


def test_nobody_acts_before_it_is_seen_what_becomes_of_an_attack() -> None:
    """I2, C21: no character acts before an attack in progress is over, even if its attacker is out."""
    fight = struck()
    fight.does(ST, Wound("anna", 7))
    assert "An attack is under way" in fight.refused("bert", TakeAction("bert"))
    assert not fight.offers("bert", Yield)
    assert "An attack is under way" in fight.refused("bert", Yield("bert"))
    fight.does("bert", GoOn(blow(fight).id))
    assert fight.now == "bert", fight.story()


@pytest.mark.parametrize("turns", ["storyteller", "automatic"])
def test_a_scene_that_is_closed_goes_on_with_nothing(turns: str) -> None:
    """T1, I2: closing the scene cancels the attack that the turn waits for, without ending or beginning a turn: no
    dice are rolled after the seed is open."""
    fight = Fight(TWO, declare="any-order", reactions="ask", turns=turns, initiative="turn")
    fight.starts(anna=1, bert=2)
    fight.declares("bert", act("dodge"))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("bert")
    fight.acts("anna", 3)
    fight.does(ST, Wound("anna", 7))
    done = [type(fact.event).__name__ for fact in fight.does(ST, CloseScene())]
    assert {"BlowOver", "SeedOpened"} <= set(done)
    assert not {"TurnEnded", "TurnBegan", "Rolled", "MarkerMoved"} & set(done)


@pytest.mark.parametrize("ending", [EndTurn, StartTurn, StopTurns, CloseScene])
def test_what_would_throw_an_attack_away_says_so_first(ending: type[Command]) -> None:
    """T1, C21: ending the turn or scene names the attack in progress and the characters that have not acted; while
    an attack waits for a defence, the option is not urgent."""
    (before,) = struck().offers(ST, ending)
    assert (before.hint, before.grave) == ("have not acted yet: Bert; attacks under way by Anna", True)
    fight = outlasted()
    (now,) = fight.offers(ST, ending)
    assert (now.hint, now.grave, now.urgent) == ("attacks under way by Anna", True, False)
    fight.does("bert", GoOn(blow(fight).id))
    assert [(o.hint, o.grave) for o in fight.offers(ST, CloseScene)] == [("", False)]


def test_of_a_hidden_ones_attack_the_storyteller_alone_is_told_that_it_ends() -> None:
    """X4: a hidden attack outlasts the end of the turn; the end of the scene cancels it, and only the Storyteller is
    told."""
    fight = Fight(TWO.replace("anna ", "anna hidden "), declare="any-order", reactions="ask")
    fight.starts(bert=1, anna=2)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    fight.acts("anna")
    fight.does(ST, EndTurn())
    assert blow(fight).by == "anna"
    fight.does(ST, CloseScene())
    assert not list(fight.full.all(Blow))
    said = "Anna: Melee attack is lost. The scene ended first (T1)."
    assert (said in fight.story(ST), said in fight.story()) == (True, False)


def test_the_slot_of_an_attack_is_over_with_it_whoever_got_ahead_meanwhile() -> None:
    """I1, I2, C21: an attacker's slot is over with its attack, even if a second character moved ahead of it
    meanwhile."""
    fight = struck("dodge")
    fight.does(ST, SetInitiative("bert", 9))
    assert fight.now == "bert"
    fight.does("bert", Defend(blow(fight).id, 0), 2)
    assert fight.full.get(Slot, "anna").status == "acted"  # type: ignore[union-attr]
