"""What the audiences of a fold have, put away and read back: of snapshots, and of checkpoints.

It is gathered in one step, as it stands, and encoded a shelf at a time: so whoever does that between other work holds
nobody up by how much there is, hidden or not.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Union

import msgspec

from domain.catalogue import catalogue
from domain.core.audience import Audience
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import State

CHUNK_BYTES: Final = 8 * 1024
"""A shelf that has so much takes no further record: to compress it takes a tenth of a millisecond or two."""


class PartitionCopy(msgspec.Struct, frozen=True):
    """What one audience has: its table's types and the story's in their order, and the records in theirs. None of it
    changes any more."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: list[Record]


class Chunk(msgspec.Struct, array_like=True):
    """Some of what one audience has, encoded; its types stand on its first shelf."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: msgspec.Raw


_encode: Final = msgspec.msgpack.Encoder().encode


def gathered(partitions: Iterable[Partition]) -> list[PartitionCopy]:
    """What these audiences have now."""
    return [
        PartitionCopy(one.audience, one.count, names(one.tables), names(one.stories), list(one.records()))
        for one in partitions
    ]


def names(types: Iterable[type[Record]]) -> list[str]:
    """What these types are called."""
    return [type_.__name__ for type_ in types]


def chunked(copies: Iterable[PartitionCopy]) -> Iterator[Chunk]:
    """What was gathered, shelf by shelf: each is encoded when it is asked for."""
    for one in copies:
        tables, stories = one.tables, one.stories
        for records in _bundled(one.records):
            yield Chunk(one.audience, one.count, tables, stories, msgspec.Raw(_encode(records)))
            tables, stories = [], []


def _bundled(records: list[Record]) -> Iterator[list[msgspec.Raw]]:
    """Records encoded, shelf by shelf; of none there is one, and it is empty."""
    some, size = list[msgspec.Raw](), 0
    for record in records:
        if size >= CHUNK_BYTES:
            yield some
            some, size = [], 0
        some.append(msgspec.Raw(_encode(record)))
        size += len(some[-1])
    yield some


def fill(state: State, chunks: Iterable[Chunk]) -> None:
    """Have an empty state's audiences have what was put away. Raises msgspec's DecodeError, KeyError, where this is
    none of this program's."""
    known = catalogue().records
    for chunk in chunks:
        tables, stories = ([known[name] for name in names] for names in (chunk.tables, chunk.stories))
        state.partition(chunk.audience).refill(chunk.count, tables, stories, _records().decode(chunk.records))


@cache
def _records() -> msgspec.msgpack.Decoder[list[Record]]:
    known: object = Union[tuple(catalogue().records.values())]  # noqa: UP007 - a union made at run time
    decoder: msgspec.msgpack.Decoder[list[Record]] = msgspec.msgpack.Decoder(list[known])  # type: ignore[valid-type]
    return decoder
