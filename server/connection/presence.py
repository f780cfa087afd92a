"""Who is at a table: those connected here, and those that other processes say are connected there.

Every process murmurs who sits at its end when that changes, and now and then; what was not heard again for a while is
taken for gone. Nothing of this is kept.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Final
from weakref import WeakSet

import msgspec

from server.access.contract import SeatRow
from server.connection.connection import Connection
from server.fold.commit_codec import write
from server.log.contract import EventLog, LogError
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import Subscriber
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.presence")

GATHER: Final = 0.15
"""Seconds over which comings and goings are gathered into one `presence`."""
FORGET: Final = 40.0
"""Seconds after which another process that said nothing is taken for gone."""


class PresenceSignal(msgspec.Struct, frozen=True, array_like=True):
    """Who sits at one process's end of a stream. `asks`: it has just begun, and wants to know the others'."""

    process: str
    asks: bool
    here: tuple[str, ...]
    typing: tuple[str, ...]
    watching: int


Rows = Callable[[str], Awaitable[list[SeatRow]]]
"""A chronicle's seats."""
Spawn = Callable[[Callable[[], Coroutine[None, None, None]]], None]
"""Has some work done, soon, and again where the log or the doors fail."""

_decoder = msgspec.msgpack.Decoder(PresenceSignal)


class Presence:
    """The presence at all streams of a house."""

    def __init__(self, log: EventLog, process: str, now: Callable[[], float], rows: Rows, spawn: Spawn) -> None:
        self._log = log
        self._process = process
        self._now = now
        self._rows = rows
        self._spawn = spawn
        self._soon: dict[str, asyncio.TimerHandle] = {}
        self._telling: set[str] = set()
        """Streams at which it is about to be told, as soon as the seats' names can be read."""
        self._untold: set[str] = set()
        """Streams whose changes here the other processes have yet to hear of."""
        self._told: dict[str, bytes] = {}
        """What was told last at each stream, framed."""
        self._unheard: WeakSet[Subscriber] = WeakSet()
        """Those who have yet to be told what was told last: they were seated since, or lag behind."""
        self._served: dict[str, LiveStream] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, PresenceSignal]]] = {}
        log.on_signal(self._on_signal)

    def begun(self, live: LiveStream) -> None:
        """A stream is served from now on: ask the others who is there."""
        self._served[live.stream] = live
        self._spawn(partial(self._send_signal, live, asks=True))

    def ended(self, live: LiveStream) -> None:
        """A stream is no longer served."""
        self._served.pop(live.stream, None)
        self._told.pop(live.stream, None)
        self._elsewhere.pop(live.stream, None)
        self._untold.discard(live.stream)
        if timer := self._soon.pop(live.stream, None):
            timer.cancel()

    async def farewell(self) -> None:
        """This process ends: whoever sits at its end is there no more, and the others need not wait to see it."""
        watched = [live for live in self._served.values() if live.subscribers]
        await asyncio.gather(*(self._send_signal(live, leaving=True) for live in watched))

    def arrived(self, live: LiveStream, subscriber: Connection) -> None:
        """Somebody was seated, who hears at once what the others heard last: seats have their names from here. Whose
        view alone fills the buffer hears it with the others, or the view would be sent again."""
        told = self._told.get(live.stream)
        if told and not subscriber.drops_writes:
            subscriber.write(told)
        else:
            self._unheard.add(subscriber)
        self.changed(live)

    def caught_up(self, live: LiveStream, subscriber: Connection) -> None:
        """Somebody lags no longer. Whom the view fills again hears it when that has drained."""
        told = self._told.get(live.stream)
        if told and subscriber in self._unheard and not subscriber.drops_writes:
            subscriber.write(told)
            self._unheard.discard(subscriber)

    def changed(self, live: LiveStream) -> None:
        """Somebody came, left, or writes: tell those here, and the other processes."""
        if live.stream in self._served:
            self._untold.add(live.stream)
            self._gather(live)

    def again(self) -> None:
        """Say again who is here, and forget whom nobody has spoken of for long."""
        for live in self._served.values():
            if live.subscribers:
                self._spawn(partial(self._send_signal, live))
            others = self._elsewhere.get(live.stream, {})
            gone = [process for process, (heard, _) in others.items() if self._now() - heard > FORGET]
            for process in gone:
                del others[process]
            if gone:
                self._gather(live)

    def _gather(self, live: LiveStream) -> None:
        if live.stream in self._soon:
            return

        def tell() -> None:
            del self._soon[live.stream]
            if live.stream not in self._telling:
                self._telling.add(live.stream)
                self._spawn(partial(self._tell, live))

        self._soon[live.stream] = asyncio.get_running_loop().call_later(GATHER, tell)

    async def _tell(self, live: LiveStream) -> None:
        rows = await self._rows(live.stream.split("/")[1])
        self._telling.discard(live.stream)  # what changes from here on is told next
        found = self._served.get(live.stream)
        if found is None:
            return
        live = found  # it may have been let go and be served anew
        mine = self._mine(live)
        all_ = [mine, *(m for _, m in self._elsewhere.get(live.stream, {}).values())]
        here = {seat for m in all_ for seat in m.here}
        typing = {seat for m in all_ for seat in m.typing}
        seats = tuple(
            frames.SeatHere(r.id, r.name, r.role, r.id in here, r.id in typing)
            for r in rows
            if r.role != "spectator" and not r.revoked
        )
        data = frame(write(frames.Presence(seats, sum(m.watching for m in all_))))
        news, self._told[live.stream] = data != self._told.get(live.stream), data
        for subscriber in live.subscribers:  # that somebody opened another tab, or a link, is nobody's business
            if isinstance(subscriber, Connection) and subscriber.drops_writes:
                self._unheard.add(subscriber)
            elif news or subscriber in self._unheard:
                subscriber.write(data)
                self._unheard.discard(subscriber)
        if live.stream in self._untold:
            self._untold.discard(live.stream)
            await self._send_signal(live)

    def _mine(self, live: LiveStream, *, asks: bool = False, leaving: bool = False) -> PresenceSignal:
        subscribers = {} if leaving else live.subscribers
        seats = [s for s in subscribers.values() if s.role != "spectator"]
        typing = {v.seat.id for v in subscribers if isinstance(v, Connection) and v.typing}
        here = tuple(sorted({s.id for s in seats}))
        return PresenceSignal(self._process, asks, here, tuple(sorted(typing)), len(subscribers) - len(seats))

    async def _send_signal(self, live: LiveStream, *, asks: bool = False, leaving: bool = False) -> None:
        try:
            await self._log.signal_others(live.stream, write(self._mine(live, asks=asks, leaving=leaving)))
        except LogError as error:  # nothing rests on it: it is said again
            log_.info("%s: not murmured: %s", live.stream, error)

    def _on_signal(self, stream: str, message: bytes) -> None:
        live = self._served.get(stream)
        if live is None:
            return
        if not message:  # the hearing began: what the others say of who is there was missed so far
            self._spawn(partial(self._send_signal, live, asks=True))
            return
        try:
            heard = _decoder.decode(message)
        except msgspec.DecodeError:  # a process of another release
            log_.info("%s: a murmur that cannot be read", stream)
            return
        others = self._elsewhere.setdefault(stream, {})
        before = others.get(heard.process)
        others[heard.process] = (self._now(), heard)
        if heard.asks:
            self._spawn(partial(self._send_signal, live))
        if before is None or said(before[1]) != said(heard):
            self._gather(live)


def said(signal_others: PresenceSignal) -> tuple[object, ...]:
    """What a murmur says of who is there."""
    return signal_others.here, signal_others.typing, signal_others.watching
