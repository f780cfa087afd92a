"""Game time: seconds from the midnight that a chronicle's first day begins with, and how people say them (T1)."""

from typing import Final, Literal

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

Unit = Literal["turn", "minute", "hour", "night", "day", "week"]
"""What time is counted in at the table. A night counts as a day: from one night to the same hour of the next (ours)."""

SECONDS: Final = {"minute": MINUTE, "hour": HOUR, "night": DAY, "day": DAY, "week": 7 * DAY}


def lasting(count: int, unit: Unit, turn: int) -> int:
    """So many of a unit in seconds, where a turn takes `turn` of them."""
    return count * (turn if unit == "turn" else SECONDS[unit])


def moment(day: int, hour: int, minute: int) -> int:
    """The game time of that minute on that day, the first day being 1."""
    return (day - 1) * DAY + hour * HOUR + minute * MINUTE


def when(at: int) -> str:
    """A game time in words, seconds only where there are any: "day 2, 21:05"."""
    day, rest = divmod(at, DAY)
    hour, rest = divmod(rest, HOUR)
    minute, second = divmod(rest, MINUTE)
    return f"day {day + 1}, {hour:02}:{minute:02}" + (f":{second:02}" if second else "")


def duration(seconds: int) -> str:
    """A stretch of time in words: "1 day 2 hours"; "no time"."""
    words = []
    for name, size in (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            words.append(f"{count} {name}{'s' if count > 1 else ''}")
    return " ".join(words) or "no time"
