"""Checkpoints: places inside a log from which looking back can start, without reading the log from its beginning.

Rule 1. The moment at which a checkpoint is due depends only on the commits for `everyone`. The records for it are
captured after a group was sent, and compressed in the background, chunk by chunk with pauses. So no command is delayed
because of hidden commits (SEC12). A fold without subscribers makes a due checkpoint at once, before it reads the next
entry.
Rule 2. All checkpoints of a stream together are limited in bytes. The distances between them grow as the stream grows,
and they are greater for a large table.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Final
from zlib import compress, decompress

import msgspec

from domain.core.audience import EVERYONE
from server.fold.chunks import Chunk, PartitionCopy, capture_partitions, encode_chunks, restore_partitions
from server.fold.resume_history import NOTHING
from server.fold.stream_fold import Checkpoint, StreamFold

log_ = logging.getLogger("coterie.checkpoints")

CHECKPOINT_COMMITS: Final = 1024
"""The least number of commits for `everyone` between two checkpoints, as long as the stream has fewer than
`CHECKPOINTS_EVENLY` checkpoints."""
CHECKPOINTS_EVENLY: Final = 32
BYTES_A_COMMIT: Final = 1024
"""The most bytes that a checkpoint may have, for each commit that follows it. So after a larger checkpoint, the next
one comes later."""
BYTES_MOST: Final = 4 * 1024 * 1024
"""The most bytes of all checkpoints of a stream together. The newest two are kept even if they are larger, because a
look back begins at the last checkpoint but one."""
PAUSE: Final = 0.01
"""Seconds of pause between two chunks. So only about a hundredth of the time is spent on chunks, however many there
are."""

_encode: Final = msgspec.msgpack.Encoder().encode
_chunk_decoder: Final = msgspec.msgpack.Decoder(Chunk)


def is_due(folded: StreamFold) -> bool:
    """True if a fold has taken enough commits since its last checkpoint."""
    count = folded.projection.ends.get(EVERYONE, NOTHING).count
    if not folded.checkpoints:
        return count >= CHECKPOINT_COMMITS
    last = folded.checkpoints[-1]
    since = count - last.ends[EVERYONE].count
    enough = since >= max(CHECKPOINT_COMMITS, count // CHECKPOINTS_EVENLY)
    return enough and since >= total_bytes([last]) // BYTES_A_COMMIT


def total_bytes(checkpoints: Iterable[Checkpoint]) -> int:
    """Return the total size of the checkpoints, in bytes."""
    return sum(len(piece) for one in checkpoints for piece in (*one.chunks, *one.placed.values()))


def compressed(copies: Iterable[PartitionCopy]) -> Iterator[bytes]:
    """Yield the captured records as compressed chunks."""
    return (compress(_encode(chunk), level=1) for chunk in encode_chunks(copies))


def add(checkpoints: list[Checkpoint], one: Checkpoint) -> None:
    """Add a checkpoint. If the checkpoints are now too large together, drop every second one, but keep the newest."""
    checkpoints.append(one)
    while len(checkpoints) > 2 and total_bytes(checkpoints) > BYTES_MOST:
        del checkpoints[-2::-2]


def capture_checkpoint(folded: StreamFold) -> tuple[list[Checkpoint], Checkpoint, list[PartitionCopy]]:
    """Begin a checkpoint of a fold. Return the list that it will be added to, the checkpoint without its chunks, and
    the records from which the chunks are made."""
    one = Checkpoint(folded.head, dict(folded.projection.ends), [], folded.projection.places())
    return folded.checkpoints, one, capture_partitions(folded.state.partitions.values())


def fold_from(checkpoint: Checkpoint) -> StreamFold:
    """Return a fold that begins at a checkpoint. It has no receipts of earlier commands."""
    folded = StreamFold()
    folded.head = checkpoint.head
    restore_partitions(folded.state, (_chunk_decoder.decode(decompress(chunk)) for chunk in checkpoint.chunks))
    folded.resume(dict(checkpoint.ends), {}, {}, checkpoint.placed)
    return folded


class Checkpoints:
    """Makes the checkpoints of a live stream, never two at a time."""

    def __init__(self) -> None:
        self._making: asyncio.Task[None] | None = None

    def begin_if_due(self, folded: StreamFold) -> None:
        """If a checkpoint is due, begin it, and compress it in the background. All folded commits must be durable."""
        if (self._making is None or self._making.done()) and is_due(folded):
            try:
                self._making = asyncio.create_task(self._make(*capture_checkpoint(folded), PAUSE))
            except Exception:  # without a checkpoint, looking back only takes longer (SEC28)
                log_.exception("a checkpoint could not be begun; looking back takes longer")

    async def make_if_due(self, folded: StreamFold) -> None:
        """If a checkpoint is due, make it before the fold goes on. A checkpoint that is being made in the background is
        cancelled, because checkpoints must stay in order."""
        if is_due(folded):
            await self.close()
            await self._make(*capture_checkpoint(folded), 0)

    async def _make(
        self, checkpoints: list[Checkpoint], one: Checkpoint, copies: list[PartitionCopy], pause: float
    ) -> None:
        try:
            for chunk in compressed(copies):
                one.chunks.append(chunk)
                await asyncio.sleep(pause)
            add(checkpoints, one)
        except Exception:
            log_.exception("a checkpoint could not be made; looking back takes longer")

    def cancel(self) -> None:
        """Cancel the checkpoint that is being made."""
        if self._making is not None:
            self._making.cancel()

    async def close(self) -> None:
        """Cancel the checkpoint that is being made, and wait until its task has ended."""
        self.cancel()
        if self._making is not None:
            await asyncio.wait([self._making])
