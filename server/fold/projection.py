"""The choke point: the only place that makes bytes for a subscriber out of records.

Rule 1. Bytes are made for an audience, out of the records of that audience alone. A seat receives the bytes of the
        audiences that it reads, side by side. There is no way to ask for more.
Rule 2. The count and the chain of an audience run over its own events only. The chain is salted with the stream's
        secret, so that it reveals no event of another audience.
Rule 3. An audience is encoded once: a part for each commit, its table and the lines of its story for each position.
        The lines that fit into a message are selected once for all seats that read the same audiences.
Rule 4. No seat reads `sealed`.
Rule 5. The amount that a seat is sent at a time is bounded in bytes (`story_selection.py`, `resume_history.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from struct import Struct
from typing import Final

import msgspec

from domain.core.audience import SEALED, Audience, Seat
from domain.core.option import Input, Option
from domain.core.partition import STORY_KEPT, Change, Partition
from domain.core.record import Record, RecordKey
from domain.core.state import State
from domain.core.words import Ref, Words
from server.fold.commit_codec import array_head, write
from server.fold.resume_history import CHAIN_BYTES, NOTHING, End, Recent, ResumeHistory
from server.fold.story_selection import NEWEST, Before, Line, Lines, new_lines, part_number, select, whole_commits
from server.limits_and_timeouts import STORY_BYTES
from server.protocol import frames

VIEWS_KEPT: Final = 64
"""For how many sets of audiences the newcomers' view is kept."""
_PLACE: Final = Struct("!QQI")
"""A part with new lines of the story: its number, its commit's place in the log, and how many lines."""


class EncodedCommit(msgspec.Struct, frozen=True, gc=False):
    """A commit, encoded: a part for each audience that it has events for."""

    seq: int
    parts: dict[Audience, bytes]
    ends: dict[Audience, End]
    records: dict[Audience, set[RecordKey]]
    """The records of each audience that were written or dropped, without the story's. Options may depend on them."""
    lines: dict[Audience, int]
    """The number of lines that it added to the story of each audience, if it added any."""


def changed_records(seat: Seat, commits: Iterable[EncodedCommit]) -> set[RecordKey]:
    """The records of a seat, without the story's, that the commits changed."""
    return {key for c in commits for audience, keys in c.records.items() if seat.reads(audience) for key in keys}


class Table(msgspec.Struct, frozen=True, gc=False):
    """The table of an audience, encoded: the number of records, and the records joined."""

    end: End
    count: int
    records: bytes


class NewcomerView(msgspec.Struct, frozen=True, gc=False):
    """The first view of a newcomer, for all seats that read the same audiences: the tables with the newest lines of the
    story, then the earlier lines. It is kept in pieces, because the larger pieces are shared between seats."""

    ends: list[End]
    newest: list[bytes]
    earlier: list[bytes]
    before: Before


Stories = Mapping[Audience, Mapping[str, Record]]
"""Lines of the story of some audiences, by their ids."""


