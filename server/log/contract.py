"""The law of the log.

Rule 1. A stream is a sequence of entries, numbered from 1 without gaps. An entry is never changed or removed, but a
        whole stream may be (Rule 8).
Rule 2. Every entry has a chain: a hash over the chain before it and its own payload (`next_chain`).
Rule 3. An append writes its whole batch or none of it, and only after the head that the writer expects.
Rule 4. A command's key applies once. A batch that contains a known key, or that expects a different head, writes no
        entry; the answer contains the entries that the writer missed, so that it can fold them and try again at once.
Rule 5. `append` returns only when the batch is as durable as the log's `durability` says.
Rule 6. If the reply to an append is lost, its outcome is unknown (`OutcomeUnknown`). The backend never sends the append
        again. The writer finds the outcome by appending again under the same key, or by `find`. Every other `LogError`
        of an append means that it wrote no entry.
Rule 7. A batch has 1 to `BATCH_MOST` entries under different keys of `KEY_BYTES`, and a stream's name matches
        `STREAM_NAME`. A caller that breaks this has a bug (`ValueError`).
Rule 8. `remove` deletes a whole stream (entries, known keys, snapshot) or none of it, and only if its head is the
        expected one and no process listens to it. Afterwards the stream can be appended again from a copy, with the
        same seqs, keys and chains.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec

CHAIN_BYTES = 16
START = b"\x00" * CHAIN_BYTES
MISSED_MOST = 256
"""The most missed entries that a conflict returns. The writer gets the rest with `read`."""
KEY_BYTES = 16
KEYS_KEPT = 20_000
"""A key stays known for at least so many commits after its own; then it may be forgotten (`find`: None).

A command that is older than 10,000 commits is refused before it comes here, so none is applied twice. A new command may
reuse a forgotten id, and then the stream has its key twice (see `carry`)."""
BATCH_MOST = 1000
STREAM_NAME = r"[A-Za-z0-9._:/-]{1,120}"


@lru_cache(maxsize=256)  # called twice for each entry: by the writer that decides, and by the log that appends
def next_chain(before: bytes, payload: bytes) -> bytes:
    """Return the chain of an entry: 16 bytes of SHA-256 over the chain before it and its payload."""
    return sha256(before + payload).digest()[:CHAIN_BYTES]


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a stream: the number (0: no entry yet) and the chain of its last entry."""

    seq: int
    chain: bytes


EMPTY = Head(0, START)


class Entry(NamedTuple):
    """A stored commit. `key` is the key of its command, under which it applies once."""

    seq: int
    chain: bytes
    key: bytes
    payload: bytes


def follows(head: Head, entry: Entry) -> bool:
    """True if the entry comes directly after the head (Rules 1 and 2)."""
    return entry.seq == head.seq + 1 and entry.chain == next_chain(head.chain, entry.payload)


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An entry to append: its command's key, and the encoded commit."""

    key: bytes
    payload: bytes


class Appended(NamedTuple):
    """The batch was written; `head` is the stream's new end."""

    head: Head


class Conflict(NamedTuple):
    """The batch was not written. `known`: the seq of each key of the batch that the stream has already. `missed`: the
    entries after the writer's expected head, oldest first, at most `MISSED_MOST`. `diverged`: this stream does not
    contain the expected head (it is ahead, or its chain differs); then `missed` is empty, and the writer must load the
    stream again."""

    head: Head
    known: dict[bytes, int]
    missed: list[Entry]
    diverged: bool


class Durability(StrEnum):
    """The failures that an acknowledged append survives, in words that people see."""

    DISK = "disk"
    """On the disk (fsync) before the acknowledgement."""
    SECOND = "second"
    """On the disk within about a second; a crash may lose the last second."""
    MEMORY = "memory"
    UNKNOWN = "unknown"


class LogError(Exception):
    """The log failed. The message is a sentence for the host, and never contains content of the log (SEC24)."""


class OutcomeUnknown(LogError):
    """The connection failed after the append was sent, so it may have been written or not."""


class PromiseBroken(LogError):
    """The store keeps what it confirms less well than when the log was opened. Nothing was written."""


Listener = Callable[[str, list[Entry]], None]
"""Called with a stream and the entries that another writer appended (in order, possibly with gaps or repeats). An empty
list means that listening has begun, or begun again after the connection was lost: read the missed entries."""


SignalListener = Callable[[str, bytes], None]
"""Called with a stream and the signal that another process sent about it. Empty bytes mean that listening has begun, or
begun again after the connection was lost: earlier signals may be lost."""


class EventLog(Protocol):
    """A set of streams. The same contract test runs over every backend."""

    durability: Durability
    advice: tuple[str, ...]
    """Advice for the host about the store, in sentences."""
    weakened: str
    """The reason why every append raises `PromiseBroken`, as a sentence for the host; "" while the store keeps what it
    confirms as well as when the log was opened."""

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        """Append the whole batch after `expected`, or none of it. Raise `OutcomeUnknown` or `LogError`."""
        ...

    async def head(self, stream: str) -> Head: ...

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        """Return at most `most` entries with seq > `after`, oldest first."""
        ...

    async def find(self, stream: str, key: bytes) -> int | None:
        """Return the seq of the entry with this key, None if the key is unknown (see `KEYS_KEPT`)."""
        ...

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of all streams that begin with `prefix`, sorted."""
        ...

    def listen(self, stream: str, listener: Listener | None) -> None:
        """Call the listener for other writers' appends to this stream from now on; None stops this. Calls may be
        missing, so correctness depends only on `read` and on conflicts."""
        ...

    async def signal_others(self, stream: str, message: bytes) -> None:
        """Send a signal to the other processes that listen to this stream. It is not stored, and may be lost."""
        ...

    def on_signal(self, signal_listener: SignalListener) -> None:
        """Call the listener for signals about the streams that this process listens to."""
        ...

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        """Store a snapshot of the stream, in place of the last one, to spare readers the stream's beginning. It is a
        cache: it may disappear at any time, and its reader checks it. Raise `LogError`."""
        ...

    async def snapshot(self, stream: str) -> bytes | None:
        """Return the last snapshot, None if there is none. Raise `LogError`."""
        ...

    async def remove(self, stream: str, expected: Head) -> None:
        """Remove the whole stream (Rule 8). Raise `OutcomeUnknown`, or `LogError` if it was not removed."""
        ...

    async def close(self) -> None: ...
