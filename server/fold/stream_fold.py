"""The fold of a stream's log: its state, the projection of it, and the receipts of the applied commands.

Live streams, looks back and exports all read a log through this class.
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
from server.fold.projection import EncodedCommit, Projection
from server.fold.resume_history import End, Recent, newest_parts
from server.limits_and_timeouts import RECEIPTS_MOST
from server.log.contract import EMPTY, Entry, Head, follows
from server.protocol.frames import BEHIND_MOST

CHAINS_KEPT: Final = 256
"""For this many of the last entries the chain is kept, to recognise an entry that arrives a second time."""


class Diverged(Exception):
    """An entry does not follow the entry before it: the log is on another branch, has a gap, or is damaged."""


class Receipt(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The stored result of a command that was applied: the ends of the audiences after it. If a copy of the command
    arrives, the receipt gives the same answer again."""

    digest: bytes
    ends: dict[Audience, End]
    when: int
    """The count of `everyone` at this place."""


class Checkpoint(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A place in the log, with the ends and the records of all audiences at this place (`server.fold.checkpoints`)."""

    head: Head
    ends: dict[Audience, End]
    chunks: list[bytes]
    placed: dict[Audience, bytes]
    """A copy of `Projection.placed`."""


class StreamFold:
    """The fold of a stream's log up to `head`."""

    def __init__(self) -> None:
        self.state = State()
        self.projection = Projection(self.state)
        self._sealed = self.state.partition(SEALED)
        self.head: Head = EMPTY
        self.receipts: dict[str, OrderedDict[bytes, Receipt]] = {}
        """For each seat: its receipts by the key of the command, oldest first. An OrderedDict finds its oldest entry at
        once; a dict would search past all deleted entries."""
        self.checkpoints: list[Checkpoint] = []
        """The checkpoints of a live stream, oldest first."""
        self.chains: deque[bytes] = deque(maxlen=CHAINS_KEPT)
        self.at = 0
        """The time of the newest commit for `everyone`. Every later commit gets at least this time."""

    def resume(
        self,
        ends: dict[Audience, End],
        recent: dict[Audience, list[Recent]],
        chains: dict[Audience, bytearray],
        placed: Mapping[Audience, bytes],
    ) -> None:
        """Continue from the stored ends and histories of the audiences. The state must already be restored."""
        self.projection.ends = ends
        self.projection.history.recent = {audience: newest_parts(parts) for audience, parts in recent.items()}
        self.projection.history.chains = chains
        self.projection.set_places(placed)
        if key := self.key:
            self.projection.salt = key.ids

    @property
    def key(self) -> SceneKey | None:
        """Return the sealed seeds of the stream; None before the stream is opened."""
        return self._sealed.get(SceneKey, "key")

    def has_folded(self, entry: Entry) -> bool:
        """True if this very entry is among the last `CHAINS_KEPT` folded entries."""
        back = self.head.seq - entry.seq
        return 0 <= back < len(self.chains) and self.chains[-1 - back] == entry.chain

    def receipt(self, seat: str, key: bytes) -> Receipt | None:
        """Return the receipt of a seat's command; None if no receipt is kept."""
        own = self.receipts.get(seat)
        return None if own is None else own.get(key)

    def take(self, entry: Entry) -> tuple[Commit, EncodedCommit]:
        """Fold the next entry of the log. Raises `Diverged` or `Unreadable`; the fold is then unchanged."""
        if not follows(self.head, entry):
            raise Diverged(f"entry {entry.seq} does not follow entry {self.head.seq}")
        commit = unpack(entry.payload)
        mark = len(self.state.journal)
        begun: list[Audience] = []
        try:
            for fact in commit.facts:
                self.state.fold_one(fact, commit.at, begun)
            encoded = self.encode_commit(dict(self.projection.ends), entry.seq, commit.at, commit.events, mark)
        except Exception as error:  # this program has a bug, or is too old for the event
            self.state.undo(mark, begun)
            place = extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} in {place.name}, line {place.lineno}"  # without the error's text (SEC24)
            raise Unreadable(f"entry {entry.seq} cannot be folded: {what}") from error
        self.record_durable(commit.seat, entry.key, commit.digest, commit.at, encoded, Head(entry.seq, entry.chain))
        self.clear_journal()
        return commit, encoded

    def encode_commit(
        self, ends: dict[Audience, End], seq: int, at: int, events: dict[Audience, bytes], mark: int
    ) -> EncodedCommit:
        """Encode the commit that was folded since the journal had the length `mark`. The commit need not be durable
        yet."""
        if SEALED in events and (key := self.key):
            self.projection.salt = key.ids
        return self.projection.encode_commit(ends, seq, at, events, self.state.journal[mark:])

    def record_durable(self, seat: str, key: bytes, digest: bytes, at: int, encoded: EncodedCommit, head: Head) -> None:
        """Record that a folded commit is durable, and keep its receipt. When all folded commits are durable, call
        `clear_journal`."""
        self.projection.record_durable(encoded)
        self.head = head
        self.chains.append(head.chain)
        public = self.projection.ends.get(EVERYONE)
        when = public.count if public else 0
        if EVERYONE in encoded.ends:
            self.at = at
        own = self.receipts.get(seat)
        if own is None:  # `setdefault` would make an `OrderedDict` for every command
            own = self.receipts[seat] = OrderedDict()
        own[key] = Receipt(digest, encoded.ends, when)
        while len(own) > RECEIPTS_MOST or when - next(iter(own.values())).when > BEHIND_MOST:
            own.popitem(last=False)

    def clear_journal(self) -> None:
        """Drop the undo journal. All folded commits must be durable."""
        self.state.settle()


def fold(entries: Iterable[Entry]) -> StreamFold:
    """Return the fold of a whole log in memory. Raises `Diverged` or `Unreadable`."""
    folded = StreamFold()
    for entry in entries:
        folded.take(entry)
    return folded


__all__ = ["Diverged", "Receipt", "StreamFold", "Unreadable", "fold"]
