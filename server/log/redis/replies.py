"""What Redis says, as the log's values."""

import struct
from typing import Final, TypeAlias, cast

from server.log.contract import Conflict, Entry, Head, LogError
from server.log.redis.checks import Reply

WRITER_BYTES: Final = 16
"""A published batch begins with who wrote it."""
_TOLD: Final = struct.Struct(">Q16s16sI")
"""How an entry begins in a published batch: seq, chain, key, and the length of the payload that follows."""

Row: TypeAlias = tuple[bytes, tuple[bytes, bytes, bytes, bytes, bytes, bytes]]
_Refusal: TypeAlias = tuple[int, bytes, int, list[bytes | int], list[Row]]


def entries_of(reply: Reply) -> list[Entry]:
    """A range of a stream."""
    return [entry_of(row) for row in cast("list[Row]", reply)]


def entry_of(row: Row) -> Entry:
    """Raises LogError for an entry that no server of ours has written."""
    try:
        number, (_, chain, _, key, _, payload) = row
    except ValueError as error:
        raise LogError("an entry of this stream is none of Coterie's") from error
    return Entry(int(number.partition(b"-")[0]), chain, key, payload)


def conflict_of(reply: Reply) -> Conflict:
    """What the append script says when it has written nothing."""
    head, tip, diverged, known, missed = cast("_Refusal", reply)
    seqs = dict(zip(cast("list[bytes]", known[::2]), cast("list[int]", known[1::2]), strict=True))
    return Conflict(Head(head, tip), seqs, [entry_of(row) for row in missed], bool(diverged))


def entries_told(message: bytes) -> list[Entry]:
    """A published batch. Raises struct.error where it is none."""
    entries, at = [], WRITER_BYTES
    while at < len(message):
        seq, chain, key, length = _TOLD.unpack_from(message, at)
        at += _TOLD.size
        entries.append(Entry(seq, chain, key, message[at : at + length]))
        at += length
    return entries
