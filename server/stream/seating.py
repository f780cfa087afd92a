"""Seats connections at a live stream, and makes the first messages that they receive.

Rule 1. A connection is seated only while its view equals the log's: it must not see commits that are not yet durable,
        nor commits that the log has lost. The loop of the live stream calls `let_in` and `let_in_unless` at the right
        moments.
Rule 2. A connection is added to the subscribers and receives its welcome in a single step, without an await in between.
        So it misses no commit and receives no commit twice.
Rule 3. If the view for a connection cannot be made, this connection ends, and no other connection notices (SEC28).
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from domain.core.audience import Seat
from domain.core.words import NO_WORDS, Words
from domain.option_groups import OPTION_GROUPS, command_layouts
from server.counters import Counters
from server.fold.commit_codec import write
from server.fold.story_selection import BEGINNING
from server.limits_and_timeouts import STORY_BYTES
from server.log.contract import EventLog
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.current_fold import CurrentFold
from server.stream.fan_out import BROKEN, WRONG, FanOut, Subscriber

log_ = logging.getLogger("coterie.seating")


STEPS_TO_ANSWER: Final = 6
"""After so many steps of the event loop, a task that was let in has sent its answer."""


class Arrival(NamedTuple):
    """A function to call once the fold equals the log. If the function reads only the view of `seat`, it is called once
    that view equals the log's."""

    act: Callable[[], None]
    seat: Seat | None


class Seating:
    """The arrivals at a live stream. `wake` is set when there is an arrival."""

    def __init__(
        self, current: CurrentFold, fan_out: FanOut, log: EventLog, counters: Counters, wake: asyncio.Event
    ) -> None:
        self.arrivals: list[Arrival] = []
        """The arrivals that wait to be seated, in order."""
        self._current = current
        self._fan_out = fan_out
        self._log = log
        self._counters = counters
        self._wake = wake

    def seat(self, subscriber: Subscriber, arrive: Callable[[], bool]) -> None:
        """Add a subscriber once its view equals the log's. In the same step `arrive` writes the welcome; it returns
        False if the connection has ended in the meantime."""

        def seated() -> None:
            self._fan_out.subscribers[subscriber] = subscriber.seat
            try:
                if not arrive():
                    self._fan_out.remove(subscriber)
            except Exception:  # the table cannot be shown to this connection; the table goes on (SEC28)
                log_.exception("%s: a connection could not be seated", self._current.stream)
                self._fan_out.remove(subscriber)
                subscriber.close(BROKEN, WRONG)

        self.when_still(seated, subscriber.seat)

    def when_still(self, act: Callable[[], None], seat: Seat | None = None) -> None:
        """Call a function once the fold equals the log. If the function reads only the view of one seat, name this
        seat: then the function is called as soon as that view equals the log's."""
        self.arrivals.append(Arrival(act, seat))
        self._wake.set()

    def let_in(self) -> None:
        """Seat all arrivals. The fold must equal the log, or as much of the log as can be read."""
        arrivals, self.arrivals = self.arrivals, []
        for arrival in arrivals:
            arrival.act()

    def let_in_unless(self, concerned: Callable[[Seat], bool]) -> bool:
        """While a group is being saved, seat the arrivals whose seats the group does not concern: their views equal the
        log's. All other arrivals go on waiting. Return True if an arrival was seated."""
        arrivals, self.arrivals = self.arrivals, []
        waiting: list[Arrival] = []
        for arrival in arrivals:
            if arrival.seat is None or concerned(arrival.seat):
                waiting.append(arrival)
            else:
                arrival.act()
        self.arrivals[:0] = waiting
        return len(waiting) < len(arrivals)

    @staticmethod
    async def pause() -> None:
        """Wait until the tasks that were just let in have sent their answers, such as the odds of a roll that is being
        prepared. If these tasks had to wait for other work, a seat could learn from the time of its answer that a
        hidden command is being decided."""
        for _ in range(STEPS_TO_ANSWER):
            await asyncio.sleep(0)

    def welcome(
        self,
        subscriber: Subscriber,
        *,
        missing: Sequence[bytes] | None = None,
        why: Words = NO_WORDS,
        story: int = STORY_BYTES,
    ) -> bytes:
        """Return the first messages for a connection, framed. `missing`: the messages that a client missed, if it
        resumes. Without them the client receives the whole view, then its options, and then the earlier part of the
        story, which has at most `story` bytes. `why` tells a client why the records that it has are no longer valid."""
        seat = subscriber.seat
        self._counters.resumes += missing is not None
        projection, resumed = self._current.folded.projection, missing is not None
        reset = write(frames.Reset(why)) if why else b""
        newest, earlier = (b"", b"") if resumed else projection.newcomer_view(seat, story)
        of, before = BEGINNING if resumed else projection.newcomer_story_start(seat, story)
        epoch, durability, stream = projection.epoch(seat), self._log.durability, self._current.stream
        layout = () if resumed else (OPTION_GROUPS, command_layouts())  # a resuming client has it already
        welcome = write(
            frames.Welcome(epoch, seat.id, seat.role, subscriber.name, stream, resumed, durability, before, of, *layout)
        )
        messages = [frame(message) for message in (reset + welcome + newest, *(missing or ()))]
        options = self._fan_out.whole_options(self._current.folded, subscriber)
        return b"".join((*messages, options, frame(earlier) if earlier else b""))

    def show_all_anew(self, why: Words) -> None:
        """Send the whole view to every subscriber, with the reason."""
        for subscriber in list(self._fan_out.subscribers):
            self._show_anew(subscriber, why)

    def _show_anew(self, subscriber: Subscriber, why: Words) -> None:
        try:
            subscriber.write(self.welcome(subscriber, why=why))
        except Exception:  # the table cannot be shown to this connection; it can be shown to all others (SEC28)
            log_.exception("%s: a connection could not be sent the whole view again", self._current.stream)
            subscriber.close(BROKEN, WRONG)
