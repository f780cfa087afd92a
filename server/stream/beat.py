"""The beats of a store: the moments at which a stream may begin to save a group of commands, or send a saved group.

Law. The time of an answer tells a seat nothing about commands that are hidden from it. A stream begins to save a group
on a beat, and sends the result on a later beat, however soon the group was saved. So a new command waits equally long,
whether a hidden command is being saved when it arrives or not.

Rule 1. A beat comes whenever a clock that all processes of a machine share shows a whole multiple of the interval. All
streams of a store have the same beats. The store can then save their groups together, so no stream's group waits for
the group of another stream.
Rule 2. The interval is the shortest one in `BEATS` in which the store can save a group. Only public groups, of which
everybody at a table learns, are measured. So hidden commits never change the interval.
Rule 3. A stream with more public commands than people can send (`CROWD`) does not wait for beats, because the beats
would limit its throughput. Hidden commands are not counted.
"""

import asyncio
from collections import deque
from typing import Final

from server.limits_and_timeouts import APPENDS_MEASURED, BEAT_ROOM, BEATS, CROWD, CROWDED_FOR, SLOW_APPENDS, Bucket

_LEAST: Final = 1e-6
"""Seconds. If the next beat comes sooner than this, it counts as now, and the wait is for the beat after it."""


class Beat:
    """The beats of one store."""

    def __init__(self) -> None:
        self.interval = BEATS[0]
        """The seconds between two beats."""
        self._took: deque[float] = deque(maxlen=APPENDS_MEASURED)

    def note(self, seconds: float) -> None:
        """Note how many seconds the append of a public group took, and choose the interval again. The `SLOW_APPENDS`
        slowest of the last `APPENDS_MEASURED` appends are ignored."""
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
        while (left := due - loop.time()) > 0:  # noqa: ASYNC110 - waits for a point in time; a timer may fire early
            await asyncio.sleep(left)


class Crowd:
    """Notices when a stream gets more public commands than people can send (Rule 3)."""

    def __init__(self, now: float) -> None:
        self._bucket = Bucket(CROWD, now)
        self._until = now

    def add(self, commits: int, now: float) -> None:
        """Count public commits, of which everybody at the table learns. `now`: the time of `Clock.steady`, in
        seconds."""
        if commits and not self._bucket.take(now, commits):
            self._until = now + CROWDED_FOR

    def here(self, now: float) -> bool:
        """True while the stream gets more public commands than people can send."""
        return now < self._until
