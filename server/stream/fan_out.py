"""The gallery: those who watch a live stream, and how they are told. Nobody here is waited for.

Rule 1. Commits that became durable together go to each viewer in one write, each still its own message.
Rule 2. Seats with the same rights are told the same bytes, framed once.
Rule 3. Options are outside sequence and chain: a command's are made anew only when a record that was read for them, and
        is none of the story's, has changed for a seat, and sent only when they differ from the ones it has.
Rule 4. Where something cannot be made for a seat, its connections are told nothing of it and end; nobody else notices
        (S28).
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from domain.core.audience import EVERYONE, Seat
from domain.core.record import Record
from domain.core.state import View
from domain.options import Offers
from server.fold.projection import Told, offer, options, types_for
from server.fold.stream_fold import Folded
from server.protocol.websocket_framing import frame

log_ = logging.getLogger("coterie.gallery")

BROKEN: Final = 1011
WRONG: Final = "Something is wrong with the server."
"""How a connection ends for which something could not be made."""

OFFERS_MOST: Final = 64 * 1024
"""Bytes of offers in one message, unless one command's alone are more."""

Answers = Mapping["Viewer", list[bytes]]
"""Framed answers that go to some viewers, behind what all are told."""


def unoffered(command: str, error: Exception) -> None:
    """A bug in one command's offers is that command's end, not the table's."""
    log_.error("%s could not be offered", command, exc_info=error)


class Viewer(Protocol):
    """Somebody who is told: a connection. `write` takes framed bytes and never blocks."""

    seat: Seat
    name: str

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, sentence: str) -> None: ...


class Offered:
    """What is open to one seat, as its viewers were told: by command, encoded."""

    def __init__(self, view: View) -> None:
        self._offers = Offers(view, unoffered)
        self._told: dict[str, bytes] = {}
        self._renew(())

    def _renew(self, changed: Iterable[type[Record]]) -> list[bytes]:
        """The offers that are others since records of these types changed; of what is open no longer, an empty one."""
        news: list[bytes] = []
        for command, found in self._offers.renew(changed):
            before = self._told.pop(command, b"")
            now = offer(command, found) if found else b""
            if now:
                self._told[command] = now
            if now != before:
                news.append(now or offer(command, ()))
        return news

    def news(self, changed: Iterable[type[Record]]) -> bytes:
        """What there is to tell since records of these types changed, framed; nothing where no offer is another."""
        news = self._renew(changed)
        return frame(options(news, whole=False)) if news else b""

    def whole(self) -> bytes:
        """All of it, framed: the same bytes, however it came about. Many offers go in several messages, so that a page
        on a slow line hears something while they come, and does not take the line for dead."""
        messages, some, size = list[bytes](), list[bytes](), 0
        for command in sorted(self._told):
            offered = self._told[command]
            if some and size + len(offered) > OFFERS_MOST:
                messages.append(options(some, whole=not messages))
                some, size = [], 0
            some.append(offered)
            size += len(offered)
        messages.append(options(some, whole=not messages))
        return b"".join(map(frame, messages))


class Gallery:
    """The viewers of one stream."""

    def __init__(self) -> None:
        self.viewers: dict[Viewer, Seat] = {}
        self._offered: dict[Seat, Offered] = {}

    def leave(self, viewer: Viewer) -> None:
        """The viewer is told nothing more."""
        seat = self.viewers.pop(viewer, None)
        if seat is not None and seat not in self.viewers.values():
            self._offered.pop(seat, None)

    def forget_offers(self) -> None:
        """The fold was made anew: whatever was open to anybody is to be found out again."""
        self._offered.clear()

    def tell(self, folded: Folded, told: Sequence[Told], answers: Answers) -> None:
        """Tell everybody what they may know of these commits, then what has become open to them."""
        frames: dict[Seat, bytes | None] = {}
        shared = [frame(t.parts[EVERYONE]) for t in told if len(t.parts) == 1 and EVERYONE in t.parts]
        public = len(shared) == len(told)
        data: bytes | None = b"".join(shared)
        broken: list[Viewer] = []
        for viewer, seat in self.viewers.items():
            if not public:
                if seat not in frames:
                    frames[seat] = self._message(folded, seat, told)
                data = frames[seat]
            if data is None:
                broken.append(viewer)
            elif viewer in answers:
                viewer.write(b"".join((data, *answers[viewer])))
            elif data:
                viewer.write(data)
        for viewer, late in answers.items():
            if viewer not in self.viewers:
                viewer.write(b"".join(late))
        _end(broken)
        if any(t.types for t in told):
            self._tell_options(folded, told)

    @staticmethod
    def _message(folded: Folded, seat: Seat, told: Sequence[Told]) -> bytes | None:
        """What a seat is told of these commits, framed; None where it cannot be made."""
        try:
            messages = [folded.projection.message(seat, t) for t in told]
        except Exception:
            log_.exception("a commit could not be told")
            return None
        return b"".join([frame(m) for m in messages if m])

    def _tell_options(self, folded: Folded, told: Sequence[Told]) -> None:
        fresh: dict[Seat, bytes | None] = {}
        broken: list[Viewer] = []
        for viewer, seat in self.viewers.items():
            if seat not in fresh:
                fresh[seat] = self._fresh_options(folded, seat, told)
            data = fresh[seat]
            if data is None:
                broken.append(viewer)
            elif data:
                viewer.write(data)
        _end(broken)

    def _fresh_options(self, folded: Folded, seat: Seat, told: Sequence[Told]) -> bytes | None:
        """What is open to a seat otherwise than before these commits, framed; None where it cannot be made."""
        changed = types_for(seat, told)
        if not changed:
            return b""
        try:
            found = self._offered.get(seat)
            return self.options_of(folded, seat) if found is None else found.news(changed)
        except Exception:
            log_.exception("options could not be told")
            self._offered.pop(seat, None)
            return None

    def options_of(self, folded: Folded, seat: Seat) -> bytes:
        """The frame of what is open to a seat now."""
        found = self._offered.get(seat)
        if found is None:
            found = self._offered[seat] = Offered(folded.state.view(seat))
        return found.whole()


def _end(broken: Iterable[Viewer]) -> None:
    for viewer in broken:
        viewer.close(BROKEN, WRONG)
