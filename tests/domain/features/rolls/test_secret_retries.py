"""Trying again where failures are secret: what only the Storyteller knows to have failed tells nobody of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Seat
from domain.core.state import State
from domain.features.calls.answer_call import Answer, AnswerCall, AnswerQuestion
from domain.features.calls.call_for_roll import CallForRoll, RollCalled
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import Failures, Obstacle, SetFailures
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
from tests.domain.features.rolls.obstacle_table import CALLED, FAIL, POOL, attempt, called_at, lock, locked
from tests.domain.fight import member
from tests.domain.table import ANNA, BEN, CAST, ST, WATCHER, Table
from tests.in_english import english


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
    assert "has failed at this once" in english(table.fact(ToldInSecret).text)
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
    assert "D13" in table.refuses(ST, AnswerQuestion(question, "harder"), "beyond-difficulty")
    table.does(ST, AnswerQuestion(question, "grant"), *FAIL)
    assert table.roll(WATCHER).difficulty == 6


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
    assert "has failed at this once" in english(secret.fact(ToldInSecret).text)
    assert "ToldInSecret" not in plain.told(ST)


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
    assert "has failed at this once" in english(table.fact(ToldInSecret).text)
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
