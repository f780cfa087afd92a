"""Extended tasks: successes add up over rolls, a single roll each interval, up to a goal."""

from __future__ import annotations

import pytest

from domain.core.audience import STORYTELLER
from domain.features.characters.set_health import Wound
from domain.features.rolls.consequences import GiveConsequence
from domain.features.rolls.pending_consequences import ConsequenceOwed, Owed
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.spend_points import SetPoints
from domain.features.tasks.join_task import GiveUpTask
from domain.features.tasks.settle_task import CloseTask, RuleTask, SetTally
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.rules.game_time import HOUR
from domain.rules.task_terms import Step
from tests.domain.features.tasks.task_table import AtWork, climb
from tests.domain.table import ANNA, BEN, ST, WATCHER
from tests.in_english import english

CLASSIC = ("revised", "v20", "nightfall")


@pytest.mark.parametrize("rules", [*CLASSIC, "storytelling"])
def test_successes_add_up_roll_by_roll(rules: str) -> None:
    """E1: everybody sees the tally; each roll moves the clock by the interval; at the goal the degree is 1 plus the
    excess."""
    table = AtWork(rules)
    id_ = table.opens(climb())
    table.works(id_, "anna", 8, 8, 2)
    assert (table.tallies(id_), table.task(id_).rounds, table.now) == ((2,), 1, HOUR)
    table.works(id_, "anna", 8, 8, 8)
    assert (table.tallies(id_), table.ended(id_)) == ((5,), ("open", -1, 0))
    table.works(id_, "anna", 8, 8, 8)
    assert (table.tallies(id_), table.ended(id_), table.now) == ((8,), ("met", 0, 3), 3 * HOUR)
    assert table.task(id_).word == ("" if rules == "storytelling" else "complete")
    told = [line for line in table.lines(WATCHER) if "climb" in line]
    assert told[:3] == ["A climb: anna, goal 6.", "A climb, round 1: 2 of 6.", "A climb, round 2: 5 of 6."]
    assert told[-1].startswith("A climb: done, by 3 successes")
    assert table.refuses(ANNA, WorkOnTask(id_, "anna"), "task-over") == "A climb is over (E1)."


@pytest.mark.parametrize(
    ("choice", "tally", "status"),
    [("restart", 0, "open"), ("fail", 3, "failed"), ("continue", 3, "open")],
)
@pytest.mark.parametrize("rules", [*CLASSIC, "storytelling"])
def test_a_botch_restarts_fails_or_goes_on(rules: str, choice: str, tally: int, status: str) -> None:
    """E1: the switch `extended-botch`, each choice, `restart` being the default; a dramatic failure is a botch."""
    table = AtWork(rules, **({} if choice == "restart" else {"extended-botch": choice}))
    id_ = table.opens(climb(traits=(), dice=3) if rules == "storytelling" else climb())
    table.works(id_, "anna", 8, 8, 8)
    if rules == "storytelling":
        table.does(ST, ModifyNextRoll("anna", -3))
        table.works(id_, "anna", 1)
    else:
        table.works(id_, "anna", 1, 1, 2)
    assert (table.tallies(id_), table.ended(id_)[0]) == ((tally,), status)
    assert table.task(id_).rounds == 2


def test_v20_asks_for_a_consequence_besides() -> None:
    """E1, G4: a botch empties the tally, and the Storyteller is asked in secret for a single consequence, as for any
    botch."""
    table = AtWork("v20")
    id_ = table.opens(climb())
    table.works(id_, "anna", 1, 1, 2)
    assert table.tallies(id_) == (0,)
    assert [f.audience for f in table.facts if isinstance(f.event, ConsequenceOwed)] == [STORYTELLER]
    (owed,) = table.state.full.all(Owed)
    assert (owed.actor, owed.reason, owed.result) == ("anna", "A climb", "botch")
    (asked,) = table.offers(ST, GiveConsequence)
    assert asked.actor == "anna"


def test_ones_that_outweigh_successes_take_nothing_back() -> None:
    """E1, D5: a plain failure below zero leaves the tally unchanged."""
    table = AtWork()
    id_ = table.opens(climb())
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "anna", 8, 1, 1)
    assert (table.roll().net, table.tallies(id_)) == (-1, (2,))


def test_the_player_may_give_up_between_rolls() -> None:
    """E1: the player may give up between rolls; the tally is kept for the Storyteller."""
    table = AtWork()
    id_ = table.opens(climb())
    table.works(id_, "anna", 8, 8, 2)
    (offer,) = table.offers(ANNA, GiveUpTask)
    assert (offer.actor, offer.label) == ("anna", "Give up on A climb (E1)")
    table.refuses(BEN, GiveUpTask(id_, "anna"), "not-yours")
    table.refuses(BEN, GiveUpTask(id_, "ben"), "not-in-task")
    table.does(ANNA, GiveUpTask(id_, "anna"))
    assert (table.ended(id_), table.tallies(id_, ST)) == (("given-up", -1, 0), (2,))
    assert table.lines(WATCHER)[-2:] == ["anna gives up on A climb.", "A climb: given up."]


