"""The time that tasks take: intervals, deadlines, clocks that are put back, and turns that run."""

from __future__ import annotations

import pytest

from domain.features.combat.turn_commands import StartTurn, StartTurns, StopTurns
from domain.features.table.game_clock import AdvanceClock
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.set_clock import SetClock
from domain.features.tasks.settle_task import HideTask
from domain.features.tasks.wait_for_task import WaitForTask
from domain.features.tasks.work_on_task import WorkOnTask
from domain.rules.game_time import DAY, HOUR
from tests.domain.features.tasks.task_table import AtWork, climb
from tests.domain.table import ANNA, ST


def test_a_night_is_an_interval() -> None:
    """E1: a night is an interval that moves the clock to the next night, and a deadline may be in nights."""
    table = AtWork()
    id_ = table.opens(climb(name="A watch", goal=9, unit="night", within=3, within_unit="night"))
    for night in (1, 2):
        table.works(id_, "anna", 8, 8, 2)
        assert (table.now, table.ended(id_)[0]) == (night * DAY, "open")
    table.works(id_, "anna", 8, 8, 2)
    assert (table.tallies(id_), table.ended(id_)[0]) == ((6,), "unmet")
    offered = next(one for one in table.offers(ST, OpenTask))
    choices = [choice.value for asked in offered.inputs if asked.name == "unit" for choice in asked.choices]
    assert choices == ["minute", "hour", "night", "day", "week", "turn"]


@pytest.mark.parametrize(("within", "status"), [(4, "met"), (3, "unmet")])
def test_what_is_done_after_the_deadline_comes_too_late(within: int, status: str) -> None:
    """E1: a roll counts if its interval ends by the deadline."""
    table = AtWork()
    id_ = table.opens(climb(each=2, within=within))
    table.works(id_, "anna", 8, 8, 8)
    table.works(id_, "anna", 8, 8, 8)
    assert (table.tallies(id_), table.ended(id_)[0]) == ((6,), status)


def test_a_deadline_ends_it_unmet() -> None:
    """E1: the task ends unmet when the clock reaches the deadline, by any command; a goal reached in time is
    met."""
    table = AtWork()
    id_, other = table.opens(climb(within=2)), table.opens(climb(name="Another", within=3, traits=("Dexterity",)))
    table.works(id_, "anna", 8, 8, 2)
    assert table.ended(id_)[0] == "open"
    table.works(id_, "anna", 8, 8, 2)
    assert (table.ended(id_), table.tallies(id_)) == (("unmet", -1, 0), (4,))
    assert table.ended(other)[0] == "open"
    table.does(ST, AdvanceClock(1, "hour"))
    assert table.ended(other)[0] == "unmet"
    third = table.opens(climb(name="A third", within=1, goal=3))
    table.works(third, "anna", 8, 8, 8)
    assert table.ended(third) == ("met", 0, 1)


def test_those_who_work_side_by_side_share_the_hour() -> None:
    """E1, T1: each roll takes its interval; two tasks worked on side by side share the hour, until a different
    command moves the clock."""
    table = AtWork()
    one, two = table.opens(climb()), table.opens(climb(name="Another", actors=("ben",)))
    table.works(one, "anna", 8, 2, 2)
    table.works(one, "anna", 8, 2, 2)
    assert table.now == 2 * HOUR
    table.works(two, "ben", 8, 2)
    assert table.now == 2 * HOUR
    table.works(two, "ben", 8, 2)
    table.works(two, "ben", 8, 2)
    assert table.now == 3 * HOUR
    table.does(ST, SetClock(1, 12))
    table.works(one, "anna", 8, 2, 2)
    assert table.now == 13 * HOUR


def test_where_the_clock_is_put_back_work_goes_on_from_there() -> None:
    """E1, T1: after the clock is set back, the next roll takes its interval from the new time, also while turns run."""
    table = AtWork()
    id_ = table.opens(climb())
    table.does(ST, SetClock(1, 10))
    table.works(id_, "anna", 8, 2, 2)
    table.does(ST, SetClock(1, 8))
    table.works(id_, "anna", 8, 2, 2)
    assert (table.now, table.task(id_).until) == (9 * HOUR, 9 * HOUR)
    table.does(ST, SetClock(1, 7))
    table.does(ST, StartTurns())
    table.works(id_, "anna", 8, 2, 2)
    assert (table.now, table.task(id_).until) == (7 * HOUR, 8 * HOUR)


