"""The gallery: those who watch a live stream, and how they are told. Nobody here is waited for.

Rule 1. Commits that became durable together go to each viewer in one write, each still its own message.
Rule 2. Seats with the same rights are told the same bytes, framed once.
Rule 3. Options are outside sequence and chain: a command's are made anew only when a record that was read for them, and
        is none of the story's, has changed for a seat, and sent only when they differ from the ones it has.
Rule 4. Where something cannot be made for a seat, its connections are told nothing of it and end; nobody else notices
        (S28).
Rule 5. A viewer that has much left to read gets no options until it has read on, and then the newest of each command
        only. So commands that are sent again and again cannot fill a slow line with options that are out of date.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from domain.core.audience import EVERYONE, Seat
from domain.core.record import Record
from domain.core.state import View
from domain.options import Offers
from server.fold.projection import CommitParts, offer, options, types_for
from server.fold.stream_fold import StreamFold
from server.protocol.websocket_framing import frame

log_ = logging.getLogger("coterie.fan_out")

BROKEN: Final = 1011
WRONG: Final = "Something is wrong with the server."
"""How a connection ends for which something could not be made."""

OFFERS_MOST: Final = 64 * 1024
"""Bytes of offers in one message, unless one command's alone are more."""

Answers = Mapping["Subscriber", list[bytes]]
"""Framed answers that go to some viewers, behind what all are told."""


def unoffered(command: str, error: Exception) -> None:
    """A bug in one command's offers is that command's end, not the table's."""
    log_.error("%s could not be offered", command, exc_info=error)


