"""Replies to commands: accepted, refused, or no reply. A command of a client is answered over its connection. A command
of the server itself is answered by a call of its function `answered`."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from domain.core.audience import Audience
from domain.core.refusal import Refusal
from server.counters import Counters
from server.fold.commit_codec import write
from server.fold.projection import Projection
from server.fold.resume_history import End
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import BROKEN, WRONG, Subscriber
from server.stream.group_commit import BUSY, UNSAVED, WEAKENED, Submission

log_ = logging.getLogger("coterie.replies")

ACCEPTED: Final = ""
"""The argument of `Submission.answered` for an accepted command. For a refused command it is the refusal's code."""

Ends = dict[Audience, End]


class Replies:
    """Answers each command at most once, and counts the refusals."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._due: list[Callable[[], None]] = []
        """Answers that are sent on the next beat, in order."""

    @property
    def any_due(self) -> bool:
        """True if an answer waits for the next beat."""
        return bool(self._due)

    def accept_again_later(self, submission: Submission, ends: Ends) -> None:
        """On the next beat, give a copy of an applied command the same answer that the command got."""
        self._due.append(partial(self.accept_again, submission, ends))

    def refuse_later(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command on the next beat."""
        self._due.append(partial(self.refuse, submission, refusal))

    def give_due(self) -> None:
        """Send the answers that waited for this beat. This is the first work on a beat, so the time of these answers
        does not depend on other work."""
        due, self._due = self._due, []
        for answer in due:
            answer()

    def accept(self, durable: Iterable[tuple[Submission, Ends]]) -> dict[Subscriber, list[bytes]]:
        """Accept durable commands. Each comes with the ends of the audiences after it. Commands of the server itself
        are answered here. Answers for connections are returned, framed, because each has to be sent after the commits
        that it confirms."""
        answers: dict[Subscriber, list[bytes]] = {}
        for submission, ends in durable:
            if submission.subscriber is not None:
                answers.setdefault(submission.subscriber, []).append(_accepted(submission.subscriber, submission, ends))
            elif submission.answered is not None:
                submission.answered(ACCEPTED)
        return answers

    def accept_again(self, submission: Submission, ends: Ends) -> None:
        """Give a copy of an applied command the same answer that the command got."""
        for subscriber, answers in self.accept([(submission, ends)]).items():
            subscriber.write(b"".join(answers))

    def refuse(self, submission: Submission, refusal: Refusal) -> None:
        """Refuse a command."""
        if refusal is UNSAVED:
            self._counters.count_unsaved(submission.since)
        self._counters.unsaved += refusal is WEAKENED
        if submission.subscriber is not None:
            self.refuse_unread(submission.subscriber, submission.id, refusal)
            return
        self._counters.refusals += 1
        if submission.answered is not None:
            submission.answered(refusal.code)

    def refuse_unread(self, subscriber: Subscriber, id_: bytes, refusal: Refusal) -> None:
        """Refuse the command that a client sent under this id, even if it could not be decoded."""
        self._counters.refusals += 1
        subscriber.write(frame(write(frames.Refused(id_, refusal.code, refusal.words))))

    def refuse_all(self, refused: Iterable[tuple[Submission, Refusal]]) -> None:
        """Refuse several commands, each for its own reason."""
        for submission, refusal in refused:
            self.refuse(submission, refusal)

    @staticmethod
    def leave_unanswered(submission: Submission) -> None:
        """Send no answer. After the client has reconnected, it sends the command again, and then learns the outcome. A
        command of the server itself is answered as busy, because its sender also tries again."""
        if submission.answered is not None:
            submission.answered(BUSY.code)


def _accepted(subscriber: Subscriber, submission: Submission, ends: Ends) -> bytes:
    """Return the frame `accepted`. If it cannot be made, end the connection and return no bytes (SEC28)."""
    try:
        return frame(write(frames.Accepted(submission.id, Projection.position(submission.seat, ends))))
    except Exception:
        log_.exception("the answer to an accepted command could not be made; its connection is closed")
        subscriber.close(BROKEN, WRONG)
        return b""
