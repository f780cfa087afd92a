"""L2 in small: real processes and a real log, killed, paused and killed again while people play."""

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

FAULTS = ["FLT1"] * 10 + [f"FLT1 {step}" for step in STEPS] * 5 + ["FLT2"] * 4 + ["FLT3"] * 10
FAULTS += ["FLT13"] * 20 + ["FLT14"] * 20 + ["FLT17"] * 5 + ["FLT20"] * 3
FAULTS += ["FLT15", "FLT16", "FLT19"] * 2
"""A server that is to die at a step replaces a server that is killed first: fifty kills in all."""


async def test_what_was_acknowledged_outlives_every_process(chance: Random, tmp_path: Path) -> None:
    """INV1 to INV6, INV9: an acknowledged command is in the log exactly once, and all clients end with the same view,
    although servers are killed 50 times (at a step or at any moment) and paused, their Redis is killed and restarted,
    connections are cut, disturbed, silenced and lose replies, commands arrive again, and clients resume from false
    positions."""
    faults = chance.sample(FAULTS, len(FAULTS))
    async with besieged(tmp_path, chance) as siege:
        assert await siege.play_with(faults) == []
    kills = {fault: number for fault, number in siege.faults.items() if fault in KILLS}
    assert kills == {"FLT1": 30} | {f"FLT1 {step}": 5 for step in STEPS}
    assert all(siege.faults[fault] for fault in ("FLT15", "FLT16", "FLT19"))


async def test_what_was_acknowledged_outlives_the_disk_of_redis(chance: Random, tmp_path: Path) -> None:
    """FLT4, FLT5, FLT6, FLT7: Redis acknowledges no command that it could not store when its disk becomes slow, fails,
    is full, or loses unsynced bytes; restarted, after a repair of its file if needed, it has every acknowledged
    command."""
    faults = ["FLT4", "FLT5", "FLT6", "FLT7"] * 2
    with small_disk(tmp_path / "disk", 16) as disk:
        async with besieged(disk.folder, chance, disk) as siege:
            assert await siege.play_with(chance.sample(faults, len(faults))) == []


async def test_what_was_acknowledged_outlives_the_disk_of_a_file(chance: Random, tmp_path: Path) -> None:
    """FLT5, FLT6: a failing disk ends the writing, and a restart continues from the acknowledged commands; a full disk
    is reported, loses no command, and needs no restart. No refused command is in the log."""
    with small_disk(tmp_path / "disk", 16) as disk:
        async with besieged_file(disk, chance) as siege:
            assert await siege.play_with(chance.sample(["FLT5", "FLT6"] * 3, 6)) == []


async def test_a_replica_that_lacks_the_end_takes_over(chance: Random, tmp_path: Path) -> None:
    """FLT11, INV8: when the sentinels promote a replica without the last commits while a paused server has seen them,
    every client that had seen them is notified, the server appends nothing to them, and all end with the same view."""
    async with watched(tmp_path, chance) as siege:
        assert await siege.play_with(["FLT11"]) == []
        assert siege.faults["FLT11"] == 1


async def test_two_masters_become_one(chance: Random, tmp_path: Path) -> None:
    """FLT12, INV3, INV8: when two servers write to two Redis masters and one gives up, its own commits are lost, every
    client that had seen them is notified first of all, and all end with the same view, also after a second time."""
    async with divided(tmp_path, chance) as siege:
        assert await siege.play_with(["FLT12", "FLT13", "FLT12"]) == []
        assert siege.faults["FLT12"] == 2
