"""Presence: which seats of a chronicle are connected to a table, counted over all processes.

Each process signals to the other processes which seats are connected to it: at every change and at every tick. A
process that has sent no signal for `FORGET_AFTER` seconds counts as ended. Presence is not stored.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from weakref import WeakSet

import msgspec

from server.access.contract import SeatRow
from server.connection.connection import Connection
from server.fold.commit_codec import write
from server.limits_and_timeouts import FORGET_AFTER, SEND_AFTER
from server.log.contract import EventLog, LogError
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import Subscriber
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.presence")


class PresenceSignal(msgspec.Struct, frozen=True, array_like=True):
    """The seats that are connected to one process at one stream. `asks`: True if this process has just begun to serve
    the stream and asks the other processes for their signals. `in_sight`: the seats with a page that is in sight, which
    is told to no client."""

    process: str
    asks: bool
    here: tuple[str, ...]
    typing: tuple[str, ...]
    watching: int
    in_sight: tuple[str, ...] = ()


Rows = Callable[[str], Awaitable[list[SeatRow]]]
"""Returns the seats of a chronicle."""
Spawn = Callable[[Callable[[], Coroutine[None, None, None]]], None]
"""Runs work in the background, and runs it again if the log or the access store fails."""

_decoder = msgspec.msgpack.Decoder(PresenceSignal)


class Presence:
    """Sends the presence of all streams of this process."""

    def __init__(self, log: EventLog, process: str, now: Callable[[], float], rows: Rows, spawn: Spawn) -> None:
        self._log = log
        self._process = process
        self._now = now
        self._rows = rows
        self._spawn = spawn
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """For each stream: the timer that ends the collection of changes, so that they are sent together."""
        self._sending: set[str] = set()
        """The streams whose presence is about to be sent. The names of their seats are still being read."""
        self._unsignalled: set[str] = set()
        """The streams in which something changed in this process that the other processes have not been told."""
        self._last_sent: dict[str, bytes] = {}
        """For each stream: the last presence that was sent, framed."""
        self._unsent: WeakSet[Subscriber] = WeakSet()
        """Connections that have not received the last presence, because they have just arrived or because their buffer
        is full."""
        self._served: dict[str, LiveStream] = {}
        self._signals: dict[str, dict[str, tuple[float, PresenceSignal]]] = {}
        """For each stream and each other process: the last signal of that process, and when it came."""
        log.on_signal(self._on_signal)

    def started(self, live: LiveStream) -> None:
        """Begin to serve this stream, and ask all other processes for their signals."""
        self._served[live.stream] = live
        self._spawn(partial(self._send_signal, live, asks=True))

    def stopped(self, live: LiveStream) -> None:
        """Stop serving this stream."""
        self._served.pop(live.stream, None)
        self._last_sent.pop(live.stream, None)
        self._signals.pop(live.stream, None)
        self._unsignalled.discard(live.stream)
        if timer := self._timers.pop(live.stream, None):
            timer.cancel()

    async def signal_leaving(self) -> None:
        """Signal to the other processes that all seats of this process leave, because it ends. Otherwise they would
        wait for `FORGET_AFTER` seconds."""
        watched = [live for live in self._served.values() if live.subscribers]
        await asyncio.gather(*(self._send_signal(live, leaving=True) for live in watched))

    def arrived(self, live: LiveStream, subscriber: Connection) -> None:
        """Send the last presence to a connection that was just seated, because the page takes the names of the seats
        from it. If the view has filled the buffer of the connection, presence is sent later: if its frame were dropped
        now, the whole view would have to be sent again."""
        last = self._last_sent.get(live.stream)
        if last and not subscriber.drops_writes:
            subscriber.write(last)
        else:
            self._unsent.add(subscriber)
        self.changed(live)

    def caught_up(self, live: LiveStream, subscriber: Connection) -> None:
        """Send the last presence to a connection that has caught up and has not received it yet. If the view has filled
        its buffer again, presence is sent once the buffer has drained."""
        last = self._last_sent.get(live.stream)
        if last and subscriber in self._unsent and not subscriber.drops_writes:
            subscriber.write(last)
            self._unsent.discard(subscriber)

    def changed(self, live: LiveStream) -> None:
        """Send presence soon, to the connections of this process and to all other processes, because a seat came, left,
        or began or stopped typing."""
        if live.stream in self._served:
            self._unsignalled.add(live.stream)
            self._send_soon(live)

    def tick(self) -> None:
        """Repeat the signals of all streams, and forget processes that have sent no signal for a long time."""
        for live in self._served.values():
            if live.subscribers:
                self._spawn(partial(self._send_signal, live))
            signals = self._signals.get(live.stream, {})
            gone = [process for process, (came, _) in signals.items() if self._now() - came > FORGET_AFTER]
            for process in gone:
                del signals[process]
            if gone:
                self._send_soon(live)

    def in_sight(self, chronicle: str) -> set[str]:
        """Return the seats of a chronicle that have a page in sight, at any of its tables and processes."""
        at = [live for live in self._served.values() if live.stream.split("/")[1] == chronicle]
        signals = [signal for live in at for _, signal in self._signals.get(live.stream, {}).values()]
        return {seat for signal in (*map(self._own_signal, at), *signals) for seat in signal.in_sight}

    def _send_soon(self, live: LiveStream) -> None:
        if live.stream in self._timers:
            return

        def send() -> None:
            del self._timers[live.stream]
            if live.stream not in self._sending:
                self._sending.add(live.stream)
                self._spawn(partial(self._send, live.stream))

        self._timers[live.stream] = asyncio.get_running_loop().call_later(SEND_AFTER, send)

    async def _send(self, stream: str) -> None:
        rows = await self._rows(stream.split("/")[1])
        self._sending.discard(stream)  # later changes are sent with the next presence
        live = self._served.get(stream)
        if live is None:
            return
        signals = [self._own_signal(live), *(signal for _, signal in self._signals.get(stream, {}).values())]
        here = {seat for signal in signals for seat in signal.here}
        typing = {seat for signal in signals for seat in signal.typing}
        seats = tuple(
            frames.SeatHere(r.id, r.name, r.role, r.id in here, r.id in typing)
            for r in rows
            if r.role != "spectator" and not r.revoked
        )
        data = frame(write(frames.Presence(seats, sum(signal.watching for signal in signals))))
        news, self._last_sent[stream] = data != self._last_sent.get(stream), data
        for subscriber in live.subscribers:  # nobody is told of a second tab of a seat, or of a link that was opened
            if isinstance(subscriber, Connection) and subscriber.drops_writes:
                self._unsent.add(subscriber)
            elif news or subscriber in self._unsent:
                subscriber.write(data)
                self._unsent.discard(subscriber)
        if stream in self._unsignalled:
            self._unsignalled.discard(stream)
            await self._send_signal(live)

    def _own_signal(self, live: LiveStream, *, asks: bool = False, leaving: bool = False) -> PresenceSignal:
        subscribers = {} if leaving else live.subscribers
        seats = [seat for seat in subscribers.values() if seat.role != "spectator"]
        connections = [one for one in subscribers if isinstance(one, Connection)]
        typing = tuple(sorted({one.seat.id for one in connections if one.typing}))
        in_sight = tuple(sorted({one.seat.id for one in connections if one.in_sight}))
        here = tuple(sorted({seat.id for seat in seats}))
        return PresenceSignal(self._process, asks, here, typing, len(subscribers) - len(seats), in_sight)

    async def _send_signal(self, live: LiveStream, *, asks: bool = False, leaving: bool = False) -> None:
        try:
            await self._log.signal_others(live.stream, write(self._own_signal(live, asks=asks, leaving=leaving)))
        except LogError as error:  # harmless: the next tick repeats it
            log_.info("%s: presence was not signalled to the other processes: %s", live.stream, error)

    def _on_signal(self, stream: str, message: bytes) -> None:
        live = self._served.get(stream)
        if live is None:
            return
        if not message:  # this process has just begun to listen, so it has missed all signals until now
            self._spawn(partial(self._send_signal, live, asks=True))
            return
        try:
            signal = _decoder.decode(message)
        except msgspec.DecodeError:  # from a process of another release
            log_.info("%s: a presence signal of another process cannot be read", stream)
            return
        signals = self._signals.setdefault(stream, {})
        before = signals.get(signal.process)
        signals[signal.process] = (self._now(), signal)
        if signal.asks:
            self._spawn(partial(self._send_signal, live))
        if before is None or _content(before[1]) != _content(signal):
            self._send_soon(live)


def _content(signal: PresenceSignal) -> tuple[object, ...]:
    """Return the part of a signal that can change presence."""
    return signal.here, signal.typing, signal.watching
