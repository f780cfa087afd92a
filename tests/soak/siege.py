"""L2: two real processes on a real Redis under siege, and people who keep coming back (F1, F2, F3, F13, F14, F17).

The blows: F1, a server is killed at any moment; `F1 before-append`, `F1 after-append`, at that step; F2, a server is
stopped for a while; F3, Redis is killed and started again; F13, the lines to a server are cut; F14, those to Redis, or
a reply of its is lost and the line with it; F17, a server's words no longer arrive, and nobody is told.

What is done to them is seeded; when it falls is the machine's. The history checker says what became of it.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgpack  # type: ignore[import-untyped]
import websockets
from websockets.typing import Subprotocol

from domain.audience import Seat
from domain.command import Command
from domain.features.chat import Say
from domain.features.chronicle import BeginScene
from domain.features.free_roll import Roll
from server.codec import write
from server.log.contract import Entry
from server.log.open import open_log
from server.wire import SUBPROTOCOL
from tests.log.proxy import Proxy
from tests.redis_server import RedisServer, free_port
from tests.server.dying import WORD
from tests.server.houses import Entrance
from tests.server.processes import START_SECONDS, Server, link_of, started
from tests.server.tables import Page, frames
from tests.simulation.checker import check
from tests.simulation.history import History

BLOWS = ("F1", "F1 before-append", "F1 after-append", "F2", "F3", "F13", "F14", "F17")
BACK_WITHIN = 60.0
"""Seconds after which everybody must be back and answered. Not a measure: the machine may be slow."""


class Place:
    """A server's place: one port, and whoever serves there just now."""

    def __init__(self, log: str, http: httpx.AsyncClient) -> None:
        self.port = free_port()
        self.line = Proxy(self.port)
        """What people come by."""
        self.server: Server | None = None
        self._log, self._http = log, http

    async def begin(self, dying: str = "") -> Server:
        """Starts a process, perhaps one that dies at a step once it is told to."""
        module = ("tests.server.dying", dying) if dying else ("server.cli",)
        while True:  # as whoever watches over it would: a line may be cut while it starts
            process = await started("--log", self._log, "--port", str(self.port), module=module)
            try:
                self.server = Server(process, await link_of(process), self._http)
            except AssertionError as error:
                if "cannot be reached" not in str(error):
                    raise
            else:
                return self.server

    async def end(self, how: signal.Signals) -> None:
        """Ends the process, and takes in what it said."""
        if self.server is not None:
            server, self.server = self.server, None
            await server.ended(how if server.process.returncode is None else None)


class Caller:
    """Somebody at the scene, who comes back wherever anybody serves, and asks again what was not answered."""

    def __init__(self, places: list[Place], entrance: Entrance, role: Any, stream: str, history: History) -> None:
        self.seat = Seat(entrance.seat, role)
        self.page = Page()
        self.pending: dict[bytes, bytes] = {}
        self.here = False
        self._places, self._token, self._stream, self._history = places, entrance.token, stream, history
        self._reader = history.reader(self.seat)
        self._epoch = ""
        self._wanted: Place | None = None
        self._socket: websockets.ClientConnection | None = None

    async def live(self, random: Random) -> None:
        """Be there, until cancelled."""
        while True:
            place = self._wanted or random.choice(self._places)
            try:
                async with websockets.connect(
                    f"ws://127.0.0.1:{place.port}/ws", host="127.0.0.1", port=place.line.door,
                    subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None,
                    ping_interval=None, open_timeout=3, close_timeout=0.1,
                ) as self._socket:  # fmt: skip
                    position = [[a, place, chain] for a, (place, chain, _) in self.page.audiences.items()]
                    await self._socket.send(msgpack.packb(["hello", self._token, self._stream, self._epoch, position]))
                    await self._hear(self._socket)
            except (OSError, TimeoutError, websockets.WebSocketException):
                pass
            self.here = False
            await asyncio.sleep(random.random() * 0.3)

    async def _hear(self, socket: websockets.ClientConnection) -> None:
        while True:
            async with asyncio.timeout(10 if self.here else 3):  # a stopped server says nothing
                message = await socket.recv()
            assert isinstance(message, bytes)
            told = frames(message)
            self._history.hear(self._reader, told, message)
            self.page.take(message)
            for frame in told:
                if frame[0] in ("accepted", "refused"):
                    self.pending.pop(frame[1], None)
                elif frame[0] == "welcome":
                    self._epoch, self.here = frame[1], True
                    for id_ in list(self.pending):
                        await self._send(id_)

    async def move(self, place: Place | None) -> None:
        """Go to this place, and come back there; None: wherever anybody serves."""
        self._wanted = place
        if place is not None and self._socket is not None:
            await self._socket.close()

    async def wish(self, command: Command, id_: bytes) -> None:
        """Ask, now or as soon as somebody serves."""
        seen = self.page.audiences.get("everyone", (0,))[0]
        self.pending[id_] = msgpack.packb(["command", id_, seen, msgpack.unpackb(write(command))])
        if self.here:
            try:
                await self._send(id_)
            except websockets.WebSocketException:
                self.here = False

    async def _send(self, id_: bytes) -> None:
        if self._socket is not None:
            self._history.send(self.seat, id_)
            await self._socket.send(self.pending[id_])


