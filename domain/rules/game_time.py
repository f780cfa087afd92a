"""Game time: seconds since the midnight at the start of a chronicle's first day, and times in words (T1)."""

from functools import reduce
from typing import Final, Literal

from domain.core.words import Typed, Words, phrase

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

Unit = Literal["turn", "minute", "hour", "night", "day", "week"]
"""The units of time at the table. A night counts as a whole day, until the same hour of the next night (ours)."""

SECONDS: Final = {"minute": MINUTE, "hour": HOUR, "night": DAY, "day": DAY, "week": 7 * DAY}


def lasting(count: int, unit: Unit, turn: int) -> int:
    """Return a duration in seconds. `turn` is the length of a turn in seconds."""
    return count * (turn if unit == "turn" else SECONDS[unit])


def moment(day: int, hour: int, minute: int) -> int:
    """Return the game time of a minute on a day; the first day is 1."""
    return (day - 1) * DAY + hour * HOUR + minute * MINUTE


def game_time(at: int) -> Words:
    """Return a game time in words, with seconds only if there are any: "day 2, 21:05"."""
    day, rest = divmod(at, DAY)
    hour, rest = divmod(rest, HOUR)
    minute, second = divmod(rest, MINUTE)
    clock = f"{hour:02}:{minute:02}" + (f":{second:02}" if second else "")
    return phrase("game-time", day=day + 1, time=Typed(clock))


def duration(seconds: int) -> Words:
    """Return a duration in words: "1 day 2 hours"; "no time" for 0."""
    spans = []
    for id_, size in (("time-days", DAY), ("time-hours", HOUR), ("time-minutes", MINUTE), ("time-seconds", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            spans.append(phrase(id_, n=count))
    return reduce(lambda before, span: phrase("time-and", first=before, next=span), spans or [phrase("time-none")])
