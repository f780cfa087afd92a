"""Trying again: the cost of failures, the Storyteller's decision about it, and the tries that do not count."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Seat
from domain.core.state import State
from domain.features.calls.answer_call import Answer, AnswerCall, AnswerQuestion, WithdrawQuestion
from domain.features.calls.call_for_roll import CallForRoll, RollCalled
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import DropObstacle, Failures, Obstacle, ObstacleKind, SetFailures, SetObstacle
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.retries import Retrying
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.secret_outcomes import TellOutcome, Untold
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter, all_memories
from domain.features.scenes.scene import OpenScene
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.story_log import ToldInSecret
from domain.options import options
from domain.rules.rule_types import Part
from tests.domain.fight import member
from tests.domain.table import ANNA, BEN, CAST, ST, WATCHER, Table

POOL = ("Dexterity", "Firearms")
FAIL = (2, 2, 2, 2, 2)


def locked(rules: str = "v20", kind: ObstacleKind = "lock", *, hidden: bool = False, **switches: str) -> Table:
    """A table with an obstacle; Anna has five dice for it."""
    table = Table(rules, CAST, **{name.replace("_", "-"): choice for name, choice in switches.items()})
    table.does(ST, SetObstacle("the lock", kind, hidden=hidden))
    return table


def lock(table: Table) -> str:
    return next(table.state.full.all(Obstacle)).id


def attempt(table: Table, *faces: int, difficulty: int = 0, retry: Retrying = "") -> None:
    """Let Anna try the obstacle as a free roll."""
    table.does(ANNA, Roll("pick it", "anna", POOL, difficulty=difficulty, task=lock(table), retry=retry), *faces)


@pytest.mark.parametrize(
    ("retry", "difficulties"), [("step", [6, 7, 8, 9, 10]), ("cumulative", [6, 7, 9])], ids=["step", "cumulative"]
)
def test_each_failure_makes_it_harder(retry: str, difficulties: list[int]) -> None:
    """D13, known disagreement 2: a third attempt is at +2 in all, or at +1 and +2 added up; past 10 it is refused."""
    table = locked(retry=retry)
    for expected in difficulties:
        attempt(table, *FAIL)
        assert table.roll(WATCHER).difficulty == expected
    sentence = table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table)), "beyond")
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
    assert table.roll(WATCHER).parts[-1] == ("tried before", -4)
    assert "D13" in table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table)), "beyond")


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
    assert table.lines(ANNA)[-1] == "No: not again (D13)."
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
    assert "D13" in table.refuses(ST, AnswerQuestion(question, "harder"), "beyond")
    table.does(ST, AnswerQuestion(question, "grant"), *FAIL)


def test_her_own_roll_she_decides_herself() -> None:
    """D13: for her own character's retry the Storyteller must say if the penalty applies."""
    table = locked("revised")
    again = Roll("", "guard", ("Strength",), task=lock(table))
    table.does(ST, again, 2, 2, 2)
    assert "D13" in table.refuses(ST, again, "say-so")
    table.does(ST, Roll("", "guard", ("Strength",), task=lock(table), retry="apply"), 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 7
    table.does(ST, Roll("", "guard", ("Strength",), task=lock(table), retry="waive"), 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 6


def test_only_the_storyteller_waives() -> None:
    """D13: in v20 the penalty applies unless the Storyteller waives it."""
    table = locked()
    attempt(table, *FAIL)
    table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table), retry="waive"), "storyteller-only")
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


def called_at(table: Table, call: Call) -> int:
    """Return the difficulty that Anna's forecast of the call shows."""
    foreseen = AnswerCall(call.id).foreseen(table.state.view(ANNA))
    assert foreseen is not None
    return foreseen.difficulty


def test_a_call_is_harder_for_what_has_failed() -> None:
    """D13: a call after failures shows the player the difficulty of her roll."""
    table = locked()
    attempt(table, *FAIL)
    table.does(ST, CallForRoll("anna", "", POOL, difficulty=8, task=lock(table)))
    call = next(table.state.view(ANNA).all(Call))
    assert called_at(table, call) == 9
    assert "at difficulty 8, harder for each failure" in table.lines(ANNA)[-1]
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
    hints = [o.hint for o in options(table.state.view(ANNA)) if o.command == "AnswerCall"]
    assert hints == ["Dexterity + Firearms, 1 harder for what failed (D13)"] * 2
    assert "D13" in table.refuses(ANNA, AnswerCall(late.id), "beyond")
    table.does(ANNA, AnswerCall(early.id), *FAIL)
    assert table.roll(WATCHER).difficulty == 9


