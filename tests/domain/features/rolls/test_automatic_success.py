"""Success without a roll: its conditions, its refusals, and the questions to the Storyteller."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.core.audience import Seat
from domain.features.calls.answer_call import Answer, AnswerCall, AnswerQuestion, WithdrawQuestion
from domain.features.calls.call_for_roll import CallForRoll, WithdrawCall
from domain.features.characters.set_health import SetHealth
from domain.features.characters.willpower import WillpowerSpent
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.automatic_success import CallTense
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.obstacles import DropObstacle, Failures, Obstacle, SetFailures, SetObstacle
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.features.scenes.spend_points import SetPoints
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.story_log import ToldInSecret
from domain.options import options
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english

POOL = ("Dexterity", "Firearms")
EASY = Roll("shoot the sign", "anna", POOL, difficulty=5, automatic=True)


def called(table: Table, call: CallForRoll) -> str:
    table.does(ST, call)
    return next(table.state.full.all(Call)).id


def asked(table: Table) -> Question:
    return next(table.state.full.all(Question))


def test_a_pool_as_large_as_the_difficulty_takes_one_success() -> None:
    """D10: a pool as large as the difficulty gives one success without dice, and states the rule."""
    table = Table()
    table.does(ANNA, EASY)
    made = table.roll(WATCHER)
    assert (made.faces, made.net, made.result, made.degree, made.pool, made.difficulty) == (
        (), 1, "success", "marginal", 5, 5,
    )  # fmt: skip
    assert english(made.why) == "No roll: 5 dice are enough at difficulty 5 (D10)."
    assert table.chance.hidden == []


def test_the_player_may_roll_instead() -> None:
    """D10: the player may roll instead."""
    table = Table()
    table.does(ANNA, Roll("", "anna", POOL, difficulty=5), 5, 5, 2, 2, 2)
    assert table.roll(WATCHER).net == 2


@pytest.mark.parametrize(
    ("roll", "code"),
    [
        (Roll("", "anna", POOL, difficulty=6, automatic=True), "too-few"),
        (Roll("", "anna", POOL, automatic=True), "too-few"),
        (Roll("", "anna", POOL, difficulty=5, penalty=1, automatic=True), "too-few"),
        (Roll(dice=6, automatic=True), "no-character-to-succeed"),
        (Roll("", "anna", POOL, difficulty=5, willpower=True, automatic=True), "no-roll"),
        (Roll("", "ben", ("Strength",), difficulty=4, automatic=True), "not-yours"),
    ],
)
def test_what_may_not_be_taken_is_refused(roll: Roll, code: str) -> None:
    """D10: the pool counts with all modifiers, and must reach the difficulty."""
    Table().refuses(ANNA, roll, code)


def test_dice_of_ones_own_make_no_success_without_a_roll() -> None:
    """D10, G6, C30: a player may roll any plain dice, but only dice from the sheet give an automatic success."""
    table, plain = Table(), Roll("", "anna", dice=10, difficulty=10, automatic=True)
    table.refuses(ANNA, plain, "not-agreed-without-roll")
    table.does(ANNA, Roll("", "anna", dice=2), 6, 6)
    table.does(ST, plain)
    assert table.roll(WATCHER).result == "success"


@pytest.mark.parametrize("rules", ["v20", "storytelling", "nightfall"])
def test_only_revised_knows_it(rules: str) -> None:
    """D10: only `revised` has automatic success."""
    assert "D10" in Table(rules).refuses(ANNA, Roll("", "anna", POOL, automatic=True), "no-automatic")
    assert not catalogue().rulesets[rules].automatic
    assert not [o for o in options(Table(rules).state.view(ST)) if o.command == "CallTense"]


def test_not_while_turns_run() -> None:
    """D10: there is no automatic success while turns run."""
    table = Table()
    table.does(ST, StartTurns())
    assert "D10" in table.refuses(ANNA, EASY, "tense")


def test_not_while_the_storyteller_calls_it_tense() -> None:
    """D10: the Storyteller calls a scene tense, which rules out automatic success, and takes that back."""
    table = Table()
    table.refuses(ANNA, CallTense(True), "storyteller-only")
    table.does(ST, CallTense(True))
    table.refuses(ST, CallTense(True), "so-already-tense")
    table.refuses(ANNA, EASY, "tense")
    table.does(ST, CallTense(False))
    table.refuses(ST, CallTense(False), "so-already-not-tense")
    table.does(ANNA, EASY)


def test_an_excluded_task_takes_a_roll() -> None:
    """D10: the Storyteller may exclude any task, by its obstacle or in the call."""
    table = Table()
    table.does(ST, SetObstacle("a vault", "lock", plain=False))
    vault = next(table.state.full.all(Obstacle)).id
    table.refuses(ANNA, Roll("", "anna", POOL, difficulty=5, task=vault, automatic=True), "excluded")
    id_ = called(table, CallForRoll("anna", "", POOL, difficulty=5, plain=False))
    table.refuses(ANNA, AnswerCall(id_, automatic=True), "excluded")


def test_wounds_count() -> None:
    """D10, C29: wounds reduce the pool that counts."""
    table = Table()
    table.does(ST, SetHealth("anna", 2, 0, 0))
    table.refuses(ANNA, EASY, "too-few")


def test_what_is_asked_for_may_be_taken() -> None:
    """D10: a call may be answered by automatic success, and its open modifiers count."""
    table = Table()
    id_ = called(table, CallForRoll("anna", "the sign", POOL, difficulty=5))
    (prompt,) = [o for o in options(table.state.view(ANNA)) if o.command == "AnswerCall"]
    assert "automatic" in {i.name for i in prompt.inputs}
    table.does(ANNA, AnswerCall(id_, automatic=True))
    assert (table.roll(BEN).net, table.roll(BEN).called) == (1, True)
    assert not list(table.state.full.all(Call))


def test_it_is_offered_only_where_it_may_be_taken() -> None:
    """D10: a call that the pool cannot reach does not offer automatic success."""
    table = Table()
    called(table, CallForRoll("anna", "", POOL, difficulty=7))
    (prompt,) = [o for o in options(table.state.view(ANNA)) if o.command == "AnswerCall"]
    assert "automatic" not in {i.name for i in prompt.inputs}


@pytest.mark.parametrize(("answer", "wins"), [("grant", True), ("refuse", False)])
def test_under_a_hidden_difficulty_it_is_a_question(answer: str, wins: bool) -> None:
    """D10, X3: under a hidden difficulty the player asks for the success, and the answer does not reveal the
    difficulty."""
    table = Table()
    id_ = called(table, CallForRoll("anna", "the sign", POOL, difficulty=9, hidden_difficulty=True))
    table.does(ANNA, AnswerCall(id_, automatic=True))
    assert (table.told(ANNA), table.told(BEN)) == (["QuestionAsked"], [])
    table.refuses(ANNA, AnswerCall(id_, automatic=True), "asked")
    table.refuses(ST, AnswerQuestion(asked(table).id, "harder"), "not-asked")
    table.does(ST, AnswerQuestion(asked(table).id, answer))  # type: ignore[arg-type]
    assert not list(table.state.full.all(Question))
    if wins:
        made = table.roll(WATCHER)
        assert (made.result, made.difficulty, made.who) == ("success", 0, "ANNA")
        assert not made.called, "the Storyteller decided about it herself"
        assert "9" not in english(made.why)
        assert not list(table.state.full.all(Call))
        assert not list(table.state.full.all(Ruling))
    else:
        assert table.lines(ANNA)[-1] == "No automatic success: roll the dice (D10)."
        table.does(ANNA, AnswerCall(id_), 9, 9, 2, 2, 2)
        assert table.roll(ANNA).result == "untold"


@pytest.mark.parametrize(
    "ruling",
    [
        ModifyNextRoll("anna", -1, "hidden"),
        ModifyNextRoll("anna", 1, "unexplained"),
        ModifyNextRoll("anna", difficulty=9),
    ],
)
def test_a_standing_secret_changes_no_answer(ruling: ModifyNextRoll) -> None:
    """D10, X2, X3: a question would reveal a hidden modifier, so the success is granted; the Storyteller is told in
    secret and may override it (G0), and the modifier waits for a roll."""
    plain, secret = Table(), Table()
    secret.does(ST, ruling)
    for table in (plain, secret):
        table.does(ANNA, EASY)
    assert secret.told(ANNA) == plain.told(ANNA) == ["Rolled"]
    assert secret.fact(ToldInSecret).actor == "anna"
    assert "ToldInSecret" not in plain.told(ST)
    assert list(secret.state.view(ST).all(Ruling))
    secret.does(ST, OverrideRoll(secret.roll().id, "failure"))
    assert secret.roll(WATCHER).result == "failure"


HIDDEN = SetCircumstance("a jinx", -2, on=("anna",), visibility="hidden")


@pytest.mark.parametrize("seat", [ANNA, ST])
def test_a_hidden_circumstance_leaves_a_success_and_the_storyteller_is_told(seat: Seat) -> None:
    """D10, X7: a hidden circumstance does not prevent the success; the Storyteller reads that it was ignored, also
    after her own roll."""
    plain, secret = Table(), Table()
    secret.does(ST, HIDDEN)
    for table in (plain, secret):
        table.does(seat, EASY)
    assert secret.told(ANNA) == plain.told(ANNA) == ["Rolled"]
    assert secret.roll(WATCHER).result == "success"
    assert english(secret.fact(ToldInSecret).text).endswith("had no effect: a jinx −2 (D10).")
    assert "ToldInSecret" not in plain.told(ST)


def test_where_a_success_was_asked_for_the_note_comes_with_the_answer() -> None:
    """D10, X7: after a question the secret note about a hidden circumstance comes with the answer."""
    table = Table()
    table.does(ST, HIDDEN)
    call = called(table, CallForRoll("anna", "", POOL, hidden_difficulty=True))
    table.does(ANNA, AnswerCall(call, automatic=True))
    assert "ToldInSecret" not in table.told(ST)
    table.does(ST, AnswerQuestion(asked(table).id, "grant"))
    assert table.roll(WATCHER).result == "success"
    assert english(table.fact(ToldInSecret).text).endswith("had no effect: a jinx −2 (D10).")


def test_hidden_dice_on_a_call_make_no_question() -> None:
    """D10, X2 (iii): a hidden modifier on a call makes no question; the success answers the call and uses the
    modifier up."""
    table = Table()
    call = CallForRoll("anna", "the sign", POOL, difficulty=5, modifier=-3, visibility="hidden")
    table.does(ANNA, AnswerCall(called(table, call), automatic=True))
    assert not list(table.state.full.all(Question))
    assert table.roll(WATCHER).result == "success"
    assert table.fact(ToldInSecret).actor == "anna"
    assert not list(table.state.full.all(Ruling))


def test_questions_do_not_pile_up() -> None:
    """D10, D13: a character has at most one open question, whatever its kind; plain rolls remain possible."""
    table = Table()
    call = called(table, CallForRoll("anna", "the sign", POOL, difficulty=9, hidden_difficulty=True))
    table.does(ST, SetObstacle("the sign"))
    again = Roll("", "anna", POOL, task=next(table.state.full.all(Obstacle)).id)
    table.does(ANNA, again, 2, 2, 2, 2, 2)
    table.does(ANNA, again)
    for wish in (AnswerCall(call, automatic=True), again):
        assert "Wait for the answer" in table.refuses(ANNA, wish, "asked")
    assert len(list(table.state.full.all(Question))) == 1
    table.does(ANNA, EASY)
    table.does(ANNA, Roll("", "anna", POOL), 9, 9, 2, 2, 2)
    table.does(ANNA, WithdrawQuestion(asked(table).id))
    table.does(ANNA, AnswerCall(call, automatic=True))


def test_an_open_ruling_counts() -> None:
    """D10, X2 (i): an open modifier counts in the pool."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", -1, "open", "rain"))
    table.refuses(ANNA, EASY, "too-few")


