"""In `storytelling` a point of Willpower gives three dice on a single roll, after the bonuses (D11)."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.character import sheet
from domain.features.combat.take_action import TakeAction
from domain.features.rolls.free_roll import Roll
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.rules.rule_types import Throw
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, ST, Table
from tests.in_english import parts_text

CAST = "anna Dexterity 2 Intelligence 2 Willpower:2/5"


def points(table: Table) -> int:
    return sheet(table.state.view(ST), "anna").points("Willpower")


@pytest.mark.parametrize(
    ("penalty", "dice", "faces"), [(0, 6, (8, 2, 2, 2, 2, 2)), (1, 5, (8, 2, 2, 2, 2)), (5, 1, (8,))]
)
def test_a_point_gives_three_dice(penalty: int, dice: int, faces: tuple[int, ...]) -> None:
    """D11, S1: the dice of Willpower come after the bonuses and before the penalties; the point is spent; the
    forecast matches the roll."""
    table = Table("storytelling", CAST)
    roll = Roll("", "anna", ("Dexterity",), bonus=1, penalty=penalty, willpower=True)
    foreseen = roll.foreseen(table.state.view(ANNA))
    table.does(ANNA, roll, *faces)
    made = table.roll()
    taken = (("penalty", -penalty),) if penalty else ()
    assert parts_text(made.parts) == (("Dexterity", 2), ("bonus", 1), ("Willpower", 3), *taken)
    assert (made.pool, points(table)) == (dice, 1)
    assert foreseen is not None
    assert foreseen.throw(catalogue().rulesets["storytelling"]()) == Throw(dice, 0)


def test_a_missing_skill_is_a_penalty_after_it() -> None:
    """D11, S2: the penalty for a missing skill comes after the dice of Willpower."""
    table = Table("storytelling", CAST)
    table.does(ANNA, Roll("", "anna", ("Intelligence", "Computer"), willpower=True), 8, 2)
    assert parts_text(table.roll().parts) == (
        ("Intelligence", 2),
        ("Computer", 0),
        ("Willpower", 3),
        ("no Computer", -3),
    )


def test_it_may_be_spent_on_what_is_asked_for_and_on_tasks() -> None:
    """D11, G3, E1: Willpower may be spent on calls and tasks, and not without a point."""
    table = Table("storytelling", CAST)
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    (call,) = table.offers(ANNA, AnswerCall)
    assert "willpower" in {asked.name for asked in call.inputs}
    id_ = next(asked.default for asked in call.inputs if asked.name == "call")
    table.does(ANNA, AnswerCall(id_, willpower=True), 2, 2, 2, 2, 2)
    table.does(ST, OpenTask("A search", ("anna",), ("Dexterity",), goal=6))
    (work,) = table.offers(ANNA, WorkOnTask)
    assert "willpower" in {asked.name for asked in work.inputs}
    (task,) = table.state.view(ANNA).all(Task)
    table.does(ANNA, WorkOnTask(task.id, "anna", willpower=True), 2, 2, 2, 2, 2)
    assert points(table) == 0
    table.refuses(ANNA, Roll("", "anna", ("Dexterity",), willpower=True), "too-few-points")


def test_it_is_spent_on_an_action_once_a_turn() -> None:
    """D11: a point is spent at most once a turn: after the attack, no second roll of the turn can use it."""
    fight = Fight("anna Strength 2 Brawl 1 Dexterity 2 Willpower:3\nbert Dexterity 1", rules="storytelling")
    fight.starts(anna=1, bert=0)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    (taken,) = [option for option in fight.offers("anna", TakeAction) if option.actor == "anna"]
    assert "willpower" in {asked.name for asked in taken.inputs}
    fight.does("anna", TakeAction("anna", willpower=True), 1)
    attack = fight.rolls()[-1]
    assert attack.parts == (("Strength", 2), ("Brawl", 1), ("Willpower", 3))
    refusal = fight.refused("anna", Roll("", "anna", ("Strength",), willpower=True))
    assert refusal == "anna has already spent Willpower on a roll in this turn. Wait for the next turn (D11)."


@pytest.mark.parametrize(("pool", "plain"), [(2, 5), (0, 3), (-3, 0)])
def test_its_odds_are_those_of_three_dice_more(pool: int, plain: int) -> None:
    """D11, D9, S5: a throw, its odds and its notation count the three dice alike."""
    rules = catalogue().rulesets["storytelling"]()
    spent, more = Throw(pool, 0, willpower=True), Throw(plain, 0)
    rules.check(spent)
    assert rules.odds(spent).results == rules.odds(more).results
    assert rules.notation(spent) == rules.notation(more)
    assert rules.is_chance(spent) is (plain < 1)
