"""Trying again: the cost of failures, the Storyteller's decision about it, and the tries that do not count."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.features.calls.answer_call import Answer, AnswerCall, AnswerQuestion, WithdrawQuestion
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import Failures, Obstacle, ObstacleKind, SetFailures, SetObstacle
from domain.features.rolls.questions_to_storyteller import Question
from domain.options import options
from tests.domain.features.rolls.obstacle_table import FAIL, POOL, attempt, called_at, lock, locked
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import parts_text


@pytest.mark.parametrize(
    ("retry", "difficulties"), [("step", [6, 7, 8, 9, 10]), ("cumulative", [6, 7, 9])], ids=["step", "cumulative"]
)
def test_each_failure_makes_it_harder(retry: str, difficulties: list[int]) -> None:
    """D13, known disagreement 2: a third attempt is at +2 in all, or at +1 and +2 added up; past 10 it is refused."""
    table = locked(retry=retry)
    for expected in difficulties:
        attempt(table, *FAIL)
        assert table.roll(WATCHER).difficulty == expected
    sentence = table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table)), "beyond-difficulty")
    assert "D13" in sentence


def test_a_success_ends_no_count_and_adds_none() -> None:
    """D13: a success neither raises nor resets the count of failures."""
    table = locked()
    attempt(table, *FAIL)
    attempt(table, 9, 9, 9, 9, 9)
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 7


def test_failures_count_for_each_character_and_each_task() -> None:
    """D13: failures are counted per character and obstacle."""
    table = locked()
    attempt(table, *FAIL)
    table.does(BEN, Roll("", "ben", ("Strength",), task=lock(table)), 2, 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 6
    table.does(ST, SetObstacle("another lock", "lock"))
    other = list(table.state.full.all(Obstacle))[-1].id
    table.does(ANNA, Roll("", "anna", POOL, task=other), *FAIL)
    assert table.roll(WATCHER).difficulty == 6


def test_a_botch_is_a_failure_too() -> None:
    """D13: a botch counts as a failure."""
    table = locked()
    attempt(table, 1, 2, 2, 2, 2)
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 7


@pytest.mark.parametrize("kind", ["shooting", "ambush", "tailing"])
def test_what_nobody_tries_twice_does_not_count(kind: ObstacleKind) -> None:
    """D13: failures at shooting, noticing an ambush and tailing a car do not count."""
    table = locked(kind=kind)
    for _ in range(3):
        attempt(table, *FAIL)
        assert table.roll(WATCHER).difficulty == 6


def test_the_storyteller_says_what_counts() -> None:
    """D13: the Storyteller decides for each obstacle if failures count, against the default of its kind."""
    table = Table("v20")
    table.does(ST, SetObstacle("the marksman's trial", "shooting", "yes"))
    attempt(table, *FAIL)
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 7
    table.does(ST, SetObstacle("the marksman's trial", "shooting", "no", obstacle=lock(table)))
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 6


def test_in_nightfall_each_failure_takes_a_die() -> None:
    """D13: in `nightfall` each failure takes a die, and a try without dice is refused."""
    table = locked("nightfall")
    for dice in (5, 4, 3, 2, 1):
        attempt(table, *[2] * dice)
        assert (table.roll(WATCHER).pool, table.roll(WATCHER).difficulty) == (dice, 6)
    assert parts_text(table.roll(WATCHER).parts)[-1] == ("earlier failures", -4)
    assert "D13" in table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table)), "beyond-dice")


def test_in_storytelling_trying_again_costs_nothing() -> None:
    """D13: in `storytelling` trying again costs nothing."""
    table = locked("storytelling")
    for _ in range(3):
        attempt(table, *FAIL)
        assert table.roll(WATCHER).pool == 5


def test_each_rule_set_has_its_own_idea_of_the_penalty() -> None:
    """D13: revised offers the penalty each time, v20 and nightfall apply it, storytelling has none; revised and v20
    can switch between all three."""
    made = catalogue().rulesets
    assert [made[id_]().retry_penalty for id_ in ("revised", "v20", "nightfall", "storytelling")] == [
        "offer", "apply", "apply", "off",
    ]  # fmt: skip
    for id_ in ("revised", "v20"):
        (switch,) = [s for s in made[id_].switches if s.name == "retry-penalty"]
        assert set(switch.choices) == {"offer", "apply", "off"}


def test_a_penalty_that_is_off_is_off() -> None:
    """D13: with the switch `off`, failures cost nothing."""
    table = locked(retry_penalty="off")
    attempt(table, *FAIL)
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 6


@pytest.mark.parametrize(("answer", "difficulty"), [("grant", 6), ("harder", 7)])
def test_an_offered_penalty_is_a_question_each_time(answer: str, difficulty: int) -> None:
    """D13: in revised a retry is a question to the Storyteller, who decides the penalty; the roll belongs to the
    player."""
    table = locked("revised")
    attempt(table, *FAIL)
    attempt(table)
    assert table.told(ANNA) == ["QuestionAsked"]
    assert table.told(BEN) == []
    table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table)), "asked")
    question = next(table.state.view(ST).all(Question))
    (prompt,) = [o for o in options(table.state.view(ST)) if o.command == "AnswerQuestion"]
    assert prompt.urgent
    table.refuses(ANNA, AnswerQuestion(question.id, "grant"), "storyteller-only")
    table.does(ST, AnswerQuestion(question.id, answer), *FAIL)  # type: ignore[arg-type]
    made = table.roll(WATCHER)
    assert (made.who, made.actor, made.difficulty) == ("ANNA", "anna", difficulty)
    assert not list(table.state.full.all(Question))
    assert next(table.state.view(WATCHER).all(Failures)).times == 2


def test_the_storyteller_may_say_no() -> None:
    """D13: the Storyteller may refuse a retry, and the player may withdraw the question; then no roll is made."""
    table = locked("revised")
    attempt(table, *FAIL)
    attempt(table)
    table.does(ST, AnswerQuestion(next(table.state.full.all(Question)).id, "refuse"))
    assert table.lines(ANNA)[-1] == "No: another try is not allowed (D13)."
    attempt(table)
    question = next(table.state.full.all(Question)).id
    table.refuses(BEN, WithdrawQuestion(question), "no-such-question")
    table.does(ANNA, WithdrawQuestion(question))
    assert not list(table.state.full.all(Question))
    table.refuses(ST, AnswerQuestion(question, "grant"), "no-such-question")


def test_what_is_beyond_the_character_is_refused_to_the_storyteller_too() -> None:
    """D13: with the penalty the difficulty would pass 10, so the Storyteller can grant the retry only without it."""
    table = locked("revised")
    for _ in range(5):
        table.does(ST, SetFailures(lock(table), "anna", 5))
    attempt(table)
    question = next(table.state.full.all(Question)).id
    assert "D13" in table.refuses(ST, AnswerQuestion(question, "harder"), "beyond-difficulty")
    table.does(ST, AnswerQuestion(question, "grant"), *FAIL)


def test_her_own_roll_she_decides_herself() -> None:
    """D13: for her own character's retry the Storyteller must say if the penalty applies."""
    table = locked("revised")
    again = Roll("", "guard", ("Strength",), task=lock(table))
    table.does(ST, again, 2, 2, 2)
    assert "D13" in table.refuses(ST, again, "say-so-retry")
    table.does(ST, Roll("", "guard", ("Strength",), task=lock(table), retry="apply"), 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 7
    table.does(ST, Roll("", "guard", ("Strength",), task=lock(table), retry="waive"), 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 6


def test_only_the_storyteller_waives() -> None:
    """D13: in v20 the penalty applies unless the Storyteller waives it."""
    table = locked()
    attempt(table, *FAIL)
    table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table), retry="waive"), "storyteller-only-retry")
    table.does(ST, CallForRoll("anna", "", POOL, task=lock(table), retry="waive"))
    table.does(ANNA, AnswerCall(next(table.state.full.all(Call)).id), *FAIL)
    assert table.roll(WATCHER).difficulty == 6
    assert next(table.state.view(WATCHER).all(Failures)).times == 2


