"""Clients at a table of real processes: they reconnect to any running server, and send unanswered commands again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import httpx
import websockets

from domain.command import Command
from domain.core.audience import Seat
from server.client.enter import Entrance
from server.client.table import Table
from server.client.wire import command_frame, socket_to
from server.protocol.frames import ServerFrame
from tests.redis_server import free_port
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import Page, frames
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
        return socket_to(
            f"ws://127.0.0.1:{self.port}/ws", host="127.0.0.1", port=self.line.listen_port,
            open_timeout=3, close_timeout=0.1,
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


class Caller(Table):
    """A client at the scene. It reconnects to any running server, and sends unanswered commands again."""

    def __init__(self, places: list[Place], entrance: Entrance, role: Any, stream: str, history: History) -> None:
        super().__init__(entrance, stream)
        self.seat = Seat(entrance.seat, role)
        self.page = Page()
        """What a page holds that received the same messages. Its checks fail on a gap or a repeat."""
        self._places, self._history = places, history
        self._reader = history.reader(self.seat)
        self._wanted: Place | None = None
        self._random = Random()

    @property
    def token(self) -> str:
        """The session."""
        return self.entrance.token

    async def live(self, random: Random) -> None:
        """Stay connected until cancelled."""
        self._random = random
        async with self:
            async for _ in self.received():
                pass

    def connect(self) -> websockets.connect:
        return (self._wanted or self._random.choice(self._places)).connected()

    def heard(self, message: bytes, told: list[ServerFrame]) -> None:
        self._history.hear(self._reader, frames(message), message)
        self.page.take(message)

    def sending(self, id_: bytes) -> None:
        self._history.send(self.seat, id_)

    async def pause(self, within: float) -> None:
        await asyncio.sleep(self._random.random() * 0.3)

    @property
    def silence(self) -> float:
        return 10 if self.here else 3  # a paused server sends no tick

    async def move(self, place: Place | None) -> None:
        """Reconnect to this place; None: to any place from now on."""
        self._wanted = place
        if place is not None:
            await self.drop()

    def say(self, command: Command, id_: bytes) -> None:
        """Send a command under this id, now or as soon as a server answers."""
        self.submit(id_, command_frame(id_, self.records.seen, command))
