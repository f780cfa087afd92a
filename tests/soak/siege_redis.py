"""A siege of two processes on one Redis. Its faults:

FLT3   Redis is killed and started again
FLT4   its disk becomes slow, and then it is killed
FLT5   its disk fails during a write or a sync
FLT6   its disk is full, and later has room again (on a `SmallDisk`)
FLT7   the power fails: of the bytes that Redis had not synced some are kept, some are lost, some are zeros
FLT14  a reply is lost, and the line with it; or a network fault hits the lines to Redis
FLT18  its clock jumps (with a `WrongClock`)
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

from tests.redis_clock import WrongClock
from tests.redis_server import DURABLE, RedisServer
from tests.small_disk import SmallDisk
from tests.soak.people import Place, places
from tests.soak.siege import KILLS, Siege, Struck
from tests.strace import Strace
from tests.tcp_proxy import Proxy

FAULTS = (
    *KILLS, "FLT2", "FLT3", "FLT4", "FLT5", "FLT6", "FLT7", "FLT17", "FLT20",
    *("FLT13", "FLT14", "FLT15", "FLT16", "FLT18", "FLT19") * 5,
)  # fmt: skip
"""All faults; short ones more often."""
AOF = Path("appendonlydir", "appendonly.aof.1.incr.aof")
MANIFEST = Path("appendonlydir", "appendonly.aof.manifest")


class RedisSiege(Siege):
    """Two processes on one Redis in a folder."""

    kind = "Redis"

    def __init__(self, redis: RedisServer, folder: Path, line: Proxy, places: list[Place], random: Random) -> None:
        super().__init__(redis.url, places, random)
        self._redis, self._folder, self._line = redis, folder, line
        self.injectors |= {
            "FLT3": self._kill_redis,
            "FLT4": self._slow_and_kill,
            "FLT5": self._fail,
            "FLT7": self._cut_power,
            "FLT14": self._disturb_redis,
        }

    def on(self, disk: SmallDisk) -> None:
        """Add the fault of a full disk."""
        self.injectors["FLT6"] = partial(self._fill, disk)

    def by(self, clock: WrongClock) -> None:
        """Add the fault of a clock that jumps, and stays wrong until the next jump."""

        async def jump(struck: Struck) -> None:
            clock.jump(self._random)
            struck()

        self.injectors["FLT18"] = jump

    async def _kill_redis(self, struck: Struck) -> None:
        self._redis.kill()
        struck()
        await asyncio.sleep(self._random.random() * 0.3)
        await self._start_again()

    async def _start_again(self) -> None:
        """Start Redis; even a kill may have torn a write."""
        await asyncio.to_thread(started_or_mended, self._redis, self._folder)

    async def _disturb_redis(self, struck: Struck) -> None:
        if self._random.random() < 0.5:
            self._line.swallow(struck)
        else:
            self._line.disturb(self._random, struck)

    def _links(self) -> list[Proxy]:
        return [*super()._links(), self._line]

    def _strace(self, *options: str) -> Strace:
        aof = self._redis.folder / AOF
        return Strace(self._redis.pid, "-P", str(aof), *options, into=self._folder / "calls").start()

    async def _slow_and_kill(self, struck: Struck) -> None:
        """FLT4: kill Redis during one of the first syncs."""
        strace = await asyncio.to_thread(
            self._strace, "-e", "trace=fdatasync", "-e", "inject=fdatasync:delay_enter=200000"
        )
        await asyncio.sleep(self._random.random() * 0.5)
        self._redis.kill()
        strace.stop()
        if "fdatasync" in strace.calls.read_text():
            struck()
        await self._start_again()

    async def _fail(self, struck: Struck) -> None:
        """FLT5: Redis must not acknowledge unwritten commands; it ends by itself."""
        call, first = self._random.choice(["fdatasync", "write"]), self._random.randint(1, 20)
        options = ("-e", f"trace={call}", "-e", f"inject={call}:error=EIO:when={first}+")
        strace = await asyncio.to_thread(self._strace, *options)
        await self._ends_by_itself("FLT5", struck)
        strace.stop()
        await self._start_again()

    async def _fill(self, disk: SmallDisk, struck: Struck) -> None:
        """FLT6: Redis ends by itself; with room again it starts from its file."""
        await asyncio.to_thread(disk.fill)
        await self._ends_by_itself("FLT6", struck)
        disk.clear()
        await self._start_again()

    async def _ends_by_itself(self, fault: str, struck: Struck) -> None:
        if await self.until(lambda: not self._redis.runs):
            struck()
        else:
            self.found.append(f"{fault}: Redis still runs without its disk")
        self._redis.kill()

    async def _cut_power(self, struck: Struck) -> None:
        """FLT7: kill Redis, mostly between a write and its sync; then set the file to a state that the disk may
        have."""
        options = ("-e", "trace=write,fdatasync", "-e", "inject=fdatasync:delay_enter=20000")
        strace = await asyncio.to_thread(self._strace, *options)
        await asyncio.sleep(0.1 + self._random.random() * 0.3)
        self._redis.kill()
        strace.stop()
        aof = self._folder / AOF
        unsynced = unsynced_bytes(strace.calls.read_text())
        if lose(aof, unsynced, self._random):
            struck()
        await self._start_again()


def unsynced_bytes(calls: str) -> int:
    """The number of bytes written after the last sync, from strace's output."""
    unsynced = 0
    for name, result in re.findall(r"(write|fdatasync)\b.*\) += (\d+)", calls):
        unsynced = 0 if name == "fdatasync" else unsynced + int(result)
    return unsynced


