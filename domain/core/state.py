"""State: for each audience the fold of that audience's events, and nothing else.

A seat's view is the union of the partitions that it may read. No filter stands between a secret and a player: the
secret was never in what the player's view is made of.

Changes are journalled, so that a commit can be taken back (`undo`) until it is known to be durable (`settle`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

from domain.core.audience import EVERYONE, TABLE, Audience, Seat, covers
from domain.core.event import Fact
from domain.core.record import Record

STORY_KEPT: Final = 200
"""How many story records an audience keeps in state; the rest is paged from the log."""

NOTHING: Final[Mapping[str, Record]] = MappingProxyType({})

R = TypeVar("R", bound=Record)
A = TypeVar("A")


class Change(msgspec.Struct, frozen=True):
    """One step of the journal: where a record stood, and what stood there before and after (None: nothing). `order`:
    the ids of its table before a record was dropped, since its place among them would be lost. `fresh`: the first of
    its type, so that taken back it leaves no trace in the order of types, which is that of a view's bytes."""

    partition: "Partition"
    type: type[Record]
    id: str
    before: Record | None
    after: Record | None
    order: tuple[str, ...] = ()
    fresh: bool = False


class Partition:
    """The records of one audience, and how many commits have told it something (`count`)."""

    __slots__ = ("_journal", "_lines", "audience", "count", "places", "story", "tables")

    def __init__(self, audience: Audience, journal: list[Change]) -> None:
        self.audience = audience
        self.count = 0
        self.tables: dict[type[Record], dict[str, Any]] = {}
        """By type, which each table's records are exactly of."""
        self.story: dict[str, Record] = {}
        self.places: dict[type[Record], dict[str, Any]] = {}
        """Where the records of each type stand that there were: in a table of their own, or in the story."""
        self._journal = journal
        self._lines = 0

    def get(self, type_: type[R], id_: str) -> R | None:
        """The record of this type under this id, if this audience has one."""
        found = self.places.get(type_, NOTHING).get(id_)
        return found if type(found) is type_ else None

    def all(self, type_: type[R]) -> Iterator[R]:
        """All records of a type, oldest first."""
        return (r for r in self.places.get(type_, NOTHING).values() if type(r) is type_)

    def put(self, record: Record) -> None:
        """Write a record, in place of the one of the same type and id."""
        type_, id_ = type(record), record.id
        table = self.places.get(type_)
        if table is None:
            table = self.places[type_] = self.story if type_.story else self.tables.setdefault(type_, {})
            self._journal.append(Change(self, type_, id_, table.get(id_), record, fresh=True))
        else:
            self._journal.append(Change(self, type_, id_, table.get(id_), record))
        table[id_] = record

    def drop(self, type_: type[Record], id_: str) -> None:
        """Remove a record; a missing one is no error (a sub-stream may never have had it)."""
        table = self.places.get(type_, {})
        before = table.get(id_)
        if before is not None:
            self._journal.append(Change(self, type_, id_, before, None, tuple(table)))
            del table[id_]

    @property
    def stories(self) -> list[type[Record]]:
        """The types that have been in the story."""
        return [type_ for type_, place in self.places.items() if place is self.story]

    def refill(
        self, count: int, tables: Iterable[type[Record]], stories: Iterable[type[Record]], records: Iterable[Record]
    ) -> None:
        """Be what a partition was that had come so far, and had these types and records, in their order."""
        self.count = count
        self.tables.update((type_, {}) for type_ in tables)
        self.places |= self.tables | dict.fromkeys(stories, self.story)
        for record in records:
            self.places[type(record)][record.id] = record

    def begin(self) -> None:
        """One more commit tells this audience something."""
        self.count += 1
        self._lines = 0

    def next_line(self) -> str:
        """An id for a story line: the audience's count, and the line's place in the commit."""
        self._lines += 1
        return f"{self.count}.{self._lines}"

    def table(self) -> Iterator[Record]:
        """Every record but the story's."""
        for table in self.tables.values():
            yield from table.values()

    def records(self) -> Iterator[Record]:
        """Every record, story last."""
        yield from self.table()
        yield from self.story.values()

    def restore(self, change: Change) -> None:
        """Take one change back (newest first)."""
        table = self.places[change.type]
        if change.before is None:
            del table[change.id]
        else:
            table[change.id] = change.before
        for id_ in change.order:
            table[id_] = table.pop(id_)
        if change.fresh:
            del self.places[change.type]
            self.tables.pop(change.type, None)

    def trim(self) -> None:
        """Let the oldest story records go beyond what state keeps."""
        while len(self.story) > STORY_KEPT:
            del self.story[next(iter(self.story))]


