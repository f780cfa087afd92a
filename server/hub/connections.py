"""The connections of this process: admits them, limits their number for each address and seat, and closes them.

Each connection changes its own fields. This file only counts its address and its seat.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from domain.core.audience import Seat
from domain.core.words import phrase
from server.access.contract import Changed
from server.access.sessions import Admitted, Sessions
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE, Admission, Connection, Transport
from server.connection.conversation import End
from server.connection.presence import Presence
from server.fold.commit_codec import write
from server.hub.background_tasks import BackgroundTasks
from server.hub.look_backs import LookBacks
from server.hub.past_states import PastStates
from server.hub.streams import Streams, chronicle_of
from server.hub.tables import Tables
from server.limits_and_timeouts import (
    ADDRESS_MOST,
    COME_BACK,
    HELLO_WITHIN,
    LAG_MOST,
    LOCAL_ADDRESSES,
    OVERDUE,
    SELDOM,
    SILENT_MOST,
    TABS_MOST,
    WATCHERS_MOST,
    Bucket,
    Buckets,
    ConnectionCounts,
    Rate,
    bytes_rate,
)
from server.pictures.contract import PictureKey, PictureStore
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.group_commit import PastState, Submission
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.hub")

NOWHERE: Final = phrase("error-no-table")
ARCHIVED: Final = phrase("archived")


@dataclass(slots=True)
class Counted:
    """The address and the seat for which a connection is counted; "" if it is not counted."""

    address: str = ""
    seat: str = ""


class Connections:
    """Admits connections, limits their number, and closes them when they must not stay. Every connection calls this
    object as its `ConnectionServices`."""

    def __init__(
        self,
        now: Callable[[], float],
        rate: Rate,
        sessions: Sessions,
        streams: Streams,
        tables: Tables,
        look_backs: LookBacks,
        past_states: PastStates,
        presence: Presence,
        background: BackgroundTasks,
        pictures: PictureStore,
    ) -> None:
        self.now = now
        self.presence = presence
        self.addresses = ConnectionCounts()
        """The number of connections from each address."""
        self._seats = ConnectionCounts()
        """The number of connections of each seat."""
        self.counted: dict[Connection, Counted] = {}
        """All open connections, in the order of their arrival."""
        self._rate = rate
        self._commands = Buckets(rate)
        self._bytes = Buckets(bytes_rate(rate))
        self._warning = Bucket(SELDOM, now())
        """Limits how often the server's log reports that a connection was turned away."""
        self._sessions = sessions
        self._streams = streams
        self._tables = tables
        self._look_backs = look_backs
        self._past_states = past_states
        self._background = background
        self._pictures = pictures

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self.counted))

    def __len__(self) -> int:
        return len(self.counted)

    def bytes_of(self, seat: Seat) -> Bucket:
        """Return the bucket that limits the bytes of a seat's commands, over all its connections."""
        return self._bytes.get(seat.id, self.now())

    # Coming and going

    def spawn(self, transport: Transport, address: str) -> Connection:
        """Make the connection for a new transport. If its address has too many connections, close it at once."""
        connection = Connection(self, transport, Bucket(self._rate, self.now()))
        counted = self.counted[connection] = Counted()
        if address not in LOCAL_ADDRESSES:
            if self.addresses.enter(address, ADDRESS_MOST):
                counted.address = address
            else:
                connection.close(1013, phrase("error-address-full"))
                if self._warning.take(self.now()):
                    log_.warning(
                        "Too many connections from %s: more are closed. If it is a proxy, set FORWARDED_ALLOW_IPS.",
                        address,
                    )
        return connection

    async def admit(self, connection: Connection) -> Admission | End | None:
        """Return the seat that the session of the connection opens, with the limits of that seat. If the session opens
        no seat, or if the seat has too many connections, return how to end the connection. Return None if the
        connection has ended in the meantime."""
        admitted = await self._sessions.still(connection.session)
        if admitted is None:
            return End(ACCESS_ENDED, phrase("error-seat-closed"))
        counted, seat = self.counted.get(connection), admitted.seat
        if counted is None:
            return None
        if not self._seats.enter(seat.id, WATCHERS_MOST if seat.role == "spectator" else TABS_MOST):
            return End(1013, phrase("error-seat-full"))
        counted.seat = seat.id
        return Admission(admitted, self._commands.get(seat.id, self.now()), self.bytes_of(seat))

    def left(self, connection: Connection) -> None:
        """Stop counting a connection that has ended."""
        counted = self.counted.pop(connection, None)
        if counted is None:
            return
        if counted.address:
            self.addresses.leave(counted.address)
        if counted.seat:
            self._seats.leave(counted.seat)

    def retry_window(self) -> int:
        """Return the number of milliseconds within which clients that are sent away now should come back."""
        return max(2000, COME_BACK * len(self.counted))

    # Services for a seated connection

    async def table(self, admitted: Admitted, stream: str) -> LiveStream | End:
        """Return the live stream of a table; if the session may not open it, return how to end the connection. The
        answer is the same for a table that does not exist and a table of another chronicle. Raise `LogError`."""
        live = await self._tables.find(admitted, stream)
        if live is None:
            return End(NO_SUCH_TABLE, ARCHIVED if await self._tables.had_scene(admitted, stream) else NOWHERE)
        return live

    async def plays(self, live: LiveStream, seat: str) -> bool:
        """True if this is a player's seat of the stream's chronicle. Raise `LogError`."""
        return await self._sessions.plays(chronicle_of(live.stream), seat)

    async def uploaded(self, live: LiveStream, seat: str, picture: str) -> bool:
        """True if this seat has uploaded the picture in the stream's chronicle. Raise `LogError`."""
        return await self._pictures.has(PictureKey(chronicle_of(live.stream), picture, seat))

    async def look_back(self, seat: Seat, live: LiveStream, look: frames.Look) -> bytes:
        """Return the frames that answer a look (a request to look back)."""
        return await self._look_backs.answer(seat, live, look)

    async def past(self, live: LiveStream, submission: Submission) -> PastState | None:
        """Return the past state that a command needs. Raise `Refusal` if there is no such state, or `LogError`."""
        return await self._past_states.for_command(live, submission)

    # Closing

    def access_changed(self, changed: Changed) -> None:
        """Close the connections that lose their access because a seat or a credential was changed, in this or another
        process."""
        self._background.retry(lambda: self._close_ended(changed))

    async def _close_ended(self, changed: Changed) -> None:
        all_ = changed == Changed()
        for connection in self:
            # Before its admission, the session of a connection may belong to any seat.
            seat = connection.seat.id or changed.seat
            affected = all_ or changed.seat == seat or changed.credential == connection.session
            if connection.session and affected and await self._sessions.still(connection.session) is None:
                connection.close(ACCESS_ENDED, phrase("error-seat-revoked"))
        chronicle = await self._sessions.chronicle_of(changed.seat) if changed.seat else ""
        for live in self._streams.live_streams():
            if chronicle and chronicle_of(live.stream) == chronicle:
                self.presence.changed(live)

    def close_chronicle(self, chronicle: str) -> None:
        """Close the connections to all tables of a chronicle, because the host has deleted it."""
        for connection in self:
            if connection.live is not None and chronicle_of(connection.live.stream) == chronicle:
                connection.close(ACCESS_ENDED, phrase("error-chronicle-deleted"))

    def sweep(self) -> None:
        """Close connections that sent no hello, that do not read, that fell silent, or whose session has expired."""
        now = self.now()
        for connection in self:
            if connection.lagging_since or now - connection.acked > OVERDUE:
                connection.check_reading(now)
            if connection.stage == "greeting" and now - connection.began > HELLO_WITHIN:
                connection.close(1008, phrase("error-no-hello"))
            elif self._sessions.over(connection.expires):
                connection.close(ACCESS_ENDED, phrase("error-session-expired"))
            elif connection.lagging_since and now - connection.lagging_since > LAG_MOST:
                connection.close(1008, phrase("error-reads-nothing", seconds=round(LAG_MOST)))
            elif connection.stage == "seated" and now - connection.acked > SILENT_MOST:
                connection.close(1001, phrase("error-silent"))

    def tick(self, number: int) -> None:
        """Send a tick to all seated connections."""
        data = frame(write(frames.Tick(number)))
        for connection in self:
            if connection.stage == "seated":
                connection.write(data)

    def close_all(self) -> None:
        """Close all connections, because the server ends."""
        for connection in self:
            connection.close(1012, phrase("error-restart"))
