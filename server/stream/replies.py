"""What whoever wished is told: that it stands, that it is refused, or nothing yet. A wish is a viewer's, who is written
to, or one of the table's own, whose `answered` is called."""

import logging
from collections.abc import Iterable
from typing import Final

from domain.core.audience import Audience
from domain.core.command import Refusal
from server.counters import Tally
from server.fold.commit_codec import write
from server.fold.projection import End, Projection
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import BROKEN, WRONG, Viewer
from server.stream.group_commit import BUSY, UNSAVED, Wish

log_ = logging.getLogger("coterie.answering")

STANDS: Final = ""
"""What the table's own are told of a wish that stands; of one that is refused, the refusal's code."""

Ends = dict[Audience, End]


class Answering:
    """Answers each wish at most once."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def accept(self, stand: Iterable[tuple[Wish, Ends]]) -> dict[Viewer, list[bytes]]:
        """These stand, each up to these ends of the audiences. The viewers' answers, framed, are left to whoever tells
        them what stands, for they come behind that."""
        answers: dict[Viewer, list[bytes]] = {}
        for wish, ends in stand:
            if wish.viewer is not None:
                answers.setdefault(wish.viewer, []).append(_accepted(wish.viewer, wish, ends))
            elif wish.answered is not None:
                wish.answered(STANDS)
        return answers

    def accept_again(self, wish: Wish, ends: Ends) -> None:
        """The same command again: the first result again."""
        for viewer, answers in self.accept([(wish, ends)]).items():
            viewer.write(b"".join(answers))

    def refuse(self, wish: Wish, refusal: Refusal) -> None:
        """It is refused, and changes nothing."""
        if refusal is UNSAVED:
            self._tally.not_saved(wish.since)
        if wish.viewer is not None:
            self.refuse_unread(wish.viewer, wish.id, refusal)
            return
        self._tally.refusals += 1
        if wish.answered is not None:
            wish.answered(refusal.code)

    def refuse_unread(self, viewer: Viewer, id_: bytes, refusal: Refusal) -> None:
        """What came under this id is refused, whether or not it was read as a command."""
        self._tally.refusals += 1
        viewer.write(frame(write(frames.Refused(id_, refusal.code, refusal.sentence))))

    def refuse_all(self, refused: Iterable[tuple[Wish, Refusal]]) -> None:
        """Each of these, for its own reason."""
        for wish, refusal in refused:
            self.refuse(wish, refusal)

    @staticmethod
    def let_go(wish: Wish) -> None:
        """Leave a wish to whoever serves this stream next: its page sends it again there, and learns what became of
        it. Whoever waits for one of the table's own does that, too."""
        if wish.answered is not None:
            wish.answered(BUSY.code)


def _accepted(viewer: Viewer, wish: Wish, ends: Ends) -> bytes:
    """That a command stands; nothing where that cannot be said, and the connection ends (S28)."""
    try:
        return frame(write(frames.Accepted(wish.id, Projection.position(wish.seat, ends))))
    except Exception:
        log_.exception("a command that stands could not be answered")
        viewer.close(BROKEN, WRONG)
        return b""
