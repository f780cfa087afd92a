"""What people at a table notice of somebody else's bad manners: half of a hundred who never read (F24), a seat that
sends ten times what it may (S18). In turn with quiet rounds on the same server, so that the machine is the same.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Iterator
from itertools import count
from statistics import median
from typing import Any, Final, NamedTuple

import httpx

from server.limits_and_timeouts import MESSAGES
from tests.bench.run import cores, on
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.server.whole_server import Entrance
from tests.soak.judged import Waiting
from tests.soak.raw_lines import RawLine

READERS: Final = 50
OTHERS: Final = 50
SENDERS: Final = 5
GAP: Final = 1 / 80
"""Seconds between two things said by the senders together; each stays below what a seat may."""
FLOOD: Final = 10
"""Times what a seat may send."""
BATCH_SECONDS: Final = 0.05
ROUNDS: Final = 3
SECONDS: Final = 6.0
"""Of a round: less than somebody may lag before the line is closed."""
BULK: Final = 150
LONG: Final = "x" * 3900
"""Said so often before a round, it fills the line of whoever does not read."""
WORSE_MOST: Final = 1.1
"""Of the quiet rounds' p99."""
KINDS: Final = ("quiet", "unread", "flood")


class Table:
    """A hundred people, of whom half are measured."""

    def __init__(self, server: Server, teller: Entrance, watcher: Entrance, loud: Entrance) -> None:
        self._server, self._teller, self._watcher, self._loud = server, teller, watcher, loud
        self._senders: list[RawLine] = []
        self._numbers: Iterator[int] = count(1)
        self._left: dict[int, float] = {}
        self._took: list[float] = []
        self._clock = asyncio.get_running_loop().time
        self.found: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Everybody who is there in all rounds."""
        for n in range(SENDERS):
            self._senders.append(await self._sits(await self._server.invited(self._teller, f"Sender {n}")))
        for _ in range(READERS):
            line = await RawLine.opened(self._server.base, self._watcher)
            self._hear(line.hear(self._measure))

    async def end(self) -> None:
        """Nobody hears any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _sits(self, entrance: Entrance) -> RawLine:
        line = await RawLine.opened(self._server.base, entrance)
        self._hear(line.hear())
        return line

    def _hear(self, hearing: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(hearing))

    def _measure(self, number: int) -> None:
        if number in self._left:
            self._took.append(self._clock() - self._left[number])

    async def round(self, kind: str) -> float:
        """The p99 of how long it took until somebody was told what was said, in seconds."""
        unread = kind == "unread"
        others = [await RawLine.opened(self._server.base, self._watcher, narrow=unread) for _ in range(OTHERS)]
        told: list[int] = []
        hearing = [] if unread else [asyncio.create_task(other.hear()) for other in others]
        await asyncio.sleep(0.5)
        first = next(self._numbers)
        for _ in range(BULK):
            self._senders[first % SENDERS].say(first, LONG)
            first = next(self._numbers)
            await asyncio.sleep(GAP)
        neighbour = asyncio.create_task(self._neighbour(MESSAGES.per_second * (FLOOD if kind == "flood" else 1)))
        await asyncio.sleep(1.5)  # what may be sent at once has been sent
        self._took, self._left = [], {}
        await self._talk()
        neighbour.cancel()
        await asyncio.sleep(0.5)
        if len(self._took) < 0.95 * READERS * len(self._left):
            self.found.append(
                f"F24, S18: {READERS} were told {len(self._took)} times of {len(self._left)} in a {kind} round"
            )
        if unread:  # what they have now is what they were told, and they were not told all
            hearing = [asyncio.create_task(other.hear(told.append)) for other in others]
            await asyncio.sleep(0.1)
            if len(set(told) & set(self._left)) == len(self._left):
                self.found.append("F24: whoever does not read was told everything")
        for other in others:
            other.close()
        await asyncio.gather(*hearing, neighbour, return_exceptions=True)
        return sorted(self._took)[int(0.99 * len(self._took))]

    async def _talk(self) -> None:
        began = self._clock()
        for slot in range(round(SECONDS / GAP)):
            await asyncio.sleep(max(0.0, began + slot * GAP - self._clock()))
            number = next(self._numbers)
            self._left[number] = self._clock()
            self._senders[slot % SENDERS].say(number)

    async def _neighbour(self, rate: float) -> None:
        """Somebody who says so much a second, and comes back when shown out."""
        while True:
            line = await RawLine.opened(self._server.base, self._loud)
            hearing = asyncio.create_task(line.hear())
            try:
                while not hearing.done():
                    for _ in range(round(rate * BATCH_SECONDS)):
                        line.say(next(self._numbers))
                    await asyncio.sleep(BATCH_SECONDS)
            finally:
                line.close()
                hearing.cancel()


class Bystood(NamedTuple):
    """The p99 of each kind of round, in seconds; what was wrong otherwise; and whether the server, or those who were
    measured, waited too long for a core."""

    p99: dict[str, list[float]]
    found: list[str]
    busy: bool


async def bystood() -> Bystood:
    """Somebody's bad manners, in turn with none."""
    server_core, other_core = cores()
    with on(server_core):
        process = await started("--log", "memory:", "--port", "0")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {other_core})
    try:
        async with httpx.AsyncClient(timeout=START_SECONDS) as http:
            server = Server(process, await link_of(process), http)
            try:
                waiting = Waiting(process.pid, os.getpid())
                p99, found = await _bystood(server)
                return Bystood(p99, found, waiting.busy())
            finally:
                await server.end()
    finally:
        os.sched_setaffinity(0, before)


async def _bystood(server: Server) -> tuple[dict[str, list[float]], list[str]]:
    teller = await server.chronicle()
    watcher = await server.invited(teller, "All", "spectator")
    table = Table(server, teller, watcher, await server.invited(teller, "Loud"))
    await table.begin()
    try:
        await table.round("quiet")  # until everything is warm
        p99: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for _ in range(ROUNDS):
            for kind in KINDS:
                p99[kind].append(await table.round(kind))
    finally:
        await table.end()
    return p99, table.found


def worse(p99: dict[str, list[float]], kind: str) -> float:
    """How many times the quiet rounds' p99 another kind's is."""
    return median(p99[kind]) / median(p99["quiet"])
