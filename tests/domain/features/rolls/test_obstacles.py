"""The obstacles that are tried again: who sets and drops them, and the failures counted at them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.features.calls.answer_call import AnswerCall, AnswerQuestion
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import DropObstacle, Failures, Obstacle, SetFailures, SetObstacle
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.options import options
from tests.domain.features.rolls.obstacle_table import CALLED, FAIL, POOL, attempt, called_at, lock, locked
from tests.domain.table import ANNA, ST, WATCHER, Table


def test_an_obstacle_that_goes_takes_its_counts_along() -> None:
    """D13: dropping an obstacle removes its counts for every audience."""
    table = locked()
    attempt(table, *FAIL)
    table.does(ST, RollInSecret("", "anna", POOL, task=lock(table), retry="waive"), *FAIL)
    table.does(ST, DropObstacle(lock(table)))
    assert not list(table.state.full.all(Obstacle))
    assert not list(table.state.full.all(Failures))


@pytest.mark.parametrize("hidden_difficulty", [False, True])
def test_what_is_rolled_at_an_obstacle_that_has_gone_is_no_try(hidden_difficulty: bool) -> None:
    """D13: a try that is granted after its obstacle was dropped is not counted, told or untold."""
    table = locked("revised")
    attempt(table, *FAIL)
    attempt(table)
    if hidden_difficulty:
        table.does(ST, ModifyNextRoll("anna", difficulty=8))
    table.does(ST, DropObstacle(lock(table)))
    table.does(ST, AnswerQuestion(next(table.state.full.all(Question)).id, "grant"), *FAIL)
    assert not {"AttemptFailed", "TryMade", "AttemptUntold"} & set(table.told(ST))


def test_failures_can_be_set() -> None:
    """D13, G0: the Storyteller can set the number of failures."""
    table = locked()
    table.does(ST, SetFailures(lock(table), "anna", 2))
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 8


def test_failures_that_are_set_settle_what_one_player_knew() -> None:
    """D13, G0: a number of failures set in public replaces the private count too."""
    table = locked()
    ask = replace(CALLED, private=True, task=lock(table))
    table.does(ST, ask)
    table.does(ANNA, AnswerCall(next(table.state.view(ANNA).all(Call)).id), *FAIL)
    table.does(ST, SetFailures(lock(table), "anna", 1))
    table.does(ST, ask)
    assert called_at(table, next(table.state.view(ANNA).all(Call))) == 7


def test_failures_that_are_set_settle_what_was_untold() -> None:
    """D13, X3, G0: setting the failures settles untold tries, so the next try is no question."""
    table = locked()
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    attempt(table, *FAIL)
    table.does(ST, SetFailures(lock(table), "anna", 1))
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 7


def test_failures_of_one_who_is_hidden_by_now_are_set_for_the_storyteller() -> None:
    """D13, X4, G0: failures set for a hidden character change only the Storyteller's count; the public count stays."""
    table = locked()
    again = Roll("", "guard", ("Strength",), task=lock(table))
    table.does(ST, again, 2, 2, 2)
    table.does(ST, again, 2, 2, 2)
    table.does(ST, HideCharacter("guard"))
    table.does(ST, SetFailures(lock(table), "guard", 1))
    assert {fact.audience for fact in table.facts} == {STORYTELLER}
    table.does(ST, again, 2, 2, 2)
    assert table.roll(ST).difficulty == 7
    table.does(ST, RevealCharacter("guard"))
    table.does(ST, again, 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 8


@pytest.mark.parametrize("command", [SetObstacle("x"), DropObstacle("x"), SetFailures("x", "anna", 1)])
def test_obstacles_are_the_storytellers(command: SetObstacle | DropObstacle | SetFailures) -> None:
    """D13: only the Storyteller manages obstacles."""
    Table("v20").refuses(ANNA, command, "storyteller-only")


def test_a_roll_offers_what_may_be_tried() -> None:
    """D13: while an obstacle exists, rolls and calls offer it."""
    table = locked()
    (roll,) = [o for o in options(table.state.view(ANNA)) if o.command == "Roll" and o.actor == "anna"]
    assert [i.name for i in roll.inputs] == ["traits", "task"]
    (ask,) = [o for o in table.offers(ST, CallForRoll) if o.label == "Ask anna to roll (G3)"]
    assert {"task", "retry"} <= {i.name for i in ask.inputs}


def test_where_failures_do_not_count_none_is_counted() -> None:
    """D13: for an obstacle without counting no failures are stored, so counting later begins at 0."""
    table = locked("v20", "shooting")
    attempt(table, *FAIL)
    attempt(table, *FAIL)
    assert not list(table.state.full.all(Failures))
    table.does(ST, SetObstacle("the lock", "shooting", "yes", obstacle=lock(table)))
    attempt(table, *FAIL)
    assert [one.times for one in table.state.full.all(Failures)] == [1]
    assert table.roll(WATCHER).difficulty == 6