def test_a_limit_of_rolls_ends_it_unmet() -> None:
    """E1: at the limit of rolls the task ends unmet with its tally, unless the last roll reaches the goal."""
    table = AtWork()
    id_, other = table.opens(climb(limit=2)), table.opens(climb(name="Another", limit=2))
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "anna", 8, 8, 2)
    assert (table.ended(id_), table.tallies(id_)) == (("unmet", -1, 0), (4,))
    table.works(other, "anna", 8, 8, 8)
    table.works(other, "anna", 8, 8, 8)
    assert table.ended(other) == ("met", 0, 1)


def test_a_roll_is_offered_to_whoever_makes_it() -> None:
    """E1: a roll is offered to the character's player and to the Storyteller, once a round."""
    table = AtWork()
    id_ = table.opens(climb(actors=("anna", "guard"), traits=("Strength",)))
    (mine,) = table.offers(ANNA, WorkOnTask)
    assert (mine.actor, mine.label, mine.hint, mine.urgent) == ("anna", "A climb", "Strength", False)
    assert [choice.value for choice in mine.inputs[0].choices] == [id_]
    assert not table.offers(BEN, WorkOnTask)
    assert not table.offers(WATCHER, WorkOnTask)
    assert [o.actor for o in table.offers(ST, WorkOnTask)] == ["anna", "guard"]
    table.works(id_, "anna", 8, 8, 2)
    assert not table.offers(ANNA, WorkOnTask)
    assert [(o.actor, o.urgent) for o in table.offers(ST, WorkOnTask)] == [("guard", True)]
    table.refuses(ANNA, WorkOnTask(id_, "anna"), "rolled")
    table.refuses(BEN, WorkOnTask(id_, "anna"), "not-yours")
    table.refuses(BEN, WorkOnTask(id_, "ben"), "not-in-task")


def test_what_would_be_refused_is_not_offered_to_a_roller() -> None:
    """D16, C29: Willpower is not offered without a point, and a roll is not offered to the player of a character
    that is out."""
    table = AtWork()
    table.opens(climb(traits=("Strength", "Dexterity")))
    for left, offered in ((1, True), (0, False)):
        table.does(ST, SetPoints("anna", "Willpower", left))
        assert ("willpower" in {wanted.name for wanted in table.offers(ANNA, WorkOnTask)[0].inputs}) is offered
    table.does(ST, Wound("anna", 7, "lethal"))
    assert not table.offers(ANNA, WorkOnTask)
    assert [o.actor for o in table.offers(ST, WorkOnTask)] == ["anna"]


def test_the_roller_may_choose_what_is_left_open() -> None:
    """E1, D2: for a task without traits the roller chooses them, under the rules of any pool."""
    table = AtWork()
    id_ = table.opens(climb(traits=()))
    assert [i.name for i in table.offers(ANNA, WorkOnTask)[0].inputs][:2] == ["task", "traits"]
    table.refuses(ANNA, WorkOnTask(id_, "anna"), "task-without-traits")
    table.refuses(ANNA, WorkOnTask(id_, "anna", ("Juggling",)), "no-such-trait")
    table.does(ANNA, WorkOnTask(id_, "anna", ("Wits",)), 8, 8, 2)
    fixed = table.opens(climb(name="Fixed"))
    assert (
        table.refuses(ANNA, WorkOnTask(fixed, "anna", ("Wits",)), "round-traits")
        == "Roll on Strength in this round (E3)."
    )


def test_a_choice_of_traits_is_checked_as_in_any_roll() -> None:
    """D2: only the Storyteller may combine two attributes, by naming them in the task or rolling herself."""
    table, odd = AtWork("revised"), ("Wits", "Strength")
    id_ = table.opens(climb(traits=()))
    assert "(D2)" in table.refuses(ANNA, WorkOnTask(id_, "anna", odd), "two-attributes")
    table.does(ST, WorkOnTask(id_, "anna", odd), *[2] * 6)
    named = table.opens(climb(name="Named", traits=odd))
    table.does(ANNA, WorkOnTask(named, "anna"), *[2] * 6)


def test_willpower_buys_a_success_in_a_task_too() -> None:
    """E1, D11: a success bought with Willpower counts for the tally, and the point is spent."""
    table = AtWork()
    id_ = table.opens(climb())
    table.works(id_, "anna", 2, 2, 1, willpower=True)
    assert table.tallies(id_) == (1,)


