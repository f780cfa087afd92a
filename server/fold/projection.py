"""The choke point: the only place where bytes for a viewer are made.

Rule 1. What is made here is made for an audience, out of that audience's records alone; a seat gets the bytes of the
        audiences that it reads, side by side. There is no way to ask for anything else.
Rule 2. An audience's count and chain run over its own events only, salted with the stream's secret, so that they tell
        nothing of what others were told.
Rule 3. An audience is encoded once: a part a commit, its table and the lines of its story a position. Which lines fit
        is worked out once for all seats that read the same audiences.
Rule 4. Nobody reads `sealed`.
Rule 5. What a seat is shown in one go is bounded in bytes. Of the story it gets the newest lines, in the order of the
        log over all audiences that it reads, and where they begin; the page asks for what comes before that. Where
        they begin depends on nothing that the seat does not read.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from struct import Struct
from typing import Final, NamedTuple

import msgspec

from domain.core.audience import SEALED, Audience, Seat
from domain.core.command import Option
from domain.core.partition import STORY_KEPT, Change, Partition
from domain.core.record import Record
from domain.core.state import State
from server.fold.commit_codec import array_head, write
from server.protocol import frames

PASSED_KEPT: Final = 10_000
"""How many of its positions an audience knows at least: what somebody was told long ago is compared with them."""
RECENT_KEPT: Final = 256
"""How many parts an audience keeps for resuming clients."""
NEWEST: Final = 12
"""How many lines of an audience's story a newcomer is shown with its table; those before follow, so that whoever is on
a slow line does not wait for what is out of sight."""
STORY_BYTES: Final = 64 * 1024
"""Bytes of story that a seat is shown in one go, of all its audiences together. Only a commit that is larger by itself
takes more, and then it is shown alone."""
RESUMED_MOST: Final = 256 * 1024
"""Bytes of missed commits that somebody who comes back is sent: as many as may be in flight to a connection. Who missed
more is shown the table anew."""
SHOWN_KEPT: Final = 64
"""For how many sets of audiences it is remembered what their newcomers are shown."""
CHAIN_BYTES: Final = 8
_PLACE: Final = Struct("!QQI")
"""A commit that told an audience lines: the audience's count then, the commit's place in the log, and how many."""


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
    lines: dict[Audience, int]
    """How many new lines it added to the story of an audience, where it added any."""


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


class Before(NamedTuple):
    """Where a piece of story begins: just before the part of this number that `audience` was told. With the number 0 it
    is the beginning of the whole story. The audience is one that whoever gets the piece reads."""

    audience: str
    number: int


BEGINNING: Final = Before("", 0)


class Encoded(msgspec.Struct, frozen=True, gc=False):
    """An audience's table, encoded: how many records, one after the other."""

    end: End
    count: int
    records: bytes


class Line(NamedTuple):
    """A line of an audience's story, encoded: the place in the log of the commit that told it, and the number of that
    commit's part for the audience."""

    seq: int
    number: int
    record: bytes


class Lines(msgspec.Struct, frozen=True, gc=False):
    """The newest lines of an audience's story, newest first: all that it was told from `since` in the log on (0: all
    that it was ever told)."""

    end: End
    lines: list[Line]
    since: int


class Shown(msgspec.Struct, frozen=True, gc=False):
    """What those are shown who read the same audiences: the tables with the newest of the story, in pieces, of which
    the larger ones are shared; the story before that; and where it begins."""

    ends: list[End]
    newest: list[bytes]
    earlier: list[bytes]
    before: Before