@pytest.mark.parametrize(("kind", "costs"), [("lock", True), ("ambush", False)])
def test_a_call_tells_of_no_cost_where_failures_do_not_count(kind: ObstacleKind, *, costs: bool) -> None:
    """D13: a call mentions the cost of failures only if failures count for that kind of obstacle."""
    table = locked(kind=kind)
    table.does(ST, CallForRoll("anna", "", POOL, task=lock(table)))
    assert next(table.state.full.all(Call)).retry is costs
    assert ("harder" in table.lines(ANNA)[-1]) is costs


def test_a_call_is_harder_for_what_has_failed() -> None:
    """D13: a call after failures shows the player the difficulty of her roll."""
    table = locked()
    attempt(table, *FAIL)
    table.does(ST, CallForRoll("anna", "", POOL, difficulty=8, task=lock(table)))
    call = next(table.state.view(ANNA).all(Call))
    assert called_at(table, call) == 9
    assert "difficulty 8, harder for each earlier failure" in table.lines(ANNA)[-1]
    table.does(ANNA, AnswerCall(call.id), *FAIL)
    assert table.roll(WATCHER).difficulty == 9


def test_what_fails_after_a_call_makes_its_roll_harder() -> None:
    """D13: a failure after the call also makes the called roll harder, until it is beyond the character."""
    table = locked()
    for difficulty in (8, 10):
        table.does(ST, CallForRoll("anna", "", POOL, difficulty=difficulty, task=lock(table)))
    early, late = table.state.view(ANNA).all(Call)
    attempt(table, *FAIL)
    assert called_at(table, early) == 9
    hints = [o.hint for o in table.offers(ANNA, AnswerCall)]
    assert hints == ["Dexterity + Firearms, difficulty +1 for earlier failures (D13)"] * 2
    assert "D13" in table.refuses(ANNA, AnswerCall(late.id), "beyond-difficulty")
    table.does(ANNA, AnswerCall(early.id), *FAIL)
    assert table.roll(WATCHER).difficulty == 9


