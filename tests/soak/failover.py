"""A siege of two processes on a Redis with a replica and three sentinels. Its faults:
FLT10  the line between master and replica stands still, then the master is cut off from all; the sentinels promote the
  replica, which lacks the last commits
FLT11  the same, while a server that has seen the lost commits is paused

Every line to the master or the replica leads through a proxy of its own; the sentinels know only the proxies' ports.
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
"""Milliseconds. A loaded machine may be late by half a second; only a fault may make the sentinels act."""


class Failover(PairedSiege):
    """Two processes that ask the sentinels for the current master."""

    kind = "sentinels"

    def __init__(self, sentinels: RedisSentinels, lines: list[Proxy], places: list[Place], random: Random) -> None:
        super().__init__(sentinels.url, sentinels, sentinels.pair, places, random)
        self._sentinels = sentinels
        self._lines = dict(zip(sentinels.pair, lines, strict=True))
        self.injectors |= {"FLT10": self._fail_over, "FLT11": self._fail_over_unseen}

    async def _fail_over(self, struck: Struck, pause: Callable[[], object] = lambda: None) -> None:
        """Fail over: the commits since the replica was cut off are lost, and all clients are notified."""
        await self._same()
        line = self._lines[self._master]
        assert line.hush(ASIDE), "no replica follows"
        await self._more()
        await asyncio.sleep(self._random.random() * 0.5)
        pause()
        line.lead(NOWHERE)
        left = await self._left()
        self._master.kill()
        listen_port = self._lines[self._replica].listen_port
        await asyncio.to_thread(until, lambda: self._sentinels.agree(listen_port))
        await asyncio.to_thread(self._master.start)
        self._sentinels.ask(self._master, "REPLICAOF", "127.0.0.1", listen_port)
        line.lead(self._master.port)
        await self._swapped(left, struck)

    async def _fail_over_unseen(self, struck: Struck) -> None:
        """FLT11: a paused server still has the lost commits in its fold, and must append to none of them."""
        process = self._served().process
        await self._fail_over(struck, lambda: process.send_signal(signal.SIGSTOP))
        process.send_signal(signal.SIGCONT)

    async def _branches(self) -> list[list[Entry]]:
        """Fail if the sentinels acted without a fault, since the lost commits would be unknown then."""
        listen_port = self._lines[self._master].listen_port
        assert await asyncio.to_thread(self._sentinels.agree, listen_port), "the sentinels acted without a fault"
        return await super()._branches()


@asynccontextmanager
async def watched(folder: Path, random: Random) -> AsyncIterator[Failover]:
    """A table of two processes, until the block ends."""
    ports = [free_port(), free_port()]
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(Proxy(port)) for port in ports]
        listen_ports = [line.listen_port for line in lines]
        sentinels = await asyncio.to_thread(RedisSentinels, folder, ports, listen_ports, PATIENCE)
        stack.callback(sentinels.kill)
        two = await stack.enter_async_context(places([sentinels.url] * 2))
        siege = Failover(sentinels, lines, two, random)
        await siege.begin()
        yield siege
