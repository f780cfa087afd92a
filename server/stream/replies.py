"""What whoever wished is told: that it stands, that it is refused, or nothing yet. A wish is a viewer's, who is written
to, or one of the table's own, whose `answered` is called."""

import logging
from collections.abc import Iterable
from typing import Final

from domain.core.audience import Audience
from domain.core.refusal import Refusal
from server.counters import Counters
from server.fold.commit_codec import write
from server.fold.projection import End, Projection
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import BROKEN, WRONG, Subscriber
from server.stream.group_commit import BUSY, UNSAVED, WEAKENED, Submission

log_ = logging.getLogger("coterie.replies")

STANDS: Final = ""
"""What the table's own are told of a wish that stands; of one that is refused, the refusal's code."""

Ends = dict[Audience, End]


class Replies:
    """Answers each wish at most once."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    def accept(self, stand: Iterable[tuple[Submission, Ends]]) -> dict[Subscriber, list[bytes]]:
        """These stand, each up to these ends of the audiences. The viewers' answers, framed, are left to whoever tells
        them what stands, for they come behind that."""
        answers: dict[Subscriber, list[bytes]] = {}
        for submission, ends in stand:
            if submission.subscriber is not None:
                answers.setdefault(submission.subscriber, []).append(_accepted(submission.subscriber, submission, ends))
            elif submission.answered is not None:
                submission.answered(STANDS)
        return answers

    def accept_again(self, submission: Submission, ends: Ends) -> None:
        """The same command again: the first result again."""
        for subscriber, answers in self.accept([(submission, ends)]).items():
            subscriber.write(b"".join(answers))

    def refuse(self, submission: Submission, refusal: Refusal) -> None:
        """It is refused, and changes nothing."""
        if refusal is UNSAVED:
            self._counters.not_saved(submission.since)
        self._counters.unsaved += refusal is WEAKENED
        if submission.subscriber is not None:
            self.refuse_unread(submission.subscriber, submission.id, refusal)
            return
        self._counters.refusals += 1
        if submission.answered is not None:
            submission.answered(refusal.code)

    def refuse_unread(self, subscriber: Subscriber, id_: bytes, refusal: Refusal) -> None:
        """What came under this id is refused, whether or not it was read as a command."""
        self._counters.refusals += 1
        subscriber.write(frame(write(frames.Refused(id_, refusal.code, refusal.sentence))))

    def refuse_all(self, refused: Iterable[tuple[Submission, Refusal]]) -> None:
        """Each of these, for its own reason."""
        for submission, refusal in refused:
            self.refuse(submission, refusal)

    @staticmethod
    def let_go(submission: Submission) -> None:
        """Leave a wish to whoever serves this stream next: its page sends it again there, and learns what became of
        it. Whoever waits for one of the table's own does that, too."""
        if submission.answered is not None:
            submission.answered(BUSY.code)


def _accepted(subscriber: Subscriber, submission: Submission, ends: Ends) -> bytes:
    """That a command stands; nothing where that cannot be said, and the connection ends (S28)."""
    try:
        return frame(write(frames.Accepted(submission.id, Projection.position(submission.seat, ends))))
    except Exception:
        log_.exception("a command that stands could not be answered")
        subscriber.close(BROKEN, WRONG)
        return b""
