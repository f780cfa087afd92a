"""`coterie doctor`: damage is found and reported, and sound entries are saved (FLT9)."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from server.cli.doctor import read
from tests.golden.golden import logs
from tests.redis_server import RedisServer, free_port, redis_server, redis_url
from tests.server.cli.running import Done, coterie
from tests.server.cli.storing import contents, filled, whole_redis

__all__ = ["redis_server", "redis_url"]

FLIPS = 150
CUTS = 50


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the golden evenings."""
    folder = tmp_path_factory.mktemp("doctor")
    asyncio.run(filled(f"sqlite:///{folder}/log.db"))
    assert coterie("backup", str(folder / "whole.db"), "--log", f"sqlite:///{folder}/log.db").returncode == 0
    return folder / "whole.db"


def doctor(path: Path, *more: str) -> Done:
    return coterie("doctor", str(path), *more)


def test_what_is_whole_is_said_to_be(whole: Path) -> None:
    """A whole log is reported in a line, with its size."""
    done = doctor(whole)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Whole: {len(logs())} chronicles and scenes, ")
    assert len(done.stdout.splitlines()) == 1


def test_a_flipped_bit_is_found_or_changes_nothing(whole: Path, tmp_path: Path, seed: int) -> None:
    """SEC27, FLT9: a single flipped bit, at many places of a file: it is found, or, in the unused space of a page,
    every entry reads exactly as before. No other entry is ever folded silently."""
    before, raw = contents(whole), whole.read_bytes()
    random = Random(f"{seed} flips")
    bad = tmp_path / "bad.db"
    found = 0
    for _ in range(FLIPS):
        at = random.randrange(len(raw))
        bad.write_bytes(raw[:at] + bytes([raw[at] ^ 1 << random.randrange(8)]) + raw[at + 1 :])
        read = contents(bad)
        assert read in (None, before), f"byte {at}"
        found += read is None
    assert found > FLIPS / 3


def test_a_cut_file_is_found(whole: Path, tmp_path: Path, seed: int) -> None:
    """FLT9: a file that ends too early, at any place, is reported as damaged."""
    raw, random, bad = whole.read_bytes(), Random(f"{seed} cuts"), tmp_path / "bad.db"
    for _ in range(CUTS):
        bad.write_bytes(raw[: random.randrange(len(raw))])
        assert contents(bad) is None


def damaged(whole: Path, path: Path, sql: str, *values: object) -> Path:
    """Return a copy of a file that was changed by an SQL statement."""
    copyfile(whole, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql, values)
        connection.commit()
    return path


STREAM = f"scene/{logs()[0]}/1"


@pytest.mark.parametrize(
    ("sql", "says", "holds"),
    [
        (
            "UPDATE entries SET payload = zeroblob(9) WHERE stream = ? AND seq = 10",
            "entry 10 is damaged",
            9,
        ),
        ("UPDATE entries SET chain = zeroblob(16) WHERE stream = ? AND seq = 3", "entry 3 is damaged", 2),
        ("DELETE FROM entries WHERE stream = ? AND seq = 1", "entry 1 is missing", 0),
        ("DELETE FROM entries WHERE stream = ? AND seq = 7", "entry 7 is missing", 6),
    ],
    ids=["payload", "chain", "first", "seventh"],
)
def test_what_is_wrong_is_said_and_what_holds_is_saved(
    whole: Path, tmp_path: Path, sql: str, says: str, holds: int
) -> None:
    """SEC27, FLT9: the report names the stream, the entry and the last sound entry; the repaired file is whole and has
    all undamaged streams unchanged."""
    bad, mended = damaged(whole, tmp_path / "bad.db", sql, STREAM), tmp_path / "mended.db"
    raw = bad.read_bytes()
    done = doctor(bad, "--repair", str(mended))
    assert done.returncode == 1
    assert f"{STREAM}: {says}" in done.stdout
    assert f"Whole up to entry {holds}." in done.stdout
    assert "entries that could be read" in done.stdout
    assert len(done.stdout.splitlines()) < 24, "one screen"
    assert bad.read_bytes() == raw, "what is examined is not touched"
    assert doctor(mended).returncode == 0
    before, after = contents(whole), contents(mended)
    assert before is not None
    assert after is not None
    assert after.get(STREAM, []) == before[STREAM][:holds]
    assert {n: e for n, e in after.items() if n != STREAM} == {n: e for n, e in before.items() if n != STREAM}