class Projection:
    """The views and parts of a stream."""

    def __init__(self, state: State, salt: bytes = b"") -> None:
        self.state = state
        self.salt = salt
        self.ends: dict[Audience, End] = {}
        self.history = ResumeHistory()
        self.placed: dict[Audience, bytearray] = {}
        """For each audience the parts that brought the lines that its state keeps, a `_PLACE` for each. They
        put the lines of several audiences in order. The places in the log never leave the server."""
        self._tables: dict[Audience, Table] = {}
        self._lines: dict[Audience, Lines] = {}
        self._views: dict[tuple[Audience, ...], NewcomerView] = {}

    @property
    def salt(self) -> bytes:
        """The stream's secret."""
        return self._salt

    @salt.setter
    def salt(self, salt: bytes) -> None:
        self._salt = salt
        self._salted = blake2b(digest_size=CHAIN_BYTES, key=salt)
        """The hash that every chain starts from, with the secret in it."""

    # Commits

    def encode_commit(
        self, ends: dict[Audience, End], seq: int, at: int, events: dict[Audience, bytes], changes: Sequence[Change]
    ) -> EncodedCommit:
        """Encode a folded commit, a part for each audience. `ends` is moved on; it may be a draft of `self.ends`."""
        parts: dict[Audience, bytes] = {}
        moved: dict[Audience, End] = {}
        records: dict[Audience, set[RecordKey]] = {}
        lines: dict[Audience, int] = {}
        for audience, raw in events.items():
            if audience == SEALED:
                continue
            before = ends.get(audience, NOTHING)
            chain = self._salted.copy()
            # With the time: a command that is tried again after the log lost it may lead to the same events, later.
            chain.update(before.chain + at.to_bytes(8, signed=True) + raw)
            end = moved[audience] = End(before.count + 1, chain.digest())
            partition = self.state.partitions[audience]
            changed, gone, touched = _outcome(partition, changes)
            if touched:
                records[audience] = touched
            if new := new_lines(partition):
                lines[audience] = new
            parts[audience] = write(frames.Part(audience, end.count, end.chain, at, changed, gone))
        ends.update(moved)  # all of them or none: if a part cannot be encoded, there is no commit
        return EncodedCommit(seq, parts, moved, records, lines)

    def record_durable(self, commit: EncodedCommit) -> None:
        """Move the ends on to a durable commit, and keep its parts for clients that reconnect."""
        for place, (audience, part) in enumerate(commit.parts.items()):
            end = self.ends[audience] = commit.ends[audience]
            self.history.add(audience, Recent(commit.seq, place, end, part))
        for audience, new in commit.lines.items():
            placed = self.placed.get(audience)
            if placed is None:
                placed = self.placed[audience] = bytearray()
            placed += _PLACE.pack(commit.ends[audience].count, commit.seq, new)
            if len(placed) == 2 * STORY_KEPT * _PLACE.size:
                del placed[: STORY_KEPT * _PLACE.size]

    def places(self) -> dict[Audience, bytes]:
        """A copy of `placed`, to be stored."""
        return {audience: bytes(places) for audience, places in self.placed.items()}

    def set_places(self, places: Mapping[Audience, bytes]) -> None:
        """Go on from a stored copy of `placed`."""
        self.placed = {audience: bytearray(of) for audience, of in places.items()}

    def message(self, seat: Seat, commit: EncodedCommit) -> bytes:
        """The parts of a commit that a seat may read, as a single message; empty if there are none."""
        return b"".join(part for audience, part in commit.parts.items() if seat.reads(audience))

    # Views

    def view(self, seat: Seat) -> bytes:
        """Every record that a seat may read now, without a bound. It is never sent whole."""
        found = ((a, self.ends[a], tuple(self.state.partition(a).records())) for a in self.ends if seat.reads(a))
        return b"".join(write(frames.ViewPart(a, end.count, end.chain, records)) for a, end, records in found)

    def newcomer_view(self, seat: Seat) -> tuple[bytes, bytes]:
        """The two messages for a newcomer: the tables with the newest lines of the story, and the earlier lines. The
        lines of both are `STORY_BYTES` in all."""
        view = self._newcomer_view(seat)
        return b"".join(view.newest), b"".join(view.earlier)

    def newcomer_story_start(self, seat: Seat) -> Before:
        """The place where the story in the newcomers' view begins. The page asks for the lines before that."""
        return self._newcomer_view(seat).before

    def bounded_view(self, seat: Seat) -> bytes:
        """The newcomers' view in a single message, for a look back."""
        return b"".join(self._make_view(self._read_by(seat), STORY_KEPT).newest)

    def story(self, seat: Seat) -> tuple[bytes, Before]:
        """The newest lines of the story of a seat, as many as are sent at a time, and where they begin."""
        selected, before = self._select_lines(self._read_by(seat))
        parts = [_with(frames.ViewPart(a, self.ends[a].count, b"", ()), lines) for a, lines in selected.items()]
        return b"".join(parts), before

    def story_lines(self, seat: Seat) -> Stories:
        """The lines of the story that a seat may read, as far as state keeps them."""
        return {audience: dict(self.state.partition(audience).story) for audience in self._read_by(seat)}

    def bring_up_to_date(self, newer: Stories) -> None:
        """Replace lines of this fold by newer versions of the same lines. A fold that ends in the past has each roll as
        it was then; a reader scrolling back sees it as it was overridden since."""
        for audience, lines in newer.items():
            story = self.state.partition(audience).story
            story.update((id_, line) for id_, line in lines.items() if type(story.get(id_)) is type(line))

    def _read_by(self, seat: Seat) -> tuple[Audience, ...]:
        return tuple(audience for audience in self.ends if seat.reads(audience))

    def _newcomer_view(self, seat: Seat) -> NewcomerView:
        audiences = self._read_by(seat)
        view = self._views.get(audiences)
        if view is None or view.ends != [self.ends[a] for a in audiences]:
            if len(self._views) >= VIEWS_KEPT:
                self._views.clear()
            view = self._views[audiences] = self._make_view(audiences, NEWEST)
        return view

    def _make_view(self, audiences: tuple[Audience, ...], newest: int) -> NewcomerView:
        """The view of the given audiences, with the `newest` lines of each in the first message."""
        first, later = list[bytes](), list[bytes]()
        selected, before = self._select_lines(audiences)
        for audience, lines in selected.items():
            end, table = self.ends[audience], self._encoded(audience)
            view = frames.ViewPart(audience, end.count, end.chain, ())
            first += [_head(view, table.count + len(lines[-newest:])), table.records, *lines[-newest:]]
            later.append(_with(frames.Earlier(audience, ()), lines[:-newest]))
        return NewcomerView([self.ends[a] for a in audiences], first, later, before)

    def _select_lines(self, audiences: tuple[Audience, ...]) -> tuple[dict[Audience, list[bytes]], Before]:
        return select({audience: self._lines_of(audience) for audience in audiences})

    def _lines_of(self, audience: Audience) -> Lines:
        """The newest lines of an audience: all that state keeps, or a little more than are sent at a time."""
        end = self.ends[audience]
        found = self._lines.get(audience)
        if found is None or found.end != end:
            found = self._lines[audience] = self._find_lines(audience, end)
        return found

    def _find_lines(self, audience: Audience, end: End) -> Lines:
        story = self.state.partition(audience).story
        places = {number: (seq, new) for number, seq, new in _PLACE.iter_unpack(self.placed.get(audience, b""))}
        lines, size, complete = list[Line](), 0, len(story) < STORY_KEPT
        for record in reversed(story.values()):
            number = part_number(record)
            if number not in places or (size > STORY_BYTES and number != lines[-1].number):
                complete = False
                break
            lines.append(Line(places[number][0], number, write(record)))
            size += len(lines[-1].record)
        return whole_commits(end, lines, places, complete=complete)

    def _encoded(self, audience: Audience) -> Table:
        """The table of an audience, without its story."""
        end = self.ends[audience]
        found = self._tables.get(audience)
        if found is None or found.end != end:
            records = [write(record) for record in self.state.partition(audience).table()]
            found = self._tables[audience] = Table(end, len(records), b"".join(records))
        return found

    # Positions

    @staticmethod
    def position(seat: Seat, ends: dict[Audience, End]) -> list[frames.Position]:
        """The ends that a seat may know."""
        return [frames.Position(a, e.count, e.chain) for a, e in ends.items() if seat.reads(a)]

    def epoch(self, seat: Seat) -> str:
        """A name for the rights of a seat: the same on every process, and different once the rights change."""
        return blake2b(f"{seat.role}:{seat.id}".encode(), digest_size=8, key=self.salt).hexdigest()

    def missing(self, seat: Seat, position: Iterable[frames.Position]) -> list[bytes] | None:
        """The messages that a seat lacks since its position, the oldest first. None if it needs the whole view."""
        have = {Audience(p.audience): End(p.count, p.chain) for p in position}
        if not have or any(a not in self.ends or not seat.reads(a) for a in have):
            return None
        return self.history.commits_since({a: have.get(a, NOTHING) for a in self._read_by(seat)}, self.ends)

    def strayed(self, seat: Seat, position: Iterable[frames.Position]) -> bool:
        """True if a client at this position holds commits that this stream does not have: its log has lost its tail, or
        has not been read that far here. False if the position is too old to tell."""
        for audience, have in ((Audience(p.audience), End(p.count, p.chain)) for p in position):
            if seat.reads(audience) and self.history.strayed(audience, have, self.ends.get(audience, NOTHING)):
                return True
        return False