Stories = Mapping[Audience, Mapping[str, Record]]
"""Lines of the story of some audiences, by their ids."""


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
        self.placed: dict[Audience, bytearray] = {}
        """Which commits told an audience the lines that its state keeps, and where these stand in the log, `_PLACE` for
        `_PLACE`: so the lines of several audiences are put in order. The places never leave the server."""
        self._tables: dict[Audience, Encoded] = {}
        self._lines: dict[Audience, Lines] = {}
        self._shown: dict[tuple[Audience, ...], Shown] = {}

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
        lines: dict[Audience, int] = {}
        for audience, events in told.items():
            if audience == SEALED:
                continue
            before = ends.get(audience, NOTHING)
            chain = self._salted.copy()
            # Its time too: a command that is tried again after the log lost it may make the same of itself, later.
            chain.update(before.chain + at.to_bytes(8, signed=True) + events)
            end = moved[audience] = End(before.count + 1, chain.digest())
            partition = self.state.partitions[audience]
            changed, gone, touched = _outcome(partition, changes)
            if touched:
                types[audience] = touched
            if new := new_lines(partition):
                lines[audience] = new
            parts[audience] = write(frames.Part(audience, end.count, end.chain, at, changed, gone))
        ends.update(moved)  # all of them or none: a commit that cannot be told is no commit
        return Told(seq, parts, moved, types, lines)

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
        for audience, new in told.lines.items():
            placed = self.placed.get(audience)
            if placed is None:
                placed = self.placed[audience] = bytearray()
            placed += _PLACE.pack(told.ends[audience].count, told.seq, new)
            if len(placed) == 2 * STORY_KEPT * _PLACE.size:
                del placed[: STORY_KEPT * _PLACE.size]

    def places(self) -> dict[Audience, bytes]:
        """`placed` as it is now, to be put away."""
        return {audience: bytes(places) for audience, places in self.placed.items()}

    def set_places(self, places: Mapping[Audience, bytes]) -> None:
        """Go on from `places` that were put away."""
        self.placed = {audience: bytearray(of) for audience, of in places.items()}

    def message(self, seat: Seat, told: Told) -> bytes:
        """What a seat gets of a commit: one message, empty where it is told nothing."""
        return b"".join(part for audience, part in told.parts.items() if seat.reads(audience))

    def view(self, seat: Seat) -> bytes:
        """Everything that a seat may read, now, however much it is: nobody is sent all of it at once."""
        found = ((a, self.ends[a], tuple(self.state.partition(a).records())) for a in self.ends if seat.reads(a))
        return b"".join(write(frames.ViewPart(a, end.count, end.chain, records)) for a, end, records in found)

    def shown(self, seat: Seat) -> tuple[bytes, bytes]:
        """What a newcomer is shown, in two messages: the tables with the newest of the story, and the story before
        that. Of the story `STORY_BYTES` in all."""
        shown = self._show(seat)
        return b"".join(shown.newest), b"".join(shown.earlier)

    def before(self, seat: Seat) -> Before:
        """Where the story begins that a newcomer is shown: the page asks for what comes before that."""
        return self._show(seat).before

    def at_once(self, seat: Seat) -> bytes:
        """The same as `shown` in one message, for somebody who looks back."""
        return b"".join(self._make(self._read_by(seat), STORY_KEPT).newest)

    def story(self, seat: Seat) -> tuple[bytes, Before]:
        """The story alone of what a seat may read, as much of it as is shown in one go, and where that begins."""
        picked, before = self._pick(self._read_by(seat))
        told = [_with(frames.ViewPart(a, self.ends[a].count, b"", ()), lines) for a, lines in picked.items()]
        return b"".join(told), before

    def kept(self, seat: Seat) -> Stories:
        """The lines that state keeps of what a seat may read."""
        return {audience: dict(self.state.partition(audience).story) for audience in self._read_by(seat)}

    def bring_up_to_date(self, kept: Stories) -> None:
        """Replace lines of this fold by newer versions of the same lines. A fold that ends in the past has a roll as it
        was then; whoever scrolls back is to see it as it was overridden since."""
        for audience, lines in kept.items():
            story = self.state.partition(audience).story
            story.update((id_, line) for id_, line in lines.items() if type(story.get(id_)) is type(line))

    def _read_by(self, seat: Seat) -> tuple[Audience, ...]:
        return tuple(audience for audience in self.ends if seat.reads(audience))

    def _show(self, seat: Seat) -> Shown:
        audiences = self._read_by(seat)
        shown = self._shown.get(audiences)
        if shown is None or shown.ends != [self.ends[a] for a in audiences]:
            if len(self._shown) >= SHOWN_KEPT:
                self._shown.clear()
            shown = self._shown[audiences] = self._make(audiences, NEWEST)
        return shown

    def _make(self, audiences: tuple[Audience, ...], newest: int) -> Shown:
        """What those are shown who read these audiences: at once their tables and so many lines of each."""
        at_once, later = list[bytes](), list[bytes]()
        picked, before = self._pick(audiences)
        for audience, lines in picked.items():
            end, table = self.ends[audience], self._encoded(audience)
            view = frames.ViewPart(audience, end.count, end.chain, ())
            at_once += [_head(view, table.count + len(lines[-newest:])), table.records, *lines[-newest:]]
            later.append(_with(frames.Earlier(audience, ()), lines[:-newest]))
        return Shown([self.ends[a] for a in audiences], at_once, later, before)

    def _pick(self, audiences: tuple[Audience, ...]) -> tuple[dict[Audience, list[bytes]], Before]:
        """The newest lines of these audiences that fit into `STORY_BYTES`, oldest first, and where they begin. They are
        all that these audiences were told from one place in the log on: no commit is shown in part, and none between
        two others is left out."""
        found = {audience: self._told_to(audience) for audience in audiences}
        since = max((one.since for one in found.values()), default=0)
        sizes = Counter[int]()
        for one in found.values():
            for line in one.lines:
                if line.seq >= since:
                    sizes[line.seq] += len(line.record)
        if sizes.total() > STORY_BYTES:
            since = _first_that_fits(sizes)
        picked, before = dict[Audience, list[bytes]](), BEGINNING
        for audience, one in found.items():
            lines = [line for line in reversed(one.lines) if line.seq >= since]
            picked[audience] = [line.record for line in lines]
            if lines and lines[0].seq == since:
                before = Before(audience, lines[0].number)
        return picked, before

    def _told_to(self, audience: Audience) -> Lines:
        """The newest lines of an audience: all that state keeps, or a little more than are shown in one go."""
        end = self.ends[audience]
        found = self._lines.get(audience)
        if found is None or found.end != end:
            found = self._lines[audience] = self._find_lines(audience, end)
        return found

    def _find_lines(self, audience: Audience, end: End) -> Lines:
        story = self.state.partition(audience).story
        places = {number: (seq, new) for number, seq, new in _PLACE.iter_unpack(self.placed.get(audience, b""))}
        lines, size, all_ = list[Line](), 0, len(story) < STORY_KEPT
        for record in reversed(story.values()):
            number = number_of(record)
            if number not in places or (size > STORY_BYTES and number != lines[-1].number):
                all_ = False
                break
            lines.append(Line(places[number][0], number, write(record)))
            size += len(lines[-1].record)
        if all_ or not lines:
            return Lines(end, lines, 0)
        oldest = lines[-1].number
        told = sum(line.number == oldest for line in lines)
        if told < places[oldest][1]:  # state has let go of the others, and no commit is shown in part
            lines = lines[:-told] or lines
        return Lines(end, lines, lines[-1].seq)

    def _encoded(self, audience: Audience) -> Encoded:
        """An audience's table, without its story."""
        end = self.ends[audience]
        found = self._tables.get(audience)
        if found is None or found.end != end:
            records = [write(record) for record in self.state.partition(audience).table()]
            found = self._tables[audience] = Encoded(end, len(records), b"".join(records))
        return found

    @staticmethod
    def position(seat: Seat, ends: dict[Audience, End]) -> list[frames.Position]:
        """Those of some ends that a seat may know."""
        return [frames.Position(a, e.count, e.chain) for a, e in ends.items() if seat.reads(a)]

    def epoch(self, seat: Seat) -> str:
        """Names a seat's rights: the same on every process, another when they change."""
        return blake2b(f"{seat.role}:{seat.id}".encode(), digest_size=8, key=self.salt).hexdigest()

    def missing(self, seat: Seat, position: Iterable[frames.Position]) -> list[bytes] | None:
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
        if sum(len(kept.part) for kept in missed) > RESUMED_MOST:
            return None
        missed.sort(key=lambda kept: (kept.seq, kept.place))
        return [b"".join(kept.part for kept in commit) for _, commit in groupby(missed, key=lambda kept: kept.seq)]

    def strayed(self, seat: Seat, position: Iterable[frames.Position]) -> bool:
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
    return write(frames.Offer(command, options))


