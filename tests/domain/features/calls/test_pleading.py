"""A player's additions to her own roll count once the Storyteller agrees (G6); a character that is out rolls nothing
(C29)."""

from __future__ import annotations

import pytest

from domain.features.calls.answer_call import AnswerCall, AnswerQuestion
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import BONUS, Roll, RollInSecret
from domain.features.rolls.obstacles import Obstacle, SetFailures, SetObstacle
from domain.features.rolls.opposed_difficulty import DifficultyMade
from domain.features.rolls.pools import WOUNDS
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.work_on_task import WorkOnTask
from domain.options import options
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english

POOL = ("Dexterity", "Firearms")
SPECIAL = "anna  Dexterity 3  Firearms 2  *Firearms"


@pytest.mark.parametrize(
    "roll",
    [
        Roll("", "anna", POOL, bonus=1),
        Roll("", "anna", POOL, modifiers=(("scope", 2),)),
        Roll("", "anna", POOL, helps=("a scope",)),
        Roll("", "anna", POOL, dice=2),
    ],
)
def test_a_bonus_of_ones_own_counts_once_it_is_agreed(roll: Roll) -> None:
    """G6: a bonus is proposed, then granted and rolled; only the player and the Storyteller learn of it before."""
    table = Table()
    table.does(ANNA, roll)
    assert (table.told(ANNA), table.told(BEN)) == (["QuestionAsked"], [])
    (option,) = (o for o in options(table.state.view(ST)) if o.command == "AnswerQuestion")
    assert english(option.label) == "anna: allow this roll? (G6)"
    assert option.urgent
    assert [c.value for c in option.inputs[1].choices] == ["grant", "refuse"]
    (question,) = table.state.full.all(Question)
    dice = sum(dice for _, dice in question.parts)
    table.does(ST, AnswerQuestion(question.id, "grant"), *[9] * dice)
    assert (table.roll(WATCHER).pool, table.roll(WATCHER).who) == (dice, "ANNA")


def test_a_bonus_that_is_not_agreed_is_not_rolled() -> None:
    """G6: after a refusal the player may roll without the bonus; her own penalty and plain dice need no consent
    (C30)."""
    table = Table()
    table.does(ANNA, Roll("", "anna", POOL, bonus=1))
    (question,) = table.state.full.all(Question)
    table.does(ST, AnswerQuestion(question.id, "refuse"))
    assert table.lines(ANNA)[-1] == "The Storyteller does not agree: roll without what you proposed (G6)."
    table.does(ANNA, Roll("", "anna", POOL, penalty=1), 9, 2, 2, 2)
    table.does(ANNA, Roll("", "anna", dice=2), 9, 2)
    table.does(ST, Roll("", "anna", POOL, bonus=1), 9, 2, 2, 2, 2, 2)
    assert table.roll(WATCHER).pool == 6


def test_a_success_without_a_roll_has_no_bonus_to_be_agreed() -> None:
    """D10, G6: an automatic success cannot depend on a bonus that still needs consent."""
    table = Table()
    table.refuses(ANNA, Roll("", "anna", POOL, bonus=1, automatic=True), "not-agreed-without-roll")


@pytest.mark.parametrize(("cast", "asked"), [(SPECIAL, False), (SPECIAL.replace("*Firearms", ""), True)])
def test_a_specialty_is_on_the_sheet_or_agreed(cast: str, asked: bool) -> None:
    """D7, G6: a specialty on the sheet counts at once; any different specialty needs consent."""
    table = Table("v20", cast)
    table.chance.load(*[9] * 5)
    table.does(ANNA, Roll("", "anna", POOL, specialty=True))
    assert (table.told(ANNA)[0] == "QuestionAsked") is asked


def test_players_list_bonuses_where_the_rules_say_so() -> None:
    """S3, G6: in `storytelling` the player who rolls lists the bonuses without consent."""
    table = Table("storytelling")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), bonus=1), 2, 2, 2, 2)
    assert table.roll(WATCHER).pool == 4


