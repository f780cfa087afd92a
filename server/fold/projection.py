"""The projection: the only place that makes bytes for a subscriber out of records.

Rule 1. Bytes are made for one audience, from the records of this audience alone. A seat receives the bytes of each
        audience that it reads. No function of this file returns more than that.
Rule 2. The count and the chain of an audience are computed from its own events alone. The chain is salted with the
        stream's secret, so that it reveals no event of another audience.
Rule 3. Everything is encoded once for each audience: its part of a commit, its table, and the lines of its story. The
        lines that fit into a message are selected once for all seats that read the same audiences.
Rule 4. No seat reads `sealed`.
Rule 5. What a seat is sent in one answer is limited in bytes (`story_selection.py`, `resume_history.py`).
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
from domain.core.words import Words
from server.fold.commit_codec import array_head, write
from server.fold.resume_history import CHAIN_BYTES, NOTHING, End, Recent, ResumeHistory
from server.fold.story_selection import NEWEST, Before, Line, Lines, new_lines, part_number, select, whole_commits
from server.limits_and_timeouts import STORY_BYTES
from server.protocol import frames

VIEWS_KEPT: Final = 64
"""The views that newcomers get are kept for at most this many different sets of audiences."""
_PLACE: Final = Struct("!QQI")
"""A part that added story lines: its number, the place of its commit in the log, and the number of its lines."""


class EncodedCommit(msgspec.Struct, frozen=True, gc=False):
    """An encoded commit: a part for each audience that its events are for."""

    seq: int
    parts: dict[Audience, bytes]
    ends: dict[Audience, End]
    records: dict[Audience, set[RecordKey]]
    """The records of each audience that the commit wrote or dropped, except records of the story. Options may depend on
    these records."""
    lines: dict[Audience, int]
    """For each audience: the number of lines that the commit added to its story. Audiences without new lines are left
    out."""


def changed_records(seat: Seat, commits: Iterable[EncodedCommit]) -> set[RecordKey]:
    """Return the records that the commits changed and that this seat may read, except records of the story."""
    return {key for c in commits for audience, keys in c.records.items() if seat.reads(audience) for key in keys}


class Table(msgspec.Struct, frozen=True, gc=False):
    """The table of an audience, encoded: the number of records, and the records joined."""

    end: End
    count: int
    records: bytes


class NewcomerView(msgspec.Struct, frozen=True, gc=False):
    """The first view of a newcomer, the same for all seats that read the same audiences: the tables with the newest
    lines of the story, then the earlier lines. It is kept in pieces, because views share the larger pieces."""

    ends: list[End]
    newest: list[bytes]
    earlier: list[bytes]
    before: Before


Stories = Mapping[Audience, Mapping[str, Record]]
"""Story lines of some audiences: for each audience, its lines by their ids."""


class Projection:
    """The views and parts of a stream."""

    def __init__(self, state: State, salt: bytes = b"") -> None:
        self.state = state
        self.salt = salt
        self.ends: dict[Audience, End] = {}
        self.history = ResumeHistory()
        self.placed: dict[Audience, bytearray] = {}
        """For each audience: a `_PLACE` for each part that added story lines, as long as the state keeps these lines.
        With them, the lines of several audiences can be put into order. The places in the log are never sent to a
        client."""
        self._tables: dict[Audience, Table] = {}
        self._lines: dict[Audience, Lines] = {}
        self._views: dict[tuple[tuple[Audience, ...], int], NewcomerView] = {}
        """For each set of audiences and each limit of its story in bytes: the view."""

    @property
    def salt(self) -> bytes:
        """The stream's secret."""
        return self._salt

    @salt.setter
    def salt(self, salt: bytes) -> None:
        self._salt = salt
        self._salted = blake2b(digest_size=CHAIN_BYTES, key=salt)
        """The hash from which every chain starts. It contains the secret."""

    # Commits

    def encode_commit(
        self, ends: dict[Audience, End], seq: int, at: int, events: dict[Audience, bytes], changes: Sequence[Change]
    ) -> EncodedCommit:
        """Encode a folded commit: a part for each audience. `ends` is changed to the ends after this commit; it may be
        a copy of `self.ends`."""
        parts: dict[Audience, bytes] = {}
        moved: dict[Audience, End] = {}
        records: dict[Audience, set[RecordKey]] = {}
        lines: dict[Audience, int] = {}
        for audience, raw in events.items():
            if audience == SEALED:
                continue
            before = ends.get(audience, NOTHING)
            chain = self._salted.copy()
            # The time is included: if the log loses a command and it is sent again, the same events may follow later.
            chain.update(before.chain + at.to_bytes(8, signed=True) + raw)
            end = moved[audience] = End(before.count + 1, chain.digest())
            partition = self.state.partitions[audience]
            changed, gone, touched = _outcome(partition, changes)
            if touched:
                records[audience] = touched
            if new := new_lines(partition):
                lines[audience] = new
            parts[audience] = write(frames.Part(audience, end.count, end.chain, at, changed, gone))
        ends.update(moved)  # all at once: if one part cannot be encoded, no end may move
        return EncodedCommit(seq, parts, moved, records, lines)

    def record_durable(self, commit: EncodedCommit) -> None:
        """Move the ends on to the end of a durable commit, and keep the parts of the commit for clients that
        reconnect."""
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
        """Replace `placed` by a stored copy, to continue from there."""
        self.placed = {audience: bytearray(of) for audience, of in places.items()}

    def message(self, seat: Seat, commit: EncodedCommit) -> bytes:
        """The parts of a commit that a seat may read, as a single message; empty if there are none."""
        return b"".join(part for audience, part in commit.parts.items() if seat.reads(audience))

    # Views

    def view(self, seat: Seat) -> bytes:
        """Return every record that a seat may read now, without a limit. A client is never sent all of this."""
        found = ((a, self.ends[a], tuple(self.state.partition(a).records())) for a in self.ends if seat.reads(a))
        return b"".join(write(frames.ViewPart(a, end.count, end.chain, records)) for a, end, records in found)

    def newcomer_view(self, seat: Seat, story: int = STORY_BYTES) -> tuple[bytes, bytes]:
        """Return the two messages for a newcomer: the tables with the newest lines of the story, and the earlier lines.
        Both together contain at most `story` bytes of story, or the newest commit."""
        view = self._newcomer_view(seat, story)
        return b"".join(view.newest), b"".join(view.earlier)

    def newcomer_story_start(self, seat: Seat, story: int = STORY_BYTES) -> Before:
        """Return the place where the story in the newcomers' view begins. The page later asks for the lines before this
        place."""
        return self._newcomer_view(seat, story).before

    def bounded_view(self, seat: Seat) -> bytes:
        """Return the newcomers' view as a single message, for the answer to a look back."""
        return b"".join(self._make_view(self._read_by(seat), STORY_KEPT).newest)

    def story(self, seat: Seat) -> tuple[bytes, Before]:
        """Return the newest lines of a seat's story, as many as may be sent in one answer, and the place where they
        begin."""
        selected, before = self._select_lines(self._read_by(seat))
        parts = [_with(frames.ViewPart(a, self.ends[a].count, b"", ()), lines) for a, lines in selected.items()]
        return b"".join(parts), before

    def story_lines(self, seat: Seat) -> Stories:
        """Return all story lines that the state still keeps and the seat may read."""
        return {audience: dict(self.state.partition(audience).story) for audience in self._read_by(seat)}

    def bring_up_to_date(self, newer: Stories) -> None:
        """Replace story lines of this fold by newer versions of the same lines. In a fold that ends in the past, a roll
        is as it was then; a reader who scrolls back has to see later changes too, such as an overridden result."""
        for audience, lines in newer.items():
            story = self.state.partition(audience).story
            story.update((id_, line) for id_, line in lines.items() if type(story.get(id_)) is type(line))

    def _read_by(self, seat: Seat) -> tuple[Audience, ...]:
        return tuple(audience for audience in self.ends if seat.reads(audience))

    def _newcomer_view(self, seat: Seat, story: int = STORY_BYTES) -> NewcomerView:
        audiences = self._read_by(seat)
        view = self._views.get((audiences, story))
        if view is None or view.ends != [self.ends[a] for a in audiences]:
            if len(self._views) >= VIEWS_KEPT:
                self._views.clear()
            view = self._views[audiences, story] = self._make_view(audiences, NEWEST, story)
        return view

    def _make_view(self, audiences: tuple[Audience, ...], newest: int, story: int = STORY_BYTES) -> NewcomerView:
        """Return the view of these audiences with at most `story` bytes of story; the first message has the `newest`
        lines of each audience."""
        first, later = list[bytes](), list[bytes]()
        selected, before = self._select_lines(audiences, story)
        for audience, lines in selected.items():
            end, table = self.ends[audience], self._encoded(audience)
            view = frames.ViewPart(audience, end.count, end.chain, ())
            first += [_head(view, table.count + len(lines[-newest:])), table.records, *lines[-newest:]]
            later.append(_with(frames.Earlier(audience, ()), lines[:-newest]))
        return NewcomerView([self.ends[a] for a in audiences], first, later, before)

    def _select_lines(
        self, audiences: tuple[Audience, ...], most: int = STORY_BYTES
    ) -> tuple[dict[Audience, list[bytes]], Before]:
        return select({audience: self._lines_of(audience) for audience in audiences}, most)

    def _lines_of(self, audience: Audience) -> Lines:
        """Return the newest story lines of an audience: all lines that the state keeps, or somewhat more than one
        answer may contain."""
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
        """Return the encoded table of an audience, without its story."""
        end = self.ends[audience]
        found = self._tables.get(audience)
        if found is None or found.end != end:
            records = [write(record) for record in self.state.partition(audience).table()]
            found = self._tables[audience] = Table(end, len(records), b"".join(records))
        return found

    # Positions

    @staticmethod
    def position(seat: Seat, ends: dict[Audience, End]) -> list[frames.Position]:
        """Return, for each audience that a seat reads, how many parts it has and the chain over them."""
        return [frames.Position(a, e.count, e.chain) for a, e in ends.items() if seat.reads(a)]

    def epoch(self, seat: Seat) -> str:
        """Return a name for what a seat may read. It is the same in every process, and changes when the seat's rights
        change."""
        return blake2b(f"{seat.role}:{seat.id}".encode(), digest_size=8, key=self.salt).hexdigest()

    def missing(self, seat: Seat, position: Iterable[frames.Position]) -> list[bytes] | None:
        """Return the messages that a client at this position has missed, oldest first. Return None if it needs the
        whole view."""
        have = {Audience(p.audience): End(p.count, p.chain) for p in position}
        if not have or any(a not in self.ends or not seat.reads(a) for a in have):
            return None
        return self.history.commits_since({a: have.get(a, NOTHING) for a in self._read_by(seat)}, self.ends)

    def strayed(self, seat: Seat, position: Iterable[frames.Position]) -> bool:
        """True if a client at this position has received commits that this stream does not have. Then the log has lost
        its end, or this process has not read it to that place. False if the position is too old to tell."""
        for audience, have in ((Audience(p.audience), End(p.count, p.chain)) for p in position):
            if seat.reads(audience) and self.history.strayed(audience, have, self.ends.get(audience, NOTHING)):
                return True
        return False


