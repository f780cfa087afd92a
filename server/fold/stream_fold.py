"""A stream read and folded: its state, what its audiences were told, and which commands it has applied.

Live tables, looking back and exports all read a stream this way and no other.
"""

from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping
from traceback import extract_tb
from typing import Final

import msgspec

from domain.core.audience import EVERYONE, SEALED, Audience
from domain.core.state import State
from domain.features.table.settings import SceneKey
from server.fold.commit_codec import Commit, Unreadable, unpack
from server.fold.projection import CommitParts, End, Projection, Recent, recently
from server.log.contract import EMPTY, Entry, Head, follows
from server.protocol.frames import BEHIND_MOST

RECEIPTS_MOST: Final = 4_096
"""Receipts kept of one seat: of its own commands, so that it can count by them nothing that is hidden from it. The log
knows older keys, which are then refused as too old."""
CHAINS_KEPT: Final = 256
"""Of how many entries the chain is kept, to tell whether one that is heard late is the one that was folded."""


class Diverged(Exception):
    """What was read does not follow what was read before: another branch, a gap, or a damaged entry."""


class Receipt(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What became of a command that was applied."""

    digest: bytes
    ends: dict[Audience, End]
    when: int
    """The count of `everyone` at that time."""


class Checkpoint(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A place in the log, where each audience was there, and what it had (`server.fold.checkpoints`)."""

    head: Head
    ends: dict[Audience, End]
    chunks: list[bytes]
    placed: dict[Audience, bytes]
    """`Projection.placed`."""


class StreamFold:
    """The fold of one stream's log up to `head`."""

    def __init__(self) -> None:
        self.state = State()
        self.projection = Projection(self.state)
        self._sealed = self.state.partition(SEALED)
        self.head: Head = EMPTY
        self.receipts: dict[str, OrderedDict[bytes, Receipt]] = {}
        """By seat and the command's key, each seat's oldest first. Not a dict: that one finds its oldest by a walk over
        all that is gone."""
        self.checkpoints: list[Checkpoint] = []
        """Those of a live stream, oldest first."""
        self.chains: deque[bytes] = deque(maxlen=CHAINS_KEPT)
        self.at = 0
        """The time of `everyone`'s newest commit: no later one of its commits is earlier."""

    def resume(
        self,
        ends: dict[Audience, End],
        recent: dict[Audience, list[Recent]],
        passed: dict[Audience, bytearray],
        placed: Mapping[Audience, bytes],
    ) -> None:
        """Go on from where the audiences were."""
        self.projection.ends = ends
        self.projection.recent = {audience: recently(parts) for audience, parts in recent.items()}
        self.projection.passed = passed
        self.projection.set_places(placed)
        if key := self.key:
            self.projection.salt = key.ids

    @property
    def key(self) -> SceneKey | None:
        """The stream's sealed seeds, once it is opened."""
        return self._sealed.get(SceneKey, "key")

    def knows(self, entry: Entry) -> bool:
        """Whether this very entry was folded, not long ago."""
        back = self.head.seq - entry.seq
        return 0 <= back < len(self.chains) and self.chains[-1 - back] == entry.chain

    def receipt(self, seat: str, key: bytes) -> Receipt | None:
        """What became of a seat's command, where that is known."""
        own = self.receipts.get(seat)
        return None if own is None else own.get(key)

    def take(self, entry: Entry) -> tuple[Commit, CommitParts]:
        """Fold the next entry. Raises `Diverged`, `Unreadable`; the fold is then where it was."""
        if not follows(self.head, entry):
            raise Diverged(f"entry {entry.seq} does not follow entry {self.head.seq}")
        commit = unpack(entry.payload)
        mark = len(self.state.journal)
        begun: list[Audience] = []
        try:
            for fact in commit.facts:
                self.state.fold_one(fact, commit.at, begun)
            told = self.tell(dict(self.projection.ends), entry.seq, commit.at, commit.told, mark)
        except Exception as error:  # an event that cannot be folded, by a program that has a bug or is too old
            self.state.undo(mark, begun)
            place = extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} in {place.name}, line {place.lineno}"  # and none of its words (S24)
            raise Unreadable(f"entry {entry.seq} cannot be folded: {what}") from error
        self.stand(commit.seat, entry.key, commit.digest, commit.at, told, Head(entry.seq, entry.chain))
        self.settle()
        return commit, told

    def tell(self, ends: dict[Audience, End], seq: int, at: int, raw: dict[Audience, bytes], mark: int) -> CommitParts:
        """Encode what the commit folded since `mark` tells; nothing stands yet."""
        if SEALED in raw and (key := self.key):
            self.projection.salt = key.ids
        return self.projection.tell(ends, seq, at, raw, self.state.journal[mark:])

    def stand(self, seat: str, key: bytes, digest: bytes, at: int, told: CommitParts, head: Head) -> None:
        """A folded commit stands in the log; `settle` when all that was folded does."""
        self.projection.keep(told)
        self.head = head
        self.chains.append(head.chain)
        public = self.projection.ends.get(EVERYONE)
        when = public.count if public else 0
        if EVERYONE in told.ends:
            self.at = at
        own = self.receipts.get(seat)
        if own is None:  # `setdefault` would make one for every command
            own = self.receipts[seat] = OrderedDict()
        own[key] = Receipt(digest, told.ends, when)
        while len(own) > RECEIPTS_MOST or when - next(iter(own.values())).when > BEHIND_MOST:
            own.popitem(last=False)

    def settle(self) -> None:
        """All that was folded stands: let go of how to undo it."""
        self.state.settle()


def fold(entries: Iterable[Entry]) -> StreamFold:
    """The fold of a whole log that is at hand. Raises `Diverged`, `Unreadable`."""
    folded = StreamFold()
    for entry in entries:
        folded.take(entry)
    return folded


__all__ = ["Diverged", "Receipt", "StreamFold", "Unreadable", "fold"]
