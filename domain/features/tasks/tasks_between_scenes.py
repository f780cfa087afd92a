"""Tasks that continue from scene to scene: they are moved between the chronicle and its scenes (E1, T1)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.core.audience import STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.tasks.task import Ledger, LedgerKept, Status, Task, TaskStated, task_audience
from domain.features.tasks.task_events import LedgerTaken, TaskTaken


class CarriedTask(msgspec.Struct, frozen=True, array_like=True):
    """A task that is being moved, with its audience and the Storyteller's ledger."""

    audience: Audience
    task: Task
    ledger: Ledger | None = None


FINISHED: Final[frozenset[Status]] = frozenset({"met", "level", "done", "ruled"})
"""The ends after which a task is not moved to the next scene: its result is in the story, and nothing is left to
decide."""


def carried_tasks(view: View) -> tuple[CarriedTask, ...]:
    """Return the tasks of this stream that are moved to another: open tasks, and ended tasks whose tally is still
    needed (E1)."""
    return tuple(
        CarriedTask(partition.audience, task, view.get(Ledger, task.id))
        for partition in view.partitions
        for task in partition.all(Task)
        if task.status not in FINISHED
    )


def without_character(one: CarriedTask, actor: str, *, hidden: bool) -> CarriedTask:
    """Return a task after a character has left the chronicle. If the character was hidden, only the Storyteller's copy
    changes (X4)."""
    ledger = one.ledger.without(actor) if one.ledger is not None else None
    task = one.task if hidden and one.audience != STORYTELLER else one.task.without(actor)
    return CarriedTask(one.audience, task, ledger)


def place_tasks(table: Deciding, tasks: tuple[CarriedTask, ...]) -> None:
    """Put the tasks that were moved here into this stream. Drop each task of this stream that did not come back,
    because it was removed in the stream to which it had been moved."""
    full = table.full
    brought = {(one.audience, one.task.id) for one in tasks}
    for task in list(full.all(Task)):
        audience = task_audience(full, task.id)
        if (audience, task.id) not in brought:
            table.emit(audience, TaskTaken(task.id))
    ledgers = {one.task.id for one in tasks if one.ledger is not None}
    for ledger in list(full.all(Ledger)):
        if ledger.id not in ledgers:
            table.emit(STORYTELLER, LedgerTaken(ledger.id))
    state_tasks(table, tasks)


def state_tasks(table: Deciding, tasks: Iterable[CarriedTask]) -> None:
    """Add the tasks that came from another stream to the tasks of this stream."""
    for one in tasks:
        table.emit(one.audience, TaskStated(one.task))
        if one.ledger is not None:
            table.emit(STORYTELLER, LedgerKept(one.ledger))
