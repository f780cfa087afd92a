"""L2: real processes on a real log under siege, and people who keep coming back.

The blows that fall on any table of processes: F1, a server is killed at any moment; `F1 before-append` and the other
steps of `killed_at_step.py`, at that step; F2, a server is stopped for a while; F13, one of the things that networks do
is done to the lines to a server; F15, what people sent comes once more, late, and is overtaken by what they ask
again; F16, links are stopped one by one, and released in another order; F17, a server's words no longer arrive, and
nobody is told; F19, sessions are cut anywhere, and people come back from there, or from where they never were; F20,
somebody with two tabs, at two servers if there are two, is shown the door. What falls on the log is the log's own
(`siege_redis`, `siege_sqlite`). A blow counts when it has taken effect.

What is done to them is seeded; when it falls is the machine's. The history checker says what became of it.
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
from server.log.contract import Entry
from server.log.open import open_log
from tests.server.processes.killed_at_step import STEPS, WORD
from tests.server.processes.serve_process import Server
from tests.server.whole_server import Client, Entrance
from tests.simulation.checker import check
from tests.simulation.history import History
from tests.soak.judged import Waiting
from tests.soak.late_frames import FrameProxy
from tests.soak.people import Caller, Place
from tests.soak.resumes import Resumes
from tests.tcp_proxy import Proxy

UNANSWERED_MOST = 30
"""Without an answer to so many nobody says more, but for a word now and then: whoever came back with hundreds would be
cut off for a flood, each time (S18)."""
SELDOM = 0.02
BACK_WITHIN = 60.0
"""Seconds after which everybody must be back and answered. Not a measure: the machine may be slow."""

PAUSE_LEAST, PAUSE_MOST = 0.1, 30.0
"""Seconds that a server is stopped, as the plan has it (F2)."""
BETWEEN_LINKS = 40
"""The part of a server's longest pause that passes between two links that are stopped, or released (F16)."""

Struck = Callable[[], None]
"""Called when a blow has taken effect."""
Blow = Callable[[Struck], Awaitable[None]]
KILLS = ("F1", *(f"F1 {step}" for step in STEPS))
"""The blows that kill a server."""


