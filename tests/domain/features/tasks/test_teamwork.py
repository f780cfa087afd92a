"""Extended tasks of several: a team adds its successes, helpers and those in the way change them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.features.rolls.roll import Roll
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.rounds import OTHERS_AT_IT
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.rules.game_time import HOUR
from tests.domain.features.tasks.task_table import AtWork, climb
from tests.domain.table import ANNA, BEN, ST, WATCHER


def together(**more: Any) -> OpenTask:
    """A task of Anna, with three dice of Strength, and Ben, with two."""
    return climb(actors=("anna", "ben"), **more)


def test_a_team_adds_its_successes() -> None:
    """E4: each member rolls an own pool, traits are never pooled; the interval is over when all have rolled."""
    table = AtWork()
    id_ = table.opens(together())
    table.works(id_, "anna", 8, 8, 2)
    assert (table.tallies(id_), table.now) == ((0,), 0)
    assert [roll.pool for roll in table.state.view(WATCHER).all(Roll)] == [3]
    table.works(id_, "ben", 8, 2)
    assert (table.tallies(id_), table.now, table.task(id_).rounds) == ((3,), HOUR, 1)
    table.works(id_, "ben", 8, 8)
    table.works(id_, "anna", 8, 2, 2)
    assert table.ended(id_) == ("met", 0, 1)


@pytest.mark.parametrize(("choice", "tally"), [("spoils", 0), ("ignored", 5)])
def test_one_botch_may_spoil_the_whole(choice: str, tally: int) -> None:
    """E4: under `teamwork-botch` a botch may spoil the round, which then counts as the team's botch under
    `extended-botch`."""
    table = AtWork(**{"teamwork-botch": choice})
    id_ = table.opens(together())
    table.works(id_, "anna", 8, 8, 8)
    table.works(id_, "ben", 2, 2)
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "ben", 1, 2)
    assert table.tallies(id_) == (tally,)


def test_a_team_of_botchers_has_botched() -> None:
    """E4: under `ignored`, a round in which all botch is a botch of the team."""
    table = AtWork(**{"teamwork-botch": "ignored", "extended-botch": "fail"})
    id_ = table.opens(together())
    table.works(id_, "anna", 1, 2, 2)
    table.works(id_, "ben", 1, 2)
    assert table.ended(id_)[0] == "failed"


def test_the_storyteller_goes_on_without_somebody() -> None:
    """E4: the Storyteller may close a round; a member that has not rolled adds no successes."""
    table = AtWork()
    id_ = table.opens(together())
    table.refuses(ST, CloseRound(id_), "nobody-rolled")
    table.works(id_, "anna", 8, 8, 2)
    table.refuses(ANNA, CloseRound(id_), "storyteller-only")
    (offer,) = table.offers(ST, CloseRound)
    assert offer.label == "A climb: end the round (E3)"
    table.does(ST, CloseRound(id_))
    assert (table.tallies(id_), table.task(id_).rounds) == ((2,), 1)


def test_help_is_the_storytellers_to_allow() -> None:
    """E4: players join only tasks open to helpers; the Storyteller lets any character join; each character joins
    once."""
    table = AtWork()
    id_ = table.opens(climb())
    assert not table.offers(BEN, JoinTask)
    assert table.refuses(BEN, JoinTask(id_, "ben"), "no-helpers") == "Ask the Storyteller to add you to this task (E4)."
    table.does(ST, JoinTask(id_, "guard"))
    assert table.task(id_, WATCHER).sides[0].members == ("anna", "guard")
    open_ = table.opens(climb(name="Open", helpers=True))
    (offer,) = table.offers(BEN, JoinTask)
    assert offer.label == "Help with Open (E4)"
    table.does(BEN, JoinTask(open_, "ben"))
    table.refuses(BEN, JoinTask(open_, "ben"), "in-task")
    table.refuses(BEN, JoinTask(open_, "anna"), "not-yours")
    table.refuses(BEN, JoinTask(open_, "ben", "second"), "no-helpers")
    table.refuses(ST, JoinTask(open_, "guard", "second"), "no-such-side")
    table.works(open_, "anna", 8, 2, 2)
    table.works(open_, "ben", 8, 2)
    assert table.tallies(open_) == (2,)
    table.does(BEN, GiveUpTask(open_, "ben"))
    assert table.ended(open_)[0] == "open"
    table.works(open_, "anna", 8, 2, 2)
    assert table.tallies(open_) == (3,)


def test_who_gives_up_is_waited_for_no_longer() -> None:
    """E1, E4: a round does not wait for a member that has given up."""
    table = AtWork()
    id_ = table.opens(together())
    table.works(id_, "anna", 8, 8, 2)
    table.does(BEN, GiveUpTask(id_, "ben"))
    assert (table.tallies(id_), table.ended(id_)[0]) == ((2,), "open")


@pytest.mark.parametrize(
    ("goal", "limit", "faces", "tally", "ended"),
    [
        (3, 0, (8, 8, 8), 3, ("met", 0, 1)),
        (6, 0, (8, 8, 8), 3, ("given-up", -1, 0)),
        (6, 1, (8, 8, 8), 3, ("unmet", -1, 0)),
        (6, 0, (2, 2, 2), 0, ("given-up", -1, 0)),
    ],
)
def test_what_was_rolled_counts_where_the_last_one_gives_up(
    goal: int, limit: int, faces: tuple[int, ...], tally: int, ended: tuple[str, int, int]
) -> None:
    """E1, E4: if the last member gives up, the rolls of the round still count first, and may reach the goal."""
    table = AtWork()
    id_ = table.opens(together(goal=goal, limit=limit))
    table.works(id_, "anna", *faces)
    table.does(ANNA, GiveUpTask(id_, "anna"))
    table.does(BEN, GiveUpTask(id_, "ben"))
    assert (table.tallies(id_), table.ended(id_), table.now) == ((tally,), ended, HOUR)


def test_several_hinder_each_other_in_a_social_task() -> None:
    """E4: a social task has a single worker by default; under `teamwork-social` each worker loses a die for each
    colleague."""
    table = AtWork()
    sentence = "Several characters who talk at once hinder each other. Pick one character (E4)."
    assert table.refuses(ST, together(social=True), "social") == sentence
    id_ = table.opens(climb(social=True, helpers=True))
    assert table.refuses(ST, JoinTask(id_, "ben"), "social") == sentence
    assert not table.offers(ST, JoinTask) + table.offers(BEN, JoinTask)
    table.works(id_, "anna", 8, 8, 2)
    lenient = AtWork(**{"teamwork-social": "penalty"})
    id_ = lenient.opens(together(social=True))
    lenient.works(id_, "anna", 8, 8)
    assert lenient.roll().parts == (("Strength", 3), (OTHERS_AT_IT, -1))
    lenient.does(ST, JoinTask(id_, "guard"))
    assert (
        lenient.refuses(BEN, WorkOnTask(id_, "ben"), "no-dice")
        == "No dice are left in this pool. Roll something else, or change the modifiers (D19)."
    )
