"""A siege of two processes on a Redis with a replica, each with its own line. Its fault:

FLT12  both Redis servers are masters, each reached by one process; both accept commands, then one gives up its role
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from tests.redis_many import RedisSet
from tests.redis_server import DURABLE, RedisServer
from tests.soak.paired import PairedSiege
from tests.soak.people import Place, places
from tests.soak.siege import Struck
from tests.tcp_proxy import Proxy


class Schism(PairedSiege):
    """Two processes, each with a line to the master."""

    kind = "split"

    def __init__(self, pair: RedisSet, lines: list[Proxy], places: list[Place], random: Random) -> None:
        super().__init__(pair.servers[0].url, pair, (pair.servers[0], pair.servers[1]), places, random)
        self._lines = lines
        self.injectors["FLT12"] = self._split

    async def _split(self, struck: Struck) -> None:
        """Split: the commits of the master that gives up are lost, and all clients are notified. A client stays at its
        process, so that there are commits to lose."""
        await self.callers[0].move(self._places[0])
        await self._same()
        self._servers.ask(self._replica, "REPLICAOF", "NO", "ONE")
        self._lines[1].lead(self._replica.port)
        await asyncio.sleep(0.3 + self._random.random())
        await self._more()
        for line in self._lines:
            line.lead(self._replica.port)
        left = await self._left()
        self._servers.ask(self._master, "REPLICAOF", "127.0.0.1", self._replica.port)
        self.url = self._replica.url
        await self.callers[0].move(None)
        await self._swapped(left, struck)


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
        lines = [await stack.enter_async_context(Proxy(pair.servers[0].port)) for _ in range(2)]
        two = await stack.enter_async_context(places([line.url for line in lines]))
        siege = Schism(pair, lines, two, random)
        await siege.begin()
        yield siege
