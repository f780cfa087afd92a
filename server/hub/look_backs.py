"""Answers looks (requests to look back): a few at the same time in all, and for each seat one after another.

Law. The time that an answer takes does not tell a seat how much of the log is hidden from it. So the answer takes a
     whole number of `LOOK_BEAT` intervals, and the next look of the same seat begins only after that.
"""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from domain.core.audience import Seat
from server.fold.lookback import look_back
from server.fold.projection import Stories
from server.hub.streams import Streams
from server.limits_and_timeouts import LOOK_BEAT, LOOKS_AT_ONCE
from server.log.contract import EventLog, LogError
from server.protocol import frames
from server.stream.live_stream import LiveStream


class LookBacks:
    """Answers looks, each when its turn comes."""

    def __init__(self, log: EventLog, streams: Streams, now: Callable[[], float]) -> None:
        self._log = log
        self._streams = streams
        self._now = now
        self._looking = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each seat. It exists as long as a look of the seat holds it or waits for it."""

    async def answer(self, seat: Seat, live: LiveStream, look: frames.Look) -> bytes:
        """Return the frames that answer a look of this seat. Raise `LogError`."""
        turn = self._turns.setdefault(seat.id, asyncio.Lock())
        async with turn:
            async with self._looking:
                since = self._now()
                kept = await self._kept(live, seat) if look.before >= 0 else {}
                found = await look_back(self._log, live.folded, seat, live.stream, look, kept)
            # This is done while the lock is held, so that the answer to another tab of the seat begins with a beat too.
            if not seat.is_storyteller:
                await asyncio.sleep((since - self._now()) % LOOK_BEAT)
        return found

    async def _kept(self, live: LiveStream, seat: Seat) -> Stories:
        """Return the story lines that the state of the table still keeps and the seat may read; no lines if the stream
        stops."""
        try:
            return await self._streams.look(live, lambda: live.folded.projection.story_lines(seat), seat)
        except LogError:
            return {}
