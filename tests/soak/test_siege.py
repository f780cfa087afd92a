"""L2 in small: real processes and a real log, killed, stopped and killed again in the middle of play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.server.processes.killed_at_step import STEPS
from tests.small_disk import small_disk
from tests.soak.failover import watched
from tests.soak.schism import divided
from tests.soak.siege import KILLS
from tests.soak.siege_redis import besieged
from tests.soak.siege_sqlite import besieged_file

pytestmark = pytest.mark.xdist_group("processes")

BLOWS = ["F1"] * 10 + [f"F1 {step}" for step in STEPS] * 5 + ["F2"] * 4 + ["F3"] * 10
BLOWS += ["F13"] * 20 + ["F14"] * 20 + ["F17"] * 5 + ["F20"] * 3
BLOWS += ["F15", "F16", "F19"] * 2
"""A server that is to die at a step is put in the place of one that is killed for it: fifty kills in all."""


async def test_what_was_acknowledged_outlives_every_process(chance: Random, tmp_path: Path) -> None:
    """I1 to I6, I9: servers are killed 50 times, at a step or at any moment, and stopped; their Redis is killed and
    started again; lines are cut, disturbed, silenced, and lose replies; what was sent comes again, and people come back
    from where they never were. Whoever was answered finds it in the log, once, and all
    end equal."""
    blows = chance.sample(BLOWS, len(BLOWS))
    async with besieged(tmp_path, chance) as siege:
        assert await siege.hold(blows) == []
    kills = {blow: number for blow, number in siege.faults.items() if blow in KILLS}
    assert kills == {"F1": 30} | {f"F1 {step}": 5 for step in STEPS}
    assert all(siege.faults[blow] for blow in ("F15", "F16", "F19"))


async def test_what_was_acknowledged_outlives_the_disk_of_redis(chance: Random, tmp_path: Path) -> None:
    """F4, F5, F6, F7: it becomes slow, fails, is full, loses what was not synced. Redis says nothing of what it could
    not keep; started again, after its file was mended where it had to be, it has all that was acknowledged."""
    blows = ["F4", "F5", "F6", "F7"] * 2
    with small_disk(tmp_path / "disk", 16) as disk:
        async with besieged(disk.folder, chance, disk) as siege:
            assert await siege.hold(chance.sample(blows, len(blows))) == []


async def test_what_was_acknowledged_outlives_the_disk_of_a_file(chance: Random, tmp_path: Path) -> None:
    """F5, F6: a disk that fails ends the writing, and a restart goes on from what was acknowledged; one that is full is
    said to be, loses nothing, and needs no restart. Nothing that was refused stands."""
    with small_disk(tmp_path / "disk", 16) as disk:
        async with besieged_file(disk, chance) as siege:
            assert await siege.hold(chance.sample(["F5", "F6"] * 3, 6)) == []


async def test_a_replica_that_lacks_the_end_takes_over(chance: Random, tmp_path: Path) -> None:
    """F11, I8: a master is cut off with what its replica never got, the sentinels promote that, and a server sleeps
    meanwhile that had seen it. Whoever had seen what is lost is told so, nothing is appended to it, and all end equal.
    """
    async with watched(tmp_path, chance) as siege:
        assert await siege.hold(["F11"]) == []
        assert siege.faults["F11"] == 1


async def test_two_masters_become_one(chance: Random, tmp_path: Path) -> None:
    """F12, I3, I8: two servers write to two Redis that have lost each other; one of these gives way. What only it had
    is lost, whoever had seen it is told so before anything else, and all end equal, also after a second time."""
    async with divided(tmp_path, chance) as siege:
        assert await siege.hold(["F12", "F13", "F12"]) == []
        assert siege.faults["F12"] == 2
