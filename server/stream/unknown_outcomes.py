"""What may stand: commands that were sent to the log, whose reply was lost, and of which nobody knows what became.

Rule 1. What may stand is neither refused nor given up, whoever sends it, before the log was read. Then it is answered
        by its receipt, or decided anew before all others, and stands once (I5, S15).
Rule 2. While the log takes nothing it is put off and asked again now and then: a restart of the log may find it (F5).
Rule 3. Who sends it again waits as well, each viewer once, and not without end (I10).
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from server.stream.fan_out import Viewer
from server.stream.group_commit import Wish

AGAIN_MOST: Final = 2_000
"""For how many viewers in all it waits what became of their commands."""
ASK_AGAIN: Final = 2.0
"""Seconds after which the log is asked again for what may stand, when it takes nothing."""


class Doubt:
    """The commands of one stream that may stand. `again` takes those that were put off, when it is time."""

    def __init__(self, again: Callable[[list[Wish]], None]) -> None:
        self.sent: dict[tuple[bytes, bytes], set[Viewer | None]] = {}
        """Each by its key and digest, with those for whom it waits: other content under its key was never sent."""
        self.later: list[Wish] = []
        """Those that were put off, with those that ask for the same."""
        self._again = again

    def of(self, wish: Wish) -> bool:
        """Whether this very command may stand."""
        return (wish.key, wish.digest) in self.sent

    def begin(self, wishes: Iterable[Wish]) -> None:
        """These were sent, and may stand from now on."""
        for wish in wishes:
            self.sent.setdefault((wish.key, wish.digest), set()).add(wish.viewer)

    def admits(self, wish: Wish) -> bool:
        """Whether one that was sent again is to wait as well: not twice for one viewer, whose id is answered once."""
        asking = self.sent[wish.key, wish.digest]
        if wish.viewer in asking or sum(map(len, self.sent.values())) >= AGAIN_MOST:
            return False
        asking.add(wish.viewer)
        return True

    def settle(self, wishes: Iterable[Wish]) -> None:
        """What became of these is known."""
        if self.sent:
            for wish in wishes:
                self.sent.pop((wish.key, wish.digest), None)

    def settle_but(self, waiting: Iterable[Wish]) -> None:
        """The log was read to its end: what stands has a receipt. Only of these, and of those put off, it is known when
        they are decided anew."""
        kept = {(wish.key, wish.digest) for wish in (*waiting, *self.later)}
        self.sent = {sent: asking for sent, asking in self.sent.items() if sent in kept}

    def put_off(self, wishes: Iterable[Wish]) -> list[Wish]:
        """Have those of these that may stand wait for a while. Returns the others."""
        rest: list[Wish] = []
        had = bool(self.later)
        for wish in wishes:
            (self.later if self.of(wish) else rest).append(wish)
        if self.later and not had:
            asyncio.get_running_loop().call_later(ASK_AGAIN, self.ask_again)
        return rest

    def ask_again(self) -> None:
        """It is time for those that were put off. Of one command those come first that can be decided: the others then
        have its receipt."""
        later, self.later = sorted(self.later, key=lambda wish: wish.unfit is not None), []
        self._again(later)
