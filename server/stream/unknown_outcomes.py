"""What may stand: commands that were sent to the log, whose reply was lost, and of which nobody knows what became.

Rule 1. What may stand is neither refused nor given up, whoever sends it, before the log was read. Then it is answered
        by its receipt, or decided anew before all others, and stands once (I5, S15).
Rule 2. While the log takes nothing it is put off and asked again now and then: a restart of the log may find it (F5).
Rule 3. Who sends it again waits as well, each viewer once, and not without end (I10).
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from server.stream.fan_out import Subscriber
from server.stream.group_commit import Submission

AGAIN_MOST: Final = 2_000
"""For how many viewers in all it waits what became of their commands."""
ASK_AGAIN: Final = 2.0
"""Seconds after which the log is asked again for what may stand, when it takes nothing."""


class UnknownOutcomes:
    """The commands of one stream that may stand. `again` takes those that were put off, when it is time."""

    def __init__(self, again: Callable[[list[Submission]], None]) -> None:
        self.sent: dict[tuple[bytes, bytes], set[Subscriber | None]] = {}
        """Each by its key and digest, with those for whom it waits: other content under its key was never sent."""
        self.later: list[Submission] = []
        """Those that were put off, with those that ask for the same."""
        self._again = again

    def of(self, submission: Submission) -> bool:
        """Whether this very command may stand."""
        return (submission.key, submission.digest) in self.sent

    def begin(self, submissions: Iterable[Submission]) -> None:
        """These were sent, and may stand from now on."""
        for submission in submissions:
            self.sent.setdefault((submission.key, submission.digest), set()).add(submission.subscriber)

    def admits(self, submission: Submission) -> bool:
        """Whether one that was sent again is to wait as well: not twice for one viewer, whose id is answered once."""
        asking = self.sent[submission.key, submission.digest]
        if submission.subscriber in asking or sum(map(len, self.sent.values())) >= AGAIN_MOST:
            return False
        asking.add(submission.subscriber)
        return True

    def settle(self, submissions: Iterable[Submission]) -> None:
        """What became of these is known."""
        if self.sent:
            for submission in submissions:
                self.sent.pop((submission.key, submission.digest), None)

    def settle_but(self, waiting: Iterable[Submission]) -> None:
        """The log was read to its end: what stands has a receipt. Only of these, and of those put off, it is known when
        they are decided anew."""
        kept = {(submission.key, submission.digest) for submission in (*waiting, *self.later)}
        self.sent = {sent: asking for sent, asking in self.sent.items() if sent in kept}

    def put_off(self, submissions: Iterable[Submission]) -> list[Submission]:
        """Have those of these that may stand wait for a while. Returns the others."""
        rest: list[Submission] = []
        had = bool(self.later)
        for submission in submissions:
            (self.later if self.of(submission) else rest).append(submission)
        if self.later and not had:
            asyncio.get_running_loop().call_later(ASK_AGAIN, self.ask_again)
        return rest

    def ask_again(self) -> None:
        """It is time for those that were put off. Of one command those come first that can be decided: the others then
        have its receipt."""
        later, self.later = sorted(self.later, key=lambda submission: submission.unfit is not None), []
        self._again(later)
