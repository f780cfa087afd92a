"""A stream walked from its beginning by its chain alone, without folding it."""

import asyncio

from server.log.contract import EMPTY, EventLog, Head, LogError, follows


class Damaged(LogError):
    """An entry does not follow the one before."""

    def __init__(self, stream: str, seq: int) -> None:
        super().__init__(f"{stream} is damaged at entry {seq}: its chain does not hold.")
        self.seq = seq


async def walk(log: EventLog, stream: str, until: int | None = None) -> Head:
    """Look at every entry, or at those up to a place. Returns where that ends. Raises `Damaged`, `LogError`."""
    head = EMPTY
    while (until is None or head.seq < until) and (entries := await log.read(stream, head.seq)):
        for entry in entries:
            if not follows(head, entry):
                raise Damaged(stream, entry.seq)
            head = Head(entry.seq, entry.chain)
        await asyncio.sleep(0)
    return head
