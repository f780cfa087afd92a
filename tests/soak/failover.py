"""A siege of two processes on a Redis with a replica, watched over by three sentinels. The blows that fall on it:

F10  the line between the two stands still, then the master is cut off from everybody; the sentinels have the replica
     take over, which never got the end
F11  the same, while a server is paused that has seen what is lost

Every line to either of the two leads through a proxy of its own, which is what the sentinels name.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from server.log.contract import Entry
from tests.redis_many import ASIDE, RedisSentinels, until
from tests.redis_server import free_port
from tests.soak.paired import NOWHERE, PairedSiege
from tests.soak.people import Place, places
from tests.soak.siege import Struck
from tests.tcp_proxy import Proxy

PATIENCE = 2000
"""Milliseconds. A machine under load is late by half a second, and nobody but a blow is to make the sentinels act."""


class Failover(PairedSiege):
    """Two processes that ask the sentinels for the one Redis that there ought to be."""

    kind = "sentinels"

    def __init__(self, sentinels: RedisSentinels, lines: list[Proxy], places: list[Place], random: Random) -> None:
        super().__init__(sentinels.url, sentinels, sentinels.pair, places, random)
        self._sentinels = sentinels
        self._lines = dict(zip(sentinels.pair, lines, strict=True))
        self.blows |= {"F10": self._fail_over, "F11": self._fail_over_unseen}

    async def _fail_over(self, struck: Struck, pause: Callable[[], object] = lambda: None) -> None:
        """What was acknowledged since the replica heard nothing is lost, and everybody hears so."""
        await self._same()
        line = self._lines[self._master]
        assert line.hush(ASIDE), "no replica follows"
        await self._more()
        await asyncio.sleep(self._random.random() * 0.5)
        pause()
        line.lead(NOWHERE)
        left = await self._left()
        self._master.kill()
        door = self._lines[self._replica].door
        await asyncio.to_thread(until, lambda: self._sentinels.agree(door))
        await asyncio.to_thread(self._master.start)
        self._sentinels.ask(self._master, "REPLICAOF", "127.0.0.1", door)
        line.lead(self._master.port)
        await self._swapped(left, struck)

    async def _fail_over_unseen(self, struck: Struck) -> None:
        """F11: whoever slept through it still believes in what is lost, and appends nothing to it."""
        process = self._served().process
        await self._fail_over(struck, lambda: process.send_signal(signal.SIGSTOP))
        process.send_signal(signal.SIGCONT)

    async def _branches(self) -> list[list[Entry]]:
        """Of a failover that no blow brought about nobody knows what it lost."""
        door = self._lines[self._master].door
        assert await asyncio.to_thread(self._sentinels.agree, door), "the sentinels acted by themselves"
        return await super()._branches()


@asynccontextmanager
async def watched(folder: Path, random: Random) -> AsyncIterator[Failover]:
    """A table of two processes, until the block ends."""
    ports = [free_port(), free_port()]
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(Proxy(port)) for port in ports]
        doors = [line.door for line in lines]
        sentinels = await asyncio.to_thread(RedisSentinels, folder, ports, doors, PATIENCE)
        stack.callback(sentinels.kill)
        two = await stack.enter_async_context(places([sentinels.url] * 2))
        siege = Failover(sentinels, lines, two, random)
        await siege.begin()
        yield siege
