"""Checks the chain of a stream from its first entry, without folding the entries."""

import asyncio

from server.log.contract import EMPTY, EventLog, Head, LogError, follows


class Damaged(LogError):
    """An entry does not follow the entry before it."""

    def __init__(self, stream: str, seq: int) -> None:
        super().__init__(f"{stream} is damaged at entry {seq}: its chain does not hold.")
        self.seq = seq


async def walk(log: EventLog, stream: str, until: int | None = None) -> Head:
    """Check every entry, or only the entries up to the seq `until`. Return the head after the last one. Raise `Damaged`
    or `LogError`."""
    head = EMPTY
    while (until is None or head.seq < until) and (entries := await log.read(stream, head.seq)):
        for entry in entries:
            if not follows(head, entry):
                raise Damaged(stream, entry.seq)
            head = Head(entry.seq, entry.chain)
        await asyncio.sleep(0)
    return head
