"""A modifier of the next roll (a ruling): the roll that it applies to, by the audience of that roll; checks and
forecasts use the same modifiers as the roll."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE
from domain.features.calls.answer_call import AbandonCall, AnswerCall
from domain.features.calls.call_for_roll import CallForRoll, RollCalled
from domain.features.calls.pleading import Plead
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.obstacles import Obstacle, SetFailures, SetObstacle
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from tests.domain.table import ANNA, ST, WATCHER, Table
from tests.in_english import english, parts_text

POOL = ("Dexterity", "Firearms")
WHISPER = CallForRoll("anna", "a whisper", POOL, private=True)


def called(table: Table, call: CallForRoll = WHISPER) -> str:
    table.does(ST, call)
    return table.fact(RollCalled).id


def stands(table: Table) -> bool:
    return bool(list(table.state.partition(EVERYONE).all(Ruling)))


# Rolls that only some seats see


@pytest.mark.parametrize("first", [True, False], ids=["ruled-first", "called-first"])
def test_what_everybody_sees_ruled_bears_on_no_private_roll(first: bool) -> None:
    """X1, D19: an open modifier does not apply to a private roll, because using it up would reveal the roll; so the
    forecast and the check leave it out too."""
    table, ruling = Table(), ModifyNextRoll("anna", -5, "open", "rain")
    if first:
        table.does(ST, ruling)
    call = called(table)
    if not first:
        table.does(ST, ruling)
    for seat in (ANNA, ST):
        foreseen = AnswerCall(call).foreseen(table.state.view(seat))
        assert foreseen is not None
        assert foreseen.parts == (("Dexterity", 3), ("Firearms", 2))
    table.does(ANNA, AnswerCall(call), 6, 6, 6, 6, 6)
    assert (table.roll().pool, stands(table)) == (5, True)
    table.refuses(ANNA, Roll("", "anna", POOL), "no-dice")


def test_dice_that_bear_on_another_roll_save_no_private_one() -> None:
    """D19, X1: an open bonus does not save a private roll whose penalties leave no dice."""
    table = Table()
    call = called(table, CallForRoll("anna", "", ("Perception",), private=True))
    table.does(ST, SetHealth("anna", 5))
    table.does(ST, ModifyNextRoll("anna", 3))
    table.refuses(ANNA, AnswerCall(call), "no-dice")
    table.refuses(ST, CallForRoll("anna", "", ("Perception",), private=True), "no-dice")
    assert AnswerCall(called(table, CallForRoll("anna", "", ("Perception",)))).foreseen(table.state.view(ANNA))


def test_a_private_success_without_a_roll_is_measured_by_what_would_be_rolled() -> None:
    """D10, X1: a private automatic success is measured without the open modifier."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", 3))
    call = called(table)
    table.refuses(ANNA, AnswerCall(call, automatic=True), "too-few")
    (prompt,) = table.offers(ANNA, AnswerCall)
    assert "automatic" not in {asked.name for asked in prompt.inputs}


def test_a_told_difficulty_bears_on_no_private_roll() -> None:
    """X1, D18: an open difficulty does not apply to a private roll."""
    table = Table()
    table.does(ST, ModifyNextRoll("anna", difficulty=4, told=True))
    call = called(table)
    foreseen = AnswerCall(call).foreseen(table.state.view(ANNA))
    assert foreseen is not None
    table.refuses(ANNA, AnswerCall(call, automatic=True), "too-few")
    table.does(ANNA, AnswerCall(call), 4, 4, 4, 4, 4)
    assert (foreseen.difficulty, table.roll().difficulty, stands(table)) == (6, 6, True)


@pytest.mark.parametrize(("private", "chance"), [(True, False), (False, True)])
def test_what_bears_on_another_roll_makes_no_private_one_a_chance_roll(private: bool, chance: bool) -> None:
    """S7, X1: an open penalty does not make a private roll a chance roll, so the roll cannot be given up."""
    table = Table("storytelling")
    call = called(table, CallForRoll("anna", "", ("Perception",), private=private, abandon=True))
    table.does(ST, ModifyNextRoll("anna", -2))
    assert bool(table.offers(ANNA, AbandonCall)) is chance
    if chance:
        table.does(ANNA, AbandonCall(call))
    else:
        table.refuses(ANNA, AbandonCall(call), "no-chance-roll")


