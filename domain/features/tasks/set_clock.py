"""Setting the clock: the Storyteller sets the game time. Tasks in progress keep the time that they still need (T1,
E1)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.core.audience import EVERYONE
from domain.core.deciding import Deciding
from domain.core.option import Input, Option
from domain.core.state import View
from domain.core.words import phrase
from domain.features.table.game_clock import ClockSet, Day, Hour, Minute, _OfTheClock, clock
from domain.features.tasks.task import Task, TaskStated, task_audience
from domain.rules.game_time import DAY, HOUR, MINUTE, game_time, moment


class SetClock(_OfTheClock, frozen=True):
    """Set the game time (T1). If the clock goes back, finished work on a task stays finished, and unfinished work still
    needs the rest of its time (E1)."""

    day: Day
    hour: Hour = 0
    minute: Minute = 0

    def decide(self, table: Deciding) -> None:
        before, now = clock(table.full).at, moment(self.day, self.hour, self.minute)
        table.emit(EVERYONE, ClockSet(table.seat.id, now))
        for task in [task for task in table.full.all(Task) if task.status == "open"]:
            until = min(task.until, now + max(task.until - before, 0))
            if until != task.until:
                table.emit(task_audience(table.full, task.id), TaskStated(replace(task, until=until)))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if cls.open_to(view):
            at = clock(view).at
            inputs = (
                Input("day", phrase("ask-day"), "number", least=1, most=100_000, default=str(at // DAY + 1)),
                Input("hour", phrase("ask-hour"), "number", most=23, default=str(at % DAY // HOUR)),
                Input("minute", phrase("ask-minute"), "number", most=59, default=str(at % HOUR // MINUTE)),
            )
            yield Option(cls.__name__, "", phrase("option-set-clock", rule="T1"), game_time(at), "time", inputs=inputs)
