"""The SQLite file: opening, locking and copying it, with a sentence for each failure.

Only one process serves a file. This process locks a second file beside it (`process_lock.py`). Tools may read the file
while it is served.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from server.log.contract import LogError
from server.log.sqlite.process_lock import try_lock

APPLICATION: Final = 0x436F7465
"""The `application_id` of our SQLite files: "Cote"."""
LAYOUT: Final = 1
"""The `user_version` of our SQLite files: the version of the tables below; negative in a backup that no server has
opened."""
BUSY_MS: Final = 10_000
"""A connection waits this many milliseconds for the transaction of another connection, since the access store writes to
the same file."""
CHECKPOINT_PAGES: Final = 8000
"""After this many pages (32 MB), the write-ahead log is copied into the file. SQLite copies after 4 MB by default,
which would double the writes."""
SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database. SQLite trusts them even if they belong to an older
database."""
_FULL: Final = 2
_NO_ROOM: Final = {
    errno.EFBIG: "the system lets this file grow no further; raise the limit on a file's size and go on",
    errno.EDQUOT: "the disk quota is used up; free some space or raise the quota and go on",
    errno.ENOSPC: "the disk is full; free some space and go on",
}
"""For each error of the operating system: the reason why a file cannot grow, as the end of a sentence."""
_ROOM_TRIED: Final = 65_536
"""This many bytes are written to find out whether there is room."""

# Entries are stored in the order of writing, so that a transaction over many streams changes few pages. It is 1.5 times
# faster than a table clustered by stream. The table `doors` keeps an older word for credentials.
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
CREATE TABLE IF NOT EXISTS chronicle_status (id TEXT PRIMARY KEY, status TEXT NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS push_subscriptions (
    session TEXT PRIMARY KEY, seat TEXT NOT NULL, endpoint TEXT NOT NULL, key TEXT NOT NULL, auth TEXT NOT NULL,
    language TEXT NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX IF NOT EXISTS push_subscriptions_by_seat ON push_subscriptions (seat);
CREATE TRIGGER IF NOT EXISTS push_ends_with_session AFTER DELETE ON doors BEGIN
    DELETE FROM push_subscriptions WHERE session = OLD.hash;
END;
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS pictures (chronicle TEXT NOT NULL, id TEXT NOT NULL, seat TEXT NOT NULL, data BLOB NOT NULL)
    STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS pictures_by_key ON pictures (chronicle, id, seat);
"""


@contextmanager
def errors_explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the operating system that concern this file into a `LogError` with a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise LogError(f"{path}: {_sentence(error, path)}.") from error
    except UnicodeDecodeError as error:  # SQLite's message quotes a damaged name
        raise LogError(f"{path}: this database is damaged; restore a backup.") from error
    except OSError as error:
        raise LogError(f"{path}: {_unopened(path) or error.strerror or error}.") from error


def no_folder(path: Path) -> str:
    """If a folder above this file is missing, return the end of a sentence that names it; otherwise ""."""
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
    """Return, as the end of a sentence, why the system does not let the write-ahead log of this file grow; "" if it
    does. SQLite reports a limit on the size of a file, or a quota, like any other failed write. So this function tries
    to write an unnamed file in the same folder, beginning at the place where the write-ahead log ends."""
    real = path.resolve()
    try:
        end = real.with_name(real.name + "-wal").stat().st_size
        with TemporaryFile(dir=real.parent, buffering=0) as probe:
            probe.seek(end)
            if probe.write(bytes(_ROOM_TRIED)) < _ROOM_TRIED:  # there is room for some bytes, but not for all
                probe.write(b"\0")
    except OSError as error:
        return _NO_ROOM.get(error.errno or 0, "")
    return ""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection with all settings that keep the data safe. Only one thread may use it at a time. Raise
    `LogError`."""
    if path.is_dir():
        raise LogError(f"{path} is a folder; name a file in it.")
    if read_only and not path.exists():
        raise LogError(f"{path} does not exist{no_folder(path)}.")
    with errors_explained(path):
        mode, real = "ro" if read_only else "rwc", path.resolve()
        if not read_only:
            create_private(real)
        uri = f"{real.as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path, read_only)
        except BaseException:
            connection.close()
            raise
        return connection


def create_private(path: Path) -> None:
    """Create an empty file that only its owner may read, because it will contain hidden facts of the table (X1). SQLite
    gives the same access rights to its other files beside it. An existing file stays as it is."""
    with suppress(OSError):  # the writer will report why there is no file
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
    connection.execute("PRAGMA secure_delete = ON")  # a deleted chronicle must not stay readable (also: empty_wal)
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT};"
    connection.executescript(f"BEGIN IMMEDIATE; {TABLES} {marks} COMMIT;")


def _check_ours(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of tables. Raise `LogError` if the file is not a log that this program can read."""
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
    """Lock the file for this process, and return the file descriptor of the lock; closing it releases the lock. Raise
    `LogError` if another process holds the lock."""
    with errors_explained(path):
        try:
            return try_lock(_lock_of(path))
        except BlockingIOError as error:
            raise LogError(
                f"Another Coterie is already serving this file ({path}); stop it first, or choose another file."
            ) from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the file during this block. If there was no lock file before, remove it afterwards. Raise
    `LogError` if another process holds the lock."""
    created = not _lock_of(path).exists()
    descriptor = lock(path)
    try:
        yield
    finally:
        if created:
            with suppress(PermissionError):  # Windows deletes no open file: there the empty lock file stays
                _lock_of(path).unlink(missing_ok=True)
        os.close(descriptor)


def _lock_of(path: Path) -> Path:
    """Return the path of the lock file. It is the same for every name (link) of the file."""
    real = path.resolve()
    return real.with_name(real.name + ".lock")


def copy(source: Path, target: Path) -> None:
    """Make a consistent copy of the file, even while it is served. Raise `LogError`; also if `target` exists
    already."""
    if target.exists():
        raise LogError(f"{target} exists already; choose another name for the backup.")
    part = target.with_name(target.name + ".part")
    with closing(connect(source, read_only=True)) as original, errors_explained(target):
        part.unlink(missing_ok=True)
        create_private(part)
        with closing(sqlite3.connect(part)) as duplicate:
            original.backup(duplicate)
            duplicate.execute("PRAGMA journal_mode = DELETE")  # so the copy is a single file
        sync(part)
        part.rename(target)
        sync(target.parent)


def empty_wal(path: Path) -> bool:
    """Copy the write-ahead log into the file and cut it to length 0, so that nothing removed stays readable in it. Wait
    for no other connection: return False if one reads or writes just now. Raise `LogError`."""
    with errors_explained(path), closing(sqlite3.connect(path.resolve(), timeout=0)) as connection:
        busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy


def mark_backup(path: Path) -> None:
    """Mark the file as a backup. The mark is removed when a server opens the file. A file with the mark may be replaced
    by a newer backup. Raise `LogError`."""
    with errors_explained(path), closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {-LAYOUT}")


def is_backup(path: Path) -> bool:
    """True if the file is a backup that was never opened by a server. Raise `LogError` if it is not a log."""
    with closing(connect(path, read_only=True)) as connection, errors_explained(path):
        return _pragma(connection, "user_version") < 0


def sync(path: Path) -> None:
    """Make sure that a file, or the list of names in a folder, is on the disk (fsync). Windows syncs no folders, and
    files only if they are open for writing."""
    if os.name == "nt" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
