"""Extended tasks: successes add up over rolls, a single roll each interval, up to a goal."""

from __future__ import annotations

from typing import Any

import pytest

from domain.core.audience import STORYTELLER
from domain.features.characters.set_health import Wound
from domain.features.combat.turn_commands import StartTurn, StartTurns, StopTurns
from domain.features.rolls.consequences import GiveConsequence
from domain.features.rolls.pending_consequences import ConsequenceOwed, Owed
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.spend_points import SetPoints
from domain.features.table.game_clock import AdvanceClock
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.set_clock import SetClock
from domain.features.tasks.settle_task import CloseTask, HideTask, RuleTask, SetTally
from domain.features.tasks.task import Task
from domain.features.tasks.wait_for_task import WaitForTask
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.rules.game_time import DAY, HOUR
from domain.rules.task_terms import Step
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.table import ANNA, BEN, ST, WATCHER

CLASSIC = ("revised", "v20", "nightfall")


def climb(**more: Any) -> OpenTask:
    """A task of Anna's: three dice of Strength each hour, goal 6."""
    usual: dict[str, Any] = {"name": "A climb", "actors": ("anna",), "traits": ("Strength",), "goal": 6, "each": 1}
    return OpenTask(**(usual | more))


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
    assert told[:3] == ["A climb: anna, to 6.", "A climb, round 1: 2 of 6.", "A climb, round 2: 5 of 6."]
    assert told[-1].startswith("A climb: done (degree 3")
    assert table.refuses(ANNA, WorkOnTask(id_, "anna"), "task-over") == "A climb is over (E1)."


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
    assert (offer.actor, offer.label) == ("anna", "Give up on A climb")
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


@pytest.mark.parametrize(("within", "status"), [(4, "met"), (3, "unmet")])
def test_what_is_done_after_the_deadline_comes_too_late(within: int, status: str) -> None:
    """E1: a roll counts if its interval ends by the deadline."""
    table = AtWork()
    id_ = table.opens(climb(each=2, within=within))
    table.works(id_, "anna", 8, 8, 8)
    table.works(id_, "anna", 8, 8, 8)
    assert (table.tallies(id_), table.ended(id_)[0]) == ((6,), status)


