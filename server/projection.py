"""The choke point: the only place where bytes for a viewer are made.

Rule 1. What is made here is made for an audience, out of that audience's records alone; a seat gets the bytes of the
        audiences that it reads, side by side. There is no way to ask for anything else.
Rule 2. An audience's count and chain run over its own events only, salted with the stream's secret, so that they tell
        nothing of what others were told.
Rule 3. An audience is encoded once: a part a commit, what newcomers are shown a position.
Rule 4. Nobody reads `sealed`.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Final

import msgspec

from domain.audience import SEALED, Audience, Seat
from domain.command import Option
from domain.record import Record
from domain.state import Change, Partition, State
from server import wire
from server.codec import write

PASSED_KEPT: Final = 10_000
"""How many of its positions an audience knows at least: what somebody was told long ago is compared with them."""
RECENT_KEPT: Final = 256
"""How many parts an audience keeps for resuming clients."""
NEWEST: Final = 12
"""How many lines of an audience's story a newcomer is shown with its table; those before follow, so that whoever is on
a slow line does not wait for what is out of sight."""
CHAIN_BYTES: Final = 8


class End(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where an audience is: how many commits told it something, and the chain over them."""

    count: int
    chain: bytes


NOTHING: Final = End(0, b"")


class Told(msgspec.Struct, frozen=True, gc=False):
    """What one commit is to those who may know: for each audience its part, encoded."""

    seq: int
    parts: dict[Audience, bytes]
    ends: dict[Audience, End]
    types: dict[Audience, set[type[Record]]]
    """The types, but for the story's, of which an audience's records changed or went, so that options may have."""


def types_for(seat: Seat, told: Iterable[Told]) -> set[type[Record]]:
    """The types, but for the story's, of which records that a seat reads changed in some commits."""
    return {type_ for t in told for audience, types in t.types.items() if seat.reads(audience) for type_ in types}


