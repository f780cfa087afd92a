"""The rules of the log, which every backend follows.

Rule 1. A stream is a sequence of entries, numbered from 1 without gaps. A single entry is never changed or removed; a
whole stream may be removed (Rule 8).
Rule 2. Every entry has a chain: a hash over the chain of the entry before it and its own payload (`next_chain`).
Rule 3. An append writes its whole batch or nothing. It writes only if the stream ends at the head that the writer
expects.
Rule 4. The command of each key is stored at most once. If a batch contains a known key, or expects a different head,
nothing is written. The answer then contains the entries that the writer missed, so that it can fold them and try again
at once.
Rule 5. `append` returns only when the batch is as safely stored as the log's `durability` says.
Rule 6. If the reply to an append is lost, its outcome is unknown (`OutcomeUnknown`). The backend never sends the append
again. The writer learns the outcome by appending again under the same key, or by `find`. Any other `LogError` of an
append means that nothing was written.
Rule 7. A batch has 1 to `BATCH_MOST` entries under different keys of `KEY_BYTES`, and a stream's name matches
`STREAM_NAME`. A caller that breaks this has a bug (`ValueError`).
Rule 8. `remove` deletes a whole stream (entries, known keys, snapshot) or nothing. It deletes only if the stream ends
at the expected head and no process listens to it. Afterwards the stream can be appended again from a copy, with the
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
"""A conflict returns at most this many missed entries. The writer gets the rest with `read`."""
KEY_BYTES = 16
KEYS_KEPT = 20_000
"""A key stays known for at least this many commits after its own. Then the log may forget it, and `find` returns None.

A command that is older than 10,000 commits is refused before it reaches the log, so no command is applied twice. A new
command may use a forgotten id again; then the stream contains its key twice (see `carry`)."""
BATCH_MOST = 1000
STREAM_NAME = r"[A-Za-z0-9._:/-]{1,120}"


@lru_cache(maxsize=256)  # called twice for each entry: when it is decided, and when it is appended
def next_chain(before: bytes, payload: bytes) -> bytes:
    """Return the chain of an entry: 16 bytes of SHA-256 over the chain before it and its payload."""
    return sha256(before + payload).digest()[:CHAIN_BYTES]


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a stream: the number of its last entry (0 if there is none) and the chain of that entry."""

    seq: int
    chain: bytes


EMPTY = Head(0, START)


class Entry(NamedTuple):
    """A stored commit. `key`: the key of its command, under which the command applies once."""

    seq: int
    chain: bytes
    key: bytes
    payload: bytes


def follows(head: Head, entry: Entry) -> bool:
    """True if the entry directly follows the head (Rules 1 and 2)."""
    return entry.seq == head.seq + 1 and entry.chain == next_chain(head.chain, entry.payload)


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An entry that will be appended: the key of its command, and the encoded commit."""

    key: bytes
    payload: bytes


class Appended(NamedTuple):
    """The batch was written. `head`: the new end of the stream."""

    head: Head


class Conflict(NamedTuple):
    """The batch was not written. `known`: for each key of the batch that the stream has already, the seq of its entry.
    `missed`: the entries after the head that the writer expected, oldest first, at most `MISSED_MOST`. `diverged`: True
    if this stream does not contain the expected head, because it is shorter or has a different chain there. Then
    `missed` is empty, and the writer has to load the stream again."""

    head: Head
    known: dict[bytes, int]
    missed: list[Entry]
    diverged: bool


class Durability(StrEnum):
    """Which failures an acknowledged append survives. The values are shown to people."""

    DISK = "disk"
    """An append is on the disk (fsync) before it is acknowledged."""
    SECOND = "second"
    """An append is on the disk within about a second. A crash may lose the last second."""
    MEMORY = "memory"
    UNKNOWN = "unknown"


class LogError(Exception):
    """The log failed. The message is a sentence for the host, and never contains content of the log (SEC24)."""


class OutcomeUnknown(LogError):
    """The connection failed after the append was sent, so the batch may or may not have been written."""


class PromiseBroken(LogError):
    """The store now keeps confirmed commits less safely than when the log was opened. Nothing was written."""


Listener = Callable[[str, list[Entry]], None]
"""Called with the name of a stream and the entries that another writer has appended. They are in order, but some may be
missing or repeated. An empty list means that listening has begun, perhaps again after the connection was lost: the
listener has to read the missed entries."""


SignalListener = Callable[[str, bytes], None]
"""Called with the name of a stream and the signal that another process sent about it. Empty bytes mean that listening
has begun, perhaps again after the connection was lost: earlier signals may be missing."""


class EventLog(Protocol):
    """A set of streams. The same contract test runs over every backend."""

    durability: Durability
    advice: tuple[str, ...]
    """Sentences with advice for the host about the store."""
    weakened: str
    """Why every append raises `PromiseBroken`, as a sentence for the host. "" while the store keeps confirmed commits
    as safely as when the log was opened."""

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        """Append the whole batch after `expected`, or none of it. Raise `OutcomeUnknown` or `LogError`."""
        ...

    async def head(self, stream: str) -> Head: ...

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        """Return at most `most` entries with seq > `after`, oldest first."""
        ...

    async def size(self, stream: str) -> int:
        """Return about how many bytes the entries of a stream take; 0 if it has none."""
        ...

    async def find(self, stream: str, key: bytes) -> int | None:
        """Return the seq of the entry with this key. Return None if the key is unknown or was forgotten (see
        `KEYS_KEPT`)."""
        ...

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of all streams that begin with `prefix`, sorted."""
        ...

    def listen(self, stream: str, listener: Listener | None) -> None:
        """From now on call the listener when other writers append to this stream; None stops this. Some calls may be
        missing, so they may only make things faster: `read` and conflicts show every entry."""
        ...

    async def signal_others(self, stream: str, message: bytes) -> None:
        """Send a signal to the other processes that listen to this stream. A signal is not stored, and may be lost."""
        ...

    def on_signal(self, signal_listener: SignalListener) -> None:
        """Call the listener for signals about the streams that this process listens to."""
        ...

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        """Store a snapshot of the stream in place of the last one, so that readers need not read the beginning of the
        stream. A snapshot is a cache: it may disappear at any time, and its reader has to check it. Raise
        `LogError`."""
        ...

    async def snapshot(self, stream: str) -> bytes | None:
        """Return the last snapshot; None if there is none. Raise `LogError`."""
        ...

    async def remove(self, stream: str, expected: Head) -> None:
        """Remove the whole stream (Rule 8). Raise `OutcomeUnknown`, or `LogError` if it was not removed."""
        ...

    async def erase_removed(self) -> bool:
        """Make everything that was removed unreadable in the files of this log, also what the stores beside it have
        removed. Return False if a reader or writer is in the way now; then try again later. A log whose files belong to
        another program (Redis) does nothing, and returns True. Raise `LogError`."""
        ...

    async def close(self) -> None: ...
