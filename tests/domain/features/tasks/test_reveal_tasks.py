"""Tasks that are hidden and revealed, once or again: who sees them then, and what stays untold."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, seats
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.tasks.join_task import GiveUpTask
from domain.features.tasks.settle_task import CloseTask, HideTask, RevealTask, RuleTask, SetTally
from domain.features.tasks.sides import UNTOLD
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from tests.domain.features.tasks.task_table import OTHERS, AtWork, hunt, search
from tests.domain.table import ANNA, BEN, ST, WATCHER

# Hiding and revealing


def test_a_task_is_hidden_and_goes_on() -> None:
    """X1: a hidden task disappears for players; the Storyteller works on it in secret, and its tally is shown when
    it is revealed."""
    table = AtWork()
    id_ = table.opens(search())
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, HideTask(id_))
    assert table.lines(ANNA)[-1] == "The Storyteller has hidden the task A search."
    assert all(table.state.view(seat).get(Task, id_) is None for seat in OTHERS)
    table.refuses(ST, HideTask(id_), "task-already-hidden")
    before = table.dump(ANNA)
    table.does(ST, WorkOnTask(id_, "anna"), 8, 2, 2)
    assert (table.tallies(id_, ST), table.dump(ANNA)) == ((3,), before)
    table.does(ST, RevealTask(id_))
    assert table.tallies(id_, ANNA) == (3,)
    table.refuses(ST, RevealTask(id_), "task-not-hidden")
    table.works(id_, "anna", 8, 2, 2)
    assert table.tallies(id_, WATCHER) == (4,)


def test_a_task_is_revealed_to_some() -> None:
    """X1: a task may be revealed to the named seats only."""
    table = AtWork()
    id_ = table.opens(search(hidden=True))
    before = table.dump(BEN)
    table.does(ST, RevealTask(id_, ("ANNA",)))
    assert {fact.audience for fact in table.facts} == {STORYTELLER, seats("ANNA")}
    assert (table.task(id_, ANNA).name, table.dump(BEN)) == ("A search", before)


def test_a_revealed_contest_keeps_its_hidden_opponent() -> None:
    """X4: a revealed contest does not show its hidden opponent; after hiding the contest again, the Storyteller has
    all of it."""
    table = AtWork()
    id_ = table.opens(hunt(hidden=True, kind="lead"))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 8, 2, 2, 2)
    table.does(ST, WorkOnTask(id_, "anna"), 8, 2, 2)
    table.does(ST, WorkOnTask(id_, "shade"), 8, 2, 2, 2, 2)
    table.does(ST, RevealTask(id_, (), "footsteps"))
    shown = table.task(id_, WATCHER)
    assert (shown.sides[1].label, shown.sides[1].members, shown.rolled, shown.lead) == ("footsteps", (), (), 0)
    assert table.tallies(id_) == (1, UNTOLD)
    assert not any("shade" in repr(fact.event) for fact in table.facts if fact.audience == EVERYONE)
    table.works(id_, "anna", 8, 8, 2, then=())
    assert table.task(id_, ANNA).lead == 0
    table.does(ST, HideTask(id_))
    whole, kept = table.task(id_, ST), table.ledger(id_)
    assert (whole.sides[1].members, [side.tally for side in whole.sides]) == (("shade",), [3, 3])
    assert kept is not None
    assert (kept.sides, kept.rolled, kept.veiled) == (whole.sides, whole.rolled, True)


@pytest.mark.parametrize("kind", ["tally", "lead"])
def test_an_opponent_who_steps_out_is_revealed_in_its_contest(kind: str) -> None:
    """X4, E3, X2: an opponent revealed before its task is not shown in it, and the refusal says why it cannot roll;
    after the task is revealed it rolls publicly. Its secret rolls and the tallies with them stay the Storyteller's
    until she sets one."""
    table = AtWork()
    id_ = table.opens(hunt(kind=kind, their_traits=("Wits",), their_dice=0))
    table.works(id_, "anna", 8, 8, 8, then=(8, 2, 2, 2, 2))
    assert table.refuses(ST, RevealTask(id_), "hidden-opponents") == "Reveal shade first (X4)."
    assert not table.offers(ST, RevealTask)
    table.does(ST, RevealCharacter("shade"))
    sentence = table.refuses(ST, WorkOnTask(id_, "shade"), "unseen-rolls-last")
    said = "Others do not know that shade works on A hunt. Show the opponents, or wait until the others have rolled"
    assert sentence == f"{said} (X4)."
    assert table.refuses(BEN, WorkOnTask(id_, "shade"), "not-yours")
    table.refuses(ST, RevealTask(id_, ("BEN",)), "audience-known")
    (offer,) = table.offers(ST, RevealTask)
    assert [asked.name for asked in offer.inputs] == ["task"]
    table.does(ST, RevealTask(id_))
    shown = table.task(id_, WATCHER)
    assert (shown.sides[1].members, shown.sides[1].label) == (("shade",), "")
    kept = (3, UNTOLD) if kind == "lead" else (UNTOLD, UNTOLD)
    assert (table.tallies(id_), shown.lead, table.truly(id_)) == (kept, 0, (3, 1) if kind == "lead" else (2, 0))
    table.refuses(ST, RevealTask(id_), "task-not-hidden")
    table.works(id_, "anna", 8, 8, 8)
    assert table.task(id_).rounds == 1
    table.works(id_, "shade", 8, 8, 2, 2, 2)
    assert table.truly(id_) == ((6, 3) if kind == "lead" else (3, 0))
    table.does(ST, SetTally(id_, *table.truly(id_)))
    assert (table.tallies(id_), table.ledger(id_)) == ((6, 3) if kind == "lead" else (3, 0), None)
    assert [roll.actor for roll in table.state.view(WATCHER).all(Roll)] == ["anna", "anna", "shade"]


def test_to_reveal_an_opponent_tells_no_count_that_was_kept() -> None:
    """X2 iii, X4: revealing the opponent shows its name but no tally, to the same seats as before."""
    table = AtWork()
    id_ = table.opens(hunt(opponents=("guard",), secret=True, to=("ANNA",)))
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2, then=(8, 2, 2, 2, 2))
    before = [table.dump(seat) for seat in (BEN, WATCHER)]
    table.does(ST, RevealTask(id_))
    assert (table.task(id_, ANNA).sides[1].members, table.tallies(id_, ANNA)) == (("guard",), (UNTOLD, UNTOLD))
    assert [table.dump(seat) for seat in (BEN, WATCHER)] == before
    ledger = table.ledger(id_)
    assert ledger is not None
    assert [side.tally for side in ledger.sides] == [3, 0]


def test_who_rolled_before_its_contest_was_revealed_rolls_once() -> None:
    """E1, X4: a hidden opponent that rolled before the reveal of the contest does not roll again in that round."""
    table = AtWork()
    id_ = table.opens(hunt(hidden=True))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 8, 2, 2, 2)
    table.does(ST, RevealTask(id_, (), "footsteps"))
    table.works(id_, "anna", 8, 8, 8)
    assert [roll.actor for roll in table.state.view(ST).all(Roll)].count("shade") == 1
    assert table.truly(id_) == (1, 0)


def test_what_was_rolled_in_secret_is_not_shown_with_who_rolled_it() -> None:
    """X1, X2, E2: a secret roll of the running round counts but stays secret after the reveal, and so does the
    result."""
    table = AtWork()
    id_ = table.opens(hunt(hidden=True))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 8, 2, 2, 2)
    table.does(ST, RevealTask(id_, (), "footsteps"))
    table.does(ST, RevealCharacter("shade"))
    table.does(ST, RevealTask(id_))
    assert [(roll.actor, roll.successes) for roll in table.task(id_, WATCHER).rolled] == [("shade", UNTOLD)]
    table.works(id_, "anna", 8, 8, 8)
    assert (table.tallies(id_), table.truly(id_)) == ((UNTOLD, UNTOLD), (1, 0))


def test_what_would_tell_of_somebody_hidden_is_not_revealed() -> None:
    """X4, D18: a task cannot be revealed with a hidden helper's roll, or with a difficulty from a hidden character's
    traits."""
    table = AtWork()
    id_ = table.opens(search(actors=("anna", "shade"), hidden=True))
    assert not table.offers(ST, RevealTask)
    sentence = table.refuses(ST, RevealTask(id_), "hidden-workers")
    assert sentence == "Reveal shade first: the task would show what they did (X4)."
    table.does(ST, GiveUpTask(id_, "shade"))
    table.does(ST, RevealTask(id_))
    other = table.opens(
        search(name="Other", dice=0, traits=("Strength",), against=("Wits",), target="shade", hidden=True)
    )
    assert "Reveal that character first" in table.refuses(ST, RevealTask(other), "hidden-source")


def test_a_revealed_task_names_nobody_hidden() -> None:
    """X4: a revealed task names no hidden target, helper or absent member."""
    table = AtWork()
    about = table.opens(search(target="shade", hidden=True))
    table.does(ST, RevealTask(about))
    assert table.task(about, WATCHER).target == ""
    helped = table.opens(search(name="Other", actors=("anna", "shade"), hidden=True))
    table.does(ST, WorkOnTask(helped, "shade"), 8, 2, 2)
    table.does(ST, GiveUpTask(helped, "shade"))
    assert "A hidden character has rolled" in table.refuses(ST, RevealTask(helped), "hidden-roll")
    table.does(ST, WorkOnTask(helped, "anna"), 8, 2, 2)
    table.does(ST, RevealTask(helped))
    left = table.opens(search(name="Third", actors=("anna", "shade"), hidden=True))
    table.does(ST, RemoveCharacter("shade"))
    assert "Reveal shade first" in table.refuses(ST, RevealTask(left), "hidden-workers")
    table.does(ST, GiveUpTask(left, "shade"))
    table.does(ST, RevealTask(left))
    assert table.task(left, WATCHER).sides[0].members == ("anna",)
    assert not any("shade" in repr(record) for seat in OTHERS for record in table.dump(seat))


def test_a_canary_in_a_hidden_task_is_nobodys_to_read() -> None:
    """X1: no text of a hidden task is in any record of a player, whatever the Storyteller does with the task."""
    table = AtWork()
    id_ = table.opens(hunt(name="c4n4ry", hidden=True, meaning="c4n4ry", their_label="c4n4ry"))
    table.does(ST, WorkOnTask(id_, "anna"), 8, 8, 2)
    table.does(ST, WorkOnTask(id_, "shade"), 8, 2, 2, 2, 2)
    table.does(ST, RuleTask(id_, "second", 1, "c4n4ry"))
    table.does(ST, CloseTask(id_))
    assert any("c4n4ry" in line for line in table.lines(ST))
    for seat in OTHERS:
        assert "c4n4ry" not in repr(table.dump(seat))


# Hidden and revealed again


def test_a_tally_that_was_untold_stays_so_when_its_task_is_hidden_and_revealed() -> None:
    """X2, X3, Law 1: hiding and revealing a task does not tell an untold tally; setting it does."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    table.does(ST, HideTask(id_))
    assert table.tallies(id_, ST) == (4,)
    table.does(ST, RevealTask(id_))
    assert (table.tallies(id_), table.truly(id_), table.task(id_, ANNA).dark) == ((UNTOLD,), (4,), True)
    table.works(id_, "anna", 8, 2, 2)
    assert table.lines(ANNA)[-1] == "A search, round 2: only the Storyteller knows the tally."
    table.does(ST, SetTally(id_, 5))
    assert (table.tallies(id_), table.ledger(id_)) == ((5,), None)