class Siege:
    """A table under siege. What a log adds: its blows, and the branches that it had."""

    kind = ""
    """What it is a siege of, in a word."""

    def __init__(self, url: str, places: list[Place], random: Random) -> None:
        self.faults: Counter[str] = Counter()
        self.history = History()
        self.callers: list[Caller] = []
        self.stream = self._lobby = ""
        self.found: list[str] = []
        """The laws that a blow itself saw broken."""
        self.resumed = 0
        """How many of those who came back were told only what they lacked (F19)."""
        self.closings: list[tuple[float, bool]] = []
        """The seconds after which all that somebody had open was closed, who had been shown the door; and whether the
        machine was too busy for it (F20)."""
        self.pace = 0.02
        """Seconds between two things that are said."""
        self.pause_most = 2.0
        """Seconds that a server is stopped at most, where less is wanted than the plan has."""
        self._teller: Entrance | None = None
        self.url, self._places, self._random = url, places, random
        self.blows: dict[str, Blow] = {
            "F1": self._kill,
            **{f"F1 {step}": partial(self._kill_at, step) for step in STEPS},
            "F2": self._stop,
            "F13": self._disturb,
            "F15": self._send_again,
            "F16": self._swizzle,
            "F17": self._hush,
            "F19": self._resume,
            "F20": self._kick,
        }

    async def begin(self) -> None:
        """A scene, and who sits there."""
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

    async def hold(self, blows: list[str], apart: float = 0.1) -> list[str]:
        """Deal these blows one after the other, in the middle of play, so many seconds apart at most; every law that
        was broken."""

        async def deal() -> None:
            for blow in blows:
                await asyncio.sleep(self._random.random() * apart)
                await self.deal(blow)

        return await self.play(deal())

    async def deal(self, blow: str) -> None:
        """Deal this blow."""

        def struck() -> None:
            self.faults[blow] += 1

        await self.blows[blow](struck)

    async def play(self, meanwhile: Awaitable[None]) -> list[str]:
        """Let them play until this is over; every law that was broken."""
        living = [asyncio.create_task(c.live(Random(self._random.random()))) for c in self.callers]
        talking = asyncio.create_task(self._talk())
        try:
            await meanwhile
            talking.cancel()
            for n, caller in enumerate(self.callers):
                await caller.move(self._places[n % len(self._places)])  # an answer from each, after all it still held
                await caller.wish(Say("all is well"), self._random.randbytes(16))
            late = await self._until_well()
        finally:
            for task in (talking, *living):
                task.cancel()
            await asyncio.gather(talking, *living, return_exceptions=True)
        broken = [f"I2: {e!r}" for t in living if not t.cancelled() and (e := t.exception()) is not None]
        return [*self.found, *late, *broken, *check(self.history, await self._branches())]

    async def _talk(self, more: str = "") -> None:
        for n in range(10**9):
            caller = self._random.choice(self.callers)
            say = Say(f"line {n}{more}"[:4000]) if self._random.random() < 0.7 else Roll("jump", dice=5)
            if len(caller.pending) < UNANSWERED_MOST or self._random.random() < SELDOM:
                await caller.wish(say, self._random.randbytes(16))
            await asyncio.sleep(self.pace)

    async def until(self, condition: Callable[[], object]) -> bool:
        """Wait for what the table comes to by itself; whether it did."""
        try:
            async with asyncio.timeout(BACK_WITHIN):
                while not condition():  # noqa: ASYNC110 - it has no event
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return False
        return True

    async def _all_here(self) -> None:
        """Wait until there is a scene to lose, and everybody in it for good."""
        await self._calm()
        await self.until(lambda: all(caller.here for caller in self.callers))

    async def _calm(self) -> None:
        """Wait until nothing is late any more on any line."""
        await self.until(lambda: all(line.calm for line in self._links()))

    async def _until_well(self) -> list[str]:
        return [] if await self.until(self._well) else [f"I9: not everybody is back and answered: {self.people()}"]

    def people(self) -> dict[str, tuple[bool, int, str]]:
        """Who is there, how many answers each waits for, and why each was last away."""
        return {caller.seat.id: (caller.here, len(caller.pending), caller.away) for caller in self.callers}

    def _well(self) -> bool:
        """Whether all are there, answered, and have come equally far."""
        places = {c.page.audiences.get("everyone", (0,))[0] for c in self.callers}
        return len(places) == 1 and all(c.here and not c.pending for c in self.callers)

    async def _branches(self) -> list[list[Entry]]:
        """What the stream was each time that it lost its end, and last what it is."""
        return [await self.entries(self.url)]

    async def entries(self, url: str) -> list[Entry]:
        """The stream as it lies there."""
        log = await open_log(url, read_only=True)
        entries: list[Entry] = []
        while page := await log.read(self.stream, len(entries)):
            entries += page
        await log.close()
        return entries

    # Blows

    def _place(self) -> Place:
        return self._random.choice(self._places)

    def _travelled(self) -> FrameProxy:
        """A line to a server, by which somebody comes if anybody comes at all."""
        lines = [place.line for place in self._places]
        return self._random.choice([line for line in lines if line.carries] or lines)

    def _pids(self) -> list[int]:
        """Those of the servers."""
        return [place.server.process.pid for place in self._places if place.server]

    def _served(self) -> Server:
        """A server that runs."""
        server = self._place().server
        assert server is not None
        return server

    async def _kill(self, struck: Struck) -> None:
        place = self._place()
        if await place.end(signal.SIGKILL):
            struck()
        await place.begin()

    async def _kill_at(self, step: str, struck: Struck) -> None:
        """One that is to die there is put in the place of one that is killed for it, which is a blow by itself."""
        place = self._place()
        if await place.end(signal.SIGKILL):
            self.faults["F1"] += 1
        if await self._dies(place, await place.begin(dying=step)):
            struck()
        await place.end(signal.SIGKILL)
        await place.begin()

    async def _dies(self, place: Place, server: Server) -> bool:
        """Wait until it has died of a word that somebody says there, in company; whether that was how it ended."""
        company = self._random.sample(self.callers, 2)
        for caller in company:
            await caller.move(place)
        async with asyncio.timeout(BACK_WITHIN):
            while server.process.returncode is None:
                await company[0].wish(Say(WORD.decode()), self._random.randbytes(16))
                await asyncio.sleep(0.05)
        for caller in company:
            await caller.move(None)
        return server.process.returncode == -signal.SIGKILL

    async def _stop(self, struck: Struck) -> None:
        """Most pauses are short: twice as long is half as frequent."""
        process = self._served().process
        process.send_signal(signal.SIGSTOP)
        struck()
        await asyncio.sleep(PAUSE_LEAST * (self.pause_most / PAUSE_LEAST) ** self._random.random())
        process.send_signal(signal.SIGCONT)

    def _links(self) -> list[Proxy]:
        """Whatever leads anywhere."""
        return [place.line for place in self._places]

    async def _disturb(self, struck: Struck) -> None:
        self._travelled().disturb(self._random, struck)

    async def _send_again(self, struck: Struck) -> None:
        """Each command that arrives again counts. The history knows of those that nobody but the line sent."""
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
        """Each that was answered counts."""
        resumes = Resumes(self._places, self.callers, self._lobby, self._random)
        for _ in range(await resumes.all_kinds(self.history, self.stream)):
            struck()
        self.resumed += resumes.resumed
        self.found += resumes.found

    async def _hush(self, struck: Struck) -> None:
        if self._travelled().hush():
            struck()

    async def _kick(self, struck: Struck) -> None:
        """S9: both tabs hear the table, then both are closed, and what opened them opens nothing any more."""
        teller, here = self._teller, self._served()
        assert teller is not None
        await self._calm()
        try:
            guest, tabs = await self._guest(here, teller)
            if (await here.call("DELETE", f"/api/seats/{guest.seat}", token=teller.token)).status_code != 200:
                return  # the log could not take it just now, which another blow is the reason of
            struck()
            began, waiting = time.monotonic(), Waiting(os.getpid(), *self._pids())
            codes = await asyncio.gather(*(tab.ended() for tab in tabs))
            self.closings.append((time.monotonic() - began, waiting.busy()))
            again = await here.call("GET", "/api/seats", token=guest.token)
        except (httpx.HTTPError, OSError, TimeoutError) as error:
            self.found.append(f"F20: somebody who was shown the door is still there: {error!r}")
            return
        if codes != [4401] * len(tabs) or again.status_code < 400:
            self.found.append(f"F20: after {time.monotonic() - began:.1f} s: {codes}, {again.status_code}")

    async def _guest(self, here: Server, teller: Entrance) -> tuple[Entrance, list[Client]]:
        """Somebody new with a tab at each server, as soon as the log can take that."""
        async with asyncio.timeout(BACK_WITHIN):
            while True:
                with suppress(AssertionError, websockets.WebSocketException):
                    guest = await here.invited(teller, f"Guest {self._random.getrandbits(32)}")
                    return guest, [await place.server.sit(guest, self.stream) for place in self._places if place.server]
                await asyncio.sleep(0.05)