def options(offers: Iterable[bytes], *, whole: bool) -> bytes:
    """These offers of a seat's, and nothing else where they are the `whole`."""
    return write(frames.Options(whole, tuple(msgspec.Raw(one) for one in offers)))  # type: ignore[misc]  # as encoded


def number_of(line: Record) -> int:
    """The number of the part that told an audience this line of its story."""
    number: int = getattr(line, "n", 0)
    return number


def new_lines(partition: Partition) -> int:
    """How many lines the newest commit that was folded told this audience."""
    new = 0
    for line in reversed(partition.story.values()):
        if number_of(line) != partition.count:
            break
        new += 1
    return new


def _first_that_fits(sizes: Mapping[int, int]) -> int:
    """The first of the newest commits that fit into `STORY_BYTES` together; the newest, where it alone does not."""
    newest, *older = sorted(sizes, reverse=True)
    first, size = newest, sizes[newest]
    for seq in older:
        size += sizes[seq]
        if size > STORY_BYTES:
            break
        first = seq
    return first


def _head(frame: frames.ServerFrame, count: int) -> bytes:
    """How a frame begins whose last field is an empty list, if that list is to hold so many records instead."""
    return write(frame)[: -len(array_head(0))] + array_head(count)


def _with(frame: frames.ServerFrame, records: list[bytes]) -> bytes:
    """Such a frame with these records, encoded before."""
    return _head(frame, len(records)) + b"".join(records)


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