def test_what_fails_after_a_call_takes_a_die_of_it_in_nightfall() -> None:
    """D13: in `nightfall` a failure after the call takes a die, and without dice the answer is refused."""
    table = locked("nightfall")
    table.does(ST, CallForRoll("anna", "", POOL, task=lock(table)))
    table.does(ST, CallForRoll("anna", "", POOL, modifier=-4, task=lock(table)))
    early, late = table.state.view(ANNA).all(Call)
    attempt(table, *FAIL)
    assert "D13" in table.refuses(ANNA, AnswerCall(late.id), "beyond-dice")
    table.does(ANNA, AnswerCall(early.id), *FAIL[:4])
    assert parts_text(table.roll(WATCHER).parts)[-1] == ("earlier failures", -1)


@pytest.mark.parametrize(("base", "then"), [(8, 9), (10, 10)])
def test_what_fails_after_a_call_whose_difficulty_is_kept_back_tells_nothing_of_it(base: int, then: int) -> None:
    """D13, X3: under a hidden difficulty a failure after the call raises it to 10 at most, because a refusal would
    reveal it; the player sees neither number."""
    table = locked()
    table.does(ST, CallForRoll("anna", "", POOL, difficulty=base, hidden_difficulty=True, task=lock(table)))
    attempt(table, *FAIL)
    call = next(table.state.view(ANNA).all(Call))
    assert AnswerCall(call.id).foreseen(table.state.view(ANNA)) is None
    foreseen = AnswerCall(call.id).foreseen(table.state.view(ST))
    assert foreseen is not None
    assert foreseen.difficulty == then
    table.does(ANNA, AnswerCall(call.id), *FAIL)
    assert (table.roll(ST).difficulty, table.roll(WATCHER).difficulty) == (then, 0)


