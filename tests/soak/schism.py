"""A siege of two processes on a Redis with a replica, by a line each. The blows that fall on the pair:

F10  the master dies with commits that its replica, which takes over, never got
F11  the same, while a server that had seen them is paused
F12  both are masters, each reached by one server; both take what people say, and then one gives way
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import httpx
from redis import Redis

from server.log.contract import Entry
from tests.log.proxy import Proxy
from tests.redis_many import RedisSet, until
from tests.redis_server import DURABLE, RedisServer
from tests.server.processes import START_SECONDS
from tests.soak.people import Place
from tests.soak.siege import Siege

NOWHERE = 1
"""A port at which nobody listens."""


class Schism(Siege):
    """Two processes with a line each to the one Redis that there ought to be."""

    kind = "split"

    def __init__(self, pair: RedisSet, lines: list[Proxy], places: list[Place], random: Random) -> None:
        super().__init__(pair.servers[0].url, places, random)
        self._pair, self._lines = pair, lines
        self._master, self._replica = pair.servers
        self.lost: list[list[Entry]] = []
        """The stream as it was at each that gave way."""
        self.blows |= {"F10": self._fail_over, "F11": self._fail_over_unseen, "F12": self._split}

    async def _fail_over(self) -> None:
        """What was acknowledged since the replica stood still is lost, and everybody hears so."""
        await self._same()
        self._pair.part(self._master, self._replica)
        await asyncio.sleep(0.1 + self._random.random() * 0.5)
        for line in self._lines:
            line.lead(NOWHERE)
        await self._give_way()
        self._master.kill()
        os.kill(self._replica.pid, signal.SIGCONT)
        self._pair.ask(self._replica, "REPLICAOF", "NO", "ONE")
        for line in self._lines:
            line.lead(self._replica.port)
        await asyncio.to_thread(self._master.start)
        self._swap()

    async def _fail_over_unseen(self) -> None:
        """F11: whoever slept through it still believes in what is lost, and appends nothing to it."""
        process = self._served().process
        wake = asyncio.get_running_loop().call_later
        await self._same()
        process.send_signal(signal.SIGSTOP)
        wake(2 + self._random.random(), process.send_signal, signal.SIGCONT)
        await self._fail_over()

    async def _same(self) -> None:
        """Wait until there is a scene to lose, and the replica has it."""
        await self._all_here()
        await asyncio.to_thread(until, self._in_step)

    async def _give_way(self) -> None:
        """No line leads to the master any more: note what it has."""
        await asyncio.sleep(0.2)  # what was on its way has arrived
        self.lost.append(await self.entries(self._master.url))

    def _swap(self) -> None:
        """What was the replica is the master, and has a replica."""
        self._pair.ask(self._master, "REPLICAOF", "127.0.0.1", self._replica.port)
        self._master, self._replica = self._replica, self._master
        self.url = self._master.url

    async def _split(self) -> None:
        """What was said at the one that gives way is lost, and everybody hears so."""
        await self._same()
        self._pair.ask(self._replica, "REPLICAOF", "NO", "ONE")
        self._lines[1].lead(self._replica.port)
        await asyncio.sleep(0.3 + self._random.random())
        for line in self._lines:
            line.lead(self._replica.port)
        await self._give_way()
        self._swap()

    def _in_step(self) -> bool:
        """Whether the replica has all that its master had when this was asked: it waits for a write of its own."""
        if not self._pair.synced(self._replica):
            return False
        with Redis(port=self._master.port, protocol=2) as client:
            client.set("asked", 1)
            return bool(client.execute_command("WAIT", 1, 1000))

    async def _branches(self) -> list[list[Entry]]:
        return [*self.lost, *await super()._branches()]


def _pair(folder: Path) -> RedisSet:
    pair = RedisSet(folder)
    master: RedisServer = pair.add(*DURABLE)
    pair.add(*DURABLE, "--replicaof", f"127.0.0.1 {master.port}", "--repl-diskless-sync-delay", "0")
    return pair


@asynccontextmanager
async def divided(folder: Path, random: Random) -> AsyncIterator[Schism]:
    """A table of two processes, until the block ends."""
    pair = _pair(folder)
    async with AsyncExitStack() as stack:
        stack.callback(pair.kill)
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=START_SECONDS))
        lines = [await stack.enter_async_context(Proxy(pair.servers[0].port)) for _ in range(2)]
        places = [Place(line.url, http) for line in lines]
        for place in places:
            await stack.enter_async_context(place.line)
        try:
            siege = Schism(pair, lines, places, random)
            await siege.begin()
            yield siege
        finally:
            for place in places:
                if place.server is not None:
                    await place.server.end()
