"""The SQLite file: how it is opened, locked and copied, and the sentence for each way in which that can fail.

One process serves a file. The lock is the kernel's, on a file beside it, so it ends with its process, however that
ends. Tools read the file while it is served.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from server.log.contract import LogError

APPLICATION: Final = 0x436F7465
"""SQLite's `application_id` of our files: "Cote"."""
LAYOUT: Final = 1
"""SQLite's `user_version`: the version of the tables below; less than 0 in a backup, until somebody serves it."""
BUSY_MS: Final = 10_000
"""How long one connection waits for another's transaction (the doors write beside the log), in milliseconds."""
CHECKPOINT_PAGES: Final = 8000
"""The write-ahead log is folded into the file every 32 MB: half as many writes as with SQLite's 4."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, and takes for that file's own, whatever file it is."""
_FULL: Final = 2
_NO_ROOM: Final = {
    errno.EFBIG: "the system lets this file grow no further; raise the limit on a file's size and go on",
    errno.EDQUOT: "the disk quota is used up; free some space or raise the quota and go on",
    errno.ENOSPC: "the disk is full; free some space and go on",
}
"""What keeps a file from growing, as the end of a sentence."""
_ROOM_TRIED: Final = 65_536
"""Bytes that are written to see whether there is room."""

# Entries lie in the order of writing, so that one transaction over many streams touches few pages (1.5 times faster
# than a table clustered by stream).
TABLES: Final = """
CREATE TABLE IF NOT EXISTS entries (
    stream TEXT NOT NULL, seq INTEGER NOT NULL, chain BLOB NOT NULL, key BLOB NOT NULL, payload BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS entries_by_seq ON entries (stream, seq);
CREATE UNIQUE INDEX IF NOT EXISTS entries_by_key ON entries (stream, key);
CREATE TABLE IF NOT EXISTS chronicles (id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL)
    WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS seats (
    id TEXT PRIMARY KEY, chronicle TEXT NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL, revoked INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX IF NOT EXISTS seats_by_chronicle ON seats (chronicle);
CREATE TABLE IF NOT EXISTS doors (
    hash TEXT PRIMARY KEY, kind TEXT NOT NULL, seat TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX IF NOT EXISTS doors_by_seat ON doors (seat);
"""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns SQLite's and the system's errors about this file into one sentence (LogError)."""
    try:
        yield
    except sqlite3.Error as error:
        raise LogError(f"{path}: {_sentence(error, path)}.") from error
    except UnicodeDecodeError as error:  # of a damaged name, in SQLite's own complaint
        raise LogError(f"{path}: this database is damaged; restore a backup.") from error
    except OSError as error:
        raise LogError(f"{path}: {_unopened(path) or error.strerror or error}.") from error


def no_folder(path: Path) -> str:
    """Which folder on the way to a file is missing, as the end of a sentence; "" where none is."""
    missing = next((folder for folder in reversed(path.absolute().parents) if not folder.is_dir()), None)
    return f", for there is no folder {missing}" if missing else ""


def _unopened(path: Path) -> str:
    missing = no_folder(path)
    return f"it cannot be opened{missing}" if missing else ""


def _sentence(error: sqlite3.Error, path: Path) -> str:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return "this file is not a database, so it is not a Coterie's log"
        case sqlite3.SQLITE_FULL:
            return "the disk is full, and nothing was written; free some space and go on"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return "this file cannot be written; change its permissions or choose another"
        case sqlite3.SQLITE_CANTOPEN:
            return _unopened(path) or "this file cannot be opened; see what you may read and write there"
        case sqlite3.SQLITE_CORRUPT:
            return "this database is damaged; restore a backup"
        case sqlite3.SQLITE_BUSY:
            return "another program has kept this database locked; close it and try again"
        case _:
            return f"SQLite failed: {error}"


def no_room(path: Path) -> str:
    """Why the system lets the write-ahead log of this file grow no further, as the end of a sentence; "" if it does.
    SQLite reports a limit on a file's size, or a quota, as any other failed write. So an unnamed file in the same
    folder is written from where the write-ahead log ends."""
    real = path.resolve()
    try:
        end = real.with_name(real.name + "-wal").stat().st_size
        with TemporaryFile(dir=real.parent, buffering=0) as probe:
            probe.seek(end)
            if probe.write(bytes(_ROOM_TRIED)) < _ROOM_TRIED:  # some fits, and no more
                probe.write(b"\0")
    except OSError as error:
        return _NO_ROOM.get(error.errno or 0, "")
    return ""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection with every safety setting, usable from any one thread at a time. Raises LogError."""
    if path.is_dir():
        raise LogError(f"{path} is a folder; name a file in it.")
    if read_only and not path.exists():
        raise LogError(f"{path} does not exist{no_folder(path)}.")
    with explained(path):
        mode, real = "ro" if read_only else "rwc", path.resolve()
        if not read_only:
            make(real)
        uri = f"{real.as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path, read_only)
        except BaseException:
            connection.close()
            raise
        return connection


