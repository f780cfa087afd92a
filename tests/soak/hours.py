"""FLT35: twenty tables for hours; once a minute a server or its Redis dies, is paused, or loses its lines.

  python -m tests.soak.hours 1440        a day; the last line is the number of violations

Two processes serve the tables from one Redis. One of them is never killed, and is measured: its memory may grow by
`GROWTH_MOST` an hour, once it remembers as many commands as a server ever does (runs shorter than `HOUR` minutes do not
check this). When all clients have left, it has as many files open as after the first time that all left.
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
FAULTS: Final = ("FLT1", "FLT2", "FLT3", "FLT13")
FAULT_SECONDS: Final = 60.0
PACE: Final = 0.2
"""Seconds between two messages at a table: in half an hour the ten thousand commands that a server remembers."""
LOOK_SECONDS: Final = 10.0
GROWTH_MOST: Final = 1.0
"""In MiB an hour."""
HOUR: Final = 60.0


class Watch:
    """Samples the memory and open files of a process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.grown: list[tuple[float, float]] = []
        """The samples: hours since the beginning, and MiB."""

    async def look(self) -> None:
        """Sample until cancelled."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.grown.append(((loop.time() - began) / 3600, self.mebibytes()))

    def mebibytes(self) -> float:
        """Its resident memory in MiB."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._pid}/status").read_text())
        assert found
        return int(found[1]) / 1024

    def files(self) -> int:
        """The number of its open files and sockets."""
        return len(list(Path(f"/proc/{self._pid}/fd").iterdir()))

    @property
    def growth(self) -> float:
        """The growth in MiB an hour, over the second half of the samples."""
        later = self.grown[len(self.grown) // 2 :]
        return linear_regression(*zip(*later, strict=True)).slope if len(later) > 1 else 0.0


@asynccontextmanager
async def tables(folder: Path, random: Random) -> AsyncIterator[tuple[list[RedisSiege], list[Place]]]:
    """Twenty tables at two processes, until the block ends; the first process may be killed."""
    redis = RedisServer(folder)
    async with served(redis) as (line, places):
        yield [RedisSiege(redis, folder, line, places, Random(random.random())) for _ in range(TABLES)], places


async def run_hours(folder: Path, seed: str, minutes: float) -> tuple[Counter[str], list[str], Watch]:
    """Run for so many minutes. Return the faults, the violations, and the samples of the measured process."""
    random = Random(seed)
    async with tables(folder, random) as (sieges, (mortal, spared)):
        for place in (mortal, spared):
            await place.begin()
        assert spared.server is not None
        watch = Watch(spared.server.process.pid)
        for siege in sieges:
            siege.pace = PACE
            await siege.begin()
        first = sieges[0]
        await asyncio.gather(
            *(siege.play(asyncio.sleep(1)) for siege in sieges)
        )  # the server's own connections stay open from now on
        await asyncio.sleep(LOOK_SECONDS)
        files = watch.files()

        async def kill(struck: Struck) -> None:
            if await mortal.end(signal.SIGKILL):
                struck()
            await mortal.begin()

        async def inject_all() -> None:
            for _ in range(max(1, round(minutes * 60 / FAULT_SECONDS))):
                await asyncio.sleep(min(FAULT_SECONDS, minutes * 60))
                await first.inject(random.choice(FAULTS))

        first.injectors["FLT1"] = kill
        first.pause_most = PAUSE_MOST
        looking = asyncio.create_task(watch.look())
        injecting = asyncio.create_task(inject_all())
        found = [
            law for laws in await asyncio.gather(*(s.play(asyncio.shield(injecting)) for s in sieges)) for law in laws
        ]
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        if not await first.until(lambda: watch.files() <= files):
            found.append(f"FLT35: {watch.files()} files are open after all clients left; before, {files} were open")
    if minutes >= HOUR and watch.growth > GROWTH_MOST:
        found.append(f"FLT35: the server's memory grows by {watch.growth:.1f} MiB an hour")
    return first.faults, found, watch


def main() -> int:
    """Run. Return 1 if a law was broken."""
    parser = argparse.ArgumentParser("python -m tests.soak.hours", description=__doc__.split("\n")[0])
    parser.add_argument("minutes", type=float, help="how many minutes to run")
    parser.add_argument("--seed", default=f"{secrets.randbits(32)}")
    arguments = parser.parse_args()
    print(f"seed: {arguments.seed}", flush=True)
    logging.getLogger("coterie").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        faults, found, watch = asyncio.run(run_hours(Path(folder), arguments.seed, arguments.minutes))
    for violation in found:
        print(violation)
    print(", ".join(f"{fault} {number} times" for fault, number in sorted(faults.items())))
    last = f"{watch.grown[-1][1]:.1f} MiB" if watch.grown else "no sample"
    print(
        f"{arguments.minutes:g} minutes; memory at the end: {last}; "
        f"growth in the second half: {watch.growth:+.2f} MiB an hour"
    )
    print(f"violations: {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