def encode_plain(asked: Input) -> bytes:
    """Encode an input without numbers. Equal inputs give equal bytes. These bytes are used only to compare inputs, and
    are never sent."""
    return write(asked)


def encode_text(number: int, text: str) -> bytes:
    """Encode a text of a seat's options, with its number."""
    return write(frames.NumberedText(number, text))


def encode_words(number: int, words: Words, known: Sequence[int]) -> bytes:
    """Encode words of a seat's options, with their number. `known`: the numbers of those arguments that are words, in
    their order."""
    numbers = iter(known)
    args = tuple([(n, frames.WordsByNumber(next(numbers)) if isinstance(arg, Words) else arg) for n, arg in words.args])
    return write(frames.NumberedText(number, frames.SentWords(words.id, args, words.rule)))


def encode_choice(number: int, texts: Sequence[int]) -> bytes:
    """Encode a choice of a seat's options, with its number. `texts`: the numbers of its value, label and hint."""
    return write(frames.NumberedChoice(number, *texts))


def encode_input(number: int, asked: Input, texts: Sequence[int], choices: Sequence[int]) -> bytes:
    """Encode an input of a seat's options, with its number. `texts`: the numbers of its name, label and default;
    `choices`: the numbers of its choices."""
    name, label, default = texts
    i = asked
    return write(frames.NumberedInput(number, name, label, i.kind, tuple(choices), i.least, i.most, default, i.rarely))


