"""Partitions: the records of one audience, and the journal that can take back changes to them."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

from domain.core.audience import Audience
from domain.core.record import Record

STORY_KEPT: Final = 200
"""How many story records an audience keeps in state; the rest is paged from the log."""

NOTHING: Final[Mapping[str, Record]] = MappingProxyType({})

R = TypeVar("R", bound=Record)


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
