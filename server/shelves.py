"""What the audiences of a fold have, put away and read back: of snapshots, and of milestones.

It is gathered in one step, as it stands, and encoded a few records at a time: so whoever does that between other work
holds nobody up by how much there is, hidden or not.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Union

import msgspec

from domain.audience import Audience
from domain.catalogue import catalogue
from domain.record import Record
from domain.state import Partition, State

TOGETHER: Final = 64
"""Records on a shelf at most."""


class Stock(msgspec.Struct, frozen=True):
    """What one audience has: its table's types and the story's in their order, and the records in theirs. None of it
    changes any more."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: list[Record]


class Shelf(msgspec.Struct, array_like=True):
    """Some of what one audience has, encoded; its types stand on its first shelf."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: msgspec.Raw


_encode: Final = msgspec.msgpack.Encoder().encode


def gathered(partitions: Iterable[Partition]) -> list[Stock]:
    """What these audiences have now."""
    return [
        Stock(one.audience, one.count, names(one.tables), names(one.stories), list(one.records())) for one in partitions
    ]


def names(types: Iterable[type[Record]]) -> list[str]:
    """What these types are called."""
    return [type_.__name__ for type_ in types]


def shelved(stocks: Iterable[Stock]) -> Iterator[Shelf]:
    """What was gathered, shelf by shelf: each is encoded when it is asked for."""
    for one in stocks:
        for start in range(0, max(len(one.records), 1), TOGETHER):
            tables, stories = ([], []) if start else (one.tables, one.stories)
            records = msgspec.Raw(_encode(one.records[start : start + TOGETHER]))
            yield Shelf(one.audience, one.count, tables, stories, records)


def fill(state: State, shelves: Iterable[Shelf]) -> None:
    """Have an empty state's audiences have what was put away. Raises msgspec's DecodeError, KeyError, where this is
    none of this program's."""
    known = catalogue().records
    for shelf in shelves:
        tables, stories = ([known[name] for name in names] for names in (shelf.tables, shelf.stories))
        state.partition(shelf.audience).refill(shelf.count, tables, stories, _records().decode(shelf.records))


@cache
def _records() -> msgspec.msgpack.Decoder[list[Record]]:
    known: object = Union[tuple(catalogue().records.values())]  # noqa: UP007 - a union made at run time
    decoder: msgspec.msgpack.Decoder[list[Record]] = msgspec.msgpack.Decoder(list[known])  # type: ignore[valid-type]
    return decoder