def encode_plain(asked: Input) -> bytes:
    """An input without numbers. Equal inputs have equal bytes. They are compared, and not sent."""
    return write(asked)


def encode_text(number: int, text: str) -> bytes:
    """A text of a seat's options, under its number."""
    return write(frames.NumberedText(number, text))


def encode_words(number: int, words: Words, known: Mapping[str, int]) -> bytes:
    """Words of a seat's options, under their number. `known` has the numbers of those arguments that are words."""
    args: list[tuple[str, int | str | Ref | frames.Known]] = []
    for name, arg in words.args:
        args.append((name, frames.Known(known[name]) if isinstance(arg, Words) else arg))
    return write(frames.NumberedText(number, frames.SentWords(words.id, tuple(args), words.rule)))


def encode_choice(number: int, texts: Sequence[int]) -> bytes:
    """A choice of a seat's options, under its number: the numbers of its value, label and hint."""
    return write(frames.NumberedChoice(number, *texts))


def encode_input(number: int, asked: Input, texts: Sequence[int], choices: Sequence[int]) -> bytes:
    """An input of a seat's options, under its number, with the numbers of its name, label and default, and of its
    choices."""
    name, label, default = texts
    i = asked
    return write(frames.NumberedInput(number, name, label, i.kind, tuple(choices), i.least, i.most, default, i.rarely))


