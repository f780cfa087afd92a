"""Early answers: while one group is being saved, other seats that learn nothing from this group are answered already.

Law. The time of an answer tells a seat nothing about commands that are hidden from it. The group that is being saved is
already part of the fold, but its commits change only the records of their own audiences. A seat that reads none of
these audiences has the same view before and after the group. So it is answered from this view at once, as if no group
were being saved, however long the append takes.

Rule 1. Only requests that change nothing are answered early: a command that is refused, a copy of a command that was
already applied (its receipt answers it), a connection that takes its seat, and a question about the view. A legal
command waits for the next group.
Rule 2. The commands of a seat are answered in the order in which they came. If one has to wait, all later commands of
this seat wait too.
Rule 3. A command whose append had an unknown outcome may be in the log already. It waits until the log has been read.
Rule 4. If a legal command of a player waits, all commands that came after it wait too, from every seat: the waiting
command may change what is legal.
"""

from domain.core.audience import Seat
from server.clock import Clock
from server.limits_and_timeouts import GROUP_MOST
from server.stream.current_fold import CurrentFold
from server.stream.group_commit import CommitGroup, Decider, Submission
from server.stream.intake import Intake
from server.stream.replies import Replies
from server.stream.seating import Seating


class EarlyAnswers:
    """Gives the answers that are possible while one group is being saved."""

    def __init__(
        self,
        group: CommitGroup,
        current: CurrentFold,
        clock: Clock,
        decider: Decider,
        intake: Intake,
        replies: Replies,
        seating: Seating,
    ) -> None:
        self._group = group
        self._current = current
        self._clock = clock
        self._decider = decider
        self._intake = intake
        self._replies = replies
        self._seating = seating
        self._examined: set[Submission] = set()
        self._held: set[Seat] = {submission.seat for submission in group.submissions}
        """The seats with a command that has to wait (Rule 2)."""
        self._legal_waits = False
        """True if a legal command of a player waits (Rule 4)."""

    async def seat_arrivals(self) -> None:
        """Seat the arrivals whose seats the group does not concern. Call this only while it is certain that the log
        still holds every commit that was folded before this group."""
        if self._seating.let_in_unless(self._group.tells):
            await self._seating.pause()

    def answer_commands(self) -> None:
        """Answer waiting commands of seats that the group does not concern. The answers that are possible now are sent
        on the next beat."""
        answered: set[Submission] = set()
        self._held.update(submission.seat for submission in self._intake.unknown.postponed)
        fresh = [submission for submission in self._intake.waiting if submission not in self._examined]
        for submission in fresh[:GROUP_MOST]:
            self._examined.add(submission)
            if self._answer(submission):
                answered.add(submission)
            else:
                self._held.add(submission.seat)
        if answered:
            self._intake.waiting = [one for one in self._intake.waiting if one not in answered]

    def _answer(self, submission: Submission) -> bool:
        """Answer a waiting command if that is possible now. Return True if it was answered."""
        seat, folded = submission.seat, self._current.folded
        if self._legal_waits or seat in self._held:
            return False
        if self._group.tells(seat) or self._intake.unknown.includes(submission):
            return False
        receipt = folded.receipt(seat.id, submission.key)
        if receipt is not None and receipt.digest == submission.digest:
            self._replies.accept_again_later(submission, receipt.ends)
            return True
        refusal = self._decider.refusal(folded, submission, self._clock.steady())
        if refusal is None:
            self._legal_waits = not seat.is_storyteller
            return False
        self._replies.refuse_later(submission, refusal)
        return True
