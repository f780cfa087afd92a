"""Downtime: a summary of the events between two scenes, and the game time they take (T1). Rolls are possible in
downtime, because the chronicle accepts them as a scene does."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import Command, Place
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import LongText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.table.game_clock import Stretch, clock, duration_inputs, move_clock
from domain.features.table.scene_list import scene_open
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell
from domain.rules.game_time import Unit, duration, game_time, lasting


class DowntimePassed(Event, frozen=True):
    """Game time passed between two scenes."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    seconds: int
    text: str

    def apply(self, records: Partition, at: int) -> None:
        move_clock(records, clock(records).at + self.seconds)
        now = game_time(clock(records).at)
        line = phrase("line-downtime", span=duration(self.seconds), text=Typed(self.text), time=now)
        tell(records, at, line, kind="narrated")


class PassDowntime(Command, frozen=True):
    """Say in a few words what happened between scenes, and how much time it took (T1)."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    text: LongText
    count: Stretch
    unit: Unit = "day"

    def check(self, view: View) -> None:
        storyteller_only(view)
        if scene_open(view):
            raise Refusal("scene-open-downtime", rule="T1")
        if not self.text.strip():
            raise Refusal("nothing-happened", rule="T1")

    def decide(self, table: Deciding) -> None:
        seconds = lasting(self.count, self.unit, clock(table.full).turn)
        table.emit(EVERYONE, DowntimePassed(seconds, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and not scene_open(view):
            text = Input("text", phrase("ask-meanwhile"), "text", least=1, most=4000)
            yield Option(
                cls.__name__, "", phrase("option-downtime", rule="T1"), group="time",
                inputs=(text, *duration_inputs(default="day")),
            )  # fmt: skip