def test_what_fails_after_a_call_takes_a_die_of_it_in_nightfall() -> None:
    """D13: in `nightfall` a failure after the call takes a die, and without dice the answer is refused."""
    table = locked("nightfall")
    table.does(ST, CallForRoll("anna", "", POOL, task=lock(table)))
    table.does(ST, CallForRoll("anna", "", POOL, modifier=-4, task=lock(table)))
    early, late = table.state.view(ANNA).all(Call)
    attempt(table, *FAIL)
    assert "D13" in table.refuses(ANNA, AnswerCall(late.id), "beyond")
    table.does(ANNA, AnswerCall(early.id), *FAIL[:4])
    assert table.roll(WATCHER).parts[-1] == ("tried before", -1)


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
    assert "D13" in table.refuses(ST, CallForRoll("anna", "", POOL, difficulty=8, task=lock(table)), "beyond")


# Failures that only the Storyteller knows


def test_a_hidden_difficulty_counts_for_the_storyteller_alone_and_makes_a_question() -> None:
    """D13, X3: a try at a hidden difficulty counts for the Storyteller only, so the next try is a question to her; a
    player has at most one open question."""
    table = locked()
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    attempt(table, *FAIL)
    assert [f.times for f in table.state.view(ANNA).all(Failures)] == [0]
    assert next(table.state.partition(STORYTELLER).all(Failures)).times == 1
    attempt(table)
    assert table.told(ANNA) == ["QuestionAsked"]
    table.refuses(ANNA, Roll("pick it", "anna", POOL, task=lock(table)), "asked")
    assert "1 time in truth" in table.fact(ToldInSecret).text
    question = next(table.state.full.all(Question)).id
    (offered,) = [o for o in options(table.state.view(ST)) if o.command == "AnswerQuestion"]
    assert [choice.value for choice in offered.inputs[-1].choices] == ["grant", "refuse"]
    table.refuses(ST, AnswerQuestion(question, "harder"), "nothing-failed")
    table.does(ST, AnswerQuestion(question, "grant"), *FAIL)
    assert table.roll(WATCHER).difficulty == 6


@pytest.mark.parametrize("rules", ["v20", "revised"])
@pytest.mark.parametrize(("answer", "difficulty"), [("grant", 6), ("harder", 7)])
def test_what_the_storyteller_says_of_another_try_is_all_that_it_costs(
    rules: str, answer: Answer, difficulty: int
) -> None:
    """D13: the Storyteller's answer is the whole cost of the retry, also where the rules apply the penalty: `grant`
    adds none, `harder` a single step."""
    table = locked(rules, retry_penalty="apply")
    attempt(table, *FAIL)
    table.does(ST, ModifyNextRoll("anna", difficulty=8))
    attempt(table, *FAIL)
    attempt(table)
    question = next(table.state.full.all(Question))
    assert question.difficulty == 0
    table.does(ST, AnswerQuestion(question.id, answer), *FAIL)
    assert table.roll(WATCHER).difficulty == difficulty


def test_another_try_is_asked_for_though_with_the_penalty_it_would_be_beyond_the_character() -> None:
    """D13: a retry is asked for even if the penalty would put it beyond the character, because the Storyteller may
    grant it without penalty."""
    table = locked()
    table.does(ST, SetFailures(lock(table), "anna", 5))
    table.does(ST, ModifyNextRoll("anna", difficulty=8))
    table.does(ST, CallForRoll("anna", "", POOL, task=lock(table), retry="waive"))
    table.does(ANNA, AnswerCall(next(table.state.full.all(Call)).id), *FAIL)
    attempt(table)
    question = next(table.state.full.all(Question)).id
    assert "D13" in table.refuses(ST, AnswerQuestion(question, "harder"), "beyond")
    table.does(ST, AnswerQuestion(question, "grant"), *FAIL)
    assert table.roll(WATCHER).difficulty == 6


PLEA = Roll("pick it", "anna", POOL, bonus=1)


def test_what_fails_after_a_plea_takes_a_die_of_it_in_nightfall() -> None:
    """D13, G6: a granted plea is rolled with the penalty at the moment of the roll."""
    table = locked("nightfall")
    attempt(table, *FAIL)
    table.does(ANNA, replace(PLEA, task=lock(table)))
    question = next(table.state.full.all(Question))

    attempt(table, *FAIL[:4])
    table.does(ST, AnswerQuestion(question.id, "grant"), *FAIL[:4])
    assert table.roll(WATCHER).parts[-2:] == (("bonus", 1), ("tried before", -2))


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
    assert "D13" in table.refuses(ST, AnswerQuestion(plea.id, "grant"), "beyond")
    table.does(ST, SetFailures(lock(table), "anna", 3))
    (offered,) = table.offers(ST, AnswerQuestion)
    assert offered.hint.endswith("bonus +1 (G6), 3 harder for what failed (D13)")
    table.does(ST, AnswerQuestion(plea.id, "grant"), *FAIL, 2)
    assert table.roll(WATCHER).difficulty == 9