def test_what_is_over_stays_as_it_was_where_the_clock_is_put_back() -> None:
    """E1, T1: setting the clock back does not change a finished task."""
    table = AtWork()
    id_ = table.opens(climb(limit=1))
    table.works(id_, "anna", 2, 2, 2)
    before = table.task(id_)
    assert before.status == "unmet"
    table.does(ST, SetClock(1, 0))
    assert table.task(id_) == before


def test_what_takes_longer_than_the_turns_so_far_does_so_where_they_are_put_back() -> None:
    """E1, T1: while turns run, setting the clock back moves the end of the interval back too, and the roll still
    waits for it."""
    table = AtWork()
    id_ = table.opens(climb())
    table.does(ST, SetClock(1, 10))
    table.does(ST, StartTurns())
    table.works(id_, "anna", 8, 2, 2)
    table.does(ST, SetClock(1, 8))
    table.refuses(ANNA, WorkOnTask(id_, "anna"), "task-too-soon")
    table.does(ST, WaitForTask(id_))
    assert table.now == 9 * HOUR


def test_while_turns_run_they_say_what_time_it_is() -> None:
    """E1, T1: while turns run, they move the clock: a task of turns is rolled each turn, and a task of hours waits
    until the hour is over."""
    table = AtWork("nightfall")
    table.does(ST, StartTurns())
    id_ = table.opens(climb(unit="turn"))
    table.works(id_, "anna", 8, 2, 2)
    assert table.now == 0
    sentence = table.refuses(ANNA, WorkOnTask(id_, "anna"), "task-too-soon")
    assert sentence == "Wait until day 1, 00:00:03: the last roll takes that long (E1)."
    assert not table.offers(ANNA, WorkOnTask)
    table.does(ST, StartTurn())
    table.works(id_, "anna", 8, 2, 2)
    assert (table.now, table.tallies(id_)) == (3, (2,))
    slow = table.opens(climb(name="Slow"))
    table.works(slow, "anna", 8, 2, 2)
    table.refuses(ANNA, WorkOnTask(slow, "anna"), "task-too-soon")
    table.does(ST, StopTurns())
    table.works(slow, "anna", 8, 2, 2)
    assert table.now == 3 + 2 * HOUR


def test_the_storyteller_lets_time_go_by_until_a_task_goes_on() -> None:
    """E1, X4: the Storyteller is offered to let time pass for a waiting task of hours, but not for a task of turns,
    a task that can be rolled, or a task that some seats cannot see."""
    table = AtWork("nightfall")
    table.does(ST, StartTurns())
    by_turns, slow = table.opens(climb(unit="turn")), table.opens(climb(name="Slow"))
    table.refuses(ST, WaitForTask(slow), "interval-over")
    for task in (by_turns, slow):
        table.works(task, "anna", 8, 2, 2)
    (offered,) = table.offers(ST, WaitForTask)
    assert (offered.label, offered.hint) == ("Slow: let time pass (E1)", "day 1, 01:00")
    assert not table.offers(ANNA, WaitForTask)
    table.refuses(ANNA, WaitForTask(slow), "storyteller-only")
    table.does(ST, WaitForTask(slow))
    assert table.now == HOUR
    assert [o.label for o in table.offers(ANNA, WorkOnTask)] == ["A climb", "Slow"]
    table.works(slow, "anna", 8, 2, 2)
    table.does(ST, HideTask(slow))
    assert not table.offers(ST, WaitForTask)
    table.refuses(ST, WaitForTask(slow), "hidden-wait")
    private = table.opens(climb(name="Private", to=("ANNA",)))
    table.works(private, "anna", 8, 2, 2)
    assert not table.offers(ST, WaitForTask)
    table.refuses(ST, WaitForTask(private), "hidden-wait")


def test_a_task_outlives_turns() -> None:
    """E1: a task goes on before, during and after turns."""
    table = AtWork("nightfall")
    id_ = table.opens(climb(unit="turn"))
    table.works(id_, "anna", 8, 2, 2)
    for command in (StartTurns(), StartTurn(), StartTurn(), StopTurns()):
        table.does(ST, command)
    table.works(id_, "anna", 8, 8, 2)
    assert table.tallies(id_) == (3,)
