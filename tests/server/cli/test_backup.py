"""`coterie backup`: a copy of the whole log while it is served, and back into a file or a Redis (FLT9)."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from hashlib import sha1
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from domain.features.scenes.chat import Say
from server.access.copy_rows import rows_of
from server.access.open import open_access_store
from server.log.contract import EMPTY, KEYS_KEPT, Pending
from server.log.open import open_log
from server.log.redis import log as redis
from server.log.redis.scripts import APPEND
from server.log.sqlite.file import connect, mark_backup
from tests.golden.golden import stored
from tests.redis_server import RedisServer, narrow_url, redis_server, redis_url
from tests.server.cli.served_scene import Coterie, ServedScene, coterie, played, told
from tests.server.cli.storing import contents, filled
from tests.server.log.writes import appended
from tests.server.whole_server import running

__all__ = ["coterie", "narrow_url", "redis_server", "redis_url", "told"]


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_a_backup_of_a_served_file_is_whole(told: ServedScene, coterie: Coterie, tmp_path: Path) -> None:
    """A backup made during play is one file that serves the same chronicle, scene and seats. An older backup is
    overwritten only with --force, and is unchanged if the new backup fails."""
    folder = tmp_path / "kept"
    folder.mkdir()
    target = folder / "copy.db"
    making = asyncio.create_task(coterie("backup", str(target), "--log", told.url))
    for n in range(20):
        await told.storyteller.do(Say(f"meanwhile {n}"))
    made = await making
    assert made.code == 0, made.err
    assert "checked" in made.out
    assert f"coterie serve --log sqlite:///{target}" in made.out
    assert files(folder) == {"copy.db"}
    before = target.read_bytes()
    again = await coterie("backup", str(target), "--log", told.url)
    assert again.code == 2
    assert "--force" in again.err
    failed = await coterie("backup", str(target), "--force", "--log", f"sqlite:///{tmp_path}/nothing.db")
    assert failed.code == 1
    assert target.read_bytes() == before
    assert (await coterie("backup", str(target), "--force", "--log", told.url)).code == 0
    assert files(folder) == {"copy.db"}
    await restored(told, f"sqlite:///{target}")


async def restored(told: ServedScene, url: str) -> None:
    """Check that a served backup equals the original: the same link opens the same seat with the same view."""
    here = await told.guests.sit(told.anna, told.stream)
    async with running(url) as guests:
        again = await guests.enter(told.anna.link)
        there = await guests.sit(again, told.stream)
        assert there.page.audiences == here.page.audiences
        assert (await there.do(Say("we play on")))[0] == "accepted"


async def test_a_backup_is_never_written_over_what_is_served(
    told: ServedScene, coterie: Coterie, tmp_path: Path
) -> None:
    """A backup overwrites neither its own log, by whatever path, nor another log that is served; commands sent
    afterwards are saved."""
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    await filled(f"sqlite:///{tmp_path}/other.db", 1)
    for source, target, why in (
        ("house.db", "house.db", "is the log itself"),
        ("house.db", "link.db", "is the log itself"),
        ("other.db", "house.db", "already serving"),
        ("other.db", "link.db", "already serving"),
    ):
        ran = await coterie("backup", "--force", str(tmp_path / target), "--log", f"sqlite:///{tmp_path}/{source}")
        assert ran.code != 0
        assert why in ran.err
        assert ran.err.count("\n") == 1
    await told.storyteller.do(Say("still here"))
    said = await coterie("replay", told.stream, "--log", told.url)
    assert "still here" in said.out


async def test_a_backup_is_written_over_a_backup_alone(coterie: Coterie, tmp_path: Path) -> None:
    """Even with --force, a backup does not overwrite a foreign file, a log, a file that the doctor saved, or a file
    with another's write-ahead log beside it."""
    url = f"sqlite:///{tmp_path}/house.db"
    await filled(url, 1)
    await filled(f"sqlite:///{tmp_path}/another.db", 2)
    assert (await coterie("doctor", "--repair", str(tmp_path / "saved.db"), "--log", url)).code == 0
    (tmp_path / "scene.jsonl").write_text('{"scene": "The docks"}\n')
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE notes (note TEXT)")
    (tmp_path / "orphan.db-wal").write_text("of a file that is gone")
    names = ("scene.jsonl", "empty", "other.db", "another.db", "saved.db", "orphan.db-wal", "house.db", "house.db.lock")
    before = [(tmp_path / name).read_bytes() for name in names]
    for name in ("scene.jsonl", "empty", "folder", "other.db", "another.db", "saved.db", "orphan.db", "house.db.lock"):
        ran = await coterie("backup", "--force", str(tmp_path / name), "--log", url)
        assert ran.code != 0, name
        assert ran.err.count("\n") == 1
    assert [(tmp_path / name).read_bytes() for name in names] == before
    assert "orphan.db" not in files(tmp_path)


