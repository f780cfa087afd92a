"""Tasks on their way between a chronicle and its scenes: a task lasts longer than turns and scenes (E1, T1)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.core.audience import STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.tasks.task import Ledger, LedgerKept, Status, Task, TaskStated, task_audience
from domain.features.tasks.task_events import LedgerTaken, TaskTaken


class CarriedTask(msgspec.Struct, frozen=True, array_like=True):
    """A task as it is, with its audience and the Storyteller's ledger."""

    audience: Audience
    task: Task
    ledger: Ledger | None = None


FINISHED: Final[frozenset[Status]] = frozenset({"met", "level", "done", "ruled"})
"""The ends after which a task need not go from scene to scene: its result is in the story, and no decision is left."""


def carried_tasks(view: View) -> tuple[CarriedTask, ...]:
    """Return the tasks of a place in the form in which they go to another place: open tasks, and ended tasks whose
    tally is kept (E1)."""
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
    """State the tasks that travelled here. Drop each task of this place that did not come back: it was removed in the
    place to which it had travelled."""
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
    """Add the tasks that came from another place to the tasks of this place."""
    for one in tasks:
        table.emit(one.audience, TaskStated(one.task))
        if one.ledger is not None:
            table.emit(STORYTELLER, LedgerKept(one.ledger))