def test_a_deadline_ends_it_unmet() -> None:
    """E1: the task ends unmet when the clock reaches the deadline, by whatever command; a goal reached in time is
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
    table.refuses(ANNA, WorkOnTask(id_, "anna"), "too-soon")
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
    sentence = table.refuses(ANNA, WorkOnTask(id_, "anna"), "too-soon")
    assert sentence == "Turns run, and this roll takes until day 1, 00:00:03 (E1, T1)."
    assert not table.offers(ANNA, WorkOnTask)
    table.does(ST, StartTurn())
    table.works(id_, "anna", 8, 2, 2)
    assert (table.now, table.tallies(id_)) == (3, (2,))
    slow = table.opens(climb(name="Slow"))
    table.works(slow, "anna", 8, 2, 2)
    table.refuses(ANNA, WorkOnTask(slow, "anna"), "too-soon")
    table.does(ST, StopTurns())
    table.works(slow, "anna", 8, 2, 2)
    assert table.now == 3 + 2 * HOUR


def test_the_storyteller_lets_time_go_by_until_a_task_goes_on() -> None:
    """E1, X4: the Storyteller is offered to let time pass for a waiting task of hours, but not for a task of turns,
    a task that can be rolled, or a task that some seats cannot see."""
    table = AtWork("nightfall")
    table.does(ST, StartTurns())
    by_turns, slow = table.opens(climb(unit="turn")), table.opens(climb(name="Slow"))
    table.refuses(ST, WaitForTask(slow), "in-time")
    for task in (by_turns, slow):
        table.works(task, "anna", 8, 2, 2)
    (offered,) = table.offers(ST, WaitForTask)
    assert (offered.label, offered.hint) == ("Slow: let time go by until it goes on", "day 1, 01:00")
    assert not table.offers(ANNA, WaitForTask)
    table.refuses(ANNA, WaitForTask(slow), "storyteller-only")
    table.does(ST, WaitForTask(slow))
    assert table.now == HOUR
    assert [o.label for o in table.offers(ANNA, WorkOnTask)] == ["A climb", "Slow"]
    table.works(slow, "anna", 8, 2, 2)
    table.does(ST, HideTask(slow))
    assert not table.offers(ST, WaitForTask)
    table.refuses(ST, WaitForTask(slow), "hidden")
    private = table.opens(climb(name="Private", to=("ANNA",)))
    table.works(private, "anna", 8, 2, 2)
    assert not table.offers(ST, WaitForTask)
    table.refuses(ST, WaitForTask(private), "hidden")


def test_a_task_outlives_turns() -> None:
    """E1: a task goes on before, during and after turns."""
    table = AtWork("nightfall")
    id_ = table.opens(climb(unit="turn"))
    table.works(id_, "anna", 8, 2, 2)
    for command in (StartTurns(), StartTurn(), StartTurn(), StopTurns()):
        table.does(ST, command)
    table.works(id_, "anna", 8, 8, 2)
    assert table.tallies(id_) == (3,)


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
    table.refuses(ANNA, WorkOnTask(id_, "anna"), "nothing-to-roll")
    table.refuses(ANNA, WorkOnTask(id_, "anna", ("Juggling",)), "no-such-trait")
    table.does(ANNA, WorkOnTask(id_, "anna", ("Wits",)), 8, 8, 2)
    fixed = table.opens(climb(name="Fixed"))
    assert (
        table.refuses(ANNA, WorkOnTask(fixed, "anna", ("Wits",)), "traits") == "This round is rolled on Strength (E3)."
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
    assert (made.difficulty, made.reason) == (7, "A climb, against Guard's Wits + 3")
    assert table.tallies(id_) == (2,)
    sentence = table.refuses(ST, climb(against=("Wits",), target="shade"), "hidden")
    assert sentence == "The traits of somebody unseen would tell of them: name a number (D18, X4)."
    table.refuses(ST, climb(against=("Wits",)), "no-opponent")
    table.refuses(ST, climb(plus=3), "against")
    table.refuses(ST, climb(target="guard", against=("Wist",)), "no-such-trait")
    table.refuses(ST, climb(steps=(Step(dice=3),)), "said-twice")
    table.refuses(ST, climb(against=("Wits",), target="guard", difficulty=7), "difficulty")


def test_a_roll_may_carry_a_yield_and_a_time() -> None:
    """E5: a task may have a yield for each success, and a fixed time that passes with any result."""
    table = AtWork()
    id_ = table.opens(climb(goal=0, limit=1, each=1, unit="day", gain="one more fact"))
    table.works(id_, "anna", 8, 8, 2)
    assert (table.ended(id_), table.now) == (("done", -1, 0), 24 * HOUR)
    assert table.lines(WATCHER)[-1] == "A climb: 2 times one more fact."
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
    assert (table.tallies(id_), table.lines(WATCHER)[-1]) == ((4,), "A climb stands at 4.")
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
    assert table.lines(WATCHER)[-1] == "A climb: done (degree 2, moderate). The rope holds."
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
    table.refuses(ST, climb(actors=()), "no-character")
    table.refuses(ST, climb(actors=("anna", "anna")), "twice")
    table.refuses(ST, climb(actors=("nobody",)), "no-such-character")
    table.refuses(ST, climb(goal=0), "no-goal")
    table.refuses(ST, climb(difficulty=1), "difficulty")
    table.refuses(ST, climb(traits=("Brawl", "Melee")), "two-abilities")
    table.refuses(ST, climb(hidden=True, to=("ANNA",)), "audience")
    for n in range(50):
        table.opens(climb(name=f"Task {n}"))
    assert "put some away first" in table.refuses(ST, climb(), "too-many")


# Teamwork


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
    assert offer.label == "A climb: go on without the others"
    table.does(ST, CloseRound(id_))
    assert (table.tallies(id_), table.task(id_).rounds) == ((2,), 1)


def test_help_is_the_storytellers_to_allow() -> None:
    """E4: players join only tasks open to helpers; the Storyteller lets any character join; each character joins
    once."""
    table = AtWork()
    id_ = table.opens(climb())
    assert not table.offers(BEN, JoinTask)
    assert table.refuses(BEN, JoinTask(id_, "ben"), "no-helpers") == "The Storyteller says who works on this (E4)."
    table.does(ST, JoinTask(id_, "guard"))
    assert table.task(id_, WATCHER).sides[0].members == ("anna", "guard")
    open_ = table.opens(climb(name="Open", helpers=True))
    (offer,) = table.offers(BEN, JoinTask)
    assert offer.label == "Help with Open"
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
    sentence = "Several who talk at once hinder each other: one alone does it here (E4)."
    assert table.refuses(ST, together(social=True), "social") == sentence
    id_ = table.opens(climb(social=True, helpers=True))
    assert table.refuses(ST, JoinTask(id_, "ben"), "social") == sentence
    assert not table.offers(ST, JoinTask) + table.offers(BEN, JoinTask)
    table.works(id_, "anna", 8, 8, 2)
    lenient = AtWork(**{"teamwork-social": "penalty"})
    id_ = lenient.opens(together(social=True))
    lenient.works(id_, "anna", 8, 8)
    assert lenient.roll().parts == (("Strength", 3), ("others at it", -1))
    lenient.does(ST, JoinTask(id_, "guard"))
    assert (
        lenient.refuses(BEN, WorkOnTask(id_, "ben"), "no-dice")
        == "No dice are left in the pool, so there is nothing to roll (D19)."
    )


def test_steps_may_differ_from_roll_to_roll() -> None:
    """E1, E3: an extended task may have a script too."""
    table = AtWork()
    id_ = table.opens(climb(traits=(), steps=(Step(("Strength",), rounds=1), Step(("Wits",), difficulty=8))))
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "anna", 8, 7, 7)
    assert table.tallies(id_) == (3,)
    table.refuses(ANNA, WorkOnTask(id_, "anna", ("Strength",)), "traits")
