"""Fan-out: sending durable commits and changed options to all subscribers of a stream. It waits for none of them.

Rule 1. Commits that became durable together go to each subscriber in a single write, each as its own message.
Rule 2. Seats with the same rights receive the same bytes, framed once.
Rule 3. Options have no sequence number and are outside the chains. The options of a command are computed again only if
        a record type that they read has changed for the seat (records of the story do not count), and they are sent
        only if they differ from the options that the seat has.
Rule 4. If bytes cannot be made for a seat, its connections receive none of them and are closed; no other connection
        notices (SEC28).
Rule 5. A subscriber with much unread data receives no options until it has caught up, and then only the newest options
        of each command. So commands that are sent again and again cannot fill a slow line with outdated options.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from domain.core.audience import EVERYONE, Seat
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.options import Offers
from server.fold.projection import EncodedCommit, changed_types, encode_offer, encode_options
from server.fold.stream_fold import StreamFold
from server.limits_and_timeouts import OFFERS_MOST
from server.protocol.websocket_framing import frame

log_ = logging.getLogger("coterie.fan_out")

BROKEN: Final = 1011
"""The WebSocket close code of a connection for which bytes could not be made."""
WRONG: Final = phrase("error-server")
"""The sentence that goes with it."""


Answers = Mapping["Subscriber", list[bytes]]
"""Framed answers to commands, for some subscribers. Each follows the commits that it confirms."""


def log_failed_offer(command: str, error: Exception) -> None:
    """Log that the options of a command could not be computed. The options of all other commands are not affected."""
    log_.error("the options of %s could not be computed", command, exc_info=error)


class Subscriber(Protocol):
    """A connection that receives commits and options. `write` takes framed bytes and never blocks."""

    seat: Seat
    name: str

    @property
    def behind(self) -> bool:
        """True if it has so much unread data that options wait (Rule 5)."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, why: Words) -> None: ...