def test_a_question_goes_with_its_call() -> None:
    """D10: a question ends when its call is withdrawn or rolled."""
    table = Table()
    call = CallForRoll("anna", "", POOL, hidden_difficulty=True)
    id_ = called(table, call)
    table.does(ANNA, AnswerCall(id_, automatic=True))
    table.does(ST, WithdrawCall(id_))
    assert not list(table.state.full.all(Question))
    id_ = called(table, call)
    table.does(ANNA, AnswerCall(id_, automatic=True))
    table.does(ANNA, AnswerCall(id_), 9, 9, 9, 9, 9)
    assert not list(table.state.full.all(Question))


def test_who_asks_may_think_better_of_it() -> None:
    """D10: a player may withdraw the question."""
    table = Table()
    table.does(ANNA, AnswerCall(called(table, CallForRoll("anna", "", POOL, hidden_difficulty=True)), automatic=True))
    table.does(ANNA, WithdrawQuestion(asked(table).id))
    assert not list(table.state.full.all(Question))


def test_no_failure_is_counted() -> None:
    """D10, D13: an automatic success counts no failure."""
    table = Table()
    table.does(ST, SetObstacle("the sign"))
    sign = next(table.state.full.all(Obstacle)).id
    table.does(ANNA, Roll("", "anna", POOL, difficulty=5, task=sign, automatic=True))
    assert not list(table.state.full.all(Failures))


