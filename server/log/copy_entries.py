"""Entries carried from one log into another, where they have the same seqs, payloads and chains.

And the same keys, but for one case. A log may forget a key after `KEYS_KEPT` commits, and whoever sends it again after
that is heard again: the stream then has it twice. Another log may know it for longer, and would take the second for the
first; there the second gets a key made of its own and its seq. No chain hangs on a key, and nobody asks for this one: a
command so old is refused before it comes to the log.
"""

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256

from server.log.contract import KEY_BYTES, Appended, Conflict, Entry, EventLog, Head, Pending


async def carry(log: EventLog, stream: str, head: Head, entries: Sequence[Entry]) -> Head | None:
    """Append entries, at most a batch of them, after `head`. Returns where the stream ends then; None where it does not
    end at `head`, and nothing was written. Raises what `append` does."""
    outcome = await log.append(stream, head, list(_pending(entries, ())))
    if isinstance(outcome, Conflict) and outcome.head == head:
        outcome = await log.append(stream, head, list(_pending(entries, outcome.known)))
    return outcome.head if isinstance(outcome, Appended) else None


def _pending(entries: Sequence[Entry], known: Collection[bytes]) -> Iterator[Pending]:
    seen = set(known)
    for entry in entries:
        yield Pending(_again(entry) if entry.key in seen else entry.key, entry.payload)
        seen.add(entry.key)


def _again(entry: Entry) -> bytes:
    """The key of an entry whose own is taken: every time the same, so that copies of copies agree."""
    return sha256(entry.key + entry.seq.to_bytes(8)).digest()[:KEY_BYTES]
