"""Milestones: places in a log from which it can be read without what led there.

Rule 1. One is due by what everybody was told, and it is gathered when a round is over and was told. It is packed beside
        the play, a shelf now and then: what is hidden at a table makes nobody's command late (S12). Whoever reads a log
        while nobody plays makes it before reading on.
Rule 2. A long stream has them ever more seldom, and so has one whose table is large. What they take together is
        bounded.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Final
from zlib import compress, decompress

import msgspec

from domain.core.audience import EVERYONE
from server.fold.chunks import Chunk, PartitionCopy, chunked, fill, gathered
from server.fold.projection import NOTHING
from server.fold.stream_fold import Checkpoint, StreamFold

log_ = logging.getLogger("coterie.checkpoints")

CHECKPOINT_COMMITS: Final = 1024
"""The least number of commits of `everyone` between two checkpoints, until there are `CHECKPOINTS_EVENLY` of them."""
CHECKPOINTS_EVENLY: Final = 32
BYTES_A_COMMIT: Final = 1024
"""What one takes for each commit since the last at most: a larger one is due later."""
BYTES_MOST: Final = 4 * 1024 * 1024
"""What those of a stream take together, unless the newest two alone are larger: a look begins at the last but one."""
PAUSE: Final = 0.01
"""Seconds between two shelves: a hundredth of the time goes into them, however many there are."""

_encode: Final = msgspec.msgpack.Encoder().encode
_chunk_decoder: Final = msgspec.msgpack.Decoder(Chunk)


def is_due(folded: StreamFold) -> bool:
    """Whether a fold has come far enough since its last checkpoint."""
    count = folded.projection.ends.get(EVERYONE, NOTHING).count
    if not folded.checkpoints:
        return count >= CHECKPOINT_COMMITS
    last = folded.checkpoints[-1]
    since = count - last.ends[EVERYONE].count
    return since >= max(CHECKPOINT_COMMITS, count // CHECKPOINTS_EVENLY) and since >= weight([last]) // BYTES_A_COMMIT


def weight(checkpoints: Iterable[Checkpoint]) -> int:
    """How many bytes they take."""
    return sum(len(piece) for one in checkpoints for piece in (*one.chunks, *one.placed.values()))


def packed(copies: Iterable[PartitionCopy]) -> Iterator[bytes]:
    """What was gathered, compressed, shelf by shelf."""
    return (compress(_encode(chunk), level=1) for chunk in chunked(copies))


def keep(checkpoints: list[Checkpoint], one: Checkpoint) -> None:
    """One more; where they take too much together, every second of the others goes."""
    checkpoints.append(one)
    while len(checkpoints) > 2 and weight(checkpoints) > BYTES_MOST:
        del checkpoints[-2::-2]


def begun(folded: StreamFold) -> tuple[list[Checkpoint], Checkpoint, list[PartitionCopy]]:
    """A checkpoint of a fold as it stands, with nothing packed yet: where it will be kept, and what it will have."""
    one = Checkpoint(folded.head, dict(folded.projection.ends), [], folded.projection.places())
    return folded.checkpoints, one, gathered(folded.state.partitions.values())


def resumed(checkpoint: Checkpoint) -> StreamFold:
    """A fold that begins at a checkpoint: it knows no command from before."""
    folded = StreamFold()
    folded.head = checkpoint.head
    fill(folded.state, (_chunk_decoder.decode(decompress(chunk)) for chunk in checkpoint.chunks))
    folded.resume(dict(checkpoint.ends), {}, {}, checkpoint.placed)
    return folded


class Checkpoints:
    """Makes those of one live stream."""

    def __init__(self) -> None:
        self._marking: asyncio.Task[None] | None = None

    def consider(self, folded: StreamFold) -> None:
        """Begin one where it is due, beside the play. The fold stands."""
        if (self._marking is None or self._marking.done()) and is_due(folded):
            try:
                self._marking = asyncio.create_task(self._make(*begun(folded), PAUSE))
            except Exception:  # without one, reading takes longer (S28)
                log_.exception("a checkpoint could not be begun")

    async def made(self, folded: StreamFold) -> None:
        """Make one where it is due, before the fold goes on. One that is being made beside the play is given up for it:
        it would come behind."""
        if is_due(folded):
            await self.close()
            await self._make(*begun(folded), 0)

    async def _make(
        self, checkpoints: list[Checkpoint], one: Checkpoint, copies: list[PartitionCopy], pause: float
    ) -> None:
        try:
            for chunk in packed(copies):
                one.chunks.append(chunk)
                await asyncio.sleep(pause)
            keep(checkpoints, one)
        except Exception:
            log_.exception("a checkpoint could not be made")

    def cancel(self) -> None:
        """Give up the one that is being made."""
        if self._marking is not None:
            self._marking.cancel()

    async def close(self) -> None:
        """Give it up, and wait until that is done."""
        self.cancel()
        if self._marking is not None:
            await asyncio.wait([self._marking])
