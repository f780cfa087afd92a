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
from server.fold.chunks import Shelf, Stock, fill, gathered, shelved
from server.fold.projection import NOTHING
from server.fold.stream_fold import Folded, Milestone

log_ = logging.getLogger("coterie.milestones")

MILE: Final = 1024
"""Commits of `everyone` between two milestones at least, as long as a stream is no longer than `MILES` of them."""
MILES: Final = 32
BYTES_A_COMMIT: Final = 1024
"""What one takes for each commit since the last at most: a larger one is due later."""
BYTES_MOST: Final = 4 * 1024 * 1024
"""What those of a stream take together, unless the newest two alone are larger: a look begins at the last but one."""
PAUSE: Final = 0.01
"""Seconds between two shelves: a hundredth of the time goes into them, however many there are."""

_encode: Final = msgspec.msgpack.Encoder().encode
_shelf: Final = msgspec.msgpack.Decoder(Shelf)


def is_due(folded: Folded) -> bool:
    """Whether a fold has come far enough since its last milestone."""
    count = folded.projection.ends.get(EVERYONE, NOTHING).count
    if not folded.milestones:
        return count >= MILE
    last = folded.milestones[-1]
    since = count - last.ends[EVERYONE].count
    return since >= max(MILE, count // MILES) and since >= weight([last]) // BYTES_A_COMMIT


def weight(milestones: Iterable[Milestone]) -> int:
    """How many bytes they take."""
    return sum(len(piece) for one in milestones for piece in (*one.shelves, *one.placed.values()))


def packed(stocks: Iterable[Stock]) -> Iterator[bytes]:
    """What was gathered, compressed, shelf by shelf."""
    return (compress(_encode(shelf), level=1) for shelf in shelved(stocks))


def keep(milestones: list[Milestone], one: Milestone) -> None:
    """One more; where they take too much together, every second of the others goes."""
    milestones.append(one)
    while len(milestones) > 2 and weight(milestones) > BYTES_MOST:
        del milestones[-2::-2]


def begun(folded: Folded) -> tuple[list[Milestone], Milestone, list[Stock]]:
    """A milestone of a fold as it stands, with nothing packed yet: where it will be kept, and what it will have."""
    one = Milestone(folded.head, dict(folded.projection.ends), [], folded.projection.places())
    return folded.milestones, one, gathered(folded.state.partitions.values())


def resumed(milestone: Milestone) -> Folded:
    """A fold that begins at a milestone: it knows no command from before."""
    folded = Folded()
    folded.head = milestone.head
    fill(folded.state, (_shelf.decode(decompress(shelf)) for shelf in milestone.shelves))
    folded.resume(dict(milestone.ends), {}, {}, milestone.placed)
    return folded


class Milestones:
    """Makes those of one live stream."""

    def __init__(self) -> None:
        self._marking: asyncio.Task[None] | None = None

    def consider(self, folded: Folded) -> None:
        """Begin one where it is due, beside the play. The fold stands."""
        if (self._marking is None or self._marking.done()) and is_due(folded):
            try:
                self._marking = asyncio.create_task(self._make(*begun(folded), PAUSE))
            except Exception:  # without one, reading takes longer (S28)
                log_.exception("a milestone could not be begun")

    async def made(self, folded: Folded) -> None:
        """Make one where it is due, before the fold goes on. One that is being made beside the play is given up for it:
        it would come behind."""
        if is_due(folded):
            await self.close()
            await self._make(*begun(folded), 0)

    async def _make(self, milestones: list[Milestone], one: Milestone, stocks: list[Stock], pause: float) -> None:
        try:
            for shelf in packed(stocks):
                one.shelves.append(shelf)
                await asyncio.sleep(pause)
            keep(milestones, one)
        except Exception:
            log_.exception("a milestone could not be made")

    def cancel(self) -> None:
        """Give up the one that is being made."""
        if self._marking is not None:
            self._marking.cancel()

    async def close(self) -> None:
        """Give it up, and wait until that is done."""
        self.cancel()
        if self._marking is not None:
            await asyncio.wait([self._marking])
