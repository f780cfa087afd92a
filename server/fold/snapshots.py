"""Snapshots: a fold put away, so that a long scene need not be folded from its beginning. A cache, and disposable.

Rule 1. A snapshot is the whole fold, taken while all that was folded stands: read back, it goes on as that one would.
Rule 2. It is believed only where its checksum holds, which this very program must have made, and the log has its last
        entry at its place. Otherwise the log is folded from its beginning.
Rule 3. Nobody waits until one is kept, and nothing fails where that fails, whatever the reason.
Rule 4. What lies before a snapshot in the log is not folded again, but its chain is walked, beside the play: damage
        there is said loudly, and the table goes on, for what it holds was folded while that was whole.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from domain.core.audience import Audience
from server.clock import Clock
from server.fold.chunks import Chunk, PartitionCopy, chunked, fill, gathered
from server.fold.projection import End, Recent
from server.fold.stream_fold import Checkpoint, Receipt, StreamFold
from server.log.contract import START, EventLog, Head, LogError, link
from server.log.verify_chain import Damaged, walk

log_ = logging.getLogger("coterie.snapshots")

CHECKSUM_BYTES: Final = 32
PACKAGES: Final = ("domain", "server")
AT_ONCE: Final = 500
"""Receipts encoded between two breaths, so that those of a long scene hold up nobody."""


class SnapshotInterval(NamedTuple):
    """How often a stream's snapshot is taken: after so many commits, and after so many seconds at the earliest."""

    commits: int = 4096
    seconds: float = 30.0


DEFAULT_INTERVAL: Final = SnapshotInterval()


class Snapshot(msgspec.Struct, array_like=True):
    """A fold, as it is put away. `receipts`: some at a time, each a list of `(seat, key, Receipt)`."""

    head: Head
    at: int
    chunks: list[Chunk]
    ends: dict[Audience, End]
    recent: dict[Audience, list[Recent]]
    passed: dict[Audience, bytearray]
    placed: dict[Audience, bytes]
    receipts: list[msgspec.Raw]
    checkpoints: list[Checkpoint]
    chains: list[bytes]


Receipts = list[tuple[str, bytes, Receipt]]


class Gathered(NamedTuple):
    """What a snapshot will hold: nothing of it changes any more. What there is much of is apart, to be encoded some at
    a time."""

    snapshot: Snapshot
    copies: list[PartitionCopy]
    receipts: Receipts


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Snapshot)
_receipts = msgspec.msgpack.Decoder(Receipts)


@cache
def program() -> bytes:
    """Names this program by its files: another one may fold otherwise, and none has to remember to say so. To be asked
    at the start, for files may change while their program runs. b"" where there are none to read."""
    root, names = Path(__file__).parents[2], sha256()
    files = sorted(file for package in PACKAGES for file in (root / package).rglob("*.py"))
    for file in files:
        names.update(f"{file.relative_to(root)} ".encode() + sha256(file.read_bytes()).digest())
    return names.digest() if files else b""


def gather(folded: StreamFold) -> Gathered:
    """What a snapshot of a fold that stands will hold."""
    snapshot = Snapshot(
        head=folded.head,
        at=folded.at,
        chunks=[],
        ends=dict(folded.projection.ends),
        recent={audience: list(parts) for audience, parts in folded.projection.recent.items()},
        passed={audience: bytearray(chains) for audience, chains in folded.projection.passed.items()},
        placed=folded.projection.places(),
        receipts=[],
        checkpoints=list(folded.checkpoints),
        chains=list(folded.chains),
    )
    receipts = [(seat, *one) for seat, own in folded.receipts.items() for one in own.items()]
    return Gathered(snapshot, gathered(folded.state.partitions.values()), receipts)


def encoded(taken: Gathered) -> Iterator[None]:
    """Encode what there is much of into the snapshot, some at a time."""
    snapshot, copies, receipts = taken
    for chunk in chunked(copies):
        snapshot.chunks.append(chunk)
        yield
    for start in range(0, len(receipts), AT_ONCE):
        snapshot.receipts.append(msgspec.Raw(_encode(receipts[start : start + AT_ONCE])))
        yield


def sealed(snapshot: Snapshot) -> bytes:
    """A snapshot that has everything, as it is put away."""
    body = _encode(snapshot)
    return _checksum(body) + body


