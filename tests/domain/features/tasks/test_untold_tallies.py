"""Tallies of tasks with rolls whose count is untold: the Storyteller tells and decides them."""

from __future__ import annotations

import pytest

from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.tasks.join_task import GiveUpTask
from domain.features.tasks.settle_task import RuleTask, SetTally
from domain.features.tasks.sides import UNTOLD
from tests.domain.features.tasks.task_table import AtWork, hunt, search
from tests.domain.table import ANNA, ST, WATCHER


def test_where_dice_stay_hidden_so_does_the_tally() -> None:
    """X2 iii: after a roll with a hidden modifier the player learns success or failure; the tally is the
    Storyteller's until she tells it."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    assert (table.tallies(id_), table.tallies(id_, ST), table.task(id_, ANNA).dark) == ((UNTOLD,), (UNTOLD,), True)
    ledger = table.ledger(id_)
    assert ledger is not None
    assert ledger.sides[0].tally == 4
    assert table.lines(ANNA)[-1] == "A search, round 1: only the Storyteller knows the tally."
    table.works(id_, "anna", 8, 8, 2)
    assert table.ended(id_) == ("open", -1, 0)
    assert table.lines(ST)[-1] == "A search, known only to you: done, by 1 success (marginal)."
    assert not any("known only to you" in line for line in table.lines(ANNA))
    (due,) = [o for o in table.offers(ST, RuleTask) if o.urgent]
    assert due.hint == "A search, known only to you: done, by 1 success (marginal)."
    table.does(ST, RuleTask(id_, "first", 1))
    assert table.ended(id_, ANNA) == ("ruled", 0, 1)
    assert not [o for o in table.offers(ST, RuleTask) if o.urgent]


def test_the_storyteller_tells_a_tally_that_was_dark() -> None:
    """X3, G0: under a hidden difficulty the dice are visible and the tally is not, until the Storyteller sets it."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 0, "open", "", 9))
    table.works(id_, "anna", 8, 9, 9)
    assert (table.roll(ANNA).faces, table.roll(ANNA).result) == (((8,), (9,), (9,)), "untold")
    assert table.tallies(id_) == (UNTOLD,)
    (offer,) = table.offers(ST, SetTally)
    assert [asked.default for asked in offer.inputs][1:] == ["2"]
    table.does(ST, SetTally(id_, 2))
    assert (table.tallies(id_), table.ledger(id_)) == ((2,), None)
    table.works(id_, "anna", 8, 2, 2)
    assert table.tallies(id_) == (3,)


def test_a_dark_contest_is_the_storytellers_to_decide() -> None:
    """X2 iii, X3, E2: with an untold roll neither margin nor winner is told; the Storyteller rules."""
    table = AtWork()
    id_ = table.opens(hunt(opponents=("ben",), kind="resisted", goal=0, their_dice=3))
    table.does(ST, ModifyNextRoll("anna", 0, "open", "", 9))
    table.works(id_, "anna", 9, 9, 2)
    table.works(id_, "ben", 8, 2, 2)
    assert (table.ended(id_), table.tallies(id_)) == (("untold", -1, 0), (UNTOLD, UNTOLD))
    assert "A hunt, known only to you: won by anna, by 1 success (marginal)." in table.lines(ST)
    table.does(ST, RuleTask(id_, "first", 1))
    assert table.ended(id_, WATCHER) == ("ruled", 0, 1)


@pytest.mark.parametrize("on_botch", ["restart", "fail"])
@pytest.mark.parametrize(
    ("goal", "faces", "truly"),
    [
        (6, (8, 2, 2, 2), "over, goal not reached"),
        (1, (8, 2, 2, 2), "done, by 1 success (marginal)"),
        (6, (1, 1, 2, 2), "over, goal not reached"),
    ],
)
def test_a_dark_limit_ends_it_untold(goal: int, faces: tuple[int, ...], truly: str, on_botch: str) -> None:
    """X3, E1: a task that ends with untold rolls shows only that it is over."""
    table = AtWork(**{"extended-botch": on_botch})
    id_ = table.opens(search(limit=1, goal=goal))
    table.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    table.works(id_, "anna", *faces)
    assert table.ended(id_) == ("untold", -1, 0)
    truly = "a botch ends it" if 1 in faces and on_botch == "fail" else truly
    assert f"A search, known only to you: {truly}." in table.lines(ST)


def test_the_storyteller_reads_that_nobody_is_left_to_prevail() -> None:
    """E3, X2 iii: the Storyteller reads that there is no winner if a secret botch ends a contest whose hidden
    opponent gave up."""
    table = AtWork(**{"extended-botch": "fail"})
    id_ = table.opens(hunt(their_label="footsteps"))
    table.does(ST, GiveUpTask(id_, "shade"))
    table.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    table.works(id_, "anna", 1, 2, 2, 2)
    assert table.lines(ST)[-1] == "A hunt, known only to you: won by nobody."