def comes_back(table: Table) -> None:
    """Let Anna leave the scene and return."""
    table.does(ST, RemoveCharacter("anna"))
    table.does(ST, ReturnCharacter("anna"))


def goes_on(table: Table) -> None:
    """Open the next scene with the memories of this scene."""
    memories, table.state = all_memories(table.state.full), State()
    cast = tuple(member(line) for line in CAST.splitlines() if line.strip())
    table.does(TABLE, OpenScene("next", "chronicle", "Another room", "v20", (), cast, memories=memories))


@pytest.mark.parametrize("happens", [comes_back, goes_on])
def test_what_is_told_of_a_try_later_counts_then(happens: Callable[[Table], None]) -> None:
    """D13, X3, T1: an untold failure counts once it is told, also in a later scene or after an absence, and makes
    the next try harder."""
    table = locked()
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    attempt(table, *FAIL)
    happens(table)
    table.does(ST, TellOutcome(outcome="failure", untold=next(table.state.full.all(Untold)).id))
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 7


def test_a_try_of_one_who_was_away_is_ruled_otherwise_as_any() -> None:
    """D13, G0: after an absence, a failure overridden to a success no longer counts."""
    table = locked()
    attempt(table, *FAIL)
    comes_back(table)
    table.does(ST, OverrideRoll(table.roll(ST).id, "success"))
    attempt(table, *FAIL)
    assert table.roll(WATCHER).difficulty == 6


@pytest.mark.parametrize("told", [True, False])
def test_a_ruled_difficulty_brings_another_try_within_reach(told: bool) -> None:
    """D13, G0, X3: a difficulty that the Storyteller sets, told or not, is the difficulty of the retry. Without it
    `harder` is beyond the character, and is not offered."""
    table = locked("revised")
    table.does(ST, SetFailures(lock(table), "anna", 5))
    attempt(table)
    (question,) = table.state.full.all(Question)
    said = [[choice.value for choice in table.offers(ST, AnswerQuestion)[0].inputs[1].choices]]
    table.does(ST, ModifyNextRoll("anna", difficulty=7, told=told))
    said.append([choice.value for choice in table.offers(ST, AnswerQuestion)[0].inputs[1].choices])
    assert said == [["grant", "refuse"], ["grant", "harder", "refuse"]]
    table.does(ST, AnswerQuestion(question.id, "harder"), *FAIL)
    assert table.roll(ST).difficulty == 7
    assert table.roll(WATCHER).difficulty == (7 if told else 0)


def test_after_an_untold_try_it_is_a_question_whatever_came_of_it() -> None:
    """D13, X3: after an untold try the next try is always a question; otherwise the question itself would reveal a
    failure."""
    table = locked()
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    attempt(table, 9, 9, 9, 9, 9)
    attempt(table)
    assert table.told(ANNA) == ["QuestionAsked"]


def test_a_standing_secret_makes_trying_again_no_question() -> None:
    """D13, X2: a waiting hidden modifier does not make a retry a question, because that would reveal it; the dice
    stay with the Storyteller."""
    table = locked()
    attempt(table, *FAIL)
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    attempt(table, *FAIL[:4])
    assert not list(table.state.full.all(Question))
    assert "OutcomeTold" in table.told(ANNA)


@pytest.mark.parametrize("rules", ["v20", "revised"])
def test_a_secret_failure_changes_no_answer(rules: str) -> None:
    """X1, D13: a secret failure does not change the player's roll; the Storyteller is told of it in secret."""
    plain, secret = locked(rules), locked(rules)
    secret.does(ST, RollInSecret("", "anna", POOL, task=lock(secret)), *FAIL)
    for table in (plain, secret):
        attempt(table, *FAIL)
    assert secret.told(ANNA) == plain.told(ANNA)
    assert "Rolled" in secret.told(ANNA)
    assert secret.roll(ANNA).difficulty == plain.roll(ANNA).difficulty == 6
    assert "has failed at this 1 time in truth" in secret.fact(ToldInSecret).text
    assert "ToldInSecret" not in plain.told(ST)


CALLED = CallForRoll("anna", "pick it", POOL)
ROLLED = Roll("pick it", "anna", POOL)


def made_as(
    table: Table, command: CallForRoll | Roll, retry: Retrying = "", seat: Seat = ST
) -> list[tuple[tuple[Part, ...], int]]:
    """Return the parts and the difficulty of a try, as a spectator reads them."""
    faces = FAIL if isinstance(command, Roll) else ()
    facts = table.does(seat, replace(command, task=lock(table), retry=retry), *faces)
    made = [f.event for f in facts if isinstance(f.event, RollCalled | Rolled) and WATCHER.reads(f.audience)]
    return [(event.parts, event.difficulty) for event in made]