def encode_option(number: int, option: Option, texts: Sequence[int], inputs: Sequence[int]) -> bytes:
    """Encode an option of a seat, with its number. `texts`: the numbers of its command, actor, label, hint and group;
    `inputs`: the numbers of its inputs."""
    o, (command, actor, label, hint, group) = option, texts
    return write(
        frames.NumberedOption(number, command, actor, label, hint, group, o.urgent, tuple(inputs), o.parts, o.grave)
    )


def encode_offer(command: int, at: int, gone: int, options: Sequence[int]) -> bytes:
    """Encode a change to a seat's list of a command's options: from index `at` on, `gone` options are replaced by
    `options`. `command` is the number of the command's name; the options too are given by their numbers."""
    return write(frames.Offer(command, at, gone, tuple(options)))


def encode_options(parts: Iterable[Sequence[bytes]], *, whole: bool) -> bytes:
    """Encode a message with a seat's options: their texts, choices, inputs, options and offers, already encoded.
    `whole`: the client first drops all earlier options."""
    raw = [msgspec.Raw(array_head(len(some)) + b"".join(some)) for some in parts]
    return write(frames.Options(whole, *raw))  # type: ignore[arg-type]  # as encoded


def _head(frame: frames.ServerFrame, count: int) -> bytes:
    """Return the beginning of a frame whose last field is a list of this many records. The frame is given with an empty
    list there."""
    return write(frame)[: -len(array_head(0))] + array_head(count)


def _with(frame: frames.ServerFrame, records: list[bytes]) -> bytes:
    """Return the frame with these encoded records in its last field."""
    return _head(frame, len(records)) + b"".join(records)


def _outcome(
    partition: Partition, changes: Sequence[Change]
) -> tuple[list[Record], list[tuple[str, str]], set[RecordKey]]:
    """Return, for an audience: the records that were written, the keys of the dropped records, and the keys of all
    these records except records of the story. A record that was dropped and written again is in both lists, because its
    place in its table has changed."""
    if len(changes) == 1 and changes[0].partition is partition and (after := changes[0].after) is not None:
        return (
            [after],
            [],
            set() if after.story else {(type(after), after.id)},
        )  # faster in the frequent case of a plain roll or a line of talk
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