class View:
    """The records that somebody may read: a union of partitions, `everyone`'s first."""

    __slots__ = ("_public", "partitions", "seat")

    def __init__(self, partitions: tuple[Partition, ...], seat: Seat) -> None:
        self.partitions = partitions
        self.seat = seat
        self._public: View | None = None

    def get(self, type_: type[R], id_: str) -> R | None:
        """The record of this type and id in the first audience that has it, `everyone` first."""
        for partition in self.partitions:
            table = partition.places.get(type_)  # `partition.get` without the call, for every command asks often
            if table is not None:
                found = table.get(id_)
                if type(found) is type_:
                    return found
        return None

    def all(self, type_: type[R]) -> Iterator[R]:
        """All records of a type, `everyone`'s first."""
        tables = [p.places[type_] for p in self.partitions if type_ in p.places]
        return (r for table in tables for r in table.values() if type(r) is type_)

    def audience_of(self, type_: type[Record], id_: str) -> Audience | None:
        """Whose record this is, in the first audience that has it; None where nobody has."""
        for partition in self.partitions:
            if partition.get(type_, id_) is not None:
                return partition.audience
        return None

    def answer(self, question: Callable[..., A], words: tuple[object, ...], named: dict[str, object]) -> A:
        """What a question about this view comes to, in these words (`domain.tracked_view.memoized`)."""
        return question(self, *words, **named)

    @property
    def moment(self) -> int:
        """How many parts this seat has been told: its place in the time of a scene, of which it can count nothing
        hidden."""
        return sum(partition.count for partition in self.partitions)

    @property
    def public(self) -> "View":
        """What everybody may read of it."""
        if self._public is None:
            self._public = View(tuple(p for p in self.partitions if p.audience == EVERYONE), self.seat)
        return self._public

    def known_to(self, heard: Audience) -> "View":
        """What of it everybody knows who hears what is told to this audience: all that may bear on what it is told."""
        return View(tuple(p for p in self.partitions if covers(p.audience, heard)), self.seat)


class State:
    """The fold of one stream. Not thread-safe; one owner."""

    def __init__(self) -> None:
        self.journal: list[Change] = []
        self.everyone = Partition(EVERYONE, self.journal)
        self.partitions: dict[Audience, Partition] = {EVERYONE: self.everyone}
        self.full = View((self.everyone,), TABLE)
        """Everything, sealed facts too: for deciding what happens next, never for answering anybody."""
        self._views: dict[Seat, View] = {}

    def partition(self, audience: Audience) -> Partition:
        """The records of an audience, made empty when asked for first."""
        found = self.partitions.get(audience)
        if found is None:
            found = self.partitions[audience] = Partition(audience, self.journal)
            self.full.partitions = self._in_order(self.partitions)
            for seat, view in self._views.items():
                view.partitions = self._readable(seat)
        return found

    def view(self, seat: Seat) -> View:
        """What a seat may read, now and as it changes."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = View(self._readable(seat), seat)
        return view

    def _readable(self, seat: Seat) -> tuple[Partition, ...]:
        return self._in_order(audience for audience in self.partitions if seat.reads(audience))

    def _in_order(self, audiences: Iterable[Audience]) -> tuple[Partition, ...]:
        """`everyone`'s first, the others by name: not by when they began, for a commit that was taken back may have
        begun one, here and on no other process."""
        ordered = sorted(audiences, key=lambda audience: (audience != EVERYONE, audience))
        return tuple(self.partitions[audience] for audience in ordered)

    def table_changed(self, mark: int) -> bool:
        """Whether anything that everybody sees but the story was written since the journal's `mark`."""
        partition, story = self.everyone, self.everyone.story
        for change in self.journal[mark:]:
            if change.partition is partition and partition.places[change.type] is not story:
                return True
        return False

    def fold(self, facts: Iterable[Fact], at: int) -> list[Audience]:
        """Fold one commit. Returns the audiences that it told something, in the order told."""
        told: list[Audience] = []
        for fact in facts:
            self.fold_one(fact, at, told)
        return told

    def fold_one(self, fact: Fact, at: int, told: list[Audience]) -> None:
        """Fold one fact of a commit that has so far told these audiences (`told` is added to)."""
        audience = fact.audience
        partition = self.partitions.get(audience) or self.partition(audience)
        if audience not in told:
            told.append(audience)
            partition.begin()
        fact.event.apply(partition, at)

    def undo(self, mark: int, told: Iterable[Audience]) -> None:
        """Take back one commit, the newest: the journal to `mark`, and the counts of those it told."""
        while len(self.journal) > mark:
            change = self.journal.pop()
            change.partition.restore(change)
        for audience in told:
            self.partitions[audience].count -= 1

    def settle(self) -> None:
        """All that was folded stands for good: forget how to undo it, and let old story go."""
        self.journal.clear()
        for partition in self.partitions.values():
            if len(partition.story) > STORY_KEPT:
                partition.trim()
