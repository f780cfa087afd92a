"""`coterie doctor`: what is damaged is found, said, and what holds is saved (F9)."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from server.cli.doctor import health, read_file
from server.log.contract import EMPTY, Entry, LogError, Pending
from server.log.open import open_log
from tests.cli.running import Done, coterie
from tests.golden.golden import logs, stored
from tests.redis_server import RedisServer, redis_server, redis_url

__all__ = ["redis_server", "redis_url"]

FLIPS = 150
CUTS = 50


async def filled(url: str) -> None:
    """A log that has the golden evenings."""
    log = await open_log(url)
    try:
        for name in logs():
            payloads = enumerate(stored(name))
            await log.append(f"scene/{name}/1", EMPTY, [Pending(n.to_bytes(16, "big"), raw) for n, raw in payloads])
    finally:
        await log.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of them: one file."""
    folder = tmp_path_factory.mktemp("doctor")
    asyncio.run(filled(f"sqlite:///{folder}/log.db"))
    assert coterie("backup", str(folder / "whole.db"), "--log", f"sqlite:///{folder}/log.db").returncode == 0
    return folder / "whole.db"


def doctor(path: Path, *more: str) -> Done:
    return coterie("doctor", str(path), *more)


def test_what_is_whole_is_said_to_be(whole: Path) -> None:
    """In one line, with how much there is."""
    done = doctor(whole)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Whole: {len(logs())} chronicles and scenes, ")
    assert len(done.stdout.splitlines()) == 1


def contents(path: Path) -> dict[str, list[Entry]] | None:
    """What a file says, where nothing is found wrong with it; None where something is."""
    try:
        general, streams = read_file(path)
    except LogError:
        return None
    if general or any(health(name, entries).wrong for name, entries in streams.items()):
        return None
    return streams


def test_a_flipped_bit_is_found_or_changes_nothing(whole: Path, tmp_path: Path, seed: int) -> None:
    """S27, F9: one bit of a file flipped, at many places: either it is found, or (in a page's unused room) every entry
    reads exactly as before. Nothing else is ever folded in silence."""
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
    """F9: a file that ends too early, anywhere: all of them."""
    raw, random, bad = whole.read_bytes(), Random(f"{seed} cuts"), tmp_path / "bad.db"
    for _ in range(CUTS):
        bad.write_bytes(raw[: random.randrange(len(raw))])
        assert contents(bad) is None


def damaged(whole: Path, path: Path, sql: str, *values: object) -> Path:
    """A copy in which something was done by hand."""
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
)
def test_what_is_wrong_is_said_and_what_holds_is_saved(
    whole: Path, tmp_path: Path, sql: str, says: str, holds: int
) -> None:
    """S27, F9: the stream, the entry and how far it holds; the repaired file is whole, and has the others untouched."""
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
    """A commit of an unknown kind is said to be unreadable here, and not to be repaired away."""
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
    """It wants a new name."""
    assert doctor(whole, "--repair", str(whole)).returncode == 2


def test_what_is_no_log_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Neither a file that is none of ours, nor one that is not there."""
    (tmp_path / "other").write_text("not a database" * 100)
    for name in ("other", "nothing"):
        done = doctor(tmp_path / name)
        assert (done.returncode, done.stderr.startswith("coterie doctor: ")) == (1, True)


async def test_a_redis_log_is_checked_and_saved(redis_server: RedisServer, redis_url: str, tmp_path: Path) -> None:
    """F9: an entry that something else has changed is found there as well; what holds goes into a file."""
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
