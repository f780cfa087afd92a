"""Promises of the SQLite log: a single server per file, a single sync for all waiting appends, and a sentence for
every failure."""

import asyncio
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.log.contract import EMPTY, Appended, Conflict, Durability, Entry, LogError, OutcomeUnknown
from server.log.open import open_log, sqlite_path, url_of
from server.log.sqlite import file
from server.log.sqlite.log import SqliteLog
from tests.server.log.writes import appended, assert_lawful, everything, filled, pending
from tests.waiting import until

SERVING = """
import asyncio, sys
from pathlib import Path
from server.log.sqlite.log import SqliteLog
from server.log.contract import EMPTY, Pending

async def serve():
    log = await SqliteLog.open(Path(sys.argv[1]))
    head, number = EMPTY, 0
    while True:
        number += 1
        head = (await log.append("scene-1", head, [Pending(number.to_bytes(16, "big"), b"x" * 100)])).head
        print(head.seq, flush=True)

asyncio.run(serve())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


async def test_who_waits_shares_one_sync(path: Path) -> None:
    """A hundred waiting appends take a handful of transactions, and each gets its own answer."""
    log = await SqliteLog.open(path)
    commits = 0

    def count(statement: str) -> None:
        nonlocal commits
        commits += statement == "COMMIT"

    assert log._writer is not None
    log._writer._connection.set_trace_callback(count)
    same = pending()
    answers = await asyncio.gather(
        *(log.append(f"scene-{number}", EMPTY, [pending()]) for number in range(98)),
        log.append("scene-x", EMPTY, [same]),
        log.append("scene-x", EMPTY, [same]),
    )
    assert all(isinstance(answer, Appended) for answer in answers[:99])
    assert isinstance(answers[99], Conflict)
    assert answers[99].known == {same.key: 1}
    assert commits <= 10
    await log.close()


async def test_what_waits_at_closing_is_written(path: Path) -> None:
    """Closing the log first answers every append that was called before."""
    log = await SqliteLog.open(path)
    tasks = [asyncio.create_task(log.append(f"scene-{number}", EMPTY, [pending()])) for number in range(50)]
    await asyncio.sleep(0)
    await log.close()
    assert all(isinstance(answer, Appended) for answer in await asyncio.gather(*tasks))


async def test_every_commit_is_synced(path: Path) -> None:
    """The file keeps a write-ahead log, syncs fully, and the log reports it as durable on disk."""
    log = await SqliteLog.open(path)
    assert log._writer is not None
    writing = log._writer._connection
    assert writing.execute("PRAGMA synchronous").fetchone() == (2,)
    assert writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log.durability is Durability.DISK
    await log.close()


async def test_tomorrow_finds_everything(path: Path) -> None:
    """A log that is closed and reopened goes on from its head."""
    log = await SqliteLog.open(path)
    head = await filled(log, "scene-1", 10)
    await log.close()
    log = await SqliteLog.open(path)
    assert await log.head("scene-1") == head
    await appended(log, "scene-1", head, [pending()])
    assert_lawful(await everything(log, "scene-1"))
    await log.close()


async def test_a_second_server_is_told(path: Path) -> None:
    """While a process serves the file, a second is refused in a clear sentence; afterwards it may serve."""
    log = await SqliteLog.open(path)
    second = _serving(path)
    _, said = second.communicate(timeout=20)
    assert second.returncode
    assert f"Another Coterie is already serving this file ({path})" in said
    with pytest.raises(LogError, match="already serving"):
        await SqliteLog.open(path)
    await log.close()
    await (await SqliteLog.open(path)).close()


def _serving(path: Path) -> "subprocess.Popen[str]":
    """Start a process that serves the file and prints each seq once it is acknowledged."""
    arguments = [sys.executable, "-c", SERVING, str(path)]
    root = Path(__file__).parents[4]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root)


async def test_a_killed_server_leaves_all_it_acknowledged(path: Path) -> None:
    """After kill -9 the lock is free, and every acknowledged commit is there, in a lawful chain."""
    child = _serving(path)
    assert child.stdout
    acknowledged = [int(await asyncio.to_thread(child.stdout.readline)) for _ in range(30)][-1]
    child.kill()
    rest = child.stdout.read()  # `communicate` would lose the output that was buffered before the lines
    child.communicate()
    acknowledged = max([acknowledged, *(int(line) for line in rest.split("\n")[:-1])])
    log = await SqliteLog.open(path)
    entries = await everything(log, "scene-1")
    assert_lawful(entries)
    assert len(entries) in {acknowledged, acknowledged + 1}
    await log.close()


async def test_tools_read_while_it_is_served(path: Path) -> None:
    """A read-only log sees commits as the log grows, and refuses to append."""
    log = await SqliteLog.open(path)
    tool = await open_log(f"sqlite:///{path}", read_only=True)
    head = await filled(log, "scene-1", 3)
    assert await tool.head("scene-1") == head
    assert await tool.read("scene-1", 0) == await log.read("scene-1", 0)
    assert await tool.streams() == ["scene-1"]
    with pytest.raises(LogError, match="reading only"):
        await tool.append("scene-1", head, [pending()])
    await log.close()
    assert await tool.head("scene-1") == head
    await tool.close()


async def test_tools_make_nothing(path: Path) -> None:
    """A tool given a missing or empty file reports it and leaves no file behind."""
    with pytest.raises(LogError, match="does not exist"):
        await SqliteLog.open(path, read_only=True)
    assert not list(path.parent.iterdir())
    with pytest.raises(LogError, match=f"does not exist, for there is no folder {path.parent}/no."):
        await SqliteLog.open(path.parent / "no" / "such.db", read_only=True)
    _empty(path)
    with pytest.raises(LogError, match="no Coterie has served it"):
        await SqliteLog.open(path, read_only=True)


async def test_a_backup_is_whole_while_play_goes_on(path: Path, tmp_path: Path) -> None:
    """A copy made during play is one file, checks out, and holds a lawful prefix of the log."""
    log = await SqliteLog.open(path)
    head = await filled(log, "scene-1", 2000)
    copying = asyncio.create_task(log.backup(tmp_path / "copy.db"))
    while not copying.done():
        head = await appended(log, "scene-1", head, [pending()])
    await copying
    everyone = await everything(log, "scene-1")
    await log.close()
    (tmp_path / "apart").mkdir()
    moved = Path(shutil.copy(tmp_path / "copy.db", tmp_path / "apart" / "moved.db"))
    with closing(sqlite3.connect(moved)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    restored = await SqliteLog.open(moved)
    entries = await everything(restored, "scene-1")
    assert 2000 <= len(entries) <= head.seq
    assert entries == everyone[: len(entries)]
    await restored.close()


async def test_a_backup_overwrites_nothing(path: Path, tmp_path: Path) -> None:
    """An existing file stays as it is."""
    log = await SqliteLog.open(path)
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(LogError, match="exists already"):
        await log.backup(tmp_path / "copy.db")
    with pytest.raises(LogError, match=f"cannot be opened, for there is no folder {tmp_path}/nowhere."):
        await log.backup(tmp_path / "nowhere" / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"
    await log.close()


def _slowly() -> int:
    time.sleep(0.2)
    return 0


async def test_reads_do_not_stop_the_loop(path: Path) -> None:
    """A slow read does not block the event loop."""
    log = await SqliteLog.open(path)
    await filled(log, "scene-1", 10)
    log._reading.create_function("slowly", 0, _slowly)
    slow = asyncio.create_task(log._read(lambda: log._reading.execute("SELECT slowly()").fetchall()))
    turns = 0
    while not slow.done():
        turns += 1
        await asyncio.sleep(0.001)
    assert turns > 20
    await log.close()


def _empty(path: Path) -> None:
    path.touch()


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _folder(path: Path) -> None:
    path.mkdir()


def _text(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA application_id = {file.APPLICATION}")
        raw.execute("PRAGMA user_version = 99")
        raw.execute("CREATE TABLE entries (stream TEXT)")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (_folder, "is a folder"),
        (_text, "not a database"),
        (_foreign, "another program's database"),
        (_newer, "newer Coterie"),
    ],
)
async def test_a_wrong_file_is_named_and_left_alone(path: Path, make: Callable[[Path], None], sentence: str) -> None:
    """A file that is no log of Coterie is refused with its name, keeps its content, and is not kept open."""
    make(path)
    before = _content(path)
    for read_only in (False, True, False):
        with pytest.raises(LogError, match=sentence) as caught:
            await SqliteLog.open(path, read_only=read_only)
        assert str(path) in str(caught.value)
    assert _content(path) == before


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """A file in a missing folder is refused with the folder's name."""
    with pytest.raises(LogError, match="nowhere"):
        await SqliteLog.open(tmp_path / "nowhere" / "log.db")