class Subscriber(Protocol):
    """Somebody who is told: a connection. `write` takes framed bytes and never blocks."""

    seat: Seat
    name: str

    @property
    def behind(self) -> bool:
        """Whether it has so much left to read that options wait (Rule 5)."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, sentence: str) -> None: ...


class SeatOptions:
    """What is open to one seat, as its viewers were told: by command, encoded."""

    def __init__(self, view: View) -> None:
        self._offers = Offers(view, unoffered)
        self._told: dict[str, bytes] = {}
        self._renew(())

    def _renew(self, changed: Iterable[type[Record]]) -> dict[str, bytes]:
        """By command, the offers that are others since records of these types changed; of what is open no longer, an
        empty one."""
        news: dict[str, bytes] = {}
        for command, found in self._offers.renew(changed):
            before = self._told.pop(command, b"")
            now = offer(command, found) if found else b""
            if now:
                self._told[command] = now
            if now != before:
                news[command] = now or offer(command, ())
        return news

    def news(self, changed: Iterable[type[Record]]) -> "OptionChanges":
        """What there is to tell since records of these types changed."""
        news = self._renew(changed)
        return OptionChanges(frozenset(news), frame(options([*news.values()], whole=False)) if news else b"")

    def newest(self, commands: Iterable[str]) -> bytes:
        """The offers of these commands as they are now, framed."""
        return _framed([self._told.get(command) or offer(command, ()) for command in sorted(commands)], whole=False)

    def whole(self) -> bytes:
        """All of it, framed: the same bytes, however it came about."""
        return _framed([self._told[command] for command in sorted(self._told)], whole=True)


class OptionChanges(NamedTuple):
    """Options that changed with a commit: of which commands (none named: all of them, told anew), and the message that
    says so, framed."""

    commands: frozenset[str]
    message: bytes


NO_CHANGES: Final = OptionChanges(frozenset(), b"")


def _framed(offers: Iterable[bytes], *, whole: bool) -> bytes:
    """Offers, framed. Many go in several messages, so that a page on a slow line hears something while they come, and
    does not take the line for dead."""
    messages, some, size = list[bytes](), list[bytes](), 0
    for offered in offers:
        if some and size + len(offered) > OFFERS_MOST:
            messages.append(options(some, whole=whole and not messages))
            some, size = [], 0
        some.append(offered)
        size += len(offered)
    messages.append(options(some, whole=whole and not messages))
    return b"".join(map(frame, messages))


class FanOut:
    """The viewers of one stream."""

    def __init__(self) -> None:
        self.subscribers: dict[Subscriber, Seat] = {}
        self._offered: dict[Seat, SeatOptions] = {}
        self._pending_options: dict[Subscriber, frozenset[str]] = {}
        """The commands whose newest options a viewer that is behind has not been sent (Rule 5)."""

    def leave(self, subscriber: Subscriber) -> None:
        """The viewer is told nothing more."""
        seat = self.subscribers.pop(subscriber, None)
        self._pending_options.pop(subscriber, None)
        if seat is not None and seat not in self.subscribers.values():
            self._offered.pop(seat, None)

    def forget_options(self) -> None:
        """The fold was made anew: whatever was open to anybody is to be found out again."""
        self._offered.clear()

    def tell(self, folded: StreamFold, told: Sequence[CommitParts], answers: Answers) -> None:
        """Tell everybody what they may know of these commits, then what has become open to them."""
        frames: dict[Seat, bytes | None] = {}
        shared = [frame(t.parts[EVERYONE]) for t in told if len(t.parts) == 1 and EVERYONE in t.parts]
        public = len(shared) == len(told)
        data: bytes | None = b"".join(shared)
        broken: list[Subscriber] = []
        for subscriber, seat in self.subscribers.items():
            if not public:
                if seat not in frames:
                    frames[seat] = self._message(folded, seat, told)
                data = frames[seat]
            if data is None:
                broken.append(subscriber)
            elif subscriber in answers:
                subscriber.write(b"".join((data, *answers[subscriber])))
            elif data:
                subscriber.write(data)
        for subscriber, late in answers.items():
            if subscriber not in self.subscribers:
                subscriber.write(b"".join(late))
        _end(broken)
        if any(t.types for t in told):
            self._tell_options(folded, told)

    @staticmethod
    def _message(folded: StreamFold, seat: Seat, told: Sequence[CommitParts]) -> bytes | None:
        """What a seat is told of these commits, framed; None where it cannot be made."""
        try:
            messages = [folded.projection.message(seat, t) for t in told]
        except Exception:
            log_.exception("a commit could not be told")
            return None
        return b"".join([frame(m) for m in messages if m])

    def _tell_options(self, folded: StreamFold, told: Sequence[CommitParts]) -> None:
        fresh: dict[Seat, OptionChanges | None] = {}
        broken: list[Subscriber] = []
        for subscriber, seat in self.subscribers.items():
            if seat not in fresh:
                fresh[seat] = self._fresh_options(folded, seat, told)
            news = fresh[seat]
            if news is None:
                broken.append(subscriber)
            elif news.message:
                self._tell_news(subscriber, news)
        _end(broken)

    def _tell_news(self, subscriber: Subscriber, news: OptionChanges) -> None:
        """Send changed options, or note that they are owed to a viewer that is behind."""
        owed = self._pending_options.get(subscriber)
        if not news.commands:
            self._pending_options.pop(subscriber, None)
            subscriber.write(news.message)
        elif subscriber.behind:
            self._pending_options[subscriber] = (owed or frozenset()) | news.commands
        elif owed:
            self._send_pending(subscriber, owed | news.commands)
        else:
            subscriber.write(news.message)

    def _send_pending(self, subscriber: Subscriber, owed: Iterable[str]) -> None:
        self._pending_options.pop(subscriber, None)
        offered = self._offered.get(self.subscribers[subscriber])
        if offered is not None:
            subscriber.write(offered.newest(owed))

    def send_pending_options(self) -> None:
        """Send what is owed to each viewer that has read on meanwhile."""
        for subscriber, owed in [*self._pending_options.items()]:
            if not subscriber.behind:
                self._send_pending(subscriber, owed)

    def _fresh_options(self, folded: StreamFold, seat: Seat, told: Sequence[CommitParts]) -> OptionChanges | None:
        """What is open to a seat otherwise than before these commits; None where it cannot be made."""
        changed = types_for(seat, told)
        if not changed:
            return NO_CHANGES
        try:
            found = self._offered.get(seat)
            if found is None:
                return OptionChanges(frozenset(), self.options_of(folded, seat))
            return found.news(changed)
        except Exception:
            log_.exception("options could not be told")
            self._offered.pop(seat, None)
            return None

    def options_of(self, folded: StreamFold, seat: Seat) -> bytes:
        """The frame of what is open to a seat now."""
        found = self._offered.get(seat)
        if found is None:
            found = self._offered[seat] = SeatOptions(folded.state.view(seat))
        return found.whole()


def _end(broken: Iterable[Subscriber]) -> None:
    for subscriber in broken:
        subscriber.close(BROKEN, WRONG)