class SeatOptions:
    """The options of a seat, as its subscribers received them: encoded, by command."""

    def __init__(self, view: View) -> None:
        self._offers = Offers(view, log_failed_offer)
        self._sent: dict[str, bytes] = {}
        self._renew(())

    def _renew(self, changed: Iterable[type[Record]]) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Compute the options again after records of the changed types were written. Return the encoded offer of each
        command with different options, and the offer that it had; for a command that is not open, an offer without
        options."""
        differing: dict[str, bytes] = {}
        earlier: dict[str, bytes] = {}
        for command, found in self._offers.renew(changed):
            before = self._sent.pop(command, b"")
            now = encode_offer(command, found) if found else b""
            if now:
                self._sent[command] = now
            if now != before:
                differing[command] = now or encode_offer(command, ())
                earlier[command] = before or encode_offer(command, ())
        return differing, earlier

    def changes(self, changed: Iterable[type[Record]]) -> "OptionChanges":
        """The options that differ after records of the changed types were written."""
        differing, earlier = self._renew(changed)
        message = frame(encode_options([*differing.values()], whole=False)) if differing else b""
        return OptionChanges(earlier, message)

    def newest(self, held: Mapping[str, bytes]) -> bytes:
        """The current options of these commands, framed, without those that a client holds already (`held`)."""
        offers = {command: self._sent.get(command) or encode_offer(command, ()) for command in sorted(held)}
        changed = [offer for command, offer in offers.items() if offer != held[command]]
        return _framed(changed, whole=False) if changed else b""

    def whole(self) -> bytes:
        """All options of the seat, framed. The bytes do not depend on the order of the changes that led to them."""
        return _framed([self._sent[command] for command in sorted(self._sent)], whole=True)


class OptionChanges(NamedTuple):
    """The options that a commit changed: the offers of these commands before it, and the framed message. Without a
    command, the message holds all options of the seat."""

    earlier: Mapping[str, bytes]
    message: bytes


NO_CHANGES: Final = OptionChanges({}, b"")


def _framed(offers: Iterable[bytes], *, whole: bool) -> bytes:
    """Offers, framed. Many offers are split into several messages, so that a page on a slow line receives a message now
    and then and does not take the line for dead."""
    messages, some, size = list[bytes](), list[bytes](), 0
    for offered in offers:
        if some and size + len(offered) > OFFERS_MOST:
            messages.append(encode_options(some, whole=whole and not messages))
            some, size = [], 0
        some.append(offered)
        size += len(offered)
    messages.append(encode_options(some, whole=whole and not messages))
    return b"".join(map(frame, messages))


class FanOut:
    """The subscribers of a stream."""

    def __init__(self) -> None:
        self.subscribers: dict[Subscriber, Seat] = {}
        self._options: dict[Seat, SeatOptions] = {}
        self._pending_options: dict[Subscriber, dict[str, bytes]] = {}
        """For each subscriber that is behind, the commands with options that it has not received, each with the offer
        that it holds (Rule 5)."""

    def remove(self, subscriber: Subscriber) -> None:
        """Stop sending to this subscriber."""
        seat = self.subscribers.pop(subscriber, None)
        self._pending_options.pop(subscriber, None)
        if seat is not None and seat not in self.subscribers.values():
            self._options.pop(seat, None)

    def forget_options(self) -> None:
        """Compute all options again when they are next needed: the fold was replaced."""
        self._options.clear()

    def broadcast(self, folded: StreamFold, commits: Sequence[EncodedCommit], answers: Answers) -> None:
        """Send each subscriber the parts that its seat may read, then its answers, then its changed options."""
        frames: dict[Seat, bytes | None] = {}
        shared = [frame(c.parts[EVERYONE]) for c in commits if len(c.parts) == 1 and EVERYONE in c.parts]
        public = len(shared) == len(commits)
        data: bytes | None = b"".join(shared)
        broken: list[Subscriber] = []
        for subscriber, seat in self.subscribers.items():
            if not public:
                if seat not in frames:
                    frames[seat] = self._message(folded, seat, commits)
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
        _close(broken)
        if any(c.types for c in commits):
            self._send_options(folded, commits)

    @staticmethod
    def _message(folded: StreamFold, seat: Seat, commits: Sequence[EncodedCommit]) -> bytes | None:
        """The parts that a seat may read, framed. None if they cannot be made."""
        try:
            messages = [folded.projection.message(seat, c) for c in commits]
        except Exception:
            log_.exception("a commit could not be encoded for a seat; its connections are closed")
            return None
        return b"".join([frame(m) for m in messages if m])

    def _send_options(self, folded: StreamFold, commits: Sequence[EncodedCommit]) -> None:
        found: dict[Seat, OptionChanges | None] = {}
        broken: list[Subscriber] = []
        for subscriber, seat in self.subscribers.items():
            if seat not in found:
                found[seat] = self._changed_options(folded, seat, commits)
            changes = found[seat]
            if changes is None:
                broken.append(subscriber)
            elif changes.message:
                self._send_changes(subscriber, changes)
        _close(broken)

    def _send_changes(self, subscriber: Subscriber, changes: OptionChanges) -> None:
        """Send changed options, or note them as pending if the subscriber is behind."""
        pending = {**changes.earlier, **self._pending_options.get(subscriber, {})}
        if not changes.earlier:
            self._pending_options.pop(subscriber, None)
            subscriber.write(changes.message)
        elif subscriber.behind:
            self._pending_options[subscriber] = pending
        elif subscriber in self._pending_options:
            self._send_pending(subscriber, pending)
        else:
            subscriber.write(changes.message)

    def _send_pending(self, subscriber: Subscriber, pending: Mapping[str, bytes]) -> None:
        self._pending_options.pop(subscriber, None)
        options = self._options.get(self.subscribers[subscriber])
        if options is not None and (newest := options.newest(pending)):
            subscriber.write(newest)

    def drop_pending_options(self, subscriber: Subscriber) -> None:
        """Forget the options that a subscriber has not received: it is being sent all of them."""
        self._pending_options.pop(subscriber, None)

    def send_pending_options(self) -> None:
        """Send the pending options to every subscriber that has caught up."""
        for subscriber, pending in [*self._pending_options.items()]:
            if not subscriber.behind:
                self._send_pending(subscriber, pending)

    def _changed_options(
        self, folded: StreamFold, seat: Seat, commits: Sequence[EncodedCommit]
    ) -> OptionChanges | None:
        """The options of a seat that the commits changed. None if they cannot be computed."""
        changed = changed_types(seat, commits)
        if not changed:
            return NO_CHANGES
        try:
            options = self._options.get(seat)
            if options is None:
                return OptionChanges({}, self.options_of(folded, seat))
            return options.changes(changed)
        except Exception:
            log_.exception("the options of a seat could not be computed; its connections are closed")
            self._options.pop(seat, None)
            return None

    def options_of(self, folded: StreamFold, seat: Seat) -> bytes:
        """All current options of a seat, framed."""
        options = self._options.get(seat)
        if options is None:
            options = self._options[seat] = SeatOptions(folded.state.view(seat))
        return options.whole()


def _close(broken: Iterable[Subscriber]) -> None:
    for subscriber in broken:
        subscriber.close(BROKEN, WRONG)