async def test_a_file_that_cannot_be_written_is_named(path: Path) -> None:
    """A write refused by the system is one sentence. (The system lets root write anywhere, so SQLite refuses here.)"""
    await (await SqliteLog.open(path)).close()
    raw = file.connect(path, read_only=True)
    with closing(raw), pytest.raises(LogError, match="cannot be written"), file.errors_explained(path):
        raw.execute("INSERT INTO entries VALUES ('', 1, '', '', '')")


async def test_a_full_disk_loses_nothing(path: Path) -> None:
    """An append that finds no room is refused with a sentence, is not written, and succeeds once there is room."""
    log = await SqliteLog.open(path)
    head = await filled(log, "scene-1", 5)
    assert log._writer is not None
    writing = log._writer._connection
    pages = writing.execute("PRAGMA page_count").fetchone()[0]
    writing.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own imitation of a full disk
    big = [pending("x" * 100_000)]
    for _ in range(2):
        with pytest.raises(LogError, match="disk is full") as caught:
            await log.append("scene-1", head, big)
        assert not isinstance(caught.value, OutcomeUnknown)
    assert await log.find("scene-1", big[0].key) is None
    writing.execute("PRAGMA max_page_count = 1000000")
    await appended(log, "scene-1", head, big)
    assert_lawful(await everything(log, "scene-1"))
    await log.close()