def make(path: Path) -> None:
    """An empty file that its owner alone may read, for what is hidden at the table lies open in it (X1). SQLite gives
    what it keeps beside a file the mode of that file. One that is there already stays as it is."""
    with suppress(OSError):  # where none can be made, whoever writes to it says why
        path.touch(0o600, exist_ok=False)


def _prepare(connection: sqlite3.Connection, path: Path, read_only: bool) -> None:
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    tables = _check_ours(connection, path)
    if read_only and not tables:
        raise LogError(f"{path} is empty: no Coterie has served it yet.")
    if read_only:
        return
    if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise LogError(f"{path}: SQLite cannot keep a write-ahead log here; choose a file on a local disk.")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    connection.execute("PRAGMA synchronous = FULL")
    if _pragma(connection, "synchronous") != _FULL:
        raise LogError(f"{path}: SQLite does not sync every commit, so none would be safe.")
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT};"
    connection.executescript(f"BEGIN IMMEDIATE; {TABLES} {marks} COMMIT;")


def _check_ours(connection: sqlite3.Connection, path: Path) -> int:
    """How many tables there are."""
    tables: int = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if tables and _pragma(connection, "application_id") != APPLICATION:
        raise LogError(f"{path} is another program's database; choose another file.")
    if abs(_pragma(connection, "user_version")) > LAYOUT:
        raise LogError(f"{path} was written by a newer Coterie; start that one, or restore a backup.")
    return tables


def _pragma(connection: sqlite3.Connection, pragma: str) -> int:
    value: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return value


def lock(path: Path) -> int:
    """Take the file for this process, or raise LogError. Returns the descriptor whose closing gives it back."""
    with explained(path):
        descriptor = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise LogError(
            f"Another Coterie is already serving this file ({path}); stop it first, or choose another file."
        ) from error
    return descriptor


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody serves the file meanwhile, and no lock is left beside one that had none. Raises LogError where somebody
    does."""
    made = not _lock_of(path).exists()
    held = lock(path)
    try:
        yield
    finally:
        if made:
            _lock_of(path).unlink(missing_ok=True)
        os.close(held)


def _lock_of(path: Path) -> Path:
    """The file that is locked: one for a file, by whatever name it is called."""
    real = path.resolve()
    return real.with_name(real.name + ".lock")


def copy(source: Path, target: Path) -> None:
    """A consistent copy of the file, even while it is served. `target` must not exist. Raises LogError."""
    if target.exists():
        raise LogError(f"{target} exists already; choose another name for the backup.")
    part = target.with_name(target.name + ".part")
    with closing(connect(source, read_only=True)) as original, explained(target):
        part.unlink(missing_ok=True)
        make(part)
        with closing(sqlite3.connect(part)) as duplicate:
            original.backup(duplicate)
            duplicate.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
        sync(part)
        part.rename(target)
        sync(target.parent)


def mark_backup(path: Path) -> None:
    """Have it known for a backup, which a newer one may replace, until it is opened for writing. Raises LogError."""
    with explained(path), closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {-LAYOUT}")


def is_backup(path: Path) -> bool:
    """Whether it is one in which nobody has played. Raises LogError for what is no log at all."""
    with closing(connect(path, read_only=True)) as connection, explained(path):
        return _pragma(connection, "user_version") < 0


def sync(path: Path) -> None:
    """Put a file, or the names in a folder, onto the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
