"""The embedded log: one SQLite file, served by one process. Every acknowledged append is on the disk.

Writing has its own thread (`sqlite_writer`), reading another one with its own connection, so neither waits for the
other and the event loop waits for none.
"""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from server.log.batch import checked_name, entries_after
from server.log.contract import Appended, Conflict, Durability, Entry, Head, Listener, LogError, Pending, SignalListener
from server.log.sqlite.file import connect, copy, explained, lock
from server.log.sqlite.snapshot_files import SnapshotFiles
from server.log.sqlite.writer import Writer, entries_of, head_of, seq_of

T = TypeVar("T")

_STREAMS = """
WITH RECURSIVE names (name) AS (
    SELECT min(stream) FROM entries WHERE stream >= :prefix
    UNION ALL
    SELECT (SELECT min(stream) FROM entries WHERE stream > name) FROM names WHERE substr(name, 1, :length) = :prefix
)
SELECT name FROM names WHERE substr(name, 1, :length) = :prefix
"""
"""One look into the index for each stream, however long the streams are."""


class SqliteLog:
    """An open file. Use `SqliteLog.open`."""

    durability = Durability.DISK
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, path: Path, reading: sqlite3.Connection, writer: Writer | None, held: int | None) -> None:
        self._path = path
        self._reading = reading
        self._reader = ThreadPoolExecutor(1, "coterie-log-reader")
        self._writer = writer
        self._held = held
        self._snapshots = SnapshotFiles(path)

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> "SqliteLog":
        """Opens the file, and makes it if need be. Raises LogError: it is served by another process, unwritable, a
        folder, another program's. Read-only works while it is served, and neither makes nor changes anything."""
        if read_only:
            return cls(path, await asyncio.to_thread(connect, path, read_only=True), None, None)
        writing, reading, held = await asyncio.to_thread(_take, path)
        return cls(path, reading, Writer(writing, path), held)

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        return await self._writable().append(checked_name(stream), expected, entries_after(expected, batch))

    async def head(self, stream: str) -> Head:
        return await self._read(lambda: head_of(self._reading, stream))

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        return await self._read(lambda: entries_of(self._reading, stream, after, most))

    async def find(self, stream: str, key: bytes) -> int | None:
        return await self._read(lambda: seq_of(self._reading, stream, key))

    async def streams(self, prefix: str = "") -> list[str]:
        asked = {"prefix": prefix, "length": len(prefix)}
        return await self._read(lambda: [name for (name,) in self._reading.execute(_STREAMS, asked)])

    def listen(self, stream: str, listener: Listener | None) -> None:
        """Nobody else writes to this file while it is served, so there is nothing to hear."""

    async def signal_others(self, stream: str, message: bytes) -> None:
        """There is nobody else to hear it."""

    def on_signal(self, signal_listener: SignalListener) -> None:
        """There is nobody else to be heard."""

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        self._writable()
        await asyncio.to_thread(self._snapshots.keep, stream, snapshot)

    async def snapshot(self, stream: str) -> bytes | None:
        return await asyncio.to_thread(self._snapshots.find, stream)

    async def remove(self, stream: str, expected: Head) -> None:
        await self._writable().remove(checked_name(stream), expected)
        with contextlib.suppress(LogError):  # it is gone; a snapshot that stays is of nothing, and not believed
            await asyncio.to_thread(self._snapshots.drop, stream)

    def _writable(self) -> Writer:
        if self._writer is None:
            raise LogError(f"{self._path} was opened for reading only.")
        return self._writer

    async def backup(self, target: Path) -> None:
        """A consistent copy, made while the log goes on. Raises LogError, also where `target` exists."""
        await asyncio.to_thread(copy, self._path, target)

    async def close(self) -> None:
        """Writes what waits, then gives the file back."""
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        if self._writer:  # the last to go: only a connection that may write folds the -wal file into the database
            await self._writer.close()
        if self._held is not None:
            os.close(self._held)
            self._held = None

    async def _read(self, query: Callable[[], T]) -> T:
        def explaining() -> T:
            with explained(self._path):
                return query()

        return await asyncio.get_running_loop().run_in_executor(self._reader, explaining)


def _take(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection, int]:
    if path.is_dir():
        raise LogError(f"{path} is a folder; name a file in it.")
    held = lock(path)
    try:
        return connect(path), connect(path, read_only=True), held
    except BaseException:
        os.close(held)
        raise
