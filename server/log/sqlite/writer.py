"""The one thread that writes. All appends that wait when it looks (and the rare removal of a stream) go into one
transaction, and so share one sync.

Rule 1. Each append is checked inside the transaction, after those that came before it.
Rule 2. No append is answered before the transaction stands on the disk.
Rule 3. A full disk, a used up quota or a limit on a file's size undoes the transaction: its last write, which would
        complete it, was not made. Later appends may succeed again. After any other failure nobody can say what a
        restart will find, so the outcome is unknown and this writer writes no more.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from server.log.batch import grown
from server.log.contract import EMPTY, MISSED_MOST, Appended, Conflict, Entry, Head, LogError, OutcomeUnknown
from server.log.sqlite.file import explained, no_room

TOGETHER_MOST = 2000
"""How many appends share a transaction at most, so that the first of them does not wait for ever."""
HEADS_MOST = 10_000
"""How many streams' heads are remembered; only this thread writes, so what it remembers is true."""
_UNTOUCHED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)

T = TypeVar("T")


class Job(NamedTuple):
    """What waits: what is done in the transaction, and who is told what came of it. An error that is returned is told
    to that one alone; one that is raised undoes the transaction."""

    act: Callable[[], object]
    answer: "asyncio.Future[Any]"


class Writer:
    """Owns its connection. `append`, `remove` and `close` belong to the event loop, everything else to the thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._heads: dict[str, Head] = {}
        self._closed = False
        self._broken: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="coterie-log-writer", daemon=True)
        self._thread.start()

    async def append(self, stream: str, expected: Head, entries: list[Entry]) -> Appended | Conflict:
        return await self._done(lambda: self._append(stream, expected, entries))

    async def remove(self, stream: str, expected: Head) -> None:
        await self._done(lambda: self._remove(stream, expected))

    async def _done(self, act: Callable[[], T | LogError]) -> T:
        if self._closed:
            raise LogError(f"{self._path}: this log is closed.")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(act, answer))
        return await answer

    async def close(self) -> None:
        """Ends the thread after everything that waits has been written."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while jobs := self._waiting():
            outcomes = self._write(jobs)
            self._loop.call_soon_threadsafe(_answer, jobs, outcomes)
        self._connection.close()

    def _waiting(self) -> list[Job]:
        """Everything that waits, at least one; nothing when the writer is to end."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == TOGETHER_MOST:
                return jobs
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs
        if jobs:
            self._jobs.put(None)  # the end comes next, when these are written
        return jobs

    def _write(self, jobs: list[Job]) -> Sequence[object]:
        if self._broken:
            return [LogError(str(self._broken))] * len(jobs)
        try:
            with explained(self._path):
                return self._transaction(jobs)
        except Exception as error:  # whatever it is, whoever waits must hear of it
            return [self._judged(error)] * len(jobs)

    def _transaction(self, jobs: list[Job]) -> Sequence[object]:
        if len(self._heads) > HEADS_MOST:
            self._heads.clear()
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [job.act() for job in jobs]
            self._connection.execute("COMMIT")
        except BaseException:
            self._heads.clear()
            if self._connection.in_transaction:  # SQLite may have rolled back by itself
                self._connection.execute("ROLLBACK")
            raise
        return outcomes

    def _judged(self, error: Exception) -> Exception:
        """What to tell those who wait (Rule 3)."""
        cause = error.__cause__
        if isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & 0xFF in _UNTOUCHED:
            return error
        failed_write = isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode == sqlite3.SQLITE_IOERR_WRITE
        if failed_write and (why := no_room(self._path)):
            return LogError(f"{self._path}: nothing was written, for {why}.")
        self._broken = OutcomeUnknown(f"{error} Nothing more is written; repair the disk and start again.")
        return self._broken

    def _append(self, stream: str, expected: Head, entries: list[Entry]) -> Appended | Conflict:
        known = self._known(stream, entries)
        head = self._head(stream)
        if known or head != expected:
            return self._conflict(stream, expected, head, known)
        rows = [(stream, *entry) for entry in entries]
        self._connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        head = self._heads[stream] = Head(entries[-1].seq, entries[-1].chain)
        return Appended(head)

    def _remove(self, stream: str, expected: Head) -> LogError | None:
        if self._head(stream) != expected:
            return grown(stream)
        self._heads.pop(stream, None)
        self._connection.execute("DELETE FROM entries WHERE stream = ?", (stream,))
        return None

    def _head(self, stream: str) -> Head:
        return self._heads.get(stream) or head_of(self._connection, stream)

    def _known(self, stream: str, entries: list[Entry]) -> dict[bytes, int]:
        found = ((entry.key, seq_of(self._connection, stream, entry.key)) for entry in entries)
        return {key: seq for key, seq in found if seq is not None}

    def _conflict(self, stream: str, expected: Head, head: Head, known: dict[bytes, int]) -> Conflict:
        if chain_at(self._connection, stream, expected.seq) != expected.chain:
            return Conflict(head, known, [], diverged=True)
        return Conflict(head, known, entries_of(self._connection, stream, expected.seq, MISSED_MOST), diverged=False)


def _answer(jobs: list[Job], outcomes: Sequence[object]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.answer.done():
            continue  # its caller was cancelled; the append stands or does not, as it may
        if isinstance(outcome, Exception):
            job.answer.set_exception(outcome)
        else:
            job.answer.set_result(outcome)


def head_of(connection: sqlite3.Connection, stream: str) -> Head:
    query = "SELECT seq, chain FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (stream,)).fetchone()
    return Head(*row) if row else EMPTY


def chain_at(connection: sqlite3.Connection, stream: str, seq: int) -> bytes | None:
    """The chain after `seq` entries; None beyond the end."""
    if seq == 0:
        return EMPTY.chain
    row = connection.execute("SELECT chain FROM entries WHERE stream = ? AND seq = ?", (stream, seq)).fetchone()
    return row[0] if row else None


def seq_of(connection: sqlite3.Connection, stream: str, key: bytes) -> int | None:
    row = connection.execute("SELECT seq FROM entries WHERE stream = ? AND key = ?", (stream, key)).fetchone()
    return row[0] if row else None


def entries_of(connection: sqlite3.Connection, stream: str, after: int, most: int) -> list[Entry]:
    query = "SELECT seq, chain, key, payload FROM entries WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?"
    return [Entry(*row) for row in connection.execute(query, (stream, after, most))]
