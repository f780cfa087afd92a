"""Snapshots: whole folds, stored so that a start need not read a long log from its beginning. Snapshots are a cache and
can be deleted at any time.

Rule 1. A snapshot holds the whole fold, captured while every folded commit is durable. A fold that is restored from the
snapshot continues exactly as the original would.
Rule 2. A snapshot is used only if its checksum is right and if the log has the last entry of the snapshot at the same
place. The checksum includes the hash of the program's files. If a check fails, the log is folded from its beginning.
Rule 3. No command waits for a snapshot. If making or loading a snapshot fails, the only consequence is a slower start.
Rule 4. The entries before a snapshot are not folded again, but their chain is checked in the background. If this finds
damage, it raises an alarm. The table continues, because the snapshot was made before the damage happened.
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
from server.fold.chunks import Chunk, PartitionCopy, capture_partitions, encode_chunks, restore_partitions
from server.fold.resume_history import End, Recent
from server.fold.stream_fold import Checkpoint, Receipt, StreamFold
from server.log.contract import START, EventLog, Head, LogError, next_chain
from server.log.verify_chain import Damaged, walk

log_ = logging.getLogger("coterie.snapshots")

CHECKSUM_BYTES: Final = 32
PACKAGES: Final = ("domain", "server")
RECEIPTS_TOGETHER: Final = 500
"""The number of receipts that are encoded before a pause for other streams."""


class SnapshotInterval(NamedTuple):
    """The least number of commits and of seconds between two snapshots of a stream."""

    commits: int = 4096
    seconds: float = 30.0


DEFAULT_INTERVAL: Final = SnapshotInterval()


class Snapshot(msgspec.Struct, array_like=True):
    """A fold as it is stored. `receipts`: groups of `(seat, key, Receipt)`."""

    head: Head
    at: int
    chunks: list[Chunk]
    ends: dict[Audience, End]
    recent: dict[Audience, list[Recent]]
    audience_chains: dict[Audience, bytearray]
    placed: dict[Audience, bytes]
    receipts: list[msgspec.Raw]
    checkpoints: list[Checkpoint]
    chains: list[bytes]


Receipts = list[tuple[str, bytes, Receipt]]


class Captured(NamedTuple):
    """The content of a snapshot, captured at one moment: later changes of the fold do not change it. The records
    (`copies`) and the receipts are not encoded yet, because there may be many of them."""

    snapshot: Snapshot
    copies: list[PartitionCopy]
    receipts: Receipts


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Snapshot)
_receipts = msgspec.msgpack.Decoder(Receipts)


@cache
def program_hash() -> bytes:
    """Return a hash of this program's files, because another version of the program may fold a log differently; b"" if
    there are no files to read. Call this when the program starts: its files may change while it runs."""
    root, hashed = Path(__file__).parents[2], sha256()
    files = sorted(file for package in PACKAGES for file in (root / package).rglob("*.py"))
    for file in files:
        hashed.update(f"{file.relative_to(root)} ".encode() + sha256(file.read_bytes()).digest())
    return hashed.digest() if files else b""


def capture(folded: StreamFold) -> Captured:
    """Capture the content of a snapshot now. All folded commits must be durable."""
    history = folded.projection.history
    snapshot = Snapshot(
        head=folded.head,
        at=folded.at,
        chunks=[],
        ends=dict(folded.projection.ends),
        recent={audience: list(parts) for audience, parts in history.recent.items()},
        audience_chains={audience: bytearray(chains) for audience, chains in history.chains.items()},
        placed=folded.projection.places(),
        receipts=[],
        checkpoints=list(folded.checkpoints),
        chains=list(folded.chains),
    )
    receipts = [(seat, *one) for seat, own in folded.receipts.items() for one in own.items()]
    return Captured(snapshot, capture_partitions(folded.state.partitions.values()), receipts)


def encode_in_steps(captured: Captured) -> Iterator[None]:
    """Encode the captured records and receipts into the snapshot. Each step of the iterator encodes some of them."""
    snapshot, copies, receipts = captured
    for chunk in encode_chunks(copies):
        snapshot.chunks.append(chunk)
        yield
    for start in range(0, len(receipts), RECEIPTS_TOGETHER):
        snapshot.receipts.append(msgspec.Raw(_encode(receipts[start : start + RECEIPTS_TOGETHER])))
        yield


def with_checksum(snapshot: Snapshot) -> bytes:
    """Return the bytes of a complete snapshot, as they are stored."""
    body = _encode(snapshot)
    return _checksum(body) + body


def snapshot_bytes(folded: StreamFold) -> bytes:
    """Return the bytes of a snapshot, made without pauses. All folded commits must be durable."""
    captured = capture(folded)
    for _ in encode_in_steps(captured):
        pass
    return with_checksum(captured.snapshot)


def restore(data: bytes) -> StreamFold | None:
    """Return the fold that a snapshot holds. Return None if the snapshot is damaged, or was made by another version of
    the program."""
    body = data[CHECKSUM_BYTES:]
    if not program_hash() or data[:CHECKSUM_BYTES] != _checksum(body):
        return None
    snapshot = _decoder.decode(body)
    folded = StreamFold()
    restore_partitions(folded.state, snapshot.chunks)
    folded.head, folded.at = snapshot.head, snapshot.at
    for some in snapshot.receipts:
        for seat, key, receipt in _receipts.decode(some):
            folded.receipts.setdefault(seat, OrderedDict())[key] = receipt
    folded.checkpoints = snapshot.checkpoints
    folded.chains.extend(snapshot.chains)
    folded.resume(snapshot.ends, snapshot.recent, snapshot.audience_chains, snapshot.placed)
    return folded


def _checksum(body: bytes) -> bytes:
    return sha256(program_hash() + body).digest()


class Snapshots:
    """Stores and loads the snapshots of a stream."""

    def __init__(self, stream: str, log: EventLog, clock: Clock, interval: SnapshotInterval) -> None:
        self._stream, self._log, self._clock, self._interval = stream, log, clock, interval
        self._seq = 0
        """The place in the log of the last entry that the newest snapshot contains, among those that this process made
        or loaded."""
        self._since = float("-inf")
        self._storing: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None

    async def load(self) -> StreamFold:
        """Return the fold of the last snapshot if that can be used, otherwise an empty fold."""
        try:
            data = await self._log.snapshot(self._stream)
            folded = None if data is None else restore(data)
            if folded is None or not await self._fits_log(folded):
                return StreamFold()
        except LogError as error:
            log_.warning("%s: its snapshot could not be loaded; the whole log is read: %s", self._stream, error)
            return StreamFold()
        except Exception:  # a damaged cache must not keep a stream from starting (SEC28)
            log_.exception("%s: its snapshot could not be read; the whole log is read", self._stream)
            return StreamFold()
        self._seq = folded.head.seq
        self._checking = asyncio.create_task(self._check_chain(folded.head), name=f"check {self._stream}")
        return folded

    async def _fits_log(self, folded: StreamFold) -> bool:
        """True if the log still has the last entry of this fold, at the same place."""
        before = folded.chains[-2] if len(folded.chains) > 1 else START
        last = await self._log.read(self._stream, folded.head.seq - 1, 1)
        return bool(last) and next_chain(before, last[0].payload) == last[0].chain == folded.head.chain

    async def _check_chain(self, head: Head) -> None:
        """Check the chain of every entry up to this place. If it is damaged, log that; raise no error."""
        try:
            await walk(self._log, self._stream, head.seq)
        except Damaged as error:
            log_.critical(
                "%s: entry %d is damaged. The table goes on from its snapshot; `coterie doctor` shows the damage.",
                self._stream,
                error.seq,
            )
        except LogError as error:
            log_.warning("%s: the entries before its snapshot could not be checked: %s", self._stream, error)

    def forget(self) -> None:
        """Forget the last snapshot, so that the next one is made as if there were none. Called when the log was folded
        again, because it no longer holds the entries of that snapshot."""
        self._seq = 0

    def store_if_due(self, folded: StreamFold) -> None:
        """If a snapshot is due, begin to store it in the background. All folded commits must be durable."""
        if folded.head.seq - self._seq < self._interval.commits or self._storing is not None:
            return
        now = self._clock.steady()
        if now - self._since < self._interval.seconds:
            return
        self._seq, self._since = folded.head.seq, now
        try:
            captured = capture(folded)
        except Exception:  # a missing snapshot only makes the next start slower (SEC28)
            log_.exception("%s: a snapshot could not be made; the next start takes longer", self._stream)
        else:
            self._storing = asyncio.create_task(self._store(captured), name=f"snapshot {self._stream}")

    async def _store(self, captured: Captured) -> None:
        try:
            for _ in encode_in_steps(captured):
                await asyncio.sleep(0)
            await self._log.keep_snapshot(self._stream, with_checksum(captured.snapshot))
        except LogError as error:
            log_.warning("%s: a snapshot could not be stored; the next start takes longer: %s", self._stream, error)
        except Exception:
            log_.exception("%s: a snapshot could not be stored; the next start takes longer", self._stream)
        finally:
            self._storing = None

    def cancel(self) -> list[asyncio.Task[None]]:
        """Cancel the work in the background. Return its tasks: the work has stopped when they have ended."""
        tasks = [task for task in (self._storing, self._checking) if task is not None]
        for task in tasks:
            task.cancel()
        return tasks

    async def close(self) -> None:
        """Cancel the work in the background, and wait until it has stopped."""
        if tasks := self.cancel():
            await asyncio.wait(tasks)
