"""The law of the log.

Rule 1. A stream is a sequence of entries, numbered contiguously from 1. Nothing in it is ever changed or removed; but
        a stream as a whole may be moved away (Rule 8).
Rule 2. Every entry carries the chain: a hash over the chain before it and its own payload (`link`).
Rule 3. An append is one batch, all or nothing, and lands only where the writer believes the head to be.
Rule 4. A command's key is applied once. A batch that holds a known key, or that expects another head,
        writes nothing; the answer says what the writer missed, so that it can fold and try again at once.
Rule 5. `append` returns only when the batch is as durable as the log's `durability` says. A log on another program
        asks it every few seconds whether that still holds, and refuses appends while it does not (`weakened`).
Rule 6. When the reply to an append is lost the outcome is unknown (`OutcomeUnknown`): never re-sent by the
        backend; the writer settles it by appending again under the same key, or by `find`. Any other `LogError`
        of an append means: not written.
Rule 7. A batch holds 1 to `BATCH_MOST` entries under as many different keys of `KEY_BYTES`, and a stream's name
        matches `STREAM_NAME`; anything else is the caller's bug (`ValueError`).
Rule 8. `remove` takes away the whole of a stream (entries, known keys, snapshot) or nothing: only where its head is
        as its remover believes, and while no process listens to it. Afterwards it is as one that never was, and whoever
        puts all of it elsewhere first can append it again, with the same seqs, keys and chains.
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
"""How many missed entries a conflict hands back at most; the rest is read with `read`."""
KEY_BYTES = 16
KEYS_KEPT = 20_000
"""A key stays known for at least this many commits after its own; an older one may be forgotten (`find`: None).
A command that is older than 10,000 commits is refused before it comes here, so none is applied twice; whoever uses an
old id for a command of now is heard, and its key may then stand twice (see `carry`)."""
BATCH_MOST = 1000
STREAM_NAME = r"[A-Za-z0-9._:/-]{1,120}"


@lru_cache(maxsize=256)  # a writer asks when it decides, and the log again when it appends
def link(before: bytes, payload: bytes) -> bytes:
    """The chain value of an entry: 16 bytes of SHA-256 over the chain before it and its payload."""
    return sha256(before + payload).digest()[:CHAIN_BYTES]


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a stream: the last entry's number (0: none yet) and chain."""

    seq: int
    chain: bytes


EMPTY = Head(0, START)


class Entry(NamedTuple):
    """One stored commit. `key` is the dedupe key of the command that made it (16 bytes)."""

    seq: int
    chain: bytes
    key: bytes
    payload: bytes


def follows(head: Head, entry: Entry) -> bool:
    """Whether an entry is the next one after a head (Rules 1 and 2)."""
    return entry.seq == head.seq + 1 and entry.chain == link(head.chain, entry.payload)


class Pending(msgspec.Struct, frozen=True, gc=False):
    """What a writer wants appended: the command's dedupe key (16 bytes) and the encoded commit."""

    key: bytes
    payload: bytes


class Appended(NamedTuple):
    """The batch stands; `head` is the stream's new end."""

    head: Head


class Conflict(NamedTuple):
    """Nothing was written. `known` has the seq of each key of the batch that already stands; `missed` the
    entries after the head the writer expected, oldest first, at most `MISSED_MOST` of them. Where the writer's
    expected head is not on this stream's branch (it is ahead, or its chain differs), `diverged` is true and
    `missed` is empty: the writer must reload."""

    head: Head
    known: dict[bytes, int]
    missed: list[Entry]
    diverged: bool


class Durability(StrEnum):
    """What an acknowledged append has survived: shown to people as it is."""

    DISK = "disk"
    """On the disk (fsync) before the acknowledgement."""
    SECOND = "second"
    """On the disk within about a second: a crash may lose the last second."""
    MEMORY = "memory"
    UNKNOWN = "unknown"


class LogError(Exception):
    """The log cannot do it; the message is one sentence for the person who runs the server, with nothing in it of what
    is in the log (S24)."""


class OutcomeUnknown(LogError):
    """The connection failed after the append was sent: it may or may not stand."""


class PromiseBroken(LogError):
    """The store no longer keeps what it confirms as it did when the log was opened: not written."""


Listener = Callable[[str, list[Entry]], None]
"""Called with a stream and entries that another writer appended (in order, possibly with gaps or repeats).
No entries at all says: the hearing began, or began again after a cut; read what was missed."""


SignalListener = Callable[[str, bytes], None]
"""Called with a stream and what another process murmured about it. Nothing at all says: the hearing began, or began
again after a cut; what was murmured before went unheard."""


class EventLog(Protocol):
    """A set of streams. One contract test runs over every backend."""

    durability: Durability
    advice: tuple[str, ...]
    """What whoever runs the server should know of the store, in sentences."""
    weakened: str
    """Why every append is refused (`PromiseBroken`), for whoever runs the server: the store keeps less well what it
    confirms than when the log was opened. "" while the promise holds."""

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        """Append the whole batch after `expected`, or nothing. Raises `OutcomeUnknown`, `LogError`."""
        ...

    async def head(self, stream: str) -> Head: ...

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        """At most `most` entries with seq > `after`, oldest first."""
        ...

    async def find(self, stream: str, key: bytes) -> int | None:
        """The seq of the entry that this key made, if any (see `KEYS_KEPT`)."""
        ...

    async def streams(self, prefix: str = "") -> list[str]:
        """Names of all streams that begin so, sorted."""
        ...

    def listen(self, stream: str, listener: Listener | None) -> None:
        """Hear of other writers' appends to this stream from now on; None stops it. A hint, not a promise:
        correctness rests on `read` and on conflicts."""
        ...

    async def signal_others(self, stream: str, message: bytes) -> None:
        """Tell the other processes that listen to this stream something that is not kept, and may be lost."""
        ...

    def on_signal(self, signal_listener: SignalListener) -> None:
        """Hear what others murmur about the streams that this process listens to."""
        ...

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        """Put away what may spare somebody reading the stream from its beginning, in place of what was there. It is a
        cache: it may be gone at any time, and whoever asks for it checks it. Raises `LogError`."""
        ...

    async def snapshot(self, stream: str) -> bytes | None:
        """What was put away last, if it is still there. Raises `LogError`."""
        ...

    async def remove(self, stream: str, expected: Head) -> None:
        """Take the whole stream away (Rule 8). Raises `OutcomeUnknown`, and `LogError` where nothing was removed."""
        ...

    async def close(self) -> None: ...
