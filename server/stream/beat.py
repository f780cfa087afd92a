"""The beat of a store: the moments at which its streams begin groups of commands and tell what has become durable.

Law. The time of an answer tells a seat nothing about commands that are hidden from it. A group begins on a beat, and it
     is told on a later beat, however soon it was saved. So a command waits as long if it arrives while a hidden command
     is being saved as if it arrives while nothing is.

Rule 1. The beats are the whole multiples of an interval, by a clock that all processes of a machine share. All streams
        of a store have the same beats: the store saves their groups together, so that no group waits for another
        stream's.
Rule 2. The interval is the least of `BEATS` within which appends are saved. Only groups that everybody at a table
        learns of are measured, so the interval changes with public commits and not with hidden ones.
Rule 3. A stream that gets more public commands than people send (`CROWD`) does not wait for beats, or its throughput
        would be bounded by them. Hidden commands do not count.
"""

import asyncio
from collections import deque
from typing import Final

from server.limits_and_timeouts import APPENDS_MEASURED, BEAT_ROOM, BEATS, CROWD, CROWDED_FOR, SLOW_APPENDS, Bucket

_LEAST: Final = 1e-6
"""Seconds: a beat that is nearer than this is taken for the present one."""


class Beat:
    """The beats of one store."""

    def __init__(self) -> None:
        self.interval = BEATS[0]
        """Seconds from a beat to the next."""
        self._took: deque[float] = deque(maxlen=APPENDS_MEASURED)

    def note(self, seconds: float) -> None:
        """Note how many seconds the append of a public group took, and choose the interval. The slowest
        `SLOW_APPENDS` of the last `APPENDS_MEASURED` do not count."""
        self._took.append(seconds)
        counted = sorted(self._took)[:-SLOW_APPENDS]
        slowest = counted[-1] * BEAT_ROOM if counted else 0.0
        self.interval = next((interval for interval in BEATS if interval >= slowest), BEATS[-1])

    async def wait(self) -> None:
        """Return on the next beat."""
        loop = asyncio.get_running_loop()
        due = (loop.time() // self.interval + 1) * self.interval
        if due - loop.time() < _LEAST:
            due += self.interval
        while (left := due - loop.time()) > 0:  # noqa: ASYNC110 - a beat is a time; a timer may fire a little early
            await asyncio.sleep(left)


class Crowd:
    """Notices when a stream gets more public commands than people send (Rule 3)."""

    def __init__(self, now: float) -> None:
        self._bucket = Bucket(CROWD, now)
        self._until = now

    def add(self, commits: int, now: float) -> None:
        """Count commits that everybody at the table learns of. `now`: steady seconds."""
        if commits and not self._bucket.take(now, commits):
            self._until = now + CROWDED_FOR

    def here(self, now: float) -> bool:
        """True while the stream gets that many."""
        return now < self._until
