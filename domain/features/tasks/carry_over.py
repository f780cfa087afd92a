"""Tasks on the way between a chronicle and its scenes: they outlast both turns and scenes (E1, T1)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.core.audience import STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.tasks.task import (
    Ledger,
    LedgerKept,
    LedgerTaken,
    Status,
    Task,
    TaskStated,
    TaskTaken,
    task_audience,
)


class CarriedTask(msgspec.Struct, frozen=True, array_like=True):
    """A task as it stands, whose it is, and what the Storyteller alone knows of it."""

    audience: Audience
    task: Task
    ledger: Ledger | None = None


BEHIND: Final[frozenset[Status]] = frozenset({"met", "level", "done", "ruled"})
"""How a task has ended of which there is nothing left to do or to keep: the story has what came of it."""


def carried(view: View) -> tuple[CarriedTask, ...]:
    """The tasks of a place, as they travel: what is open, and what ended so that its tally is kept (E1)."""
    return tuple(
        CarriedTask(partition.audience, task, view.get(Ledger, task.id))
        for partition in view.partitions
        for task in partition.all(Task)
        if task.status not in BEHIND
    )


def left_by(one: CarriedTask, actor: str, *, hidden: bool) -> CarriedTask:
    """A task once somebody is out of it for good; of one who was hidden the Storyteller alone knows (X4)."""
    ledger = one.ledger.without(actor) if one.ledger is not None else None
    task = one.task if hidden and one.audience != STORYTELLER else one.task.without(actor)
    return CarriedTask(one.audience, task, ledger)


def set_down(table: Deciding, tasks: tuple[CarriedTask, ...]) -> None:
    """State tasks as they travelled, in place of all that were here: these went along, and some were put away."""
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
    state(table, tasks)


def state(table: Deciding, tasks: Iterable[CarriedTask]) -> None:
    """State tasks as they travelled, beside what is here."""
    for one in tasks:
        table.emit(one.audience, TaskStated(one.task))
        if one.ledger is not None:
            table.emit(STORYTELLER, LedgerKept(one.ledger))
