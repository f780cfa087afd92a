"""A connection in memory between a page and a server: bytes arrive late, in pieces, or not at all, but in order.

Each direction can be held (no byte arrives until it is released) or cut (bytes in flight are lost, and both ends are
notified). The server's end is an asyncio transport with back-pressure.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from random import Random
from typing import Any

from tests.simulation.loop import OUTSIDE, Process, SeededLoop

END = None
"""Marks the end of the bytes."""


class Way:
    """One direction. `arrive` is called with each piece, and last with `END`."""

    def __init__(
        self, loop: SeededLoop, random: Random, arrive: Callable[[bytes | None], None], context: Context
    ) -> None:
        self.latest = 0.005
        """The longest delay of a piece, in seconds."""
        self.slices = False
        """True if messages are cut into pieces at random bytes."""
        self.size = 0
        self._held: set[str] = set()
        self._loop, self._random, self._arrive, self._context = loop, random, arrive, context
        self._pieces: deque[bytes | None] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def send(self, data: bytes | None) -> None:
        """Put these bytes in flight."""
        if data is None or data:
            self._pieces.append(data)
            self.size += len(data or b"")
            self._go_on()

    def hold(self, reason: str) -> None:
        """Stop delivery for this reason."""
        self._held.add(reason)

    def release(self, reason: str) -> None:
        """End this reason to hold; deliver if there is no second one."""
        self._held.discard(reason)
        self._go_on()

    def lose(self) -> None:
        """Lose all bytes in flight."""
        self._pieces.clear()
        self.size = 0

    def _go_on(self) -> None:
        if self._timer is None and self._pieces and not self._held:
            late = self._random.random() * self.latest
            self._timer = self._loop.call_later(late, self._deliver, context=self._context)

    def _deliver(self) -> None:
        self._timer = None
        if self._held or not self._pieces:
            return
        data = self._pieces.popleft()
        if data is not None:
            if self.slices and len(data) > 1:
                at = self._random.choice([1, self._random.randrange(1, len(data)), len(data)])
                data, rest = data[:at], data[at:]
                if rest:
                    self._pieces.appendleft(rest)
            self.size -= len(data)
        self._arrive(data)
        self._go_on()


class Connection:
    """Both directions; each end is notified when the second one closes."""

    def __init__(
        self,
        loop: SeededLoop,
        random: Random,
        process: Process,
        heard: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> None:
        self.process = process
        self.up = Way(loop, random, self._at_server, process.context)
        self.up.hold("accepting")
        self.down = Way(loop, random, self._at_page, OUTSIDE)
        self.server = ServerEnd(self, loop)
        self.over = False
        self._heard, self._ended = heard, ended

    def _at_server(self, data: bytes | None) -> None:
        if data is END:
            self.server.lost(None)
        elif not self.server.gone:
            self.server.protocol.data_received(data)

    def _at_page(self, data: bytes | None) -> None:
        if data is END:
            self.server.flushed()
            if not self.over:
                self.over = True
                self._ended()
            return
        if not self.over:
            self._heard(data)
        self.server.drained()

    def leave(self) -> None:
        """Close the page's end; the page receives nothing more."""
        self.over = True
        self.up.send(END)

    def reset(self) -> None:
        """Cut the connection: bytes in flight are lost, and both ends are notified (the page only when its direction
        is not held)."""
        for way in (self.up, self.down):
            way.lose()
            way.release("fault")
            way.send(END)


class ServerEnd(asyncio.Transport):
    """The transport that the server's protocol writes to."""

    def __init__(self, connection: Connection, loop: SeededLoop) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", 80)})
        self.protocol: Any = None
        self.gone = False
        self.scale = 1
        """Divides the buffer limit, to simulate a narrow connection."""
        self._connection, self._loop = connection, loop
        self._closing = False
        self._high = 64 * 1024
        self._paused = False

    def write(self, data: Any) -> None:
        if not self._closing and not self.gone:
            self._connection.down.send(bytes(data))
            if not self._paused and self._connection.down.size > self._high // self.scale:
                self._paused = True
                self.protocol.pause_writing()

    def drained(self) -> None:
        """Resume writing if the page has received enough of the buffer."""
        if self._paused and not self.gone and self._connection.down.size <= self._high // self.scale // 4:
            self._paused = False
            self._loop.call_soon(self._resume, context=self._connection.process.context)

    def _resume(self) -> None:
        if not self.gone and not self._paused:
            self.protocol.resume_writing()

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._connection.down.send(END)

    def flushed(self) -> None:
        """All written bytes have arrived, and the end too."""
        self._loop.call_soon(self.lost, None, context=self._connection.process.context)

    def abort(self) -> None:
        self._closing = True
        self._connection.down.lose()
        self._connection.down.send(END)
        self.flushed()

    def lost(self, error: Exception | None) -> None:
        """End the connection for the server."""
        if not self.gone:
            self.gone = self._closing = True
            self._connection.down.send(END)
            if self.protocol is not None:  # it may be lost before the server accepts it
                self.protocol.connection_lost(error)

    def is_closing(self) -> bool:
        return self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        protocol: asyncio.BaseProtocol = self.protocol
        return protocol

    def get_write_buffer_size(self) -> int:
        return self._connection.down.size

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = 64 * 1024 if high is None else high

    def pause_reading(self) -> None:
        self._connection.up.hold("reading")

    def resume_reading(self) -> None:
        self._connection.up.release("reading")
