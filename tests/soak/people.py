"""Clients at a table of real processes: they reconnect to any running server, and send unanswered commands again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import httpx
import msgpack  # type: ignore[import-untyped]
import websockets
from websockets.typing import Subprotocol

from domain.core.audience import Seat
from domain.core.command import Command
from server.fold.commit_codec import write
from server.protocol.frames import SUBPROTOCOL
from tests.redis_server import free_port
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import Page, frames
from tests.server.whole_server import Entrance
from tests.simulation.history import History
from tests.soak.late_frames import FrameProxy, Remembered


class Place:
    """One port, and the server process that runs there now."""

    def __init__(self, log: str, http: httpx.AsyncClient, remembered: Remembered, before: tuple[str, ...] = ()) -> None:
        self.port = free_port()
        self.line = FrameProxy(self.port, remembered)
        """The proxy through which clients connect."""
        self.server: Server | None = None
        self._log, self._http, self._before = log, http, before

    async def begin(self, dying: str = "") -> Server:
        """Start a process. With `dying`, it will kill itself at this step when a client sends the word for it."""
        module = ("tests.server.processes.killed_at_step", dying) if dying else ("server.cli",)
        while True:  # as a supervisor would: a line may be cut while it starts
            process = await started("--log", self._log, "--port", str(self.port), module=module, before=self._before)
            try:
                self.server = Server(process, await link_of(process), self._http)
            except AssertionError as error:
                if "cannot be reached" not in str(error):
                    raise
            else:
                return self.server

    async def end(self, how: signal.Signals) -> bool:
        """End the process. Return True if it was running."""
        if self.server is None:
            return False
        server, self.server = self.server, None
        runs = server.process.returncode is None
        await server.ended(how if runs else None)
        return runs

    async def close(self) -> None:
        """End the process, if there is one."""
        if self.server is not None:
            await self.server.end()

    def connected(self) -> websockets.connect:
        """A WebSocket connection through the proxy."""
        return websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws", host="127.0.0.1", port=self.line.listen_port,
            subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None,
            ping_interval=None, open_timeout=3, close_timeout=0.1,
        )  # fmt: skip


@asynccontextmanager
async def places(logs: Sequence[str], before: tuple[str, ...] = ()) -> AsyncIterator[list[Place]]:
    """A place for each of these log URLs, until the block ends; ends their servers too."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=START_SECONDS))
        remembered: Remembered = {}
        made = [Place(log, http, remembered, before) for log in logs]
        for place in made:
            await stack.enter_async_context(place.line)
            stack.push_async_callback(place.close)
        yield made


class Caller:
    """A client at the scene. It reconnects to any running server, and sends unanswered commands again."""

    def __init__(self, places: list[Place], entrance: Entrance, role: Any, stream: str, history: History) -> None:
        self.seat = Seat(entrance.seat, role)
        self.page = Page()
        self.pending: dict[bytes, bytes] = {}
        self.welcomed = False
        self.away = ""
        """The error that ended the last connection."""
        self._places, self.token, self._stream, self._history = places, entrance.token, stream, history
        self._reader = history.reader(self.seat)
        self._wanted: Place | None = None
        self._socket: websockets.ClientConnection | None = None

    async def live(self, random: Random) -> None:
        """Stay connected until cancelled."""
        while True:
            place = self._wanted or random.choice(self._places)
            try:
                async with place.connected() as self._socket:
                    position = [[a, place, chain] for a, (place, chain, _) in self.page.audiences.items()]
                    await self._socket.send(
                        msgpack.packb(["hello", self.token, self._stream, self.page.epoch, position])
                    )
                    await self._hear(self._socket)
            except (OSError, TimeoutError, websockets.WebSocketException) as error:
                self.away = repr(error)
            self.welcomed = False
            await asyncio.sleep(random.random() * 0.3)

    async def _hear(self, socket: websockets.ClientConnection) -> None:
        while True:
            async with asyncio.timeout(10 if self.welcomed else 3):  # a paused server sends no tick
                message = await socket.recv()
            assert isinstance(message, bytes)
            told = frames(message)
            self._history.hear(self._reader, told, message)
            self.page.take(message)
            for frame in told:
                if frame[0] in ("accepted", "refused"):
                    self.pending.pop(frame[1], None)
                elif frame[0] == "welcome":
                    self.welcomed = True
                    for id_ in list(self.pending):
                        await self._send(id_)

    async def move(self, place: Place | None) -> None:
        """Reconnect to this place; None: to any place from now on."""
        self._wanted = place
        if place is not None and self._socket is not None:
            await self._socket.close()
            self.welcomed = False

    async def submit(self, command: Command, id_: bytes) -> None:
        """Send a command, now or as soon as a server answers."""
        seen = self.page.audiences.get("everyone", (0,))[0]
        self.pending[id_] = msgpack.packb(["command", id_, seen, msgpack.unpackb(write(command))])
        if self.welcomed:
            try:
                await self._send(id_)
            except websockets.WebSocketException:
                self.welcomed = False

    async def _send(self, id_: bytes) -> None:
        if self._socket is not None:
            self._history.send(self.seat, id_)
            await self._socket.send(self.pending[id_])
