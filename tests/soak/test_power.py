"""L3 in small: the power fails in the middle of a recorded play (FLT7, FLT8)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from server.log.contract import EMPTY, LogError
from server.log.open import open_log
from tests.redis_server import DURABLE, RedisServer
from tests.server.log.writes import appended, assert_lawful, everything, pending
from tests.soak.power import cut_file, cut_redis, recorded_file, recorded_redis
from tests.soak.siege_redis import AOF, mend
from tests.strace import straced

pytestmark = pytest.mark.xdist_group("processes")

SLOWEST = "inject=fdatasync:delay_enter=1800000"
"""Microseconds. Redis delays its writes for up to two seconds."""


async def test_a_file_outlives_the_power(chance: Random, tmp_path: Path) -> None:
    """FLT8, INV1: after a power cut at any of 150 moments of a recorded `coterie serve`, many during a checkpoint of
    its write-ahead log, the file is intact and has every acknowledged command, up to some commit."""
    cuts = await recorded_file(tmp_path / "play", chance, 60)
    for _ in range(150):
        await cut_file(cuts, tmp_path / "cut", chance)
    assert cuts.found == []


async def test_a_file_that_is_not_synced_is_found_out(chance: Random, tmp_path: Path) -> None:
    """Self-test of FLT8: without the syncs of the write-ahead log, the same check finds acknowledged commands lost."""
    cuts = await recorded_file(tmp_path / "play", chance, 30)
    calls = cuts.recording.calls
    cuts.recording.calls = [c for c in calls if not (c.name == "fdatasync" and c.file.endswith("-wal"))]
    for _ in range(30):
        await cut_file(cuts, tmp_path / "cut", chance)
    assert any("acknowledged are lost" in found for found in cuts.found)


async def test_redis_outlives_the_power(chance: Random, tmp_path: Path) -> None:
    """FLT7, INV1: after a power cut at any of 25 moments of a recorded redis-server, it has every acknowledged command,
    up to some commit; its file is repaired if it ends in zeros."""
    cuts = await recorded_redis(tmp_path / "play", chance, 40, *DURABLE)
    for _ in range(25):
        await cut_redis(cuts, tmp_path / "cut", chance)
    assert cuts.found == []


async def test_a_redis_that_syncs_later_is_found_out(chance: Random, tmp_path: Path) -> None:
    """Self-test of FLT7: if Redis syncs once a second, the check finds acknowledged commands lost."""
    cuts = await recorded_redis(tmp_path / "play", chance, 40, "--appendonly", "yes", "--appendfsync", "everysec")
    for _ in range(20):
        await cut_redis(cuts, tmp_path / "cut", chance)
    assert any("acknowledged are lost" in found for found in cuts.found)


async def test_a_damaged_file_of_redis_is_mended_as_the_readme_says(tmp_path: Path) -> None:
    """FLT7: Redis does not start with zeros at the end of its append-only file, and opening the log fails with a
    sentence; `redis-check-aof --fix` removes the zeros and nothing else."""
    redis = RedisServer(tmp_path).start()
    log = await open_log(redis.url)
    await log.close()
    redis.kill()
    whole = (tmp_path / AOF).read_bytes()
    (tmp_path / AOF).write_bytes(whole + bytes(500))
    with pytest.raises(AssertionError, match="ended at once"):
        await asyncio.to_thread(redis.start)
    with pytest.raises(LogError, match="cannot be reached"):
        await open_log(redis.url)
    assert mend(tmp_path).returncode == 0
    assert (tmp_path / AOF).read_bytes() == whole
    redis.start()
    redis.kill()


async def test_a_redis_that_cuts_its_file_itself_is_found_out(tmp_path: Path) -> None:
    """A Redis with `aof-load-truncated yes` loses acknowledged commands, so that setting is refused: Redis starts on a
    file whose last script was cut in the middle and keeps the half; the next start replays the half, and then not the
    commands after it."""
    redis = RedisServer(tmp_path, *DURABLE, "--aof-load-truncated", "yes").start()
    url = f"{redis.url}?durability=second"
    log = await open_log(url)
    head = await appended(log, "scene-1", EMPTY, [pending("stands")])
    await appended(log, "scene-1", head, [pending("is cut off")])
    redis.kill()
    content = (tmp_path / AOF).read_bytes()
    (tmp_path / AOF).write_bytes(content[: content.rindex(b"HSET")])
    await log.close()
    redis.start()
    log = await open_log(url)
    await appended(log, "scene-1", head, [pending("acknowledged")])
    await log.close()
    redis.kill()
    redis.start()
    log = await open_log(url)
    payloads = [entry.payload for entry in await everything(log, "scene-1")]
    await log.close()
    redis.kill()
    assert payloads == [b"stands", b"is cut off"]


@pytest.mark.parametrize("policy", ["always", "everysec"])
async def test_a_slow_disk_and_a_kill(tmp_path: Path, policy: str) -> None:
    """FLT4, INV1: a Redis that always syncs has every acknowledged command after a slow disk and a kill. Self-test: a
    Redis that syncs once a second acknowledges commands that it has not written, and they are lost."""
    redis = RedisServer(tmp_path, *DURABLE, "--appendfsync", policy).start()
    log = await open_log(f"{redis.url}?durability=second")
    head, sizes = EMPTY, [0, 1]
    slow = ("-e", "trace=fdatasync", "-e", "inject=fdatasync:delay_enter=100000" if policy == "always" else SLOWEST)
    with straced(redis.pid, *slow, into=tmp_path / "calls"):
        while len(sizes) < 10 or (policy == "everysec" and sizes[-10] != sizes[-1]):
            head = await appended(log, "scene-1", head, [pending()])
            sizes.append((tmp_path / AOF).stat().st_size)
        redis.kill()
    await log.close()
    redis.start()
    log = await open_log(f"{redis.url}?durability=second")
    entries = await everything(log, "scene-1")
    await log.close()
    redis.kill()
    assert_lawful(entries)
    assert (len(entries) >= head.seq) == (policy == "always")