def test_difficulties_come_from_a_targets_traits() -> None:
    """E1, D18: the difficulty may come from a visible target's traits, and the roll names it; a hidden target is
    refused."""
    table = AtWork()
    id_ = table.opens(climb(against=("Wits",), plus=3, target="guard"))
    table.works(id_, "anna", 8, 7, 6)
    made = table.roll(WATCHER)
    assert (made.difficulty, english(made.reason)) == (7, "A climb, against guard (Wits + 3)")
    assert table.tallies(id_) == (2,)
    sentence = table.refuses(ST, climb(against=("Wits",), target="shade"), "hidden-opponent")
    assert sentence == "The opponent is hidden. Give a number as difficulty (D18)."
    table.refuses(ST, climb(against=("Wits",)), "no-opponent-traits")
    table.refuses(ST, climb(plus=3), "against-number-alone")
    table.refuses(ST, climb(target="guard", against=("Wist",)), "no-such-trait")
    table.refuses(ST, climb(steps=(Step(dice=3),)), "said-twice")
    table.refuses(ST, climb(against=("Wits",), target="guard", difficulty=7), "two-difficulties")


def test_a_roll_may_carry_a_yield_and_a_time() -> None:
    """E5: a task may have a yield for each success, and a fixed time that passes with any result."""
    table = AtWork()
    id_ = table.opens(climb(goal=0, limit=1, each=1, unit="day", gain="one more fact"))
    table.works(id_, "anna", 8, 8, 2)
    assert (table.ended(id_), table.now) == (("done", -1, 0), 24 * HOUR)
    assert table.lines(WATCHER)[-1] == "A climb: 2 × one more fact."
    assert table.task(id_).gain == "one more fact"
    failing = table.opens(climb(name="In vain", goal=0, limit=1, each=1, unit="day", gain="one more fact"))
    table.works(failing, "anna", 2, 2, 2)
    assert (table.tallies(failing), table.now) == ((0,), 48 * HOUR)


def test_the_tally_can_be_set() -> None:
    """G0: the story names the Storyteller for a set tally; a set tally can reach the goal."""
    table = AtWork()
    id_ = table.opens(climb())
    table.works(id_, "anna", 8, 8, 2)
    table.refuses(ANNA, SetTally(id_, 6), "storyteller-only")
    table.does(ST, SetTally(id_, 4))
    assert (table.tallies(id_), table.lines(WATCHER)[-1]) == ((4,), "A climb: the tally is now 4.")
    table.does(ST, SetTally(id_, 7))
    assert table.ended(id_) == ("met", 0, 2)
    table.refuses(ST, SetTally(id_, 1), "task-over")


def test_the_storyteller_may_rule_and_put_away() -> None:
    """G0: the Storyteller may rule a task before and after its end, and put it away."""
    table = AtWork()
    id_ = table.opens(climb())
    table.refuses(ST, RuleTask(id_, "second"), "no-such-side")
    table.does(ST, RuleTask(id_, "first", 2, "The rope holds."))
    assert table.ended(id_) == ("ruled", 0, 2)
    assert table.lines(WATCHER)[-1] == "A climb: done, by 2 successes (moderate). The rope holds."
    table.does(ST, RuleTask(id_, "nobody"))
    assert table.ended(id_) == ("ruled", -1, 0)
    table.refuses(ANNA, CloseTask(id_), "storyteller-only")
    table.does(ST, CloseTask(id_))
    assert table.state.view(ST).get(Task, id_) is None
    for seat in (ST, ANNA):
        table.refuses(seat, WorkOnTask(id_, "anna"), "no-such-task")


def test_what_is_no_task() -> None:
    """E1, E5: a task needs a worker, each worker once, and an end."""
    table = AtWork()
    table.refuses(ANNA, climb(), "storyteller-only")
    table.refuses(ST, climb(actors=()), "no-worker")
    table.refuses(ST, climb(actors=("anna", "anna")), "worker-twice")
    table.refuses(ST, climb(actors=("nobody",)), "no-such-character")
    table.refuses(ST, climb(goal=0), "no-goal")
    table.refuses(ST, climb(difficulty=1), "difficulty")
    table.refuses(ST, climb(traits=("Brawl", "Melee")), "two-abilities")
    table.refuses(ST, climb(hidden=True, to=("ANNA",)), "task-audience")
    for n in range(50):
        table.opens(climb(name=f"Task {n}"))
    assert "Remove one first" in table.refuses(ST, climb(), "too-many-tasks")


def test_steps_may_differ_from_roll_to_roll() -> None:
    """E1, E3: an extended task may have a script too."""
    table = AtWork()
    id_ = table.opens(climb(traits=(), steps=(Step(("Strength",), rounds=1), Step(("Wits",), difficulty=8))))
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "anna", 8, 7, 7)
    assert table.tallies(id_) == (3,)
    table.refuses(ANNA, WorkOnTask(id_, "anna", ("Strength",)), "round-traits")
