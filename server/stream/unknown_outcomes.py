"""Commands with an unknown outcome: they were sent to the log, and the reply of the log was lost.

Rule 1. Until the log has been read, the command is neither refused nor timed out on any connection.
        After that it is answered from its receipt if it was applied; otherwise it is decided again before all other
        commands. So it applies exactly once (INV5, SEC15).
Rule 2. While the log takes no appends, the command is postponed and tried again at intervals: when the log restarts,
        the lost append may turn out to be in it (FLT5).
Rule 3. If another connection sends a copy of the command, this connection waits too, but for one answer only. The
        number of waiting connections is limited (INV10).
"""

import asyncio
from collections.abc import Callable, Iterable

from server.limits_and_timeouts import RETRY_AFTER, WAITERS_MOST
from server.stream.fan_out import Subscriber
from server.stream.group_commit import Submission


class UnknownOutcomes:
    """The commands of a stream that have an unknown outcome. `retry` is called with the postponed commands when they
    have to be decided again."""

    def __init__(self, retry: Callable[[list[Submission]], None]) -> None:
        self.sent: dict[tuple[bytes, bytes], set[Subscriber | None]] = {}
        """The connections that wait for each command, by the key and digest of the command. A command with the same key
        but another digest was never sent to the log."""
        self.postponed: list[Submission] = []
        """Postponed commands, and copies of them that arrived since."""
        self._retry = retry

    def includes(self, submission: Submission) -> bool:
        """True if the outcome of exactly this command is unknown."""
        return (submission.key, submission.digest) in self.sent

    def add(self, submissions: Iterable[Submission]) -> None:
        """Note that these commands were sent to the log and that their outcome is unknown."""
        for submission in submissions:
            self.sent.setdefault((submission.key, submission.digest), set()).add(submission.subscriber)

    def admit(self, submission: Submission) -> bool:
        """Let a copy of a command with an unknown outcome wait with the command. Return False if the connection of the
        copy waits already, because an id is answered once; or if too many connections wait."""
        waiters = self.sent[submission.key, submission.digest]
        if submission.subscriber in waiters or sum(map(len, self.sent.values())) >= WAITERS_MOST:
            return False
        waiters.add(submission.subscriber)
        return True

    def resolve(self, submissions: Iterable[Submission]) -> None:
        """Note that the log now shows the outcome of these commands."""
        if self.sent:
            for submission in submissions:
                self.sent.pop((submission.key, submission.digest), None)

    def resolve_all_but(self, waiting: Iterable[Submission]) -> None:
        """Note that the log was read to its end, so that every applied command has a receipt. Commands that are waiting
        or postponed are decided again. All other commands have a known outcome now."""
        kept = {(submission.key, submission.digest) for submission in (*waiting, *self.postponed)}
        self.sent = {sent: waiters for sent, waiters in self.sent.items() if sent in kept}

    def postpone(self, submissions: Iterable[Submission]) -> list[Submission]:
        """Postpone the commands with an unknown outcome. Return the rest."""
        rest: list[Submission] = []
        had = bool(self.postponed)
        for submission in submissions:
            (self.postponed if self.includes(submission) else rest).append(submission)
        if self.postponed and not had:
            asyncio.get_running_loop().call_later(RETRY_AFTER, self.retry)
        return rest

    def retry(self) -> None:
        """Return the postponed commands to the queue, to be decided again. A copy that must be refused (`unfit`) comes
        after the command itself: if the command is applied, its receipt answers the copy too."""
        postponed, self.postponed = sorted(self.postponed, key=lambda submission: submission.unfit is not None), []
        self._retry(postponed)
