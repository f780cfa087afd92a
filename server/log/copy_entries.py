"""Copies entries from one log into another. Their seqs, payloads and chains stay the same.

The keys stay the same too, with one exception. A log may forget a key after `KEYS_KEPT` commits. Then a client may use
the key again, and the stream contains it twice. The target log may remember keys for longer, and would refuse the
second entry with this key. So that entry gets a new key, made from its old key and its seq. This is safe: chains do not
depend on keys, and no client sends the new key.
"""

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256

from server.log.contract import EMPTY, KEY_BYTES, Appended, Conflict, Entry, EventLog, Head, LogError, Pending


async def carry(log: EventLog, stream: str, head: Head, entries: Sequence[Entry]) -> Head | None:
    """Append entries (at most one batch) after `head`, and return the new head of the stream. If the stream does not
    end at `head`, write nothing and return None. Raise the errors of `append`."""
    outcome = await log.append(stream, head, list(_with_new_keys(entries, ())))
    if isinstance(outcome, Conflict) and outcome.head == head:
        outcome = await log.append(stream, head, list(_with_new_keys(entries, outcome.known)))
    return outcome.head if isinstance(outcome, Appended) else None


async def copy_stream(log: EventLog, fresh: EventLog, stream: str) -> Head:
    """Copy a stream as it is now, and return the head of the copy. Raise `LogError` if the chain of the stream is
    damaged."""
    head = EMPTY
    while entries := await log.read(stream, head.seq):
        end = await carry(fresh, stream, head, entries)
        if end is None:
            raise LogError(f"another program is writing to {stream} at the same time.")
        if end != Head(entries[-1].seq, entries[-1].chain):
            raise LogError(f"{stream} is damaged after entry {head.seq}: its chain does not hold.")
        head = end
    return head


def _with_new_keys(entries: Sequence[Entry], known: Collection[bytes]) -> Iterator[Pending]:
    seen = set(known)
    for entry in entries:
        yield Pending(_new_key(entry) if entry.key in seen else entry.key, entry.payload)
        seen.add(entry.key)


def _new_key(entry: Entry) -> bytes:
    """Return a new key for an entry whose own key is used already. The same entry always gets the same new key, so a
    copy of a copy equals the copy."""
    return sha256(entry.key + entry.seq.to_bytes(8)).digest()[:KEY_BYTES]
