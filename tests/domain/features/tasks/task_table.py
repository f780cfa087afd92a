"""A table for tests of tasks: open a task, let characters roll given faces, and read each seat's view."""

from __future__ import annotations

from typing import Any

from domain.core.audience import Seat
from domain.core.event import Fact
from domain.features.table.game_clock import clock
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.task import Ledger, Task, truth
from domain.features.tasks.work_on_task import WorkOnTask
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table

CAST = """
    anna   Strength 3  Dexterity 3  Wits 3  Charisma 2  Intelligence 2  Manipulation 2  Expression 2  Willpower:5
    ben    Strength 2  Dexterity 2  Wits 2  Charisma 3  Intelligence 3  Manipulation 3  Expression 1  Willpower:3
    guard  npc     Strength 3  Dexterity 2  Wits 4  Charisma 2  Intelligence 2  Manipulation 2  Expression 3
    shade  hidden  Strength 4  Dexterity 4  Wits 5
"""

SEATS = {"anna": ANNA, "ben": BEN}
OTHERS = (ANNA, BEN, WATCHER)


class AtWork(Table):
    """A scene with a cast for tasks."""

    def __init__(self, rules: str = "revised", **switches: str) -> None:
        super().__init__(rules, CAST, **switches)

    def opens(self, command: OpenTask | OpenContest) -> str:
        """Open a task or a contest, and return its id."""
        before = {task.id for task in self.state.full.all(Task)}
        self.does(ST, command)
        (made,) = {task.id for task in self.state.full.all(Task)} - before
        return made

    def works(self, id_: str, actor: str, *faces: int, then: tuple[int, ...] = (), **more: bool) -> list[Fact]:
        """Let a character's player roll these faces; `then` are the faces of secret rolls after it."""
        seat = SEATS.get(actor, ST)
        return self.does(
            seat, WorkOnTask(id_, actor, specialty=False, willpower=more.get("willpower", False)), *faces, *then
        )

    def task(self, id_: str, seat: Seat = ST) -> Task:
        """Return a task as a seat sees it."""
        found = self.state.view(seat).get(Task, id_)
        assert found is not None
        return found

    def tallies(self, id_: str, seat: Seat = WATCHER) -> tuple[int, ...]:
        """Return the tallies that a seat sees."""
        return tuple(side.tally for side in self.task(id_, seat).sides)

    def truly(self, id_: str) -> tuple[int, ...]:
        """Return the true tallies."""
        return tuple(side.tally for side in truth(self.state.full, self.task(id_)).sides)

    def ended(self, id_: str, seat: Seat = WATCHER) -> tuple[str, int, int]:
        """Return status, winner and degree of a task as a seat sees it."""
        found = self.task(id_, seat)
        return found.status, found.winner, found.degree

    def ledger(self, id_: str) -> Ledger | None:
        """Return the Storyteller's secret record of a task."""
        return self.state.full.get(Ledger, id_)

    @property
    def now(self) -> int:
        """Return the game time."""
        return clock(self.state.view(WATCHER)).at


def search(**more: Any) -> OpenTask:
    """A task of Anna's: three dice, goal 6."""
    usual: dict[str, Any] = {"name": "A search", "actors": ("anna",), "dice": 3, "goal": 6, "each": 1}
    return OpenTask(**(usual | more))


def hunt(**more: Any) -> OpenContest:
    """A contest of Anna, three dice, against the hidden shade, five dice."""
    usual: dict[str, Any] = {"name": "A hunt", "actors": ("anna",), "opponents": ("shade",), "dice": 3, "their_dice": 5}
    return OpenContest(**(usual | {"kind": "tally", "goal": 9} | more))


def climb(**more: Any) -> OpenTask:
    """A task of Anna's: three dice of Strength each hour, goal 6."""
    usual: dict[str, Any] = {"name": "A climb", "actors": ("anna",), "traits": ("Strength",), "goal": 6, "each": 1}
    return OpenTask(**(usual | more))