async def test_a_backup_that_was_served_is_a_log(coterie: Coterie, tmp_path: Path) -> None:
    """A backup that was served may hold new commits: --force does not overwrite it, even after it is no longer served.
    A copy of a backup is a backup, and reading a backup does not make it a log."""
    url, copy, second = (f"sqlite:///{tmp_path}/{name}.db" for name in ("house", "copy", "second"))
    await filled(url, 1)
    assert (await coterie("backup", copy, "--log", url)).code == 0
    assert (await coterie("backup", second, "--log", copy)).code == 0
    assert (await coterie("doctor", "--log", second)).code == 0
    assert (await coterie("backup", "--force", second, "--log", url)).code == 0
    for of in ("house", "copy", "second"):
        assert contents(tmp_path / f"{of}.db") == contents(tmp_path / "house.db") != {}
    async with running(copy) as guests:
        await guests.chronicle()
    before = contents(tmp_path / "copy.db")
    ran = await coterie("backup", "--force", copy, "--log", url)
    assert ran.code == 2
    assert "is a log" in ran.err
    assert contents(tmp_path / "copy.db") == before != contents(tmp_path / "house.db")


async def test_nothing_of_an_older_file_gets_into_a_backup(coterie: Coterie, tmp_path: Path) -> None:
    """A killed program leaves a write-ahead log, which SQLite would apply to the new file (FLT9)."""
    url = f"sqlite:///{tmp_path}/house.db"
    await filled(url)
    killed = tmp_path / "killed"
    killed.mkdir()
    log = await open_log(f"sqlite:///{tmp_path}/old.db")
    await log.append("scene/old/1", EMPTY, [Pending(n.to_bytes(16, "big"), b"old" * 999) for n in range(99)])
    mark_backup(tmp_path / "old.db")
    for end in ("", "-wal", "-shm"):
        copyfile(tmp_path / f"old.db{end}", killed / f"old.db{end}")
    await log.close()
    made = await coterie("backup", "--force", str(killed / "old.db"), "--log", url)
    assert made.code == 0, made.err
    assert files(killed) == {"old.db"}
    assert contents(killed / "old.db") == contents(tmp_path / "house.db")


async def test_a_backup_takes_no_file_for_its_own(coterie: Coterie, tmp_path: Path) -> None:
    """A log with the name of an unfinished backup is not taken for an unfinished backup."""
    await filled(f"sqlite:///{tmp_path}/copy.db.new", 1)
    made = await coterie("backup", str(tmp_path / "copy.db"), "--log", f"sqlite:///{tmp_path}/copy.db.new")
    assert made.code == 0, made.err
    assert contents(tmp_path / "copy.db.new") == contents(tmp_path / "copy.db") != {}


async def test_a_damaged_file_makes_no_backup(told: ServedScene, coterie: Coterie, tmp_path: Path) -> None:
    """A flipped byte in a stored commit is found before the copy gets its name (FLT9)."""
    await told.guests.program.log.close()
    damaged = tmp_path / "damaged.db"
    with closing(connect(tmp_path / "house.db")) as source, closing(sqlite3.connect(damaged)) as copy:
        source.backup(copy)
        copy.execute("UPDATE entries SET payload = CAST(payload || x'00' AS BLOB) WHERE seq = 2")
        copy.commit()
    ran = await coterie("backup", str(tmp_path / "copy.db"), "--log", f"sqlite:///{damaged}")
    assert ran.code == 1
    assert "damaged at entry 2" in ran.err
    assert not (tmp_path / "copy.db").exists()


async def test_a_backup_of_a_shared_log_is_a_file(redis_server: RedisServer, coterie: Coterie, tmp_path: Path) -> None:
    """All streams, seats and links in Redis become one SQLite file that serves the same."""
    async with running(redis_server.url) as guests:
        told = await played(guests, redis_server.url)
        target = tmp_path / "copy.db"
        made = await coterie("backup", str(target), "--log", redis_server.url)
        assert made.code == 0, made.err
        assert {name for name in files(tmp_path) if name.startswith("copy")} == {"copy.db"}
        await restored(told, f"sqlite:///{target}")


