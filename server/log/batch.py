"""What an append puts into a stream, computed alike for every backend, and what is asked of it (Rule 7)."""

import re
from collections.abc import Sequence

from server.log.contract import BATCH_MOST, KEY_BYTES, STREAM_NAME, Entry, Head, LogError, Pending, link

_stream_name = re.compile(STREAM_NAME)


def chains_after(expected: Head, batch: Sequence[Pending]) -> list[bytes]:
    """The chain values of the batch, were it to follow `expected`. Raises ValueError where it breaks Rule 7."""
    if not 0 < len(batch) <= BATCH_MOST:
        raise ValueError(f"A batch holds 1 to {BATCH_MOST} entries, not {len(batch)}")
    if len({pending.key for pending in batch}) < len(batch):
        raise ValueError("A batch holds a key twice")
    chain, chains = expected.chain, []
    for pending in batch:
        if len(pending.key) != KEY_BYTES:
            raise ValueError(f"A key has {KEY_BYTES} bytes, not {len(pending.key)}")
        chain = link(chain, pending.payload)
        chains.append(chain)
    return chains


def entries_after(expected: Head, batch: Sequence[Pending]) -> list[Entry]:
    """The batch as the entries that would follow `expected`. Raises ValueError where the batch breaks Rule 7."""
    chained = zip(chains_after(expected, batch), batch, strict=True)
    return [Entry(seq, chain, p.key, p.payload) for seq, (chain, p) in enumerate(chained, expected.seq + 1)]


def grown(stream: str) -> LogError:
    """Why a stream is not removed."""
    return LogError(f"{stream} is not as it was read: nothing was removed.")


def listened_to(stream: str) -> LogError:
    """Why a stream is not removed."""
    return LogError(f"Somebody has {stream} open, or had a moment ago: nothing was removed. Try again when nobody has.")


def is_name(stream: str) -> bool:
    return _stream_name.fullmatch(stream) is not None


def checked_name(stream: str) -> str:
    """The stream's name itself. Raises ValueError for one that Rule 7 does not allow."""
    if not is_name(stream):
        raise ValueError(f"{stream!r} is no name for a stream")
    return stream
