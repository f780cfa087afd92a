"""The free botch: the first of a session, for each character and audience."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.rolls.call import Call
from domain.features.rolls.free_botches import BeginSession, BotchForgiven
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.typed_throw import ThrowAsTyped
from domain.features.scenes.chronicle import KeepScene, keep_scene_command, open_scene_command
from domain.features.scenes.scene import CloseScene
from domain.features.table.scene_list import SceneCard
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.options import options
from tests.domain.table import ANNA, BEN, CAST, ST, WATCHER, Table
from tests.in_english import english

STRAIN = Roll("strain", "anna", ("Strength",))


def forgiving(rules: str = "revised") -> Table:
    return Table(rules, CAST, **{"free-botch": "on"})


@pytest.mark.parametrize("rules", ["revised", "v20", "nightfall"])
def test_by_default_a_botch_is_a_botch(rules: str) -> None:
    """D12: the switch is off unless the chronicle turns it on."""
    table = Table(rules)
    table.does(ANNA, STRAIN, 1, 3)
    assert table.roll(WATCHER).result == "botch"


@pytest.mark.parametrize("rules", ["revised", "v20", "nightfall"])
def test_the_first_botch_counts_as_a_failure_and_says_so(rules: str) -> None:
    """D12: the first botch counts as a failure and names the rule; the dice stay unchanged."""
    table = forgiving(rules)
    table.does(ANNA, STRAIN, 1, 3)
    made = table.roll(WATCHER)
    assert (made.result, made.faces) == ("failure", ((1,), (3,)))
    assert "D12" in english(made.why)
    table.does(ANNA, STRAIN, 1, 3)
    assert table.roll(WATCHER).result == "botch"


def test_it_is_each_characters_own_players_and_storytellers_alike() -> None:
    """D12: each character has its own free botch, for players' and Storyteller's characters alike."""
    table = forgiving()
    table.does(ANNA, STRAIN, 1, 3)
    table.does(BEN, Roll("", "ben", ("Strength",)), 1, 3, 3, 3)
    assert table.roll(WATCHER).result == "failure"
    table.does(ST, Roll("", "guard", ("Strength",)), 1, 3, 3)
    assert table.roll(WATCHER).result == "failure"


def test_plain_dice_are_nobodys_and_botch() -> None:
    """D12: plain dice belong to no character, so they have no free botch."""
    table = forgiving()
    table.does(ANNA, Roll(dice=2), 1, 3)
    assert table.roll(WATCHER).result == "botch"


@pytest.mark.parametrize("secret", [RollInSecret("", "anna", ("Strength",)), ModifyNextRoll("anna", difficulty=9)])
def test_what_only_the_storyteller_knows_uses_up_nothing_that_others_see(
    secret: RollInSecret | ModifyNextRoll,
) -> None:
    """D12: free botches are counted per audience, also if the dice are visible and the result is not (X1, X3)."""
    table = forgiving()
    if isinstance(secret, RollInSecret):
        table.does(ST, secret, 1, 3)
    else:
        table.does(ST, secret)
        table.does(ANNA, STRAIN, 1, 3)
        assert table.roll(ANNA).result == "untold"
    assert table.roll(ST).result in ("failure", "untold")
    assert not list(table.state.view(ANNA).all(BotchForgiven))
    table.does(ANNA, STRAIN, 1, 3)
    assert table.roll(ANNA).result == "failure"
    table.does(ANNA, STRAIN, 1, 3)
    assert table.roll(ANNA).result == "botch"


def test_a_free_botch_is_foreseen_by_those_who_know_that_it_is_free() -> None:
    """D12, D9, X1: the forecast counts a free botch for each audience until that audience's is used up."""
    table = forgiving()

    def foretold(command: Command, seat: Seat = ANNA) -> str:
        pool = command.foreseen(table.state.view(seat))
        assert pool is not None
        return english(pool.spared)

    secret = RollInSecret("", "anna", ("Strength",))
    table.does(ST, OpenTask("A search", ("anna",), dice=3, goal=6))
    (task,) = table.state.full.all(Task)
    table.does(ST, CallForRoll("anna", "", ("Strength",), private=True))
    (private,) = table.state.full.all(Call)
    open_ = (STRAIN, WorkOnTask(task.id, "anna"))
    assert all("D12" in foretold(command) for command in (*open_, AnswerCall(private.id)))
    assert not foretold(Roll(dice=2))
    table.does(ANNA, STRAIN, 1, 3)
    assert not any(foretold(command) for command in open_)
    assert "D12" in foretold(AnswerCall(private.id))
    assert "D12" in foretold(secret, ST)
    table.does(ST, secret, 1, 3)
    assert not foretold(secret, ST)
    table.does(ST, BeginSession())
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    table.does(ANNA, STRAIN, 1, 3)
    table.does(ST, ModifyNextRoll("anna", difficulty=9))
    assert foretold(STRAIN)
    assert not foretold(STRAIN, ST), "it would be no failure by the Storyteller's own count"


def test_the_text_roller_answers_a_free_botch_with_none() -> None:
    """D12, W1: the typed throw counts a free botch as a failure too."""
    table = forgiving("v20")
    table.does(ANNA, ThrowAsTyped("?throw 2 6", "anna"), 1, 3)
    assert table.lines(ANNA)[-1].startswith("# 0\n")


def test_a_session_begins_when_the_storyteller_says_so() -> None:
    """D12: a new session, begun by the Storyteller, gives each character a free botch again."""
    table = forgiving()
    table.does(ANNA, STRAIN, 1, 3)
    table.refuses(ANNA, BeginSession(), "storyteller-only")
    table.does(ST, BeginSession())
    table.does(ANNA, STRAIN, 1, 3)
    assert table.roll(WATCHER).result == "failure"


def test_only_where_it_matters_a_session_is_offered() -> None:
    """D12: beginning a session is offered only if the switch is on."""
    offered = {o.command for o in options(forgiving().state.view(ST))}
    assert "BeginSession" in offered
    assert "BeginSession" not in {o.command for o in options(Table().state.view(ST))}


def test_a_session_outlasts_a_scene() -> None:
    """D12, T1: a free botch used in a scene stays used in the next scene of the same session."""
    table = forgiving()
    table.does(ST, BeginSession())
    table.does(ANNA, STRAIN, 1, 3)
    table.does(ST, CloseScene())
    kept = keep_scene_command(table.state.full, SceneCard("s", "stream", "A room", open=True))
    assert isinstance(kept, KeepScene)
    later = Table("revised", "", **{"free-botch": "on"})
    later.state = type(later.state)()
    opened = open_scene_command(table.state.full, SceneCard("t", "stream2", "Another", open=True))
    assert opened.memories == kept.memories
    later.does(TABLE, opened)
    later.does(ANNA, STRAIN, 1, 3)
    assert later.roll(WATCHER).result == "botch"
