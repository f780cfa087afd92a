"""The records of a fold as encoded chunks of a few kilobytes, for snapshots and checkpoints.

The records are captured in a single step, while no append is under way. They are encoded chunk by chunk, with pauses.
So the number of records, hidden or not, does not make a client wait longer.
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
"""Once a chunk has this size, the next record begins a new chunk. Compressing such a chunk takes 0.1 to 0.2 ms."""


class PartitionCopy(msgspec.Struct, frozen=True):
    """The records of an audience at one moment, and the types of the records outside and inside the story, in order."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: list[Record]


class Chunk(msgspec.Struct, array_like=True):
    """Some records of an audience, encoded. Only the first chunk of an audience names its types."""

    audience: Audience
    count: int
    tables: list[str]
    stories: list[str]
    records: msgspec.Raw


_encode: Final = msgspec.msgpack.Encoder().encode


def capture_partitions(partitions: Iterable[Partition]) -> list[PartitionCopy]:
    """Return the present records of these audiences. Later changes of the fold do not change the copies."""
    return [
        PartitionCopy(one.audience, one.count, type_names(one.tables), type_names(one.stories), list(one.records()))
        for one in partitions
    ]


def type_names(types: Iterable[type[Record]]) -> list[str]:
    """Return the names of record types."""
    return [type_.__name__ for type_ in types]


def encode_chunks(copies: Iterable[PartitionCopy]) -> Iterator[Chunk]:
    """Yield the chunks of these copies. A chunk is encoded only when the caller takes it."""
    for one in copies:
        tables, stories = one.tables, one.stories
        for records in _grouped(one.records):
            yield Chunk(one.audience, one.count, tables, stories, msgspec.Raw(_encode(records)))
            tables, stories = [], []


def _grouped(records: list[Record]) -> Iterator[list[msgspec.Raw]]:
    """Yield encoded records in groups of about `CHUNK_BYTES`. Without records, yield one empty group."""
    some, size = list[msgspec.Raw](), 0
    for record in records:
        if size >= CHUNK_BYTES:
            yield some
            some, size = [], 0
        some.append(msgspec.Raw(_encode(record)))
        size += len(some[-1])
    yield some


def restore_partitions(state: State, chunks: Iterable[Chunk]) -> None:
    """Fill an empty state from chunks. Raises DecodeError (of msgspec) or KeyError if another version of the program
    wrote them."""
    known = catalogue().records
    for chunk in chunks:
        tables, stories = ([known[name] for name in names] for names in (chunk.tables, chunk.stories))
        state.partition(chunk.audience).refill(chunk.count, tables, stories, _records().decode(chunk.records))


@cache
def _records() -> msgspec.msgpack.Decoder[list[Record]]:
    known: object = Union[tuple(catalogue().records.values())]  # noqa: UP007 - a union made at run time
    decoder: msgspec.msgpack.Decoder[list[Record]] = msgspec.msgpack.Decoder(list[known])  # type: ignore[valid-type]
    return decoder
