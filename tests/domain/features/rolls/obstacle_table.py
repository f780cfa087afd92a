"""A table with an obstacle that a character tries, for tests of trying again."""

from __future__ import annotations

from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.obstacles import Obstacle, ObstacleKind, SetObstacle
from domain.features.rolls.retries import Retrying
from tests.domain.table import ANNA, CAST, ST, Table

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


def called_at(table: Table, call: Call) -> int:
    """Return the difficulty that Anna's forecast of the call shows."""
    foreseen = AnswerCall(call.id).foreseen(table.state.view(ANNA))
    assert foreseen is not None
    return foreseen.difficulty


CALLED = CallForRoll("anna", "pick it", POOL)