def take(folded: StreamFold) -> bytes:
    """A snapshot of a fold that stands, in one go."""
    taken = gather(folded)
    for _ in encoded(taken):
        pass
    return sealed(taken.snapshot)


def restore(data: bytes) -> StreamFold | None:
    """The fold that a snapshot was taken of; None where it is damaged, or another program's."""
    body = data[CHECKSUM_BYTES:]
    if not program() or data[:CHECKSUM_BYTES] != _checksum(body):
        return None
    snapshot = _decoder.decode(body)
    folded = StreamFold()
    fill(folded.state, snapshot.chunks)
    folded.head, folded.at = snapshot.head, snapshot.at
    for some in snapshot.receipts:
        for seat, key, receipt in _receipts.decode(some):
            folded.receipts.setdefault(seat, OrderedDict())[key] = receipt
    folded.checkpoints = snapshot.checkpoints
    folded.chains.extend(snapshot.chains)
    folded.resume(snapshot.ends, snapshot.recent, snapshot.passed, snapshot.placed)
    return folded


def _checksum(body: bytes) -> bytes:
    return sha256(program() + body).digest()


class Snapshots:
    """One stream's."""

    def __init__(self, stream: str, log: EventLog, clock: Clock, often: SnapshotInterval) -> None:
        self._stream, self._log, self._clock, self._often = stream, log, clock, often
        self._seq = 0
        """Where the last one was taken that this process knows of."""
        self._since = float("-inf")
        self._keeping: asyncio.Task[None] | None = None
        self._walking: asyncio.Task[None] | None = None

    async def recall(self) -> StreamFold:
        """The last one as a fold, where it can be believed; else the fold of nothing."""
        try:
            data = await self._log.snapshot(self._stream)
            folded = None if data is None else restore(data)
            if folded is None or not await self._fits(folded):
                return StreamFold()
        except LogError as error:
            log_.warning("%s: no snapshot: %s", self._stream, error)
            return StreamFold()
        except Exception:  # a cache keeps nobody from the table (S28)
            log_.exception("%s: its snapshot could not be read", self._stream)
            return StreamFold()
        self._seq = folded.head.seq
        self._walking = asyncio.create_task(self._walk(folded.head), name=f"walk {self._stream}")
        return folded

    async def _fits(self, folded: StreamFold) -> bool:
        """Whether the log has the entry that the fold ends with."""
        before = folded.chains[-2] if len(folded.chains) > 1 else START
        last = await self._log.read(self._stream, folded.head.seq - 1, 1)
        return bool(last) and link(before, last[0].payload) == last[0].chain == folded.head.chain

    async def _walk(self, head: Head) -> None:
        """Look at every entry up to there. Raises nothing."""
        try:
            await walk(self._log, self._stream, head.seq)
        except Damaged as error:
            log_.critical("%s: entry %d is damaged: see `coterie doctor`", self._stream, error.seq)
        except LogError as error:
            log_.warning("%s: not looked through: %s", self._stream, error)

    def start_over(self) -> None:
        """The log was folded anew: the last one is of what it no longer holds."""
        self._seq = 0

    def consider(self, folded: StreamFold) -> None:
        """Take one where it is due. The fold stands."""
        if folded.head.seq - self._seq < self._often.commits or self._keeping is not None:
            return
        now = self._clock.steady()
        if now - self._since < self._often.seconds:
            return
        self._seq, self._since = folded.head.seq, now
        try:
            taken = gather(folded)
        except Exception:  # nothing fails for want of a snapshot (S28)
            log_.exception("%s: no snapshot could be taken", self._stream)
        else:
            self._keeping = asyncio.create_task(self._keep(taken), name=f"snapshot {self._stream}")

    async def _keep(self, taken: Gathered) -> None:
        try:
            for _ in encoded(taken):
                await asyncio.sleep(0)
            await self._log.keep_snapshot(self._stream, sealed(taken.snapshot))
        except LogError as error:
            log_.warning("%s: no snapshot: %s", self._stream, error)
        except Exception:
            log_.exception("%s: no snapshot could be kept", self._stream)
        finally:
            self._keeping = None

    def cancel(self) -> list[asyncio.Task[None]]:
        """Begin nothing more, and give up what was begun: that is done when these are."""
        tasks = [task for task in (self._keeping, self._walking) if task is not None]
        for task in tasks:
            task.cancel()
        return tasks

    async def close(self) -> None:
        """Do nothing more."""
        if tasks := self.cancel():
            await asyncio.wait(tasks)
