"""F9 in small: flipped bits and cut files."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.soak.rot import Rot


async def test_what_rots_is_found_or_changes_nothing(chance: Random, tmp_path: Path) -> None:
    """F9: files of SQLite, exports, snapshots and append-only files of a Redis, 25 of each harmed: each is refused, or
    the doctor finds it, or (in room that nobody reads) everything reads as before. Cut between two commits, a log is a
    shorter log."""
    rot = Rot(tmp_path, chance)
    await rot.begin()
    for _ in range(25):
        rot.file()
        rot.export()
        rot.snapshot()
        await rot.redis()
    assert rot.found == []
    assert rot.started > 0
    assert rot.refused > 0


async def test_which_database_a_redis_log_is_in_cannot_rot_in_silence(chance: Random, tmp_path: Path) -> None:
    """F9: each bit of the number in the SELECT that an append-only file begins with. Four of them
    name another database; the rest name none, which Redis passes over."""
    rot = Rot(tmp_path, chance)
    await rot.begin()
    for bit in range(8):
        await rot.database(bit)
    assert rot.found == []
    assert rot.started == 8
