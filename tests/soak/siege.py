"""L2: real processes on a real log under faults, and clients that keep reconnecting.

The faults that every siege has: FLT1, a server is killed at any moment; `FLT1 before-append` and the other steps of
`killed_at_step.py`, at that step; FLT2, a server is paused; FLT13, a network fault hits the connections to a server;
FLT15, commands arrive again, late, and after their own repetition; FLT16, links are stopped one by one, and released in
a different order; FLT17, a server's bytes do not arrive any more, without a notification; FLT19, sessions are cut
anywhere, and clients resume from there, or from false positions; FLT20, a seat with two tabs, at two servers if there
are two, is closed. Faults of the log are in `siege_redis` and `siege_sqlite`. A fault is counted when it takes effect.

The choice of faults is seeded; their timing is the machine's. The history checker judges the result.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random

import httpx
import websockets

from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from server.client.enter import Entrance
from server.log.contract import Entry
from server.log.open import open_log
from tests.server.processes.killed_at_step import STEPS, WORD
from tests.server.processes.serve_process import Server
from tests.server.whole_server import Client
from tests.simulation.checker import check
from tests.simulation.history import History
from tests.soak.judged import Waiting
from tests.soak.late_frames import FrameProxy
from tests.soak.people import Caller, Place
from tests.soak.resumes import Resumes
from tests.tcp_proxy import Proxy

UNANSWERED_MOST = 30
"""A client with so many unanswered commands sends only a few more: after a reconnect, hundreds at once would be closed
as a flood (SEC18)."""
SELDOM = 0.02
BACK_WITHIN = 60.0
"""Seconds until all clients must be connected and answered. Not a measurement: the machine may be slow."""

PAUSE_LEAST, PAUSE_MOST = 0.1, 30.0
"""Seconds for which a server is paused, by the plan (FLT2)."""
BETWEEN_LINKS = 40
"""Between two links that are stopped or released, at most this part of a server's longest pause passes (FLT16)."""

Struck = Callable[[], None]
"""Called when a fault has taken effect."""
Inject = Callable[[Struck], Awaitable[None]]
KILLS = ("FLT1", *(f"FLT1 {step}" for step in STEPS))
"""The faults that kill a server."""