def encode_option(number: int, option: Option, texts: Sequence[int], inputs: Sequence[int]) -> bytes:
    """An option of a seat, under its number, with the numbers of its command, actor, label, hint and group, and of its
    inputs."""
    o, (command, actor, label, hint, group) = option, texts
    return write(
        frames.NumberedOption(number, command, actor, label, hint, group, o.urgent, tuple(inputs), o.parts, o.grave)
    )


def encode_offer(command: int, at: int, gone: int, options: Sequence[int]) -> bytes:
    """A change to a seat's list of a command's options, by their numbers."""
    return write(frames.Offer(command, at, gone, tuple(options)))


def encode_options(parts: Iterable[Iterable[bytes]], *, whole: bool) -> bytes:
    """A message of a seat's options: the encoded texts, choices, inputs, options and offers. `whole`: the client drops
    all earlier options."""
    raw = [tuple(map(msgspec.Raw, some)) for some in parts]
    return write(frames.Options(whole, *raw))  # type: ignore[arg-type]  # as encoded


def _head(frame: frames.ServerFrame, count: int) -> bytes:
    """The beginning of a frame with an empty list as its last field, as if that list had this many records."""
    return write(frame)[: -len(array_head(0))] + array_head(count)


def _with(frame: frames.ServerFrame, records: list[bytes]) -> bytes:
    """A frame of the same kind with encoded records in its last field."""
    return _head(frame, len(records)) + b"".join(records)


def _outcome(
    partition: Partition, changes: Sequence[Change]
) -> tuple[list[Record], list[tuple[str, str]], set[RecordKey]]:
    """The records of an audience that were written, the keys of the dropped records, and the keys of both without the
    story's. A record that was dropped and written again is in both, for its place in its table is another."""
    if len(changes) == 1 and changes[0].partition is partition and (after := changes[0].after) is not None:
        return (
            [after],
            [],
            set() if after.story else {(type(after), after.id)},
        )  # the short way for a plain roll or a line of talk
    last: dict[RecordKey, Record] = {}
    gone: list[tuple[str, str]] = []
    touched: set[RecordKey] = set()
    for change in changes:
        if change.partition is partition:
            key = change.type, change.id
            if not change.type.story:
                touched.add(key)
            if change.after is None:
                gone.append((change.type.__name__, change.id))
                last.pop(key, None)
            else:
                last[key] = change.after
    return list(last.values()), gone, touched
