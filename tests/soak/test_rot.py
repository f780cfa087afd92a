"""FLT9 in small: flipped bits and cut files."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.soak.rot import Rot


async def test_what_rots_is_found_or_changes_nothing(chance: Random, tmp_path: Path) -> None:
    """FLT9: of 25 damaged SQLite files, exports, snapshots and append-only files each, every damaged file is refused,
    or the doctor detects the damage, or (in unused space) all entries read as before. A log cut between two commits is
    a shorter log."""
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
    """FLT9: a flipped bit in the database number of the SELECT at the start of an append-only file is detected or
    changes no entry. Four of the bits give another database; the rest give none, which Redis ignores."""
    rot = Rot(tmp_path, chance)
    await rot.begin()
    for bit in range(8):
        await rot.database(bit)
    assert rot.found == []
    assert rot.started == 8
