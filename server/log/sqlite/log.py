"""The embedded log: a SQLite file, served by one process. Every acknowledged append is on the disk.

Writes have their own thread (`writer.py`), and reads have a second thread with its own connection. So reads and writes
do not wait for each other, and the event loop waits for neither.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from server.log.batch import checked_name, entries_after
from server.log.contract import Appended, Conflict, Durability, Entry, Head, Listener, LogError, Pending, SignalListener
from server.log.sqlite.file import connect, copy, empty_wal, errors_explained, lock
from server.log.sqlite.snapshot_files import SnapshotFiles
from server.log.sqlite.writer import Writer, entries_of, head_of, seq_of, size_of

T = TypeVar("T")

_STREAMS = """
WITH RECURSIVE names (name) AS (
    SELECT min(stream) FROM entries WHERE stream >= :prefix
    UNION ALL
    SELECT (SELECT min(stream) FROM entries WHERE stream > name) FROM names WHERE substr(name, 1, :length) = :prefix
)
SELECT name FROM names WHERE substr(name, 1, :length) = :prefix
"""
"""Looks up each stream once in the index. The cost does not depend on the length of the streams."""


class SqliteLog:
    """A log in a SQLite file. Use `SqliteLog.open`."""

    durability = Durability.DISK
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, path: Path, reading: sqlite3.Connection, writer: Writer | None, lock: int | None) -> None:
        self._path = path
        self._reading = reading
        self._reader = ThreadPoolExecutor(1, "coterie-log-reader")
        self._writer = writer
        self._lock = lock
        self._snapshots = SnapshotFiles(path)

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> "SqliteLog":
        """Open the file; create it if it does not exist. Raise `LogError` if another process serves it, if it cannot be
        written, or if it is not a log. With `read_only` it can be opened while it is served, and no file is changed."""
        if read_only:
            return cls(path, await asyncio.to_thread(connect, path, read_only=True), None, None)
        writing, reading, descriptor = await asyncio.to_thread(_lock_and_connect, path)
        return cls(path, reading, Writer(writing, path), descriptor)

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        return await self._writable().append(checked_name(stream), expected, entries_after(expected, batch))

    async def head(self, stream: str) -> Head:
        return await self._read(lambda: head_of(self._reading, stream))

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return await self._read(lambda: entries_of(self._reading, stream, after, most))

    async def size(self, stream: str) -> int:
        return await self._read(lambda: size_of(self._reading, stream))

    async def find(self, stream: str, key: bytes) -> int | None:
        return await self._read(lambda: seq_of(self._reading, stream, key))

    async def streams(self, prefix: str = "") -> list[str]:
        parameters = {"prefix": prefix, "length": len(prefix)}
        return await self._read(lambda: [name for (name,) in self._reading.execute(_STREAMS, parameters)])

    def listen(self, stream: str, listener: Listener | None) -> None:
        """Do nothing, because no second process writes to a file that is served."""

    async def signal_others(self, stream: str, message: bytes) -> None:
        """Do nothing, because no second process listens."""

    def on_signal(self, signal_listener: SignalListener) -> None:
        """Do nothing: a SQLite log has a single process, which needs no signals."""

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        self._writable()
        await asyncio.to_thread(self._snapshots.keep, stream, snapshot)

    async def snapshot(self, stream: str) -> bytes | None:
        return await asyncio.to_thread(self._snapshots.find, stream)

    async def remove(self, stream: str, expected: Head) -> None:
        writer = self._writable()
        if await self.head(checked_name(stream)) == expected:
            # First the snapshot: if the process ends between the two steps, no text of a removed stream is left.
            await asyncio.to_thread(self._snapshots.drop, stream)
        await writer.remove(stream, expected)

    async def erase_removed(self) -> bool:
        self._writable()
        return await asyncio.to_thread(empty_wal, self._path)

    def _writable(self) -> Writer:
        if self._writer is None:
            raise LogError(f"{self._path} was opened for reading only.")
        return self._writer

    async def backup(self, target: Path) -> None:
        """Make a consistent copy while the log is in use. Raise `LogError`; also if `target` exists already."""
        await asyncio.to_thread(copy, self._path, target)

    async def close(self) -> None:
        """Write all pending appends, then close the file and release its lock."""
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        # The writer closes last, because only a writing connection copies the -wal file into the database.
        if self._writer:
            await self._writer.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _read(self, query: Callable[[], T]) -> T:
        def run() -> T:
            with errors_explained(self._path):
                return query()

        return await asyncio.get_running_loop().run_in_executor(self._reader, run)


def _lock_and_connect(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection, int]:
    if path.is_dir():
        raise LogError(f"{path} is a folder; name a file in it.")
    descriptor = lock(path)
    try:
        return connect(path), connect(path, read_only=True), descriptor
    except BaseException:
        os.close(descriptor)
        raise