def _size(path: str) -> int:
    return Path(path).stat().st_size


@pytest.mark.parametrize("room", [100, -1000], ids=["some", "none"])
async def test_a_limit_on_the_file_loses_nothing(path: Path, room: int) -> None:
    """FLT6: an append beyond the process's limit on a file's size is refused with a sentence and not written. After
    the limit is lifted the same log goes on, and a restart finds the same entries."""
    log = await SqliteLog.open(path)
    head = await filled(log, "scene-1", 5)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    big = [pending("x" * 100_000)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (_size(f"{path}-wal") + room, hard))
    try:
        for _ in range(2):
            with pytest.raises(LogError, match="raise the limit on a file's size and go on") as caught:
                await log.append("scene-1", head, big)
            assert not isinstance(caught.value, OutcomeUnknown)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    copy = path.with_name("found.db")
    for beside in ("", "-wal"):
        shutil.copyfile(f"{path}{beside}", f"{copy}{beside}")
    found = await SqliteLog.open(copy)  # as if the process had been killed
    assert await found.head("scene-1") == head
    await found.close()
    assert await log.find("scene-1", big[0].key) is None
    await appended(log, "scene-1", head, big)
    assert_lawful(await everything(log, "scene-1"))
    await log.close()


async def test_a_broken_disk_ends_the_writing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a write fails for any reason but lack of room, the outcome is unknown, no more is written, reads go on, and
    a restart finds a lawful log with all acknowledged commits."""
    monkeypatch.setattr("server.log.sqlite.writer.no_room", lambda _: "")
    log = await SqliteLog.open(path)
    head = await filled(log, "scene-1", 5)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_size(f"{path}-wal") + 100, hard))
    try:
        with pytest.raises(OutcomeUnknown, match="start again"):
            await log.append("scene-1", head, [pending("x" * 100_000)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with pytest.raises(LogError, match="start again"):
        await log.append("scene-2", EMPTY, [pending()])
    assert await log.head("scene-1") == head
    await log.close()
    log = await SqliteLog.open(path)
    entries: list[Entry] = await everything(log, "scene-1")
    assert_lawful(entries)
    assert len(entries) in {5, 6}
    await log.close()


async def test_a_bug_while_writing_reaches_whoever_waits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the writer fails, each waiting append gets an error; none waits for ever."""
    log = await SqliteLog.open(path)
    monkeypatch.setattr("server.log.sqlite.writer.head_of", lambda *_: 1 / 0)
    answers = await asyncio.gather(
        *(log.append(f"scene-{number}", EMPTY, [pending()]) for number in range(3)), return_exceptions=True
    )
    assert all(isinstance(answer, LogError) for answer in answers), answers
    await log.close()
    await until(lambda: log._writer is not None and not log._writer._thread.is_alive())


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///log.db", "log.db"),
        ("sqlite:////var/lib/log.db", "/var/lib/log.db"),
        ("sqlite:///a%20table.db", "a table.db"),
        ("sqlite:///caf%C3%A9.db", "caf\u00e9.db"),
        ("sqlite:///caf%E9.db", "caf\udce9.db"),
        ("sqlite:///caf\udce9.db", "caf\udce9.db"),
    ],
)
def test_a_url_names_a_file(url: str, path: str) -> None:
    """Three slashes are relative to the working directory, four are not."""
    assert sqlite_path(url) == Path(path)


@pytest.mark.parametrize("name", ["log.db", "/var/lib/log.db", "a table?#%25.db", "caf\u00e9.db", "caf\udce9.db"])
def test_a_file_of_any_name_has_a_url(name: str) -> None:
    """A file name of bytes that are no text also has a URL, with the bytes escaped."""
    assert sqlite_path(url_of(Path(name))) == Path(name)
    assert url_of(Path(name)).isascii()


@pytest.mark.parametrize("url", ["sqlite:", "sqlite://", "sqlite:///", "sqlite://host/file"])
def test_a_url_without_a_file_is_explained(url: str) -> None:
    """The sentence shows how to write it."""
    with pytest.raises(LogError, match="sqlite:////folder/file"):
        sqlite_path(url)