@pytest.mark.parametrize("command", [CALLED, ROLLED], ids=["called", "rolled"])
@pytest.mark.parametrize(("rules", "retry"), [("v20", ""), ("revised", "apply"), ("nightfall", "")])
def test_secret_tries_change_no_public_roll_of_the_storytellers(
    rules: str, retry: Retrying, command: CallForRoll | Roll
) -> None:
    """X1, D13: the Storyteller's public rolls count only failures that everybody knows; the secret ones are reported
    to her alone."""
    tables = [locked(rules) for _ in range(3)]
    for times, table in enumerate(tables):
        for _ in range(times):
            table.does(ST, RollInSecret("", "anna", POOL, task=lock(table), retry="waive"), *FAIL)
    plain, *secret = [made_as(table, command, retry) for table in tables]
    assert plain
    assert secret == [plain, plain]
    assert [("ToldInSecret" in table.told(ST)) for table in tables] == [False, True, True]


@pytest.mark.parametrize("faces", [FAIL, (9, 9, 9, 9, 9)], ids=["failed", "succeeded"])
def test_what_an_untold_try_came_to_makes_no_later_roll_harder(faces: tuple[int, ...]) -> None:
    """X3, D13: the result of an untold try makes no later roll harder, neither a call nor a granted retry."""
    table = locked()
    table.does(ST, ModifyNextRoll("anna", difficulty=8))
    attempt(table, *faces)
    assert made_as(table, CALLED) == [((), 6)]
    attempt(table)
    question = next(table.state.full.all(Question)).id
    table.refuses(ST, AnswerQuestion(question, "harder"), "nothing-failed")
    table.does(ST, AnswerQuestion(question, "grant"), *FAIL)
    assert table.roll(WATCHER).difficulty == 6


@pytest.mark.parametrize("rules", ["v20", "revised"])
def test_a_private_failure_makes_no_public_roll_harder(rules: str) -> None:
    """D13: a failure in a private roll does not change a public roll, which would reveal it; the next private roll
    counts private and public failures."""
    table, retry = locked(rules), "" if rules == "v20" else "apply"
    ask = replace(CALLED, private=True, task=lock(table), retry=retry)

    def asked() -> int:
        table.does(ST, ask)
        call = next(table.state.view(ANNA).all(Call))
        difficulty = called_at(table, call)
        table.does(ANNA, AnswerCall(call.id), *FAIL)
        return difficulty

    assert asked() == 6
    assert [difficulty for _, difficulty in made_as(table, ROLLED, seat=ANNA)] == [6]
    assert "1 time in truth" in table.fact(ToldInSecret).text
    assert asked() == 8


def test_a_public_roll_at_what_nobody_else_sees_counts_nothing() -> None:
    """D13, X4: public rolls at a hidden obstacle count no failures, because the difficulty would reveal the
    obstacle."""
    table = locked(hidden=True)
    assert [made_as(table, ROLLED) for _ in range(2)] == [made_as(locked(), ROLLED)] * 2


def test_a_hidden_modifier_tells_that_it_failed() -> None:
    """D13, X2 (iii): the outcome of a roll with a hidden modifier is public, so its failure counts for everybody."""
    table = locked()
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    attempt(table, *FAIL[:4])
    assert next(table.state.partition(EVERYONE).all(Failures)).times == 1


def test_a_secret_try_leaves_no_trace() -> None:
    """D13, X1: a failed secret try is counted for the Storyteller only, and no player receives an event."""
    table = locked()
    table.does(ST, RollInSecret("", "anna", POOL, task=lock(table)), *FAIL)
    assert [table.told(seat) for seat in (ANNA, BEN, WATCHER)] == [[], [], []]
    assert next(table.state.partition(STORYTELLER).all(Failures)).times == 1


def test_a_hidden_obstacle_is_named_to_nobody() -> None:
    """D13, X4: a hidden obstacle is named to no player; failures of public rolls at it are counted for the
    Storyteller only."""
    table = locked(hidden=True)
    assert not list(table.state.view(ANNA).all(Obstacle))
    table.refuses(ANNA, Roll("", "anna", POOL, task=lock(table)), "no-such-obstacle")
    table.does(ST, Roll("", "anna", POOL, task=lock(table)), *FAIL)
    assert lock(table) not in repr(table.dump(WATCHER))
    assert next(table.state.partition(STORYTELLER).all(Failures)).times == 1
    table.refuses(ST, CallForRoll("anna", "", POOL, task=lock(table)), "hidden-obstacle")
    for command, named in ((Roll, True), (RollInSecret, True), (CallForRoll, False)):
        assert ("task" in {wanted.name for wanted in table.offers(ST, command)[0].inputs}) is named


# The obstacles themselves


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
    (ask,) = [
        o for o in options(table.state.view(ST)) if o.command == "CallForRoll" and o.actor == "anna" and not o.hint
    ]
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