def test_what_was_rolled_untold_in_this_round_stays_untold_too() -> None:
    """X3: hiding and revealing a task does not tell an untold roll of the running round."""
    table = AtWork()
    id_ = table.opens(search(actors=("anna", "ben")))
    table.does(ST, ModifyNextRoll("anna", 0, "open", "", 9))
    table.works(id_, "anna", 9, 9, 2)
    table.does(ST, HideTask(id_))
    table.does(ST, RevealTask(id_))
    assert [roll.successes for roll in table.task(id_, ANNA).rolled] == [UNTOLD]
    table.works(id_, "ben", 8, 2, 2)
    assert (table.tallies(id_), table.truly(id_)) == ((UNTOLD,), (3,))


def test_a_tally_that_was_set_while_the_task_was_hidden_is_shown() -> None:
    """G0, Law 1: a tally that the Storyteller set while the task was hidden is told at the reveal."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    table.does(ST, HideTask(id_))
    table.does(ST, SetTally(id_, 3))
    table.does(ST, RevealTask(id_))
    assert (table.tallies(id_), table.task(id_, ANNA).dark) == ((3,), False)


def test_what_a_dark_task_came_to_while_it_was_hidden_is_the_storytellers() -> None:
    """X3: if an untold task ends while hidden, players see after the reveal only that it is over, and the
    Storyteller is prompted to rule."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    table.does(ST, HideTask(id_))
    table.does(ST, WorkOnTask(id_, "anna"), 8, 8, 8)
    assert table.ended(id_, ST) == ("met", 0, 2)
    table.does(ST, RevealTask(id_))
    assert table.ended(id_, ANNA) == ("untold", -1, 0)
    (due,) = [o for o in table.offers(ST, RuleTask) if o.urgent]
    assert due.hint == "A search, known only to you: done, by 2 successes (moderate)."


