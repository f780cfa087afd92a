"""The entries of a batch, and the checks of Rule 7 of the contract. Every backend uses them."""

import re
from collections.abc import Sequence

from server.log.contract import BATCH_MOST, KEY_BYTES, STREAM_NAME, Entry, Head, LogError, Pending, next_chain

_stream_name = re.compile(STREAM_NAME)


def chains_after(expected: Head, batch: Sequence[Pending]) -> list[bytes]:
    """Return the chains that the entries of the batch have after `expected`. Raise ValueError if the batch breaks Rule
    7."""
    if not 0 < len(batch) <= BATCH_MOST:
        raise ValueError(f"A batch holds 1 to {BATCH_MOST} entries, not {len(batch)}")
    if len({pending.key for pending in batch}) < len(batch):
        raise ValueError("A batch holds a key twice")
    chain, chains = expected.chain, []
    for pending in batch:
        if len(pending.key) != KEY_BYTES:
            raise ValueError(f"A key has {KEY_BYTES} bytes, not {len(pending.key)}")
        chain = next_chain(chain, pending.payload)
        chains.append(chain)
    return chains


def entries_after(expected: Head, batch: Sequence[Pending]) -> list[Entry]:
    """Return the batch as entries that follow `expected`. Raise ValueError if the batch breaks Rule 7."""
    chained = zip(chains_after(expected, batch), batch, strict=True)
    return [Entry(seq, chain, p.key, p.payload) for seq, (chain, p) in enumerate(chained, expected.seq + 1)]


def changed_error(stream: str) -> LogError:
    """Return the error when a stream to be removed does not end at the expected head."""
    return LogError(f"{stream} is not as it was read: nothing was removed.")


def in_use_error(stream: str) -> LogError:
    """Return the error when a stream to be removed is in use, because a process listens to it."""
    return LogError(f"Somebody has {stream} open, or had a moment ago: nothing was removed. Try again when nobody has.")


def is_name(stream: str) -> bool:
    return _stream_name.fullmatch(stream) is not None


def checked_name(stream: str) -> str:
    """Return the name of the stream. Raise ValueError if Rule 7 does not allow it."""
    if not is_name(stream):
        raise ValueError(f"{stream!r} is no name for a stream")
    return stream
