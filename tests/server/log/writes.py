"""The commits that tests of the log write, and a check of a stream without the code under test."""

import hashlib
from collections.abc import Sequence
from itertools import count

from server.log.contract import EMPTY, Appended, Entry, EventLog, Head, Pending

_numbers = count(1)


def pending(text: str = "") -> Pending:
    """Return a commit with a unique key."""
    number = next(_numbers)
    return Pending(number.to_bytes(16, "big"), f"{text or number}".encode())


async def appended(log: EventLog, stream: str, expected: Head, batch: Sequence[Pending]) -> Head:
    """Append a batch and assert that it is accepted."""
    answer = await log.append(stream, expected, batch)
    assert isinstance(answer, Appended), answer
    return answer.head


async def filled(log: EventLog, stream: str, number: int) -> Head:
    """Append `number` entries to a fresh stream."""
    head = EMPTY
    for start in range(0, number, 500):
        head = await appended(log, stream, head, [pending() for _ in range(min(500, number - start))])
    return head


async def everything(log: EventLog, stream: str) -> list[Entry]:
    entries: list[Entry] = []
    while page := await log.read(stream, len(entries)):
        entries += page
    return entries


def assert_lawful(entries: Sequence[Entry]) -> None:
    """Assert that entries are contiguous from 1, that each key occurs once, and that the chain holds when it is
    recomputed."""
    chain = bytes(16)
    for place, (seq, stored, _, payload) in enumerate(entries, 1):
        chain = hashlib.sha256(chain + payload).digest()[:16]
        assert (seq, stored) == (place, chain)
    assert len({key for _, _, key, _ in entries}) == len(entries)