@pytest.mark.parametrize("kind", ["tally", "lead"])
def test_the_count_of_an_opponent_who_was_unseen_stays_untold(kind: str) -> None:
    """X2, E3: the count of a hidden opponent stays untold, even if the opponent was revealed before the task was
    revealed again."""
    table = AtWork()
    id_ = table.opens(hunt(kind=kind))
    table.works(id_, "anna", 8, 2, 2, then=(8, 8, 8, 2, 2))
    before = table.tallies(id_)
    table.does(ST, HideTask(id_))
    table.does(ST, RevealCharacter("shade"))
    table.does(ST, RevealTask(id_))
    assert table.task(id_, ANNA).sides[1].members == ("shade",)
    assert (table.tallies(id_), table.task(id_, ANNA).lead) == (before, 0)
    assert table.truly(id_) == ((1, 3) if kind == "lead" else (0, 2))


def test_the_storyteller_reads_to_what_degree_an_unseen_side_won() -> None:
    """X2, E2: only the Storyteller reads the degree by which a hidden side won."""
    table = AtWork()
    id_ = table.opens(hunt(goal=3))
    table.works(id_, "anna", 2, 2, 2, then=(8, 8, 8, 8, 2))
    assert table.ended(id_) == ("met", 1, 0)
    assert "A hunt: won by 2. The others learned only who won (X2)." in table.lines(ST)
    assert not any("degree" in line for line in table.lines(WATCHER))