def test_a_specialty_in_a_task_is_on_the_sheet_or_the_storytellers() -> None:
    """G6, D7, E1: a player rolls for a task only with a specialty on the sheet; the Storyteller may add a specialty."""
    table = AtWork("v20")
    task = table.opens(OpenTask("the dam", goal=5, actors=("anna",), traits=("Strength",)))
    assert "G6" in table.refuses(ANNA, WorkOnTask(task, "anna", specialty=True), "task-specialty")
    (option,) = (o for o in options(table.state.view(ANNA)) if o.command == "WorkOnTask")
    assert "specialty" not in [i.name for i in option.inputs]
    table.does(ST, WorkOnTask(task, "anna", specialty=True), 9, 9, 9)
    assert table.roll(WATCHER).specialty


def test_who_is_out_rolls_nothing_but_what_is_asked() -> None:
    """C29: a character that is out makes no roll of its own; the Storyteller may roll for it, or call for a roll."""
    table = Table()
    table.does(ST, SetHealth("anna", lethal=7))
    assert "C29" in table.refuses(ANNA, Roll("", "anna", POOL), "out-of-action")
    assert "anna" not in {option.actor for option in table.offers(ANNA, Roll)}
    assert "anna" in {option.actor for option in table.offers(ST, Roll)}
    table.does(ST, Roll("", "anna", dice=2), 9, 2)
    table.does(ANNA, Roll(dice=2), 9, 2)


def test_who_is_out_spends_no_willpower_on_what_is_asked() -> None:
    """D11, D14: a character that is out may answer a call, but spends no Willpower on it."""
    table = Table()
    table.does(ST, SetHealth("anna", 0, 7, 0))
    table.does(ST, CallForRoll("anna", "", dice=3))
    (call,) = table.state.view(ANNA).all(Call)
    (prompt,) = table.offers(ANNA, AnswerCall)
    assert "willpower" not in {asked.name for asked in prompt.inputs}
    assert "D14" in table.refuses(ANNA, AnswerCall(call.id, willpower=True), "out-of-will")
    table.does(ANNA, AnswerCall(call.id), 6, 6, 6)


def test_a_difficulty_from_an_opponent_says_how_it_came_about() -> None:
    """D18: a difficulty from an opponent's trait is explained, also in secret rolls; hidden opponents are not named
    (X4)."""
    table = Table()
    table.does(ST, Roll("jump", "anna", ("Dexterity",), opponent="guard", against="Strength + 3"), 9, 9, 9)
    made = table.roll(WATCHER)
    assert (english(made.reason), made.difficulty) == ("jump, against guard (Strength + 3)", 6)
    table.does(ST, RollInSecret("", "anna", ("Dexterity",), opponent="guard", against="Strength + 4"), 9, 9, 9)
    assert english(table.roll(ST).reason) == "against guard (Strength + 4)"
    table.does(ST, Roll("jump", "anna", ("Dexterity",), opponent="shade", against="Dexterity"), 9, 9, 9)
    assert (table.roll(WATCHER).reason, table.roll(WATCHER).difficulty) == ("jump", 4)
    assert english(table.fact(DifficultyMade).source) == "against shade (Dexterity)"


def test_who_is_hurt_before_the_answer_rolls_hurt() -> None:
    """G6, C29: a granted plea is rolled with the wounds that the character has at that moment."""
    table = Table("v20")
    table.does(ANNA, Roll("", "anna", POOL, bonus=1))
    (question,) = table.state.full.all(Question)
    table.does(ST, SetHealth("anna", 3))
    table.does(ST, AnswerQuestion(question.id, "grant"), 9, 2, 2, 2, 2)
    assert table.roll(WATCHER).parts == (
        ("Dexterity", 3),
        ("Firearms", 2),
        (WOUNDS, -1),
        (BONUS, 1),
    )


def test_what_hidden_dice_take_keeps_no_plea_away() -> None:
    """X2, D13: a hidden penalty does not block a plea for a retry; only visible failures can."""
    table = Table("nightfall", **{"retry-penalty": "apply"})
    table.does(ST, SetObstacle("A wall", "climb"))
    wall = next(table.state.full.all(Obstacle)).id
    table.does(ST, SetFailures(wall, "anna", 1))
    table.does(ST, ModifyNextRoll("anna", -30, "hidden"))
    table.does(ANNA, Roll("", "anna", POOL, bonus=1, task=wall))
    table.does(ST, AnswerQuestion(next(table.state.full.all(Question)).id, "grant"))
    assert table.roll(ST).faces == ()