def test_many_failures_leave_a_call_open_whose_difficulty_is_kept_back() -> None:
    """D13, X3: a call with a hidden difficulty stays open after many failures, because a refusal would reveal the
    difficulty."""
    table = locked()
    table.does(ST, CallForRoll("anna", "", POOL, difficulty=3, hidden_difficulty=True, task=lock(table)))
    table.does(ST, SetFailures(lock(table), "anna", 6))
    table.does(ANNA, AnswerCall(next(table.state.view(ANNA).all(Call)).id), *FAIL)
    assert (table.roll(ST).difficulty, table.roll(WATCHER).difficulty) == (9, 0)


def test_what_only_the_storyteller_knows_to_have_failed_makes_no_call_harder() -> None:
    """D13, X1: a secret failure does not make a public call harder."""
    table = locked()
    table.does(ST, CallForRoll("anna", "", POOL, task=lock(table)))
    table.does(ST, RollInSecret("", "anna", POOL, task=lock(table)), *FAIL)
    table.does(ANNA, AnswerCall(next(table.state.view(ANNA).all(Call)).id), *FAIL)
    assert table.roll(WATCHER).difficulty == 6


def test_a_call_beyond_the_character_is_refused() -> None:
    """D13: a call whose difficulty would pass 10 is refused."""
    table = locked()
    table.does(ST, SetFailures(lock(table), "anna", 3))
    assert "D13" in table.refuses(
        ST, CallForRoll("anna", "", POOL, difficulty=8, task=lock(table)), "beyond-difficulty"
    )


PLEA = Roll("pick it", "anna", POOL, bonus=1)


def test_what_fails_after_a_plea_takes_a_die_of_it_in_nightfall() -> None:
    """D13, G6: a granted plea is rolled with the penalty at the moment of the roll."""
    table = locked("nightfall")
    attempt(table, *FAIL)
    table.does(ANNA, replace(PLEA, task=lock(table)))
    question = next(table.state.full.all(Question))

    attempt(table, *FAIL[:4])
    table.does(ST, AnswerQuestion(question.id, "grant"), *FAIL[:4])
    assert parts_text(table.roll(WATCHER).parts)[-2:] == (("bonus", 1), ("earlier failures", -2))


@pytest.mark.parametrize(("answer", "difficulty"), [("grant", 6), ("harder", 7)])
def test_what_fails_after_a_plea_is_offered_with_it(answer: Answer, difficulty: int) -> None:
    """D13, G6: in revised the answer to a plea offers the penalty for failures after the plea."""
    table = locked("revised")
    table.does(ANNA, replace(PLEA, task=lock(table)))
    (plea,) = table.state.full.all(Question)
    (before,) = table.offers(ST, AnswerQuestion)
    table.does(ST, SetFailures(lock(table), "anna", 1))
    (after,) = table.offers(ST, AnswerQuestion)
    said = [[choice.value for choice in offered.inputs[-1].choices] for offered in (before, after)]
    assert said == [["grant", "refuse"], ["grant", "harder", "refuse"]]
    table.does(ST, AnswerQuestion(plea.id, answer), *FAIL, 2)
    assert table.roll(WATCHER).difficulty == difficulty


def test_failures_that_are_set_after_a_plea_count_when_it_is_rolled() -> None:
    """D13, G6, G0: failures set after a plea count when it is granted; if the roll is beyond the character by then,
    granting is refused."""
    table = locked()
    attempt(table, *FAIL)
    table.does(ANNA, replace(PLEA, task=lock(table)))
    (plea,) = table.state.full.all(Question)
    table.does(ST, SetFailures(lock(table), "anna", 5))
    assert "D13" in table.refuses(ST, AnswerQuestion(plea.id, "grant"), "beyond-difficulty")
    table.does(ST, SetFailures(lock(table), "anna", 3))
    (offered,) = table.offers(ST, AnswerQuestion)
    assert offered.hint.endswith("bonus +1, difficulty +3 for earlier failures (D13)")
    table.does(ST, AnswerQuestion(plea.id, "grant"), *FAIL, 2)
    assert table.roll(WATCHER).difficulty == 9
