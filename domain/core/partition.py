"""Partitions: the records of one audience, and the journal with which changes can be undone."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

from domain.core.audience import Audience
from domain.core.record import Record

STORY_KEPT: Final = 200
"""The number of story records that the state keeps for each audience. Older ones are read from the log."""

NOTHING: Final[Mapping[str, Record]] = MappingProxyType({})

R = TypeVar("R", bound=Record)


class Change(msgspec.Struct, frozen=True):
    """An entry of the undo journal: a record before and after a change. None means that there was, or is, no record.

    `order` holds the ids of the table before a record was dropped, because undoing must restore the record's place.
    `fresh` marks the first record of its type: undoing also removes the type, because a view is encoded in the order in
    which its types appeared.
    """

    partition: "Partition"
    type: type[Record]
    id: str
    before: Record | None
    after: Record | None
    order: tuple[str, ...] = ()
    fresh: bool = False


class Partition:
    """The records of one audience. `count` is the number of commits so far that had a fact for this audience."""

    __slots__ = ("_journal", "_lines", "audience", "count", "group", "places", "story", "tables")

    def __init__(self, audience: Audience, journal: list[Change]) -> None:
        self.audience = audience
        self.count = 0
        self.tables: dict[type[Record], dict[str, Any]] = {}
        """All records outside the story: for each exact type, the records by id."""
        self.story: dict[str, Record] = {}
        self.places: dict[type[Record], dict[str, Any]] = {}
        """For every type seen so far, the table that holds its records: `story`, or an entry of `tables`."""
        self.group = ""
        """The group of the next story records of this commit, such as the id of an attack, or "". The page draws the
        records of a group as one card."""
        self._journal = journal
        self._lines = 0

    def get(self, type_: type[R], id_: str) -> R | None:
        """Return the record of this type and id, or None."""
        found = self.places.get(type_, NOTHING).get(id_)
        return found if type(found) is type_ else None

    def all(self, type_: type[R]) -> Iterator[R]:
        """Iterate over all records of a type, oldest first."""
        return (r for r in self.places.get(type_, NOTHING).values() if type(r) is type_)

    def put(self, record: Record) -> None:
        """Write a record in place of the record with the same type and id."""
        type_, id_ = type(record), record.id
        table = self.places.get(type_)
        if table is None:
            table = self.places[type_] = self.story if type_.story else self.tables.setdefault(type_, {})
            self._journal.append(Change(self, type_, id_, table.get(id_), record, fresh=True))
        else:
            self._journal.append(Change(self, type_, id_, table.get(id_), record))
        table[id_] = record

    def drop(self, type_: type[Record], id_: str) -> None:
        """Remove a record. A missing record is no error: a sub-stream may lack the event that wrote it."""
        table = self.places.get(type_, {})
        before = table.get(id_)
        if before is not None:
            self._journal.append(Change(self, type_, id_, before, None, tuple(table)))
            del table[id_]

    @property
    def stories(self) -> list[type[Record]]:
        """The record types of the story that have had a record."""
        return [type_ for type_, place in self.places.items() if place is self.story]

    def refill(
        self, count: int, tables: Iterable[type[Record]], stories: Iterable[type[Record]], records: Iterable[Record]
    ) -> None:
        """Restore this partition from a snapshot: its count, its types and its records, each in their old order."""
        self.count = count
        self.tables.update((type_, {}) for type_ in tables)
        self.places |= self.tables | dict.fromkeys(stories, self.story)
        for record in records:
            self.places[type(record)][record.id] = record

    def begin(self) -> None:
        """Count the next commit that has a fact for this audience. Called before its facts are folded."""
        self.count += 1
        self.group = ""
        self._lines = 0

    def next_line(self) -> str:
        """Return the id of the next story line: the number of the commit for this audience, joined with the number of
        the line in that commit."""
        self._lines += 1
        return f"{self.count}.{self._lines}"

    def table(self) -> Iterator[Record]:
        """Iterate over every record outside the story."""
        for table in self.tables.values():
            yield from table.values()

    def records(self) -> Iterator[Record]:
        """Iterate over every record, the story last."""
        yield from self.table()
        yield from self.story.values()

    def restore(self, change: Change) -> None:
        """Undo a change. Changes must be undone in reverse order, the newest first."""
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
        """Drop the oldest story records beyond `STORY_KEPT`."""
        while len(self.story) > STORY_KEPT:
            del self.story[next(iter(self.story))]
