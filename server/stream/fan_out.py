"""Fan-out: sending durable commits and changed options to all subscribers of a stream. It waits for none of them.

Rule 1. Commits that became durable together are sent to each subscriber in a single write, but each commit as its own
        message.
Rule 2. Seats with the same rights receive the same bytes, framed once.
Rule 3. Options have no sequence number and are no part of the chains. The options of a command are computed again only
        if they read a record that has changed for the seat; records of the story do not count. They are sent only if
        they differ from the options that the seat has, and then only the difference is sent
        (`server/stream/seat_options.py`).
Rule 4. If the bytes for a seat cannot be made, the connections of this seat receive nothing and are closed. No other
        connection notices (SEC28).
Rule 5. A subscriber with much unread data receives no options until it has caught up. Then it receives only the
        difference to the newest options. So a seat that sends commands again and again cannot fill a slow line with
        outdated options.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from domain.core.audience import EVERYONE, Seat
from domain.core.words import Words, phrase
from server.fold.projection import EncodedCommit, changed_records
from server.fold.stream_fold import StreamFold
from server.protocol.websocket_framing import frame
from server.stream.seat_options import NO_CHANGES, OptionChanges, Pending, SeatOptions

log_ = logging.getLogger("coterie.fan_out")

BROKEN: Final = 1011
"""The WebSocket close code for a connection whose bytes could not be made."""
WRONG: Final = phrase("error-server")
"""The words that are sent with this close code."""


Answers = Mapping["Subscriber", list[bytes]]
"""Framed answers to commands, by subscriber. Each answer is sent after the commits that it confirms."""


class Subscriber(Protocol):
    """A connection that receives commits and options. `write` takes framed bytes and never blocks."""

    seat: Seat
    name: str

    @property
    def behind(self) -> bool:
        """True if the connection has so much unread data that options wait (Rule 5)."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, why: Words) -> None: ...


class FanOut:
    """The subscribers of a stream."""

    def __init__(self) -> None:
        self.subscribers: dict[Subscriber, Seat] = {}
        self._options: dict[Seat, SeatOptions] = {}
        self._pending_options: dict[Subscriber, Pending] = {}
        """For each subscriber that is behind: the older options that its client still has (Rule 5)."""

    def remove(self, subscriber: Subscriber) -> None:
        """Stop sending to this subscriber."""
        seat = self.subscribers.pop(subscriber, None)
        self._pending_options.pop(subscriber, None)
        if seat is not None and seat not in self.subscribers.values():
            self._options.pop(seat, None)

    def forget_options(self) -> None:
        """Forget all options, because the fold was replaced. They are computed again when they are next needed."""
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
        if any(c.records for c in commits):
            self._send_options(folded, commits)

    @staticmethod
    def _message(folded: StreamFold, seat: Seat, commits: Sequence[EncodedCommit]) -> bytes | None:
        """Return the parts that a seat may read, framed. Return None if they cannot be made."""
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
        """Send changed options; if the subscriber is behind, note instead that they are pending."""
        if changes.whole:
            self._pending_options.pop(subscriber, None)
            subscriber.write(changes.message)
            return
        pending = self._pending_options.get(subscriber)
        if pending is None and not subscriber.behind:
            subscriber.write(changes.message)
            return
        if pending is None:
            pending = self._pending_options[subscriber] = Pending(changes.last, {})
        pending.add(changes)
        if not subscriber.behind:
            self._send_pending(subscriber, pending)

    def _send_pending(self, subscriber: Subscriber, pending: Pending) -> None:
        self._pending_options.pop(subscriber, None)
        options = self._options.get(self.subscribers[subscriber])
        if options is not None and (newest := options.newest(pending)):
            subscriber.write(newest)

    def send_pending_options(self) -> None:
        """Send the pending options to every subscriber that has caught up."""
        for subscriber, pending in [*self._pending_options.items()]:
            if not subscriber.behind:
                self._send_pending(subscriber, pending)

    def _changed_options(
        self, folded: StreamFold, seat: Seat, commits: Sequence[EncodedCommit]
    ) -> OptionChanges | None:
        """Return the changes of the commits to the options of a seat. Return None if they cannot be computed."""
        changed = changed_records(seat, commits)
        if not changed:
            return NO_CHANGES
        try:
            options = self._options.get(seat)
            if options is None:
                return OptionChanges(self.options_of(folded, seat), whole=True)
            return options.changes(changed)
        except Exception:
            log_.exception("the options of a seat could not be computed; its connections are closed")
            self._options.pop(seat, None)
            return None

    def whole_options(self, folded: StreamFold, subscriber: Subscriber) -> bytes:
        """Return all current options of a subscriber's seat, framed. The subscriber then has no pending options."""
        self._pending_options.pop(subscriber, None)
        return self.options_of(folded, subscriber.seat)

    def options_of(self, folded: StreamFold, seat: Seat) -> bytes:
        """Return all current options of a seat, framed."""
        options = self._options.get(seat)
        if options is None:
            options = self._options[seat] = SeatOptions(folded.state.view(seat))
        return options.whole()


def _close(broken: Iterable[Subscriber]) -> None:
    for subscriber in broken:
        subscriber.close(BROKEN, WRONG)
