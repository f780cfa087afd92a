"""A TCP proxy between a log and its Redis, or a page and its server, that injects network faults (FLT13, FLT14)."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final, Self

AT_ONCE: Final = struct.pack("ii", 1, 0)
"""A socket closed with this option sends RST instead of FIN."""
SLICED: Final = 4096
"""Bytes that are sent one by one: more would only keep the machine busy."""
LATEST: Final = 0.3
"""The longest delay of bytes, in seconds."""
LASTING: Final = 0.5
"""The longest time in seconds for which connections stay slow or one direction is stopped."""


def ignore() -> None:
    """Ignore the event."""


@dataclass(eq=False)
class Way:
    """One direction of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    source: str
    """The address of the client."""
    up: bool
    """True for the direction to the proxy's target."""
    hushed: bool = False
    kept: bool = False
    """True if the far end stays open after the near end has closed."""
    moving: asyncio.Event = field(default_factory=asyncio.Event)
    back: Way | None = None
    """The opposite direction."""

    def __post_init__(self) -> None:
        self.moving.set()

    def write(self, data: bytes) -> None:
        """Write these bytes, unless the far end is closed or hushed."""
        if not self.writer.is_closing() and not self.hushed:
            self.writer.write(data)

    def reset(self) -> None:
        """Close the far end with an RST."""
        line = self.writer.get_extra_info("socket")
        if not self.writer.is_closing():
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.writer.transport.abort()

    def half_close(self) -> None:
        """Send a FIN to the far end; the opposite direction is unchanged."""
        if not self.writer.is_closing() and not self.hushed:
            self.hushed = True
            self.writer.write_eof()


class Proxy:
    """Passes bytes on. After `swallow`, requests still arrive, but the first reply cuts the connection instead."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._swallowing = False
        self._swallowed: Callable[[], None] = ignore
        self._tearing = False
        self._torn: Callable[[], None] = ignore
        self._slowed: Callable[[], None] = ignore
        self._late: Callable[[], float] | None = None
        """Returns the delay of the next bytes, in seconds."""
        self._slices = 0
        """The number of bytes still to be sent one by one."""
        self.ways: list[Way] = []
        """Both directions of every connection."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._calm_at = 0.0
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._server.wait_closed()

    @property
    def listen_port(self) -> int:
        """The port that it listens on."""
        assert self._server
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def carries(self) -> bool:
        """True if there is a connection now."""
        return bool(self.ways)

    @property
    def calm(self) -> bool:
        """True if no delay or stop of an earlier fault is left."""
        return asyncio.get_running_loop().time() >= self._calm_at

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.listen_port}/0"

    def swallow(self, swallowed: Callable[[], None] = ignore) -> None:
        """Lose the next reply and cut its connection; then call `swallowed`."""
        self._swallowing, self._swallowed = True, swallowed

    def hush(self, source: str = "") -> int:
        """Pass no reply any more on the present connections, or on those from this address; new connections work.
        Return how many directions were hushed."""
        found = [way for way in self.ways if not way.up and not way.hushed and source in ("", way.source)]
        for way in found:
            way.hushed = True
        return len(found)

    def lead(self, port: int) -> None:
        """Connect to another port from now on; cut the present connections."""
        self._port = port
        self.cut()

    def cut(self) -> int:
        """Close every connection. Return how many ends were closed."""
        return self._all(lambda way: way.writer.close())

    def disturb(self, random: Random, struck: Callable[[], None]) -> None:
        """Inject a random network fault into all present connections; call `struck` once, when it has taken effect."""
        self._calm_at = asyncio.get_running_loop().time() + LASTING + LATEST
        random.choice((self._cut, self._reset, self._half_close, self._stop, self._slow, self._slice, self._tear))(
            random, struck
        )

    def _cut(self, _: Random, struck: Callable[[], None]) -> None:
        if self.cut():
            struck()

    def _reset(self, _: Random, struck: Callable[[], None]) -> None:
        if self._all(Way.reset):
            struck()

    def _half_close(self, random: Random, struck: Callable[[], None]) -> None:
        """Send a FIN to all ends of one side; the opposite directions go on."""
        up = random.random() < 0.5
        ways = [way for way in self.ways if way.up == up]
        for way in ways:
            way.half_close()
        if ways:
            struck()

    def _stop(self, random: Random, struck: Callable[[], None]) -> None:
        """Stop one direction for a while; no byte is lost."""
        up = random.random() < 0.5
        ways = [way for way in self.ways if way.up == up]
        for way in ways:
            way.moving.clear()
            asyncio.get_running_loop().call_later(random.random() * LASTING, way.moving.set)
        if ways:
            struck()

    def _slow(self, random: Random, struck: Callable[[], None]) -> None:
        """Delay all bytes, by a fixed or a varying time."""
        least = random.random() * LATEST
        most = random.choice((least, LATEST))
        self._late, self._slowed = lambda: random.uniform(least, most), struck
        asyncio.get_running_loop().call_later(LASTING, self._hurry)

    def _hurry(self) -> None:
        self._late = None

    def _slice(self, _: Random, struck: Callable[[], None]) -> None:
        """Send the next bytes one by one."""
        self._slices, self._slowed = SLICED, struck

    def _tear(self, random: Random, struck: Callable[[], None]) -> None:
        """Let only a part of the next bytes arrive and cut the connection: within a frame, if frames are written
        whole."""
        self._tearing, self._torn = True, struck

    def _all(self, end: Callable[[Way], None]) -> int:
        for way in self.ways:
            end(way)
            way.moving.set()
        ends = len(self.ways)
        self.ways.clear()
        return ends

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        port = self._port
        try:
            there, out = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        if port != self._port:  # the target has changed
            writer.close()
            out.close()
            return
        source: str = writer.get_extra_info("peername")[0]
        self._begin(Way(reader, out, source, up=True), Way(there, writer, source, up=False))

    def _begin(self, up: Way, down: Way) -> None:
        up.back, down.back = down, up
        for way in (up, down):
            self.ways.append(way)
            task = asyncio.create_task(self._carry(way))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, way: Way) -> None:
        while data := await _some(way.reader):
            await way.moving.wait()
            data = self._passing(way, data)
            if not data or way.hushed:
                continue
            if self._swallowing and not way.up:
                self._swallowing = False
                self._swallowed()
                break
            if self._tearing and len(data) > 1:
                self._tearing = False
                way.write(data[: len(data) // 2])
                self._torn()
                break
            await self._pass(way, data)
        await way.moving.wait()
        if not way.kept:
            self._close(way)

    def _passing(self, way: Way, data: bytes) -> bytes:
        """The part of these bytes that passes now."""
        return data

    async def _pass(self, way: Way, data: bytes) -> None:
        if self._late is not None:
            self._note_effect()
            await asyncio.sleep(self._late())
        at = 0
        while self._slices > 0 and at < len(data):
            self._note_effect()
            way.write(data[at : at + 1])
            self._slices, at = self._slices - 1, at + 1
            await asyncio.sleep(0)
        way.write(data[at:])

    def _note_effect(self) -> None:
        self._slowed()
        self._slowed = ignore

    def _close(self, way: Way) -> None:
        if way in self.ways:
            self.ways.remove(way)
        way.writer.close()


async def _some(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(65_536)
    except OSError:
        return b""