def test_it_can_be_overridden_as_any_roll() -> None:
    """D10, G0: an automatic success can be overridden like any roll."""
    table = Table()
    table.does(ANNA, EASY)
    table.does(ST, OverrideRoll(table.roll().id, "failure", "", "The wind."))
    assert table.roll(WATCHER).result == "failure"
    assert not [f for f in table.facts if isinstance(f.event, OutcomeTold)]


def test_a_degree_in_braces_is_a_word_as_any_other() -> None:
    """G0: the Storyteller's word for a degree is printed literally, also with braces."""
    table = Table()
    table.does(ANNA, EASY)
    table.does(ST, OverrideRoll(table.roll().id, "success", "{1} {grand}"))
    assert table.lines(WATCHER)[-1] == "anna’s roll is now: {1} {grand} success."


def test_a_question_is_granted_only_while_it_could_be_asked() -> None:
    """D10: in a scene that has become tense, the question can only be refused."""
    table = Table()
    call = called(table, CallForRoll("anna", "the sign", POOL, difficulty=9, hidden_difficulty=True))
    table.does(ANNA, AnswerCall(call, automatic=True))
    table.does(ST, CallTense(tense=True))
    assert "scene is tense" in table.refuses(ST, AnswerQuestion(asked(table).id, "grant"), "tense")
    (option,) = (o for o in options(table.state.view(ST)) if o.command == "AnswerQuestion")
    assert [choice.value for choice in option.inputs[1].choices] == ["refuse"]
    table.does(ST, AnswerQuestion(asked(table).id, "refuse"))
    assert table.lines(ANNA)[-1] == "No automatic success: roll the dice (D10)."