def lose(file: Path, unsynced: int, random: Random) -> bool:
    """Lose some of the last bytes of a file, or replace them by zeros, up to the old length or a page more. Return
    True if the file changed."""
    content = file.read_bytes()
    cut = len(content) - random.randint(0, unsynced)
    zeros = random.choice([0, 0, len(content) - cut, 4096 - cut % 4096])
    left = content[:cut] + bytes(zeros)
    file.write_bytes(left)
    return left != content


def started_or_mended(redis: RedisServer, folder: Path) -> bool:
    """Start Redis; if it refuses its file, repair the file as the README says and start again. Return True if it was
    repaired."""
    try:
        redis.start()
    except AssertionError:
        redis.kill()
    else:
        return False
    mended = mend(folder)
    assert mended.returncode == 0, mended.stdout
    redis.start()
    return True


def mend(folder: Path) -> subprocess.CompletedProcess[str]:
    """Repair a damaged append-only file by the README's step."""
    program = shutil.which("redis-check-aof")
    assert program, "redis-check-aof is missing: it comes with redis-server"
    command = [program, "--fix", str(folder / MANIFEST)]
    return subprocess.run(command, input="y\n", capture_output=True, text=True, check=False)


@asynccontextmanager
async def served(redis: RedisServer) -> AsyncIterator[tuple[Proxy, list[Place]]]:
    """A running Redis, the proxy to it, and two places behind that proxy, until the block ends."""
    redis.start()
    try:
        async with Proxy(redis.port) as line, places([line.url] * 2) as two:
            yield line, two
    finally:
        redis.kill()


@asynccontextmanager
async def besieged(
    folder: Path, random: Random, disk: SmallDisk | None = None, clock: WrongClock | None = None
) -> AsyncIterator[RedisSiege]:
    """A table of two processes, until the block ends. Their Redis is on this small disk, if any, and uses this clock,
    if any."""
    before = (*(disk.enter if disk else ()), *(clock.enter if clock else ()))
    redis = RedisServer(folder, *DURABLE, before=before)
    async with served(redis) as (line, two):
        siege = RedisSiege(redis, disk.outside if disk else folder, line, two, random)
        if disk:
            siege.on(disk)
        if clock:
            siege.by(clock)
        await siege.begin()
        yield siege