def test_what_bears_on_another_roll_is_no_modifier_of_a_private_one() -> None:
    """S3, X1: under `single`, an open modifier does not count against a private roll's own modifier."""
    table, ruled = Table("storytelling", modifiers="single"), ModifyNextRoll("anna", 2)
    private = called(table, CallForRoll("anna", "", POOL, modifier=4, private=True))
    table.does(ST, ruled)
    table.does(ST, CallForRoll("anna", "", POOL, modifier=4, private=True))
    table.does(ANNA, Plead(private, traits=("Strength",)))
    table.refuses(ST, CallForRoll("anna", "", POOL, modifier=4), "one-modifier")


def test_what_bears_on_another_roll_bears_on_no_task_that_some_know_of() -> None:
    """E1, X1, D19: an open modifier does not apply to rolls for a private task."""
    table = Table()
    table.does(ST, OpenTask("A search", ("anna",), dice=3, goal=6, to=("ANNA",)))
    (task,) = table.state.view(ANNA).all(Task)
    table.does(ST, ModifyNextRoll("anna", -3))
    work = WorkOnTask(task.id, "anna")
    foreseen = work.foreseen(table.state.view(ANNA))
    assert foreseen is not None
    assert parts_text(foreseen.parts) == (("dice", 3),)
    table.does(ANNA, work, 8, 8, 2)
    assert stands(table)


# Modifiers that counted are told


LIGHT = ModifyNextRoll("anna", 3, "open", "light")
EASY = ModifyNextRoll("anna", difficulty=4, told=True)


@pytest.mark.parametrize(
    ("ruling", "difficulty", "why"),
    [(LIGHT, 8, "8 dice are enough at difficulty 8"), (EASY, 6, "5 dice are enough at difficulty 4")],
    ids=["dice", "difficulty"],
)
def test_a_success_without_a_roll_tells_what_it_was_measured_by(
    ruling: ModifyNextRoll, difficulty: int, why: str
) -> None:
    """D10, X2 (i), D18: an automatic success states the dice and the difficulty with open modifiers, and uses them
    up."""
    table = Table()
    table.does(ST, ruling)
    table.does(ANNA, Roll("", "anna", POOL, difficulty=difficulty, automatic=True))
    made = table.roll(WATCHER)
    assert why in english(made.why)
    assert sum(dice for _, dice in made.parts) == made.pool
    assert not stands(table)


def test_what_is_hidden_is_no_measure_of_a_success_without_a_roll() -> None:
    """D10, X2 (iii): a hidden bonus does not count for an automatic success, because the table would read too few
    dice; the Storyteller may decree instead."""
    table = Table()
    table.does(ST, ModifyNextRoll("guard", 3, "hidden"))
    table.refuses(ST, Roll("", "guard", ("Strength",), difficulty=5, automatic=True), "too-few")


def test_what_is_told_to_be_the_difficulty_is_what_is_within_reach() -> None:
    """D13, D18, G0: an open difficulty set by the Storyteller is the difficulty of a retry, whatever the failures
    before."""
    table = Table("v20")
    table.does(ST, SetObstacle("the lock", "lock"))
    (lock,) = table.state.full.all(Obstacle)
    table.does(ST, SetFailures(lock.id, "anna", 5))
    again = Roll("", "anna", POOL, task=lock.id)
    table.refuses(ANNA, again, "beyond-difficulty")
    table.refuses(ST, CallForRoll("anna", "", POOL, task=lock.id), "beyond-difficulty")
    table.does(ST, ModifyNextRoll("anna", difficulty=7, told=True))
    call = called(table, CallForRoll("anna", "", POOL, task=lock.id))
    table.does(ANNA, AnswerCall(call), 2, 2, 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 7
    table.does(ST, ModifyNextRoll("anna", difficulty=7, told=True))
    table.does(ANNA, again, 2, 2, 2, 2, 2)
    assert table.roll(WATCHER).difficulty == 7
