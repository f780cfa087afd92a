"""Commands with an unknown outcome: they were sent to the log, and its reply was lost.

Rule 1. The command is neither refused nor timed out, from any connection, until the log has been read. Then it is
        answered by its receipt, or decided again first of all, and it applies exactly once (INV5, SEC15).
Rule 2. While the log takes no appends, the command is postponed and tried again at intervals: a restart of the log may
        bring the append back (FLT5).
Rule 3. A connection that sends the command again waits as well, once, and the number of waiting connections is bounded
        (INV10).
"""

import asyncio
from collections.abc import Callable, Iterable

from server.limits_and_timeouts import RETRY_AFTER, WAITERS_MOST
from server.stream.fan_out import Subscriber
from server.stream.group_commit import Submission


class UnknownOutcomes:
    """The commands of a stream that have an unknown outcome. `retry` receives the postponed commands when it is time
    to decide them again."""

    def __init__(self, retry: Callable[[list[Submission]], None]) -> None:
        self.sent: dict[tuple[bytes, bytes], set[Subscriber | None]] = {}
        """The connections that wait for each command, by the command's key and digest. A command with the same key but
        another digest was never sent."""
        self.postponed: list[Submission] = []
        """Postponed commands, and copies of them that arrived since."""
        self._retry = retry

    def includes(self, submission: Submission) -> bool:
        """True if the outcome of this very command is unknown."""
        return (submission.key, submission.digest) in self.sent

    def add(self, submissions: Iterable[Submission]) -> None:
        """Note that the given commands were sent and their outcome is unknown."""
        for submission in submissions:
            self.sent.setdefault((submission.key, submission.digest), set()).add(submission.subscriber)

    def admit(self, submission: Submission) -> bool:
        """Let a copy of a command with an unknown outcome wait for it. Return False if its connection waits already,
        for an id is answered once, or if too many wait."""
        waiters = self.sent[submission.key, submission.digest]
        if submission.subscriber in waiters or sum(map(len, self.sent.values())) >= WAITERS_MOST:
            return False
        waiters.add(submission.subscriber)
        return True

    def resolve(self, submissions: Iterable[Submission]) -> None:
        """Note that the outcome of the given commands is known."""
        if self.sent:
            for submission in submissions:
                self.sent.pop((submission.key, submission.digest), None)

    def resolve_all_but(self, waiting: Iterable[Submission]) -> None:
        """Note that the log was read to its end, so that every applied command has a receipt. The waiting and the
        postponed commands are decided again; the outcome of all remaining commands is settled."""
        kept = {(submission.key, submission.digest) for submission in (*waiting, *self.postponed)}
        self.sent = {sent: waiters for sent, waiters in self.sent.items() if sent in kept}

    def postpone(self, submissions: Iterable[Submission]) -> list[Submission]:
        """Postpone each command with an unknown outcome. Return the rest."""
        rest: list[Submission] = []
        had = bool(self.postponed)
        for submission in submissions:
            (self.postponed if self.includes(submission) else rest).append(submission)
        if self.postponed and not had:
            asyncio.get_running_loop().call_later(RETRY_AFTER, self.retry)
        return rest

    def retry(self) -> None:
        """Pass on the postponed commands. A copy that is refused anyway (`unfit`) comes after the command itself, so
        that it can be answered by the command's receipt."""
        postponed, self.postponed = sorted(self.postponed, key=lambda submission: submission.unfit is not None), []
        self._retry(postponed)
