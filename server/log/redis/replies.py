"""Decodes the replies and messages of Redis into the types of the log."""

import struct
from typing import Final, TypeAlias, cast

from server.log.contract import Conflict, Entry, Head, LogError
from server.log.redis.checks import Reply

WRITER_BYTES: Final = 16
"""The length of the id of a writer. A published batch begins with the id of its writer."""
_ENTRY_HEADER: Final = struct.Struct(">Q16s16sI")
"""The beginning of an entry in a published batch: seq, chain, key, and the length of the payload after it."""

Row: TypeAlias = tuple[bytes, tuple[bytes, bytes, bytes, bytes, bytes, bytes]]
_Refusal: TypeAlias = tuple[int, bytes, int, list[bytes | int], list[Row]]


def entries_of(reply: Reply) -> list[Entry]:
    """Return the entries in a range of a stream."""
    return [entry_of(row) for row in cast("list[Row]", reply)]


def entry_of(row: Row) -> Entry:
    """Return an entry. Raise `LogError` if Coterie did not write this entry."""
    try:
        number, (_, chain, _, key, _, payload) = row
    except ValueError as error:
        raise LogError("an entry of this stream is none of Coterie's") from error
    return Entry(int(number.partition(b"-")[0]), chain, key, payload)


def conflict_of(reply: Reply) -> Conflict:
    """Return the conflict that the append script reports when it has written nothing."""
    head, tip, diverged, known, missed = cast("_Refusal", reply)
    seqs = dict(zip(cast("list[bytes]", known[::2]), cast("list[int]", known[1::2]), strict=True))
    return Conflict(Head(head, tip), seqs, [entry_of(row) for row in missed], bool(diverged))


def published_entries(message: bytes) -> list[Entry]:
    """Return the entries of a published batch. Raise struct.error if the message is not a batch."""
    entries, at = [], WRITER_BYTES
    while at < len(message):
        seq, chain, key, length = _ENTRY_HEADER.unpack_from(message, at)
        at += _ENTRY_HEADER.size
        entries.append(Entry(seq, chain, key, message[at : at + length]))
        at += length
    return entries
