"""The only thread that writes. All pending appends (and now and then the removal of a stream) go into one transaction,
so that they share one fsync.

Rule 1. Each append is checked inside the transaction, after the earlier appends of the same transaction.
Rule 2. No append is answered before its transaction is on the disk.
Rule 3. If the disk is full, a quota is used up, or the file has reached a limit on its size, the transaction is rolled
        back: the last write, which would have completed it, was not made. Later appends may succeed. After any other
        failure it is uncertain what the file contains. Then the outcome of the appends is unknown, and this writer
        writes nothing more.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from server.limits_and_timeouts import HEADS_MOST, TOGETHER_MOST
from server.log.batch import changed_error
from server.log.contract import EMPTY, MISSED_MOST, Appended, Conflict, Entry, Head, LogError, OutcomeUnknown
from server.log.sqlite.file import errors_explained, no_room

_UNTOUCHED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)

T = TypeVar("T")


class Job(NamedTuple):
    """A queued job: an act inside the transaction, and the future of its caller. If the act returns an error, only its
    caller gets the error. If the act raises one, the whole transaction is rolled back."""

    act: Callable[[], object]
    answer: "asyncio.Future[Any]"


class Writer:
    """The thread, and the connection that it owns. The event loop calls `append`, `remove` and `close`; the thread runs
    all other methods."""

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
        return await self._run_job(lambda: self._append(stream, expected, entries))

    async def remove(self, stream: str, expected: Head) -> None:
        await self._run_job(lambda: self._remove(stream, expected))

    async def _run_job(self, act: Callable[[], T | LogError]) -> T:
        if self._closed:
            raise LogError(f"{self._path}: this log is closed.")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(act, answer))
        return await answer

    async def close(self) -> None:
        """Write all pending jobs, then end the thread."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while jobs := self._next_jobs():
            outcomes = self._write(jobs)
            self._loop.call_soon_threadsafe(_answer, jobs, outcomes)
        self._connection.close()

    def _next_jobs(self) -> list[Job]:
        """Wait for a job, and return all pending jobs. Return an empty list when the writer has to end."""
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
            self._jobs.put(None)  # the next call then returns an empty list
        return jobs

    def _write(self, jobs: list[Job]) -> Sequence[object]:
        if self._broken:
            return [LogError(str(self._broken))] * len(jobs)
        try:
            with errors_explained(self._path):
                return self._transaction(jobs)
        except Exception as error:  # any failure: every waiting caller needs an answer
            return [self._caller_error(error)] * len(jobs)

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

    def _caller_error(self, error: Exception) -> Exception:
        """Return the error that the waiting callers get (Rule 3)."""
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
            return changed_error(stream)
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
            continue  # its caller was cancelled and needs no answer
        if isinstance(outcome, Exception):
            job.answer.set_exception(outcome)
        else:
            job.answer.set_result(outcome)


def head_of(connection: sqlite3.Connection, stream: str) -> Head:
    query = "SELECT seq, chain FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (stream,)).fetchone()
    return Head(*row) if row else EMPTY


def chain_at(connection: sqlite3.Connection, stream: str, seq: int) -> bytes | None:
    """Return the chain after the entry `seq`, or of the empty stream for 0. Return None if the stream is shorter."""
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


def size_of(connection: sqlite3.Connection, stream: str) -> int:
    query = "SELECT coalesce(sum(length(payload)), 0) FROM entries WHERE stream = ?"
    size: int = connection.execute(query, (stream,)).fetchone()[0]
    return size
