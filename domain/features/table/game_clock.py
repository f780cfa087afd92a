"""The game clock: the time in the game, and the length of a turn (T1).

A chronicle has a clock. A scene has a clock of its own, which begins at the time of the chronicle's clock; when the
scene closes, the chronicle takes over its time. Everybody sees the clock, so hidden activity never changes it.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from domain.command import BOTH, Command, Place
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.game_time import Unit, duration, game_time, lasting

Day = Annotated[int, Meta(ge=1, le=100_000)]
Hour = Annotated[int, Meta(ge=0, le=23)]
Minute = Annotated[int, Meta(ge=0, le=59)]
Stretch = Annotated[int, Meta(ge=1, le=1000)]
TurnSeconds = Annotated[int, Meta(ge=1, le=3600)]

UNITS = (
    Choice("minute", phrase("choice-minutes")),
    Choice("hour", phrase("choice-hours")),
    Choice("night", phrase("choice-nights")),
    Choice("day", phrase("choice-days")),
    Choice("week", phrase("choice-weeks")),
    Choice("turn", phrase("choice-turns")),
)


class Clock(Record, frozen=True):
    """The game time, in seconds. Its id is "clock". `at` is the time now, `turn` the length of a turn, `since` the time
    at which the present period of simultaneous work began (E1), `turns` the number of turns that the clock has
    counted."""

    at: int = 0
    turn: int = 3
    since: int = 0
    turns: int = 0


class ClockStated(Event, frozen=True):
    """The time, and the length of a turn. The story shows no line for it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    at: int
    turn: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(Clock("clock", self.at, self.turn, self.at, clock(records).turns))


class ClockSet(Event, frozen=True):
    """The Storyteller set the clock."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    who: str
    at: int

    def apply(self, records: Partition, at: int) -> None:
        move_clock(records, self.at)
        tell(records, at, phrase("line-clock", time=game_time(self.at)), kind="ruled", who=self.who)


class TimePassed(Event, frozen=True):
    """Time passed. `text` tells the story of that time, or is ""."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    seconds: int
    text: str

    def apply(self, records: Partition, at: int) -> None:
        move_clock(records, clock(records).at + self.seconds)
        words = phrase("line-later", span=duration(self.seconds), time=game_time(clock(records).at))
        said = phrase("line-time-passes", text=Typed(self.text), later=words) if self.text else words
        tell(records, at, said, kind="narrated")


class TurnLengthSet(Event, frozen=True):
    """The Storyteller set the length of a turn."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    who: str
    seconds: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(msgspec.structs.replace(clock(records), turn=self.seconds))
        words = phrase("line-turn-length", span=duration(self.seconds))
        tell(records, at, words, kind="ruled", who=self.who)


def clock(records: Partition | View) -> Clock:
    """Return the clock. If there is none, return one that shows the beginning of the first day."""
    return records.get(Clock, "clock") or Clock("clock")


def move_clock(records: Partition, to: int) -> None:
    """Move the clock of an audience, and begin a new period of simultaneous work."""
    records.put(msgspec.structs.replace(clock(records), at=to, since=to))


class _OfTheClock(Command, frozen=True):
    """Base of the Storyteller's commands for the clock of the chronicle or scene in which the game is played now."""

    places = BOTH

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)

    @classmethod
    def open_to(cls, view: View) -> bool:
        """True if the seat is the Storyteller's and the game is played at this table now."""
        return view.seat.is_storyteller and is_played_here(view)


class AdvanceClock(_OfTheClock, frozen=True):
    """Let time pass in a scene, with an optional text (T1)."""

    places: ClassVar[tuple[Place, ...]] = ("scene",)

    count: Stretch
    unit: Unit = "minute"
    text: ShortText = ""

    def decide(self, table: Deciding) -> None:
        seconds = lasting(self.count, self.unit, clock(table.full).turn)
        table.emit(EVERYONE, TimePassed(seconds, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if cls.open_to(view):
            inputs = (*duration_inputs(), Input("text", phrase("ask-meanwhile"), "text", most=200))
            yield Option(
                cls.__name__, "", phrase("option-advance-clock", rule="T1"), game_time(clock(view).at), "time",
                inputs=inputs,
            )  # fmt: skip


class SetTurnLength(_OfTheClock, frozen=True):
    """Set the length of a turn, within the limits of the rules (T1)."""

    seconds: TurnSeconds

    def check(self, view: View) -> None:
        super().check(view)
        least, most = rules_of(view).turn_seconds
        if not least <= self.seconds <= most:
            if least == most:
                raise Refusal("turn-length-fixed", rule="T1", span=duration(least))
            raise Refusal("turn-length", rule="T1", least=duration(least), most=duration(most))

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, TurnLengthSet(table.seat.id, self.seconds))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if cls.open_to(view):
            least, most = rules_of(view).turn_seconds
            now = clock(view).turn
            if least < most:
                seconds = Input("seconds", phrase("ask-seconds"), "number", least=least, most=most, default=str(now))
                label = phrase("option-turn-length", rule="T1")
                yield Option(cls.__name__, "", label, duration(now), "time", inputs=(seconds,))


def duration_inputs(count: str = "count", unit: str = "unit", default: Unit = "hour") -> tuple[Input, Input]:
    """Return inputs for a duration: a number and a unit."""
    return (
        Input(count, phrase("ask-how-long"), "number", least=1, most=1000, default="1"),
        Input(unit, phrase("ask-unit"), "choice", UNITS, default=default),
    )