class Siege:
    """A table under siege. Subclasses add the faults of their log, and its branches."""

    kind = ""
    """The kind of siege, in a word."""

    def __init__(self, url: str, places: list[Place], random: Random) -> None:
        self.faults: Counter[str] = Counter()
        self.history = History()
        self.callers: list[Caller] = []
        self.stream = self._lobby = ""
        self.found: list[str] = []
        """Violations that a fault itself detected."""
        self.resumed = 0
        """The number of clients that resumed and received only the missing messages (FLT19)."""
        self.closings: list[tuple[float, bool]] = []
        """For each closed seat: the seconds until all its connections were closed, and whether the machine was too
        busy to judge that (FLT20)."""
        self.pace = 0.02
        """Seconds between two messages."""
        self.pause_most = 2.0
        """The longest pause of a server in seconds; the default is shorter than the plan's."""
        self._teller: Entrance | None = None
        self.url, self._places, self._random = url, places, random
        self.injectors: dict[str, Inject] = {
            "FLT1": self._kill,
            **{f"FLT1 {step}": partial(self._kill_at, step) for step in STEPS},
            "FLT2": self._stop,
            "FLT13": self._disturb,
            "FLT15": self._send_again,
            "FLT16": self._swizzle,
            "FLT17": self._hush,
            "FLT19": self._resume,
            "FLT20": self._kick,
        }

    async def begin(self) -> None:
        """Create a scene and its clients."""
        for place in self._places:
            if place.server is None:
                await place.begin()
        server = self._places[0].server
        assert server is not None
        self._teller = teller = await server.chronicle()
        self._lobby = teller.stream
        entrances = [(teller, "storyteller")]
        entrances += [(await server.invited(teller, name), "player") for name in ("Anna", "Ben")]
        lobby = await server.sit(teller)
        assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
        self.stream = next(r[2] for r in lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
        self.callers = [Caller(self._places, e, role, self.stream, self.history) for e, role in entrances]

    async def play_with(self, faults: list[str], apart: float = 0.1) -> list[str]:
        """Inject each fault in turn while people play, at most so many seconds apart. Return the
        violations."""

        async def inject_all() -> None:
            for fault in faults:
                await asyncio.sleep(self._random.random() * apart)
                await self.inject(fault)

        return await self.play(inject_all())

    async def inject(self, fault: str) -> None:
        """Inject this fault."""

        def struck() -> None:
            self.faults[fault] += 1

        await self.injectors[fault](struck)

    async def play(self, meanwhile: Awaitable[None]) -> list[str]:
        """Let people play until `meanwhile` ends. Return the violations."""
        living = [asyncio.create_task(c.live(Random(self._random.random()))) for c in self.callers]
        talking = asyncio.create_task(self._talk())
        try:
            await meanwhile
            talking.cancel()
            for n, caller in enumerate(self.callers):
                await caller.move(
                    self._places[n % len(self._places)]
                )  # an answer from each, after all messages in its buffer
                caller.say(Say("all is well"), self._random.randbytes(16))
            late = await self._until_well()
        finally:
            for task in (talking, *living):
                task.cancel()
            await asyncio.gather(talking, *living, return_exceptions=True)
        broken = [f"INV2: {e!r}" for t in living if not t.cancelled() and (e := t.exception()) is not None]
        return [*self.found, *late, *broken, *check(self.history, await self._branches())]

    async def _talk(self, more: str = "") -> None:
        for n in range(10**9):
            caller = self._random.choice(self.callers)
            say = Say(f"line {n}{more}"[:4000]) if self._random.random() < 0.7 else Roll("jump", dice=5)
            if len(caller.pending) < UNANSWERED_MOST or self._random.random() < SELDOM:
                caller.say(say, self._random.randbytes(16))
            await asyncio.sleep(self.pace)

    async def until(self, condition: Callable[[], object]) -> bool:
        """Wait for a condition. Return True if it came true in time."""
        try:
            async with asyncio.timeout(BACK_WITHIN):
                while not condition():  # noqa: ASYNC110 - there is no event to wait for
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return False
        return True

    async def _all_here(self) -> None:
        """Wait until there is a scene and all clients are connected."""
        await self._calm()
        await self.until(lambda: all(caller.here for caller in self.callers))

    async def _calm(self) -> None:
        """Wait until no connection has delayed bytes."""
        await self.until(lambda: all(line.calm for line in self._links()))

    async def _until_well(self) -> list[str]:
        return (
            []
            if await self.until(self._well)
            else [f"INV9: not all clients are connected and answered: {self.people()}"]
        )

    def people(self) -> dict[str, tuple[bool, int, str]]:
        """For each seat: connected or not, the number of unanswered commands, and the error that ended its last
        connection."""
        return {caller.seat.id: (caller.here, len(caller.pending), caller.away) for caller in self.callers}

    def _well(self) -> bool:
        """True if all clients are connected, answered, and at the same position."""
        places = {c.page.audiences.get("everyone", (0,))[0] for c in self.callers}
        return len(places) == 1 and all(c.here and not c.pending for c in self.callers)

    async def _branches(self) -> list[list[Entry]]:
        """The stream before each loss of its end, and last as it is now."""
        return [await self.entries(self.url)]

    async def entries(self, url: str) -> list[Entry]:
        """The entries of the stream in this log."""
        log = await open_log(url, read_only=True)
        entries: list[Entry] = []
        while page := await log.read(self.stream, len(entries)):
            entries += page
        await log.close()
        return entries

    # Faults

    def _place(self) -> Place:
        return self._random.choice(self._places)

    def _travelled(self) -> FrameProxy:
        """A proxy to a server, with a client's connection if any proxy has one."""
        lines = [place.line for place in self._places]
        return self._random.choice([line for line in lines if line.carries] or lines)

    def _pids(self) -> list[int]:
        """The process ids of the servers."""
        return [place.server.process.pid for place in self._places if place.server]

    def _served(self) -> Server:
        """A running server."""
        server = self._place().server
        assert server is not None
        return server

    async def _kill(self, struck: Struck) -> None:
        place = self._place()
        if await place.end(signal.SIGKILL):
            struck()
        await place.begin()

    async def _kill_at(self, step: str, struck: Struck) -> None:
        """Kill a server and start one that will die at this step; the kill counts as a fault of its own."""
        place = self._place()
        if await place.end(signal.SIGKILL):
            self.faults["FLT1"] += 1
        if await self._dies(place, await place.begin(dying=step)):
            struck()
        await place.end(signal.SIGKILL)
        await place.begin()

    async def _dies(self, place: Place, server: Server) -> bool:
        """Make clients send commands until this server dies at its step. Return True if it ended by SIGKILL."""
        company = self._random.sample(self.callers, 2)
        for caller in company:
            await caller.move(place)
        async with asyncio.timeout(BACK_WITHIN):
            while server.process.returncode is None:
                company[0].say(Say(WORD.decode()), self._random.randbytes(16))
                await asyncio.sleep(0.05)
        for caller in company:
            await caller.move(None)
        return server.process.returncode == -signal.SIGKILL

    async def _stop(self, struck: Struck) -> None:
        """Pause a server. Most pauses are short: twice as long is half as frequent."""
        process = self._served().process
        process.send_signal(signal.SIGSTOP)
        struck()
        await asyncio.sleep(PAUSE_LEAST * (self.pause_most / PAUSE_LEAST) ** self._random.random())
        process.send_signal(signal.SIGCONT)

    def _links(self) -> list[Proxy]:
        """All proxies of this siege."""
        return [place.line for place in self._places]

    async def _disturb(self, struck: Struck) -> None:
        self._travelled().disturb(self._random, struck)

    async def _send_again(self, struck: Struck) -> None:
        """Each command that arrives again counts. The history records it, since no client sent it."""
        await self._all_here()
        seats = {caller.token: caller.seat for caller in self.callers}

        def resent(token: str, id_: bytes) -> None:
            self.history.send(seats[token], id_)
            struck()

        for place in self._places:
            place.line.again(self._random, resent)
            for _ in range(await place.line.overtaken(self._random)):
                struck()

    async def _swizzle(self, struck: Struck) -> None:
        ways = [way for line in self._links() for way in line.ways]
        gap = self.pause_most / BETWEEN_LINKS
        stopped = self._random.sample(ways, self._random.randint(min(2, len(ways)), len(ways)))
        try:
            for way in stopped:
                way.moving.clear()
                await asyncio.sleep(self._random.random() * gap)
            if len(stopped) > 1:
                struck()
        finally:
            for way in self._random.sample(stopped, len(stopped)):
                way.moving.set()
                await asyncio.sleep(self._random.random() * gap)

    async def _resume(self, struck: Struck) -> None:
        """Each answered hello counts."""
        resumes = Resumes(self._places, self.callers, self._lobby, self._random)
        for _ in range(await resumes.all_kinds(self.history, self.stream)):
            struck()
        self.resumed += resumes.resumed
        self.found += resumes.found

    async def _hush(self, struck: Struck) -> None:
        if self._travelled().hush():
            struck()

    async def _kick(self, struck: Struck) -> None:
        """SEC9: connect two tabs, then close the seat: both connections are closed, and the token becomes invalid."""
        teller, here = self._teller, self._served()
        assert teller is not None
        await self._calm()
        try:
            guest, tabs = await self._guest(here, teller)
            if (await here.call("DELETE", f"/api/seats/{guest.seat}", token=teller.token)).status_code != 200:
                return  # the log cannot be written at the moment, because of another fault
            struck()
            began, waiting = time.monotonic(), Waiting(os.getpid(), *self._pids())
            codes = await asyncio.gather(*(tab.ended() for tab in tabs))
            self.closings.append((time.monotonic() - began, waiting.busy()))
            again = await here.call("GET", "/api/seats", token=guest.token)
        except (httpx.HTTPError, OSError, TimeoutError) as error:
            self.found.append(f"FLT20: a closed seat is still connected: {error!r}")
            return
        if codes != [4401] * len(tabs) or again.status_code < 400:
            self.found.append(
                f"FLT20: {time.monotonic() - began:.1f} s after the seat was closed: close codes {codes}, "
                f"status {again.status_code}"
            )

    async def _guest(self, here: Server, teller: Entrance) -> tuple[Entrance, list[Client]]:
        """Invite a new player and open a tab at each server, as soon as the log can be written."""
        async with asyncio.timeout(BACK_WITHIN):
            while True:
                with suppress(AssertionError, websockets.WebSocketException):
                    guest = await here.invited(teller, f"Guest {self._random.getrandbits(32)}")
                    return guest, [await place.server.sit(guest, self.stream) for place in self._places if place.server]
                await asyncio.sleep(0.05)
