"""Waiting for work: while turns run, only turns move the clock. If a roll for a task takes an hour, the next roll is
possible an hour later, so this command lets the time pass (E1, T1)."""

from collections.abc import Iterator

from domain.command import Command
from domain.core.audience import EVERYONE
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.table.game_clock import TimePassed, clock
from domain.features.table.scene_list import played_here
from domain.features.table.settings import storyteller_only
from domain.features.tasks.task import open_task, task_audience
from domain.features.tasks.task_form import open_tasks, this_task
from domain.features.tasks.work_on_task import interval_over
from domain.rules.game_time import game_time


class WaitForTask(Command, frozen=True):
    """Let time pass until the present interval of a task has ended (E1). A task whose intervals are turns does not need
    this command. Everybody sees the clock, so the task must be public (X4)."""

    usual = 1

    task: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        task = open_task(view, self.task)
        played_here(view)
        if task_audience(view, task.id) != EVERYONE:
            raise Refusal("hidden-wait", rule="X4", task=Typed(task.name))
        if interval_over(view, task):
            raise Refusal("interval-over", rule="E1", task=Typed(task.name))

    def decide(self, table: Deciding) -> None:
        task = open_task(table.full, self.task)
        table.emit(EVERYONE, TimePassed(task.until - clock(table.full).at, ""))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in open_tasks(view) if view.seat.is_storyteller else ():
            if task.unit != "turn" and not interval_over(view, task) and task_audience(view, task.id) == EVERYONE:
                label, hint = phrase("option-wait-for-task", rule="E1", task=Typed(task.name)), game_time(task.until)
                yield Option(cls.__name__, "", label, hint, "tasks", inputs=(this_task(task),))
