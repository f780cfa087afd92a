"""The delays that people at a table see while others misbehave: half of a hundred clients never read (FLT24), or a seat
sends ten times its limit (SEC18). Rounds alternate with quiet rounds on the same server and machine."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Iterator
from itertools import count
from statistics import median
from typing import Any, Final, NamedTuple

import httpx

from server.client.enter import Entrance
from server.limits_and_timeouts import MESSAGES
from tests.bench.run import cores, on_core
from tests.server.processes.serve_process import START_SECONDS, Server, link_of, started
from tests.soak.judged import Waiting
from tests.soak.raw_lines import RawLine

READERS: Final = 50
NEIGHBOURS: Final = 50
SENDERS: Final = 5
GAP: Final = 1 / 80
"""Seconds between two messages of all senders together; each sender stays below the limit of a seat."""
FLOOD: Final = 10
"""The flooding seat's rate, as a multiple of its limit."""
BATCH_SECONDS: Final = 0.05
ROUNDS: Final = 3
SECONDS: Final = 6.0
"""The length of a round: shorter than a client may lag before its connection is closed."""
BULK: Final = 150
LONG: Final = "x" * 3900
"""Sent `BULK` times before a round, it fills the buffer of a client that does not read."""
WORSE_MOST: Final = 1.1
"""The limit for a round's p99, as a multiple of the quiet rounds' p99."""
KINDS: Final = ("quiet", "unread", "flood")


class Table:
    """A hundred people, half of whom are measured."""

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
        """Connect the senders and readers that stay for all rounds."""
        for n in range(SENDERS):
            self._senders.append(await self._sits(await self._server.invited(self._teller, f"Sender {n}")))
        for _ in range(READERS):
            line = await RawLine.opened(self._server.base, self._watcher)
            self._hear(line.hear(self._measure))

    async def end(self) -> None:
        """Stop all readers."""
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
        """Play a round. Return the p99 of the seconds from sending a message to its arrival."""
        unread = kind == "unread"
        neighbours = [await RawLine.opened(self._server.base, self._watcher, narrow=unread) for _ in range(NEIGHBOURS)]
        told: list[int] = []
        hearing = [] if unread else [asyncio.create_task(each.hear()) for each in neighbours]
        await asyncio.sleep(0.5)
        first = next(self._numbers)
        for _ in range(BULK):
            self._senders[first % SENDERS].say(first, LONG)
            first = next(self._numbers)
            await asyncio.sleep(GAP)
        neighbour = asyncio.create_task(self._neighbour(MESSAGES.per_second * (FLOOD if kind == "flood" else 1)))
        await asyncio.sleep(1.5)  # wait until the burst allowance is used up
        self._took, self._left = [], {}
        await self._talk()
        neighbour.cancel()
        await asyncio.sleep(0.5)
        if len(self._took) < 0.95 * READERS * len(self._left):
            self.found.append(
                f"FLT24, SEC18: of {len(self._left)} messages in a {kind} round, {READERS} readers received "
                f"{len(self._took)} in all"
            )
        if unread:  # the messages that they receive now must not be complete
            hearing = [asyncio.create_task(each.hear(told.append)) for each in neighbours]
            await asyncio.sleep(0.1)
            if len(set(told) & set(self._left)) == len(self._left):
                self.found.append("FLT24: clients that do not read received everything")
        for each in neighbours:
            each.close()
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
        """Send at this rate, and connect again after each close."""
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


class BystanderFigures(NamedTuple):
    """The p99 of each kind of round, in seconds; violations; and whether the server or the measuring process waited
    too long for a core."""

    p99: dict[str, list[float]]
    found: list[str]
    busy: bool


async def measure_bystanders() -> BystanderFigures:
    """Play all kinds of rounds in turn at a server of its own."""
    server_core, other_core = cores()
    with on_core(server_core):
        process = await started("--log", "memory:", "--port", "0")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {other_core})
    try:
        async with httpx.AsyncClient(timeout=START_SECONDS) as http:
            server = Server(process, await link_of(process), http)
            try:
                waiting = Waiting(process.pid, os.getpid())
                p99, found = await _play_rounds(server)
                return BystanderFigures(p99, found, waiting.busy())
            finally:
                await server.end()
    finally:
        os.sched_setaffinity(0, before)


async def _play_rounds(server: Server) -> tuple[dict[str, list[float]], list[str]]:
    teller = await server.chronicle()
    watcher = await server.invited(teller, "All", "spectator")
    table = Table(server, teller, watcher, await server.invited(teller, "Loud"))
    await table.begin()
    try:
        await table.round("quiet")  # warm up
        p99: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for _ in range(ROUNDS):
            for kind in KINDS:
                p99[kind].append(await table.round(kind))
    finally:
        await table.end()
    return p99, table.found


def worse(p99: dict[str, list[float]], kind: str) -> float:
    """The p99 of this kind of round as a multiple of the quiet rounds' p99."""
    return median(p99[kind]) / median(p99["quiet"])
