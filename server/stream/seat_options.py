"""The options of a seat: what its subscribers have received, and the messages that update them.

Rule 1. All subscribers of a seat have the same lists of options and the same numbered parts
        (`server/fold/option_numbers.py`), except subscribers that are behind. So a change is encoded and framed once
        for all of them.
Rule 2. When a subscriber that was behind has caught up, it gets the parts that were numbered in the meantime, and the
        difference between the lists that it has and the newest lists.
Rule 3. When an option is closed, its parts are kept, because most options are open again in a later turn. Once very
        many numbers are in use (`OPTION_NUMBERS_MOST`), all subscribers get all options again, and the numbers start
        again from 1.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final, Literal, NamedTuple

from domain.core.option import Option
from domain.core.record import RecordKey
from domain.core.state import View
from domain.options import Offers
from server.fold.option_numbers import EncodedPart, OptionNumbers, PartKind
from server.fold.projection import encode_offer, encode_options
from server.limits_and_timeouts import OFFERS_MOST, OPTION_NUMBERS_MOST
from server.protocol.websocket_framing import frame

log_ = logging.getLogger("coterie.seat_options")

Numbers = tuple[int, ...]
"""The numbers of a command's options, in the order of the options."""


class OptionChanges(NamedTuple):
    """The changes to the options of a seat after a commit. If `whole` is True, the message holds all options of the
    seat."""

    message: bytes = b""
    """The framed message; empty if no option changed."""
    before: Mapping[str, Numbers] = {}
    """For each command whose options changed: the numbers of its options before the change."""
    last: int = 0
    """The highest number before the change."""
    whole: bool = False


NO_CHANGES: Final = OptionChanges()


class Pending(NamedTuple):
    """The options that a subscriber that is behind has received: the parts with numbers up to `last`; and in `held`,
    for each command whose options have changed since, the list that the subscriber still has."""

    last: int
    held: dict[str, Numbers]

    def add(self, changes: OptionChanges) -> None:
        """Note that the subscriber does not receive these changes."""
        for command, before in changes.before.items():
            self.held.setdefault(command, before)


class OpenOptions(NamedTuple):
    """The open options of a command, with their numbers."""

    options: tuple[Option, ...] = ()
    numbers: Numbers = ()


CLOSED: Final = OpenOptions()


def log_failed_offer(command: str, error: Exception) -> None:
    """Log that the options of a command could not be computed. The options of all other commands are not affected."""
    log_.error("the options of %s could not be computed", command, exc_info=error)


class SeatOptions:
    """The options of a seat, as its subscribers have received them."""

    def __init__(self, view: View) -> None:
        self._offers = Offers(view, log_failed_offer)
        self._open: dict[str, OpenOptions] = {}
        self._numbers = OptionNumbers()
        self._renew(frozenset())
        self._numbers_most = self._numbers.last + OPTION_NUMBERS_MOST

    def _renumber(self) -> None:
        """Number the open options again, starting from 1."""
        self._numbers = OptionNumbers()
        for command, (options, _) in self._open.items():
            self._open[command] = OpenOptions(options, self._numbers.of_all(options))
        self._numbers_most = self._numbers.last + OPTION_NUMBERS_MOST

    def _renew(self, changed: Set[RecordKey]) -> dict[str, Numbers]:
        """Compute the options again after these records changed. Return, for each command whose options now differ, the
        numbers of its options before."""
        differing: dict[str, Numbers] = {}
        for command, options in self._offers.renew(changed):
            before, now = self._open.get(command, CLOSED).numbers, self._numbers.of_all(options)
            if now:
                self._open[command] = OpenOptions(options, now)
            else:
                self._open.pop(command, None)
            if now != before:
                differing[command] = before
        return differing

    def _numbers_of_open(self) -> Iterator[int]:
        return (number for found in self._open.values() for number in found.numbers)

    def changes(self, changed: Set[RecordKey]) -> OptionChanges:
        """Return the changes to the options after these records changed."""
        last = self._numbers.last
        before = self._renew(changed)
        if not before:
            return NO_CHANGES
        if self._numbers.last > self._numbers_most:
            self._renumber()
            return OptionChanges(self.whole(), whole=True)
        return OptionChanges(self._message(Pending(last, before)), before, last)

    def newest(self, pending: Pending) -> bytes:
        """Return the framed message that brings a subscriber that was behind up to date. Parts of closed options that
        were numbered in the meantime are forgotten, because this subscriber does not receive them. Parts that got a
        number only for this message are forgotten too, because no other subscriber receives them; an example is the
        name of a command without open options."""
        self._numbers.forget_closed(self._numbers_of_open(), since=pending.last)
        last = self._numbers.last
        message = self._message(pending)
        if self._numbers.last != last:
            self._numbers.forget_closed(self._numbers_of_open(), since=last)
        return message

    def _message(self, pending: Pending) -> bytes:
        message = _OptionMessages(whole=False)
        offers = [self._difference(command, held) for command, held in sorted(pending.held.items())]
        message.add(self._numbers.since(pending.last), b"")
        for offer in offers:
            message.add((), offer)
        return message.framed()

    def _difference(self, command: str, held: Numbers) -> bytes:
        """Return the encoded change from the list `held` to the newest list of this command's options; empty if both
        are equal."""
        now = self._open.get(command, CLOSED).numbers
        if held == now:
            return b""
        most = min(len(held), len(now))
        at = next((place for place in range(most) if held[place] != now[place]), most)
        most -= at
        end = next((place for place in range(most) if held[-1 - place] != now[-1 - place]), most)
        return encode_offer(self._numbers.of_text(command), at, len(held) - at - end, now[at : len(now) - end])

    def whole(self) -> bytes:
        """Return all options of the seat, framed. The parts of closed options are forgotten, because the subscriber
        does not receive them."""
        self._numbers.forget_closed(self._numbers_of_open())
        message, sent = _OptionMessages(whole=True), set[int]()
        for command, (_, numbers) in sorted(self._open.items()):
            message.add(
                self._numbers.needed(numbers, sent), encode_offer(self._numbers.of_text(command), 0, 0, numbers)
            )
        return message.framed()


class _OptionMessages:
    """The messages that carry options. If there are many options, they are split into several messages, so that a page
    on a slow line receives something from time to time and does not believe that the line is dead."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole
        self._messages: list[bytes] = []
        self._begin()

    def _begin(self) -> None:
        self._parts: dict[PartKind | Literal["offer"], list[bytes]]
        self._parts = {"text": [], "choice": [], "input": [], "option": [], "offer": []}
        self._size = 0

    def add(self, parts: Iterable[EncodedPart], offer: bytes) -> None:
        """Add an offer, and before it those of its parts that were not sent yet."""
        for part in parts:
            data = part.data
            self._make_room(len(data))
            self._parts[part.kind].append(data)
        if offer:
            self._make_room(len(offer))
            self._parts["offer"].append(offer)

    def _make_room(self, size: int) -> None:
        if self._size and self._size + size > OFFERS_MOST:
            self._end()
        self._size += size

    def _end(self) -> None:
        whole = self._whole and not self._messages
        self._messages.append(encode_options(self._parts.values(), whole=whole))
        self._begin()

    def framed(self) -> bytes:
        """Return the messages, framed; no bytes if no option changed."""
        if self._size or (self._whole and not self._messages):
            self._end()
        return b"".join(map(frame, self._messages))
