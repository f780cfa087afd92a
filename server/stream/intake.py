"""The queue of commands at a live stream, and the answers to commands that are not decided.

Rule 1. A command whose append had an unknown outcome may be in the log. It is neither refused nor timed out, but waits
        until the log has been read (`unknown_outcomes.py`).
Rule 2. A command that is in the log is answered from its receipt: the client gets the first answer again. This holds
        even where a new command would be refused, because the queue is full, the command is too old, or the stream is
        fenced (SEC15).
Rule 3. At most `WAITING_MOST` commands wait. Beyond that, only a copy of a command that waits already is queued.
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
    """The queue of a live stream: the submissions to decide, the group that is being appended, and the submissions with
    an unknown outcome. `wake` is set when there is a submission to decide."""

    def __init__(self, current: CurrentFold, replies: Replies, wake: asyncio.Event) -> None:
        self.unknown = UnknownOutcomes(self._retry)
        self.waiting: list[Submission] = []
        """Submissions to decide, in their order."""
        self.under_way: Sequence[Submission] = ()
        """The submissions of the group that is being appended."""
        self.closing = False
        """True once the stream is stopping. From then on no submission is queued."""
        self._current = current
        self._replies = replies
        self._wake = wake

    @property
    def backlog(self) -> int:
        """The number of submissions that wait for a decision."""
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
        """Queue a copy of a command with an unknown outcome. The copy gets no answer if this subscriber already waits
        for that command, or if the log cannot be read to its end."""
        if self.closing or self._current.fenced or not self.unknown.admit(submission):
            self._replies.leave_unanswered(submission)
        elif self.unknown.postponed:
            self.unknown.postponed.append(submission)
        else:
            self.waiting.append(submission)
            self._wake.set()

    def refuse(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command without deciding it. If the command was applied already, its receipt answers it instead. If
        it is not known yet whether it was applied, it waits until that is known."""
        same = self._same(submission)
        if any(one.subscriber is submission.subscriber for one in same):
            self._replies.leave_unanswered(submission)  # the answer to the first copy answers this copy too
        elif same or self.unknown.includes(submission) or self._receipt(submission) is not None:
            submission.unfit = refusal
            self.submit(submission)
        else:
            self._replies.refuse(submission, refusal)

    def _turn_away(self, submission: Submission) -> None:
        """Refuse a command because the queue is full. If a copy of the command is queued, the command is not refused,
        because the copy may be applied (SEC15)."""
        same = self._same(submission)
        if any(one.subscriber is submission.subscriber for one in same):
            self._replies.leave_unanswered(submission)
        elif same:
            self.waiting.append(submission)  # there is at most one copy for each connection of the seat
        else:
            self._give_up(submission, BUSY)

    def _same(self, submission: Submission) -> list[Submission]:
        """Return the queued copies of exactly this command."""
        return [one for one in (*self.under_way, *self.waiting, *self.unknown.postponed) if one.same_as(submission)]

    def _receipt(self, submission: Submission) -> Receipt | None:
        return self._current.folded.receipt(submission.seat.id, submission.key)

    def _give_up(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command that will not be decided. If it was applied already, repeat its first answer instead
        (SEC15)."""
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
        """Put these submissions first in the queue."""
        self.waiting[:0] = submissions

    def _retry(self, submissions: list[Submission]) -> None:
        self.put_first(submissions)
        self._wake.set()

    # Groups that were not appended

    def note_unknown_outcome(self, submissions: list[Submission], sent: Iterable[DecidedCommit]) -> bool:
        """Note that the append of these commits had an unknown outcome, and put the submissions of their group first in
        the queue. Once the log has been read, those that were applied are answered from their receipts, and the rest
        are decided again. Return True if the outcome of one of them was already unknown before: then the next try
        should wait for a while."""
        again = any(map(self.unknown.includes, submissions))
        self.unknown.add(commit.submission for commit in sent)
        self.put_first(submissions)
        return again

    def refuse_unsaved(self, submissions: list[Submission], refusal: Refusal = UNSAVED) -> None:
        """Refuse the commands of a group that the log did not take. Commands with an unknown outcome are postponed
        instead."""
        for submission in self.unknown.postpone(submissions):
            self._replies.refuse(submission, refusal)
        self.waiting = self.unknown.postpone(self.waiting)

    def refuse_forgotten(self, known: Mapping[bytes, int]) -> bool:
        """Refuse commands whose keys the log still knows, but whose receipts are no longer kept: the log would report a
        conflict for them again and again. `known`: these keys, each with the place of its entry. Return True if a
        command was refused."""
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
        """Called while the log is out of reach. Refuse each command that was never sent to the log and has waited for
        `BUSY_AFTER` seconds. If the stream is stopping, leave the other commands unanswered."""
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
        """Refuse all queued commands, because the stream is fenced. A command with an unknown outcome is left
        unanswered, because this server cannot read its result."""
        for submission in (*self.waiting, *self.unknown.postponed):
            if self.unknown.includes(submission):
                self._replies.leave_unanswered(submission)
            else:
                self._give_up(submission, FENCED)
        self.waiting.clear()
        self.unknown.postponed.clear()

    def log_was_read(self) -> None:
        """Note that the log has been read to its end. Each command whose outcome was unknown has now been applied, or
        is queued again, or is not in the log."""
        self.unknown.resolve_all_but(self.waiting)

    def leave_unanswered(self) -> None:
        """Leave all queued commands unanswered, because another process may serve this stream next."""
        for submission in (*self.waiting, *self.unknown.postponed):
            self._replies.leave_unanswered(submission)