def test_what_a_newer_program_wrote_is_no_damage(whole: Path, tmp_path: Path) -> None:
    """A commit of an unknown kind is reported as unreadable here, with the advice not to repair it away."""
    from hashlib import sha256

    import msgpack  # type: ignore[import-untyped]

    before = contents(whole)
    assert before is not None
    last = before[STREAM][-1]
    payload = msgpack.packb([1, "st", b"", 0, [["everyone", 1, ["NeverHeardOf"]]]])
    chain = sha256(last.chain + payload).digest()[:16]
    sql = "INSERT INTO entries VALUES (?, ?, ?, ?, ?)"
    newer = damaged(whole, tmp_path / "newer.db", sql, STREAM, last.seq + 1, chain, b"k" * 16, payload)
    done = doctor(newer)
    assert done.returncode == 1
    assert "this program cannot read it" in done.stdout
    assert "Do not repair that away" in done.stdout


def test_a_repair_never_writes_over_anything(whole: Path) -> None:
    """--repair refuses the name of an existing file."""
    assert doctor(whole, "--repair", str(whole)).returncode == 2


def test_what_is_no_log_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A foreign file and a missing file are refused in a sentence."""
    (tmp_path / "other").write_text("not a database" * 100)
    for name in ("other", "nothing"):
        done = doctor(tmp_path / name)
        assert (done.returncode, done.stderr.startswith("coterie doctor: ")) == (1, True)


async def test_a_redis_log_is_checked_and_saved(redis_server: RedisServer, redis_url: str, tmp_path: Path) -> None:
    """FLT9: an entry that was changed in Redis is found, too; the sound entries go into a file."""
    await filled(redis_url)
    assert (await asyncio.to_thread(coterie, "doctor", "--log", redis_url)).returncode == 0
    import redis

    with closing(redis.Redis.from_url(redis_url)) as client:
        name = next(k for k in client.scan_iter("coterie:*:log") if STREAM.encode() in k)
        client.xdel(name, "5-0")
    mended = tmp_path / "mended.db"
    done = await asyncio.to_thread(coterie, "doctor", "--log", redis_url, "--repair", str(mended))
    assert done.returncode == 1
    assert f"{STREAM}: entry 5 is missing. Whole up to entry 4." in done.stdout
    assert (await asyncio.to_thread(coterie, "doctor", str(mended))).returncode == 0


async def test_what_redis_knows_of_commands_is_checked(
    redis_server: RedisServer, redis_url: str, tmp_path: Path
) -> None:
    """FLT9: Redis keeps an index of applied commands beside the entries. A missing id could apply twice, and an id that
    points elsewhere is answered with another command's result. In the saved file, the index follows from the
    entries."""
    await filled(redis_url)
    import redis

    with closing(redis.Redis.from_url(redis_url)) as client:
        name = next(k for k in client.scan_iter("coterie:*:keys") if STREAM.encode() in k)
        key = bytes(16)  # of the first entry
        for command in (("HDEL", name, key), ("HSET", name, key, 99), ("HSET", name, b"of no entry", 1)):
            client.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py's gap
            done = await asyncio.to_thread(coterie, "doctor", "--log", redis_url)
            assert done.returncode == 1
            assert f"{STREAM}: Redis's index of command ids does not match its entries." in done.stdout
            client.hdel(name, b"of no entry")
            client.hset(name, key, 1)
        assert await whole_redis(redis_url) is not None
        client.hdel(name, key)
    done = await asyncio.to_thread(coterie, "doctor", "--log", redis_url, "--repair", str(tmp_path / "mended.db"))
    assert contents(tmp_path / "mended.db") is not None


async def test_a_log_in_another_database_of_a_redis_is_found(redis_server: RedisServer, redis_url: str) -> None:
    """FLT9: a flipped bit in a SELECT of the append-only file moves the log, or the rest of it, into another database.
    Whole streams there may belong to another server and are not reported."""
    await filled(redis_url, 2)
    other = redis_url.removesuffix("0") + "4"
    assert await read(other) == (["Nothing is here, but database 0 of this Redis has 2 chronicles and scenes."], {})
    await filled(other, 1)
    assert (await read(redis_url))[0] == (await read(other))[0] == []
    import redis

    with closing(redis.Redis.from_url(redis_url)) as client:
        log = next(k for k in client.scan_iter("coterie:*:log") if STREAM.encode() in k)
        client.xtrim(log, minid="5-0")
    assert f"Database 0 of this Redis has the rest of {STREAM}: the log lies in two." in (await read(other))[0]


async def test_a_key_that_is_no_text_is_passed_over(redis_url: str) -> None:
    """FLT9: a stream whose name was damaged is skipped; the stream that lacks its entries is still reported."""
    await filled(redis_url)
    import redis

    with closing(redis.Redis.from_url(redis_url)) as client:
        log = next(k for k in client.scan_iter("coterie:*:log") if STREAM.encode() in k)
        client.copy(log, log.replace(b"scene", b"sc\xf4ne"))
        client.xtrim(log, maxlen=0)
        client.execute_command("XADD", log, "9999-0", "c", "", "k", "", "p", "")  # type: ignore[no-untyped-call]  # redis-py's gap
    general, streams = await read(redis_url)
    assert f"{STREAM}: Redis's index of command ids does not match its entries." in general
    assert len(streams) == len(logs())


def exported(whole: Path, tmp_path: Path) -> Path:
    """Export a scene."""
    done = coterie("export", STREAM, "--as", "storyteller", "--format", "jsonl", "--log", f"sqlite:///{whole}")
    assert done.returncode == 0, done.stderr
    path = tmp_path / "scene.jsonl"
    path.write_text(done.stdout, encoding="utf-8")
    return path


def test_an_export_that_was_changed_is_found(whole: Path, tmp_path: Path, seed: int) -> None:
    """FLT9: every flipped bit and every cut is found, with the advice to write the export again."""
    path, random = exported(whole, tmp_path), Random(f"{seed} exports")
    assert doctor(path) == Done(0, f"Whole: {path}.\n", "")
    raw = path.read_bytes()
    for n in range(FLIPS):
        at = random.randrange(len(raw) - 1)
        flipped = raw[:at] + bytes([raw[at] ^ 1 << random.randrange(8)]) + raw[at + 1 :]
        path.write_bytes(flipped if n % 2 else raw[: max(at, 1)])
        done = doctor(path)
        assert done.returncode == 1, f"byte {at}"
        assert "coterie export" in done.stdout or not flipped.startswith(b"{")


def test_a_file_of_redis_is_redis_s_to_mend(tmp_path: Path) -> None:
    """FLT7: for an append-only file or its manifest, the doctor names the repair command and changes no file; also for
    a Redis that does not answer, which may not have started."""
    aof, manifest = tmp_path / "appendonly.aof.1.incr.aof", tmp_path / "appendonly.aof.manifest"
    aof.write_bytes(b"*1\r\n$4\r\nPI")
    manifest.write_text("file appendonly.aof.1.incr.aof seq 1 type i\n")
    for path in (aof, manifest):
        done = doctor(path)
        assert done.returncode == 1
        assert f"redis-check-aof --fix {manifest}" in done.stdout
    assert aof.read_bytes() == b"*1\r\n$4\r\nPI"
    done = coterie("doctor", "--log", f"redis://127.0.0.1:{free_port()}/0")
    assert done.returncode == 1
    assert "redis-check-aof --fix" in done.stderr
