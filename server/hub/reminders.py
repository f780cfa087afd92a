"""Reminders: push messages to the devices of a seat that is asked something while none of its pages is in sight.

Rule 1. A reminder depends on the seat's own view alone: it is sent if a question is new in that view. A commit that is
        hidden from the seat changes none of its questions.
Rule 2. Questions are compared on ticks, not after commits. So the time of a reminder shows no more than a tick.
Rule 3. A seat gets at most one reminder in `REMIND_EVERY`, over all its tables and all processes: the access store
        keeps the time of the last one. A question that comes too soon after it waits. It is forgotten if it is
        answered, or if a page of the seat comes into sight.
"""

import logging
from functools import partial
from typing import Protocol

from domain.core.audience import Seat
from domain.options import questions
from server.access.contract import AccessStore, PushSubscription
from server.access.sessions import Sessions
from server.clock import Clock
from server.connection.presence import Presence
from server.hub.background_tasks import BackgroundTasks
from server.hub.streams import Streams
from server.limits_and_timeouts import REMIND_EVERY
from server.log.contract import LogError
from server.stream.live_stream import LiveStream
from server.stream.seat_options import log_failed_offer

log_ = logging.getLogger("coterie.reminders")


class Delivery(Protocol):
    """Sends push messages."""

    async def send(self, subscription: PushSubscription) -> bool:
        """Send the message. Return False if the subscription has ended. Raise `LogError`."""
        ...


Questions = frozenset[str]
Place = tuple[str, str]
"""A stream, and the id of a seat."""


class Reminders:
    """Sends the reminders of a process."""

    def __init__(
        self,
        store: AccessStore,
        sessions: Sessions,
        streams: Streams,
        presence: Presence,
        background: BackgroundTasks,
        delivery: Delivery,
        clock: Clock,
        process: str,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._streams = streams
        self._presence = presence
        self._background = background
        self._delivery = delivery
        self._clock = clock
        self._process = process
        self._seen: dict[str, int] = {}
        """For each stream: how many commits it had when its questions were last compared."""
        self._known: dict[Place, Questions] = {}
        """The questions that were open then, for each seat that wants reminders."""
        self._due: dict[Place, int] = {}
        """The seats that are to be reminded: the time before which their question did not exist yet, in milliseconds
        since 1970."""
        self._compared = clock.wall()
        """When the questions were last compared."""
        self._comparing = False

    def sweep(self) -> None:
        """Note the questions that are open in streams which have just been started: they are old. Forget streams that
        have been stopped."""
        served = {live.stream: live for live in self._streams.live_streams()}
        for stream in self._seen.keys() - served.keys():
            del self._seen[stream]
            for places in (self._known, self._due):
                for place in [place for place in places if place[0] == stream]:
                    del places[place]
        for stream in served.keys() - self._seen.keys():
            self._seen[stream] = served[stream].folded.head.seq
            self._background.spawn(self._note_old_questions(served[stream]))

    async def _note_old_questions(self, live: LiveStream) -> None:
        try:
            self._known |= await self._questions(live)
        except LogError as error:
            log_.info("%s: the open questions are not known: %s", live.stream, error)

    def tick(self) -> None:
        """Compare the questions of all streams with those at the last tick, and send the reminders that are due."""
        if not self._comparing:
            self._comparing = True
            self._background.spawn(self._compare_and_send())

    async def _compare_and_send(self) -> None:
        since, self._compared = self._compared, self._clock.wall()
        try:
            for live in self._streams.live_streams():
                if self._seen.get(live.stream, live.folded.head.seq) != live.folded.head.seq:
                    await self._compare(live, since)
            for place, asked_after in [*self._due.items()]:
                if await self._settle(place, asked_after):
                    self._due.pop(place, None)
        except LogError as error:
            log_.info("reminders wait for the next tick: %s", error)
        finally:
            self._comparing = False

    async def _compare(self, live: LiveStream, since: int) -> None:
        commits = live.folded.head.seq
        for place, now_open in (await self._questions(live)).items():
            if now_open - self._known.get(place, frozenset()):
                self._due.setdefault(place, since)
            if not now_open:
                self._due.pop(place, None)
            self._known[place] = now_open
        self._seen[live.stream] = commits

    async def _questions(self, live: LiveStream) -> dict[Place, Questions]:
        """Return the open questions of each seat of the stream that wants reminders."""
        found: dict[Place, Questions] = {}
        for row in await self._sessions.seats(live.stream.split("/")[1]):
            if row.revoked or row.role == "spectator" or not await self._sessions.subscriptions(row.id):
                continue
            seat = Seat(row.id, row.role)
            found[live.stream, row.id] = await self._streams.look(live, partial(_questions_of, live, seat), seat)
        return found

    async def _settle(self, place: Place, asked_after: int) -> bool:
        """Send the reminder of a seat, if it is still needed. Return False if it comes too soon after the last one."""
        stream, seat = place
        if seat in self._presence.in_sight(stream.split("/")[1]):
            return True
        name, now = f"reminded/{seat}", self._clock.wall()
        stored = await self._store.kept(name)
        last = int(stored.partition(b" ")[0] or 0)
        if last >= asked_after:
            return True
        if now - last < REMIND_EVERY:
            return False
        value = f"{now} {self._process}".encode()
        if await self._store.keep(name, value, stored) == value:
            devices = {each.endpoint: each for each in await self._sessions.subscriptions(seat)}
            for subscription in devices.values():
                self._background.spawn(self._send(subscription))
        return True

    async def _send(self, subscription: PushSubscription) -> None:
        try:
            valid = await self._sessions.still(subscription.session) is not None
            if not valid or not await self._delivery.send(subscription):
                await self._sessions.unsubscribe(subscription.seat, subscription.session)
        except LogError as error:
            log_.info("a reminder was not sent: %s", error)
        except Exception:  # a subscription comes from a person's browser; none of them may end the server
            log_.exception("a reminder was not sent")


def _questions_of(live: LiveStream, seat: Seat) -> Questions:
    return questions(live.folded.state.view(seat), log_failed_offer)
