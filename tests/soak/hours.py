"""F35: twenty tables for hours, and once a minute a server or its Redis dies, is paused, or loses its lines.

    python -m tests.soak.hours 1440        a day; the last line says how many laws were broken

Two processes serve the tables from one Redis. One of them is never killed: what it holds is watched. Its memory may
grow by `GROWTH_MOST` an hour, once it knows as many commands as a server ever does; fewer than `HOUR` minutes say
nothing of that. When everybody has left, it has as many files open as when everybody had left before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import re
import secrets
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import linear_regression
from typing import Final

from tests.redis_server import RedisServer
from tests.soak.people import Place
from tests.soak.siege import PAUSE_MOST, Struck
from tests.soak.siege_redis import RedisSiege, served

TABLES: Final = 20
BLOWS: Final = ("F1", "F2", "F3", "F13")
BLOW_SECONDS: Final = 60.0
PACE: Final = 0.2
"""Seconds between two things said at a table: ten thousand, which a server keeps in mind, in half an hour."""
LOOK_SECONDS: Final = 10.0
GROWTH_MOST: Final = 1.0
"""MiB an hour."""
HOUR: Final = 60.0


class Watch:
    """What a process holds, looked at now and then."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.grown: list[tuple[float, float]] = []
        """Hours since the beginning, and MiB then."""

    async def look(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.grown.append(((loop.time() - began) / 3600, self.mebibytes()))

    def mebibytes(self) -> float:
        """Its resident memory."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._pid}/status").read_text())
        assert found
        return int(found[1]) / 1024

    def files(self) -> int:
        """How many files and lines it has open."""
        return len(list(Path(f"/proc/{self._pid}/fd").iterdir()))

    @property
    def growth(self) -> float:
        """MiB an hour, by the later half of what was seen."""
        later = self.grown[len(self.grown) // 2 :]
        return linear_regression(*zip(*later, strict=True)).slope if len(later) > 1 else 0.0


@asynccontextmanager
async def tables(folder: Path, random: Random) -> AsyncIterator[tuple[list[RedisSiege], list[Place]]]:
    """Twenty tables at two processes, until the block ends; the first process may be killed."""
    redis = RedisServer(folder)
    async with served(redis) as (line, places):
        yield [RedisSiege(redis, folder, line, places, Random(random.random())) for _ in range(TABLES)], places


async def endured(folder: Path, seed: str, minutes: float) -> tuple[Counter[str], list[str], Watch]:
    """So many minutes: the blows that fell, the laws that were broken, and what the process held."""
    random = Random(seed)
    async with tables(folder, random) as (sieges, (mortal, spared)):
        for place in (mortal, spared):
            await place.begin()
        assert spared.server is not None
        watch = Watch(spared.server.process.pid)
        for siege in sieges:
            siege.pace = PACE
            await siege.begin()
        dealer = sieges[0]
        await asyncio.gather(
            *(siege.play(asyncio.sleep(1)) for siege in sieges)
        )  # a server's own lines stay from now on
        await asyncio.sleep(LOOK_SECONDS)
        files = watch.files()

        async def kill(struck: Struck) -> None:
            if await mortal.end(signal.SIGKILL):
                struck()
            await mortal.begin()

        async def deal() -> None:
            for _ in range(max(1, round(minutes * 60 / BLOW_SECONDS))):
                await asyncio.sleep(min(BLOW_SECONDS, minutes * 60))
                await dealer.deal(random.choice(BLOWS))

        dealer.blows["F1"] = kill
        dealer.pause_most = PAUSE_MOST
        looking = asyncio.create_task(watch.look())
        dealing = asyncio.create_task(deal())
        found = [
            law for laws in await asyncio.gather(*(s.play(asyncio.shield(dealing)) for s in sieges)) for law in laws
        ]
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        if not await dealer.until(lambda: watch.files() <= files):
            found.append(f"F35: of {files} files that are open when all have left, there are {watch.files()} now")
    if minutes >= HOUR and watch.growth > GROWTH_MOST:
        found.append(f"F35: its memory grows by {watch.growth:.1f} MiB an hour")
    return dealer.faults, found, watch


def main() -> int:
    """Run it. Returns 1 where a law was broken."""
    parser = argparse.ArgumentParser("python -m tests.soak.hours", description=__doc__.split("\n")[0])
    parser.add_argument("minutes", type=float, help="how long")
    parser.add_argument("--seed", default=f"{secrets.randbits(32)}")
    arguments = parser.parse_args()
    print(f"seed: {arguments.seed}", flush=True)
    logging.getLogger("coterie").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        faults, found, watch = asyncio.run(endured(Path(folder), arguments.seed, arguments.minutes))
    for violation in found:
        print(violation)
    print(", ".join(f"{blow} {number} times" for blow, number in sorted(faults.items())))
    last = f"{watch.grown[-1][1]:.1f} MiB" if watch.grown else "nothing was seen"
    print(f"{arguments.minutes:g} minutes; the last memory {last}, {watch.growth:+.2f} MiB an hour in the later half")
    print(f"violations: {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