class Recent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A part kept for those who resume; `seq` orders it among other audiences', as `place` does within the commit;
    neither leaves the server."""

    seq: int
    place: int
    end: End
    part: bytes


class Shown(msgspec.Struct, frozen=True, gc=False):
    """What newcomers are shown of an audience: its table with the newest of its story, and the story before that."""

    end: End
    newest: bytes
    earlier: bytes


def recently(parts: Iterable[Recent] = ()) -> deque[Recent]:
    """The newest of these, and of what comes after them."""
    return deque(parts, maxlen=RECENT_KEPT)


class Projection:
    """The views and parts of one stream."""

    def __init__(self, state: State, salt: bytes = b"") -> None:
        self.state = state
        self.salt = salt
        self.ends: dict[Audience, End] = {}
        self.recent: dict[Audience, deque[Recent]] = {}
        """The parts that whoever resumes may be given."""
        self.passed: dict[Audience, bytearray] = {}
        """The chains that an audience came by, `CHAIN_BYTES` each, its newest last. Of each its own, and looked up
        without a walk: neither what is kept nor how long it takes to tell says anything of another audience."""
        self._shown: dict[Audience, Shown] = {}

    @property
    def salt(self) -> bytes:
        """The stream's secret."""
        return self._salt

    @salt.setter
    def salt(self, salt: bytes) -> None:
        self._salt = salt
        self._salted = blake2b(digest_size=CHAIN_BYTES, key=salt)
        """The hash that every chain goes on with, the secret in it already."""

    def tell(
        self, ends: dict[Audience, End], seq: int, at: int, told: dict[Audience, bytes], changes: Sequence[Change]
    ) -> Told:
        """Encode what a folded commit told each audience. `ends` is moved on; it may be a draft of `self.ends`."""
        parts: dict[Audience, bytes] = {}
        moved: dict[Audience, End] = {}
        types: dict[Audience, set[type[Record]]] = {}
        for audience, events in told.items():
            if audience == SEALED:
                continue
            before = ends.get(audience, NOTHING)
            chain = self._salted.copy()
            # Its time too: a command that is tried again after the log lost it may make the same of itself, later.
            chain.update(before.chain + at.to_bytes(8, signed=True) + events)
            end = moved[audience] = End(before.count + 1, chain.digest())
            changed, gone, touched = _outcome(self.state.partitions[audience], changes)
            if touched:
                types[audience] = touched
            parts[audience] = write(wire.Part(audience, end.count, end.chain, at, changed, gone))
        ends.update(moved)  # all of them or none: a commit that cannot be told is no commit
        return Told(seq, parts, moved, types)

    def keep(self, told: Told) -> None:
        """The commit stands: whoever resumes may be given its parts."""
        for place, (audience, part) in enumerate(told.parts.items()):
            end = self.ends[audience] = told.ends[audience]
            recent = self.recent.get(audience)
            if recent is None:
                recent = self.recent[audience] = recently()
            recent.append(Recent(told.seq, place, end, part))
            passed = self.passed.get(audience)
            if passed is None:
                passed = self.passed[audience] = bytearray()
            passed += end.chain
            if len(passed) == 2 * PASSED_KEPT * CHAIN_BYTES:
                del passed[: PASSED_KEPT * CHAIN_BYTES]

    def message(self, seat: Seat, told: Told) -> bytes:
        """What a seat gets of a commit: one message, empty where it is told nothing."""
        return b"".join(part for audience, part in told.parts.items() if seat.reads(audience))

    def view(self, seat: Seat) -> bytes:
        """Everything that a seat may read, now."""
        found = ((a, self.ends[a], tuple(self.state.partition(a).records())) for a in self.ends if seat.reads(a))
        return b"".join(write(wire.ViewPart(a, end.count, end.chain, records)) for a, end, records in found)

    def shown(self, seat: Seat) -> tuple[bytes, bytes]:
        """The same for a newcomer, in two messages, each audience's share of them encoded once a position: the table
        with the newest of the story, and the story before that."""
        found = [self._show(a) for a in self.ends if seat.reads(a)]
        return b"".join(one.newest for one in found), b"".join(one.earlier for one in found)

    def story(self, seat: Seat) -> bytes:
        """The story alone of what a seat may read: what everybody may scroll back to."""
        told = [(a, self.state.partition(a).story) for a in self.ends if seat.reads(a)]
        ends = self.ends
        return b"".join(write(wire.ViewPart(a, ends[a].count, b"", tuple(story.values()))) for a, story in told)

    def _show(self, audience: Audience) -> Shown:
        end = self.ends[audience]
        shown = self._shown.get(audience)
        if shown is None or shown.end != end:
            partition = self.state.partition(audience)
            records, lines = tuple(partition.records()), len(partition.story)  # the story is the last of them
            table, newest = len(records) - lines, len(records) - min(lines, NEWEST)
            view = wire.ViewPart(audience, end.count, end.chain, records[:table] + records[newest:])
            earlier = wire.Earlier(audience, records[table:newest])
            shown = self._shown[audience] = Shown(end, write(view), write(earlier))
        return shown

    @staticmethod
    def position(seat: Seat, ends: dict[Audience, End]) -> list[wire.Position]:
        """Those of some ends that a seat may know."""
        return [wire.Position(a, e.count, e.chain) for a, e in ends.items() if seat.reads(a)]

    def epoch(self, seat: Seat) -> str:
        """Names a seat's rights: the same on every process, another when they change."""
        return blake2b(f"{seat.role}:{seat.id}".encode(), digest_size=8, key=self.salt).hexdigest()

    def missing(self, seat: Seat, position: Iterable[wire.Position]) -> list[bytes] | None:
        """The messages that a seat lacks since its position, oldest first; None where only the whole view will do."""
        have = {Audience(p.audience): End(p.count, p.chain) for p in position}
        if not have or any(a not in self.ends or not seat.reads(a) for a in have):
            return None
        missed: list[Recent] = []
        for audience, end in self.ends.items():
            if seat.reads(audience):
                since = self._since(audience, have.get(audience, NOTHING), end)
                if since is None:
                    return None
                missed += since
        missed.sort(key=lambda kept: (kept.seq, kept.place))
        return [b"".join(kept.part for kept in commit) for _, commit in groupby(missed, key=lambda kept: kept.seq)]

    def strayed(self, seat: Seat, position: Iterable[wire.Position]) -> bool:
        """Whether somebody who had come to this position was told what this stream does not hold: it has lost its end
        since, or has not come so far here. Of what is longer ago than is known nobody can tell any more."""
        for audience, have in ((Audience(p.audience), End(p.count, p.chain)) for p in position):
            end = self.ends.get(audience, NOTHING)
            if not seat.reads(audience) or have == end:
                continue
            if have.count >= end.count or self._came_by(audience, end.count - have.count) not in (b"", have.chain):
                return True
        return False

    def _came_by(self, audience: Audience, back: int) -> bytes:
        """The chain that an audience came by so many commits ago, b"" where that is not known."""
        passed = self.passed.get(audience, b"")
        last = len(passed) - back * CHAIN_BYTES
        return bytes(passed[last - CHAIN_BYTES : last]) if last >= CHAIN_BYTES else b""

    def _since(self, audience: Audience, have: End, end: End) -> list[Recent] | None:
        if have == end:
            return []
        recent = self.recent.get(audience, ())
        known = have == NOTHING or any(kept.end == have for kept in recent)
        since = [kept for kept in recent if kept.end.count > have.count]
        return since if known and len(since) == end.count - have.count else None


def offer(command: str, options: tuple[Option, ...]) -> bytes:
    """What is open to a seat by one command, made from its view."""
    return write(wire.Offer(command, options))


def options(offers: Iterable[bytes], *, whole: bool) -> bytes:
    """These offers of a seat's, and nothing else where they are the `whole`."""
    return write(wire.Options(whole, tuple(msgspec.Raw(one) for one in offers)))  # type: ignore[misc]  # as encoded


def _outcome(
    partition: Partition, changes: Sequence[Change]
) -> tuple[list[Record], list[tuple[str, str]], set[type[Record]]]:
    """The records of an audience that were written, those gone, and the types of those among them that are none of the
    story. What went and came again is in both, for it stands elsewhere in its table now."""
    if len(changes) == 1 and changes[0].partition is partition and (after := changes[0].after) is not None:
        return [after], [], set() if after.story else {type(after)}  # a plain roll, a line of talk
    last: dict[tuple[type[Record], str], Record] = {}
    gone: list[tuple[str, str]] = []
    types: set[type[Record]] = set()
    for change in changes:
        if change.partition is partition:
            key = change.type, change.id
            if not change.type.story:
                types.add(change.type)
            if change.after is None:
                gone.append((change.type.__name__, change.id))
                last.pop(key, None)
            else:
                last[key] = change.after
    return list(last.values()), gone, types