def test_willpower_that_is_spent_by_now_buys_nothing() -> None:
    """D11, D16: if the last point is gone when the answer comes, the roll is made without Willpower, and the player
    is told why."""
    table = Table(retry="step")
    table.does(ST, SetObstacle("the sign"))
    sign = next(table.state.full.all(Obstacle)).id
    table.does(ANNA, Roll("", "anna", POOL, task=sign), 2, 2, 2, 2, 2)
    table.does(ST, ModifyNextRoll("anna", -1, "hidden"))
    table.does(ANNA, Roll("", "anna", POOL, task=sign, willpower=True))
    table.does(ST, SetPoints("anna", "Willpower", 0))
    table.does(ST, AnswerQuestion(asked(table).id, "grant"), 8, 8, 2, 2)
    assert not [f for f in table.facts if isinstance(f.event, WillpowerSpent)]
    assert "The roll was made without Willpower. anna has only 0 Willpower and cannot spend 1 (D16)." in table.lines(
        ANNA
    )
    assert not any("Willpower" in line for line in table.lines(WATCHER))


@pytest.mark.parametrize("answer", ["grant", "refuse"])
def test_another_try_without_a_roll_is_asked_for_as_such(answer: Answer) -> None:
    """D10, D13, G0: an automatic retry is a question if the Storyteller decides the cost of retries; the prompt
    names that cost, and a grant needs no roll."""
    table = Table()
    table.does(ST, SetObstacle("the sign"))
    sign = next(table.state.full.all(Obstacle)).id
    table.does(ST, SetFailures(sign, "anna", 2))
    again = replace(EASY, task=sign)
    table.refuses(ANNA, replace(again, difficulty=6), "too-few")
    table.does(ANNA, again)
    assert (table.told(ANNA), table.told(BEN), asked(table).kind) == (["QuestionAsked"], [], "automatic")
    (offered,) = table.offers(ST, AnswerQuestion)
    assert offered.hint == "difficulty +2 for earlier failures (D13)"
    assert [choice.value for choice in offered.inputs[1].choices] == ["grant", "refuse"]
    table.does(ST, AnswerQuestion(asked(table).id, answer))
    if answer == "grant":
        made = table.roll(WATCHER)
        assert (made.result, made.faces, made.who) == ("success", (), "ANNA")
    else:
        assert table.lines(ANNA)[-1] == "No automatic success: roll the dice (D10)."
        table.does(ANNA, replace(again, automatic=False))
        assert asked(table).kind == "retry"


@pytest.mark.parametrize("hidden_difficulty", [False, True])
def test_what_was_asked_for_may_be_taken_though_its_obstacle_has_gone(hidden_difficulty: bool) -> None:
    """D10, D13: a call can be answered by automatic success after its obstacle is dropped, and an open question
    about it granted."""
    table = Table()
    table.does(ST, SetObstacle("a sign", "lock"))
    sign = next(table.state.full.all(Obstacle)).id
    call = CallForRoll("anna", "", POOL, difficulty=5, task=sign, hidden_difficulty=hidden_difficulty)
    id_ = called(table, call)
    if hidden_difficulty:
        table.does(ANNA, AnswerCall(id_, automatic=True))
    table.does(ST, DropObstacle(sign))
    if hidden_difficulty:
        table.does(ST, AnswerQuestion(asked(table).id, "grant"))
    else:
        table.does(ANNA, AnswerCall(id_, automatic=True))
    assert table.roll(WATCHER).result == "success"
