"""What the audiences of a fold have, put away and read back: of snapshots, and of milestones."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Union

import msgspec

from domain.audience import Audience
from domain.catalogue import catalogue
from domain.record import Record
from domain.state import Partition, State

_encode = msgspec.msgpack.Encoder().encode


class Shelf(msgspec.Struct, array_like=True):
    """What one audience has: its table's types and the story's in their order, and the records in theirs."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: msgspec.Raw


def shelved(partitions: Iterable[Partition]) -> list[Shelf]:
    """What these audiences have."""
    return [_shelf(partition) for partition in partitions]


def _shelf(partition: Partition) -> Shelf:
    tables, stories = ([type_.__name__ for type_ in types] for types in (partition.tables, partition.stories))
    records = msgspec.Raw(_encode(list(partition.records())))
    return Shelf(partition.audience, partition.count, tables, stories, records)


def fill(state: State, shelves: Sequence[Shelf]) -> None:
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
