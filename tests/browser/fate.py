"""Real dice that fall as a test needs them, without a change to the product.

A roll depends on the scene's sealed seeds and on a nonce that the page makes for each command; the Storyteller's public
rolls depend on numbers that the players' pages have left. The test owns the log, and so can read the seeds that no
person at the table ever sees. It tries nonces on a fold of that log until the command has the wanted result, and gives
that nonce to the page in place of a random one. The server decides, draws the same dice, and stores them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from domain.command import Command
from domain.core.audience import SEALED, Seat
from domain.core.event import Event
from domain.features.rolls.player_nonces import KEPT, Loan
from domain.perform import decide
from server.fold.commit_codec import command_key
from server.fold.sealed_chance import SealedChance
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.log.open import open_log

TRIES = 50_000

INTO_THE_PAGE = """
{
  const random = crypto.getRandomValues.bind(crypto);
  const fated = [];
  Object.defineProperty(window, "fated", { value: fated });
  crypto.getRandomValues = (into) => {
    const nonce = into.length === 16 ? fated.shift() : undefined;
    if (nonce === undefined) return random(into);
    into.set(nonce);
    return into;
  };
}
"""
"""Run in a page before its own script: nonces pushed onto `fated` are used for its next commands."""

Wanted = Callable[[Sequence[Event]], bool]
"""True if these events of a command are as the test needs them."""


class LogFile:
    """The log of a test, read beside the server that serves it."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def entries(self, stream: str) -> list[Entry]:
        """All entries of a stream."""
        log = await open_log(self.url, read_only=True)
        try:
            found: list[Entry] = []
            while more := await log.read(stream, found[-1].seq if found else 0):
                found += more
            return found
        finally:
            await log.close()

    async def fold(self, stream: str) -> StreamFold:
        """A stream as it is now, with its sealed facts."""
        folded = StreamFold()
        for entry in await self.entries(stream):
            folded.take(entry)
        return folded

    async def streams(self, prefix: str) -> list[str]:
        """The streams with this prefix."""
        log = await open_log(self.url, read_only=True)
        try:
            return await log.streams(prefix)
        finally:
            await log.close()


def nonce_for(
    folded: StreamFold, seat: Seat, command: Command, wanted: Wanted, chance: Random, lenders: Sequence[str] = ()
) -> tuple[bytes, bytes]:
    """Find a command id with which this command of this seat has the wanted result, on the stream as it is now; and
    the number that these seats must have left before, for a public roll of the Storyteller."""
    state, mark = folded.state, len(folded.state.journal)
    for _ in range(TRIES):
        nonce, lent = chance.randbytes(16), chance.randbytes(16)
        for lender in lenders:
            state.partition(SEALED).put(Loan(lender, (lent,) * KEPT))
        drawn = SealedChance(folded.key, command_key(seat, nonce), folded.at)
        found = wanted([fact.event for fact in decide(state, seat, command, drawn)])
        state.undo(mark, ())
        if found:
            return nonce, lent
    raise AssertionError(f"{TRIES} tries, and {command} never had the wanted result")
