"""Step-by-step attacks: every attack stops before each of its steps, so that the Storyteller can take over (G0)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import Command
from domain.core.audience import EVERYONE, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import phrase
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell
from domain.features.table.turn import turns_run


class Pace(Record, frozen=True):
    """The mark that step-by-step attacks are on. Its id is "pace". Without this record, attacks do not stop."""

    step_by_step: bool


class AttacksPaced(Event, frozen=True):
    """The Storyteller turned step-by-step attacks on or off."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    who: str
    step_by_step: bool

    def apply(self, records: Partition, at: int) -> None:
        records.put(Pace("pace", self.step_by_step))
        words = phrase("line-step-by-step" if self.step_by_step else "line-run-on")
        tell(records, at, words, kind="ruled", who=self.who)


def step_by_step(view: View) -> bool:
    """True if attacks stop at every step for the Storyteller. This is possible only while turns run, because the end of
    a turn ends every attack."""
    found = view.get(Pace, "pace")
    return found is not None and found.step_by_step and turns_run(view)


class PaceAttacks(Command, frozen=True):
    """Turn step-by-step attacks on or off. While they are on, the Storyteller can take over at every step."""

    step_by_step: bool

    def check(self, view: View) -> None:
        storyteller_only(view)

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, AttacksPaced(table.seat.id, self.step_by_step))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and turns_run(view):
            now = step_by_step(view)
            label = phrase("option-run-on" if now else "option-step-by-step", rule="G0")
            flag = Input("step_by_step", phrase("ask-step-by-step"), "flag", default="" if now else "true")
            yield Option(cls.__name__, "", label, group="turns", inputs=(flag,))