class Siege:
    """The whole of it."""

    def __init__(self, redis: RedisServer, line: Proxy, places: list[Place], random: Random) -> None:
        self.faults: Counter[str] = Counter()
        self.history = History()
        self.callers: list[Caller] = []
        self.stream = ""
        self._redis, self._line, self._places, self._random = redis, line, places, random

    async def found(self) -> None:
        """A scene, and who sits there."""
        server = await self._places[0].begin()
        await self._places[1].begin()
        teller = await server.chronicle()
        entrances = [(teller, "storyteller")]
        entrances += [(await server.invited(teller, name), "player") for name in ("Anna", "Ben")]
        lobby = await server.sit(teller)
        assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
        self.stream = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
        self.callers = [Caller(self._places, e, role, self.stream, self.history) for e, role in entrances]

    async def hold(self, blows: list[str]) -> list[str]:
        """Deal these blows one after the other, in the middle of play; every law that was broken."""
        living = [asyncio.create_task(c.live(Random(self._random.random()))) for c in self.callers]
        talking = asyncio.create_task(self._talk())
        try:
            for blow in blows:
                await asyncio.sleep(self._random.random() * 0.3)
                self.faults[blow] += 1
                await self._strike(blow)
            talking.cancel()
            for caller in self.callers:
                await caller.wish(Say("all is well"), self._random.randbytes(16))
            found = await self._until_well()
        finally:
            for task in (talking, *living):
                task.cancel()
            await asyncio.gather(talking, *living, return_exceptions=True)
        broken = [f"I2: {e!r}" for t in living if not t.cancelled() and (e := t.exception()) is not None]
        return [*found, *broken, *check(self.history, [await self._entries()])]

    async def _talk(self) -> None:
        for n in range(10**9):
            caller = self._random.choice(self.callers)
            say = Say(f"line {n}") if self._random.random() < 0.7 else Roll("jump", dice=5)
            await caller.wish(say, self._random.randbytes(16))
            await asyncio.sleep(0.02)

    async def _strike(self, blow: str) -> None:
        place = self._random.choice(self._places)
        match blow:
            case "F1":
                await place.end(signal.SIGKILL)
                await place.begin()
            case "F1 before-append" | "F1 after-append":
                await place.end(signal.SIGKILL)
                await self._die(place, await place.begin(dying=blow.removeprefix("F1 ")))
                await place.end(signal.SIGKILL)
                await place.begin()
            case "F2":
                assert place.server is not None
                place.server.process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(0.1 + self._random.random() * 2)
                place.server.process.send_signal(signal.SIGCONT)
            case "F3":
                self._redis.kill()
                await asyncio.sleep(self._random.random() * 0.3)
                await asyncio.to_thread(self._redis.start)
            case "F13":
                place.line.cut()
            case "F14":
                self._random.choice([self._line.cut, self._line.swallow])()
            case "F17":
                place.line.hush()
            case _:
                raise ValueError(blow)

    async def _die(self, place: Place, server: Server) -> None:
        """Wait until it has died of a word that somebody says there."""
        caller = self._random.choice(self.callers)
        await caller.move(place)
        async with asyncio.timeout(BACK_WITHIN):
            while server.process.returncode is None:
                await caller.wish(Say(WORD.decode()), self._random.randbytes(16))
                await asyncio.sleep(0.05)
        await caller.move(None)

    async def _until_well(self) -> list[str]:
        try:
            async with asyncio.timeout(BACK_WITHIN):
                while not self._well():  # noqa: ASYNC110 - the people have no event for it
                    await asyncio.sleep(0.1)
        except TimeoutError:
            waiting = {c.seat.id: (c.here, len(c.pending)) for c in self.callers}
            return [f"I9: not everybody is back and answered: {waiting}"]
        return []

    def _well(self) -> bool:
        """Whether all are there, answered, and have come equally far."""
        places = {c.page.audiences.get("everyone", (0,))[0] for c in self.callers}
        return len(places) == 1 and all(c.here and not c.pending for c in self.callers)

    async def _entries(self) -> list[Entry]:
        log = await open_log(self._redis.url, read_only=True)
        entries: list[Entry] = []
        while page := await log.read(self.stream, len(entries)):
            entries += page
        await log.close()
        return entries


@asynccontextmanager
async def besieged(folder: Path, random: Random) -> AsyncIterator[Siege]:
    """A table of two processes, until the block ends."""
    redis = RedisServer(folder).start()
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=START_SECONDS))
        line = await stack.enter_async_context(Proxy(redis.port))
        places = [Place(line.url, http) for _ in range(2)]
        for place in places:
            await stack.enter_async_context(place.line)
        try:
            siege = Siege(redis, line, places, random)
            await siege.found()
            yield siege
        finally:
            for place in places:
                if place.server is not None:
                    await place.server.end()
            redis.kill()