async def test_an_old_id_that_is_used_anew_stops_no_backup(
    redis_url: str, coterie: Coterie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FLT9: Redis forgets command ids after a while, so its stream can have an id twice, but a file forgets none. A
    backup, a repaired file, and a Redis restored from it still have all entries."""
    script = APPEND.replace(f"{KEYS_KEPT}", "3")
    monkeypatch.setattr(redis, "APPEND", script)
    monkeypatch.setattr(redis, "APPEND_SHA", sha1(script.encode()).hexdigest())
    log, head, payloads = await open_log(redis_url), EMPTY, stored("v20-pier")
    for n, payload in enumerate(payloads):
        head = await appended(log, "scene/pier/1", head, [Pending(bytes([n % 4]) * 16, payload)])
    await log.close()
    assert head.seq > 8
    first, second, saved = (tmp_path / name for name in ("first.db", "second.db", "saved.db"))
    elsewhere = redis_url.removesuffix("0") + "5"
    for arguments in (
        ("backup", str(first), "--log", redis_url),
        ("backup", elsewhere, "--log", f"sqlite:///{first}"),
        ("backup", str(second), "--log", elsewhere),
        ("doctor", "--repair", str(saved), "--log", f"sqlite:///{first}"),
    ):
        ran = await coterie(*arguments)
        assert ran.code == 0, ran.err
    await coterie("doctor", "--repair", str(tmp_path / "of-redis.db"), "--log", redis_url)
    copies = [contents(file) for file in (first, second, saved, tmp_path / "of-redis.db")]
    assert copies == [copies[0]] * 4
    assert copies[0] is not None
    assert [entry.payload for entry in copies[0]["scene/pier/1"]] == payloads


async def test_a_lost_redis_is_put_right(told: ServedScene, narrow_url: str, coterie: Coterie, tmp_path: Path) -> None:
    """Copied from a file into a Redis and back into a file, commits, seats and links are the same, and the Redis serves
    the same table. A Redis that is not empty receives nothing, even if it only has the host link of a server."""
    first, second = (tmp_path / name for name in ("first.db", "second.db"))
    assert (await coterie("backup", str(first), "--log", told.url)).code == 0
    put = await coterie("backup", narrow_url, "--log", f"sqlite:///{first}")
    assert put.code == 0, put.err
    assert ":pw@" not in put.out
    again = await coterie("backup", narrow_url, "--force", "--log", f"sqlite:///{first}")
    assert again.code == 2
    assert "not empty" in again.err
    assert again.err.count("\n") == 1
    assert ":pw@" not in again.err
    assert (await coterie("doctor", "--log", narrow_url)).out.startswith("Whole: 2 chronicles and scenes")
    assert (await coterie("backup", str(second), "--log", narrow_url)).code == 0
    assert contents(first) == contents(second) != {}
    assert await seats(f"sqlite:///{first}") == await seats(narrow_url) == await seats(f"sqlite:///{second}") != []
    await restored(told, narrow_url)
    started = narrow_url.removesuffix("0") + "4"
    async with running(started) as guests:
        await guests.host_link()
    assert (await coterie("backup", started, "--log", f"sqlite:///{first}")).code == 2
    assert (await coterie("doctor", "--log", started)).out.startswith("Nothing is here")


async def seats(url: str) -> list[Any]:
    """Read chronicles, seats, links and sessions from a store."""
    store = await open_access_store(url, read_only=True)
    try:
        return await rows_of(store)
    finally:
        await store.close()


async def test_a_damaged_backup_is_put_nowhere(redis_url: str, coterie: Coterie, tmp_path: Path) -> None:
    """No part of a damaged backup is copied into the Redis (FLT9)."""
    url = f"sqlite:///{tmp_path}/copy.db"
    await filled(url, 2)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        copy.execute("UPDATE entries SET payload = CAST(payload || x'00' AS BLOB) WHERE seq = 9")
        copy.commit()
    ran = await coterie("backup", redis_url, "--log", url)
    assert ran.code == 1
    assert "damaged at entry 9" in ran.err
    log = await open_log(redis_url, read_only=True)
    assert await log.streams() == []
    await log.close()
