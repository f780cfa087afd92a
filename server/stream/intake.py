"""The commands that wait at a live stream, and the commands that it answers without deciding them.

Rule 1. A command that may be in the log (its append had an unknown outcome) is neither refused nor timed out. It waits
        until the log has been read (`unknown_outcomes.py`).
Rule 2. A command that is in the log is answered by its receipt, even where its copy would be refused for want of room,
        for its age or for a fence (SEC15).
Rule 3. At most `WAITING_MOST` commands wait. Only a copy of a command that waits already is taken beyond that.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from domain.core.refusal import Refusal
from server.fold.stream_fold import Receipt
from server.limits_and_timeouts import BUSY_AFTER, WAITING_MOST
from server.stream.current_fold import CurrentFold
from server.stream.group_commit import BUSY, FENCED, TOO_OLD, UNSAVED, DecidedCommit, Submission
from server.stream.replies import Replies
from server.stream.unknown_outcomes import UnknownOutcomes


class Intake:
    """The queue of a live stream: the submissions to decide, the group being appended, and the submissions with an
    unknown outcome. `wake` is set when there is a submission to decide."""

    def __init__(self, current: CurrentFold, replies: Replies, wake: asyncio.Event) -> None:
        self.unknown = UnknownOutcomes(self._retry)
        self.waiting: list[Submission] = []
        """Submissions to decide, in their order."""
        self.under_way: Sequence[Submission] = ()
        """The submissions of the group that is being appended."""
        self.closing = False
        """True once the stream is stopping: no further submission is queued."""
        self._current = current
        self._replies = replies
        self._wake = wake

    @property
    def backlog(self) -> int:
        """The number of submissions that wait to be decided."""
        return len(self.waiting) + len(self.unknown.postponed)

    # Submissions that arrive

    def submit(self, submission: Submission) -> None:
        """Queue a command. It is answered once it is durable or refused."""
        unknown = self.unknown
        if unknown.sent and unknown.includes(submission):
            self._submit_again(submission)
        elif self.closing:
            self._replies.leave_unanswered(submission)
        elif len(self.waiting) + len(unknown.postponed) >= WAITING_MOST:
            self._turn_away(submission)
        else:
            if not self.waiting:
                self._wake.set()
            self.waiting.append(submission)

    def _submit_again(self, submission: Submission) -> None:
        """Queue a copy of a command with an unknown outcome. Leave the copy unanswered if this subscriber waits for the
        command already, or if the log cannot be read to its end."""
        if self.closing or self._current.fenced or not self.unknown.admit(submission):
            self._replies.leave_unanswered(submission)
        elif self.unknown.postponed:
            self.unknown.postponed.append(submission)
        else:
            self.waiting.append(submission)
            self._wake.set()

    def refuse(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command without deciding it. If it has been applied, it is answered by its receipt; if that is not
        known yet, it waits until it is."""
        same = self._same(submission)
        if any(one.subscriber is submission.subscriber for one in same):
            self._replies.leave_unanswered(submission)  # the answer to the first copy answers this copy too
        elif same or self.unknown.includes(submission) or self._receipt(submission) is not None:
            submission.unfit = refusal
            self.submit(submission)
        else:
            self._replies.refuse(submission, refusal)

    def _turn_away(self, submission: Submission) -> None:
        """Refuse a command because the queue is full, unless a copy of it is queued: the copy may be applied
        (SEC15)."""
        same = self._same(submission)
        if any(one.subscriber is submission.subscriber for one in same):
            self._replies.leave_unanswered(submission)
        elif same:
            self.waiting.append(submission)  # at most a single copy for each connection of its seat
        else:
            self._give_up(submission, BUSY)

    def _same(self, submission: Submission) -> list[Submission]:
        """The queued copies of this very command."""
        return [one for one in (*self.under_way, *self.waiting, *self.unknown.postponed) if one.same_as(submission)]

    def _receipt(self, submission: Submission) -> Receipt | None:
        return self._current.folded.receipt(submission.seat.id, submission.key)

    def _give_up(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command that will not be decided. If it has been applied, repeat its first answer (SEC15)."""
        receipt = self._receipt(submission)
        if receipt is not None and receipt.digest == submission.digest:
            self._replies.accept_again(submission, receipt.ends)
        else:
            self._replies.refuse(submission, refusal)

    # Submissions on their way to a decision

    def take(self, most: int) -> list[Submission]:
        """Remove and return the next submissions to decide."""
        taken, self.waiting = self.waiting[:most], self.waiting[most:]
        return taken

    def put_first(self, submissions: Iterable[Submission]) -> None:
        """Decide the given submissions first."""
        self.waiting[:0] = submissions

    def _retry(self, submissions: list[Submission]) -> None:
        self.put_first(submissions)
        self._wake.set()

    # Groups that were not appended

    def note_unknown_outcome(self, submissions: list[Submission], sent: Iterable[DecidedCommit]) -> bool:
        """Note that the append of the sent commits had an unknown outcome, and decide the submissions of their group
        first of all: once the log has been read, the applied submissions are answered by their receipts. Return True
        if an outcome was unknown before, so that the log should be left alone for a while."""
        again = any(map(self.unknown.includes, submissions))
        self.unknown.add(commit.submission for commit in sent)
        self.put_first(submissions)
        return again

    def refuse_unsaved(self, submissions: list[Submission], refusal: Refusal = UNSAVED) -> None:
        """Refuse a group that the log did not take. Submissions with an unknown outcome are postponed instead."""
        for submission in self.unknown.postpone(submissions):
            self._replies.refuse(submission, refusal)
        self.waiting = self.unknown.postpone(self.waiting)

    def refuse_forgotten(self, known: Mapping[bytes, int]) -> bool:
        """Refuse the commands that the log knows by their keys (`known`: with the place of each) although their
        receipts are no longer kept: they would conflict for ever. Return True if there were any."""
        folded = self._current.folded
        old = {key for key, seq in known.items() if seq <= folded.head.seq}
        forgotten = [w for w in self.waiting if w.key in old and self._receipt(w) is None]
        gone = {w.key for w in forgotten}
        self.waiting = [w for w in self.waiting if w.key not in gone]
        self.unknown.resolve(forgotten)
        for submission in forgotten:
            self._replies.refuse(submission, TOO_OLD)
        return bool(forgotten)

    # Submissions that cannot be decided

    def give_up_old(self, now: float) -> None:
        """While the log is out of reach, refuse each command that was never sent to it and has waited for `BUSY_AFTER`
        seconds. If the stream is stopping, leave the rest unanswered."""
        kept: list[Submission] = []
        for submission in self.waiting:
            if now - submission.since > BUSY_AFTER and not self.unknown.includes(submission):
                self._give_up(submission, BUSY)
            elif self.closing:
                self._replies.leave_unanswered(submission)
            else:
                kept.append(submission)
        self.waiting = kept

    def refuse_fenced(self) -> None:
        """Refuse all queued commands, because the stream is fenced. Leave commands with an unknown outcome unanswered:
        this server cannot read their result."""
        for submission in (*self.waiting, *self.unknown.postponed):
            if self.unknown.includes(submission):
                self._replies.leave_unanswered(submission)
            else:
                self._give_up(submission, FENCED)
        self.waiting.clear()
        self.unknown.postponed.clear()

    def log_was_read(self) -> None:
        """Note that the log has been read to its end: a command with an unknown outcome is now applied, or it is still
        queued, or it is not in the log."""
        self.unknown.resolve_all_but(self.waiting)

    def leave_unanswered(self) -> None:
        """Answer none of the queued commands: another process may serve this stream next."""
        for submission in (*self.waiting, *self.unknown.postponed):
            self._replies.leave_unanswered(submission)
