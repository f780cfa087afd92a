"""A connection: the conversation with one client, its seat, and the frames that are written to it.

Back-pressure: while the connection's buffer is full, frames for it are dropped, so that no other connection waits and
no backlog grows. Once the buffer has drained, the connection gets the whole view. The hub closes a connection that
does not read for a while; a slow connection that goes on reading stays open (`LAG_MOST`, `SILENT_MOST`).

Long because one class has the whole life of a connection: its entry, its frames, its looks at the past and its end.
"""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from domain.core.audience import Seat
from domain.core.words import NO_WORDS, Words, phrase
from server.access.contract import hash_of
from server.access.sessions import Admitted
from server.connection.connection_tasks import ConnectionTasks
from server.connection.conversation import (
    TOO_FAST,
    Acked,
    Conversation,
    End,
    Enter,
    Ignored,
    InSightChanged,
    LookBack,
    Refuse,
    Submitted,
    TypingChanged,
)
from server.connection.submission_queue import Preparation, SubmissionQueue
from server.fold.commit_codec import write
from server.limits_and_timeouts import BEHIND_ABOVE, LOOK_COST, STORY_BYTES, Bucket
from server.log.contract import LogError
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.stream.fan_out import BROKEN, WRONG
from server.stream.group_commit import FENCED
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.connection")

NOBODY: Final = Seat("", "spectator")
"""The seat of a connection before it is admitted."""
ACCESS_ENDED, NO_SUCH_TABLE = 4401, 4404
"""The close codes of this application: 4401, the access of the seat has ended; 4404, the seat has no such table."""
TOO_SLOW: Final = phrase("error-look-again")
LOST: Final = phrase("error-log-lost")


def discard(_data: bytes) -> None:
    """Drop bytes for a closed connection."""


class Transport(Protocol):
    """The writing side of a network connection. It writes framed bytes without waiting, and closes with a code."""

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...

    def unread(self) -> int:
        """Return how many of the written bytes have not reached the client yet."""
        ...


class Admission(NamedTuple):
    """The seat that a session opens, and the buckets (rate limits) that all connections of this seat share."""

    admitted: Admitted
    commands: Bucket
    command_bytes: Bucket


class PresenceEvents(Protocol):
    """The functions that a connection calls when something changes that presence shows."""

    def arrived(self, live: LiveStream, subscriber: "Connection") -> None: ...

    def caught_up(self, live: LiveStream, subscriber: "Connection") -> None: ...

    def changed(self, live: LiveStream) -> None: ...


class ConnectionServices(Preparation, Protocol):
    """The parts of the hub that a connection needs."""

    @property
    def presence(self) -> PresenceEvents: ...

    async def admit(self, connection: "Connection") -> Admission | End | None:
        """Return the seat that the session of this connection opens. If the session opens no seat, return how to end
        the connection. Return None if the connection has ended in the meantime. Raise `LogError`."""
        ...

    async def table(self, admitted: Admitted, stream: str) -> LiveStream | End:
        """Return the live stream of a table; if the seat has no such table, return how to end the connection. Raise
        `LogError`."""
        ...

    async def look_back(self, seat: Seat, live: LiveStream, look: frames.Look) -> bytes:
        """Return the frames that answer a look (a request to look back)."""
        ...

    def left(self, connection: "Connection") -> None:
        """Stop counting a connection that has ended."""
        ...

    def retry_window(self) -> int:
        """Return the number of milliseconds within which clients that are sent away now should come back."""
        ...


class Connection:
    """A client at a live table."""

    __slots__ = (
        "__weakref__",
        "_conversation",
        "_dropped",
        "_looking",
        "_queue",
        "_seat_commands",
        "_services",
        "_tasks",
        "_transport",
        "_unanswered",
        "_unread",
        "acked",
        "began",
        "closed",
        "expires",
        "in_sight",
        "lagging_since",
        "live",
        "name",
        "seat",
        "session",
        "typing",
        "write",
    )  # fmt: skip

    def __init__(self, services: ConnectionServices, transport: Transport, bucket: Bucket) -> None:
        self.seat = NOBODY
        self.name = ""
        self.session = ""
        """The hash of its session token; "" until its hello has come."""
        self.expires = 0
        """When its session expires, in milliseconds since 1970. 0 if the session never expires, or if there is no
        session yet."""
        self.live: LiveStream | None = None
        self.typing = False
        self.in_sight = False
        """True while the client says that its page is in sight."""
        self.began = services.now()
        self.acked = self.began
        """When the client last answered a tick, or last read some of its bytes; in seconds of `Clock.steady`."""
        self.lagging_since = 0.0
        """When its buffer became full, or when the client last read some of it; in seconds of `Clock.steady`. 0 while
        the buffer is not full."""
        self.closed = False
        self.write: Callable[[bytes], None] = transport.write
        """Writes framed bytes to this client. The bytes are dropped while the buffer is full, and after the connection
        was closed."""
        self._unread = 0
        """The number of unread bytes at the last check."""
        self._conversation = Conversation(bucket)
        self._services = services
        self._transport = transport
        self._tasks = ConnectionTasks(self._failed)
        self._queue: SubmissionQueue | None = None
        self._seat_commands: Bucket | None = None
        """The bucket that limits the looks and commands of the seat, over all its connections; None until the
        connection is admitted."""
        self._looking = False
        self._unanswered: int | None = None
        """The id of a request to look back whose answer did not fit, because the buffer was full."""
        self._dropped = False
        """True if a frame was dropped because the buffer was full."""

    @property
    def stage(self) -> str:
        """The stage of the conversation: `greeting`, `entering`, `seated` or `over`."""
        return self._conversation.stage

    # From the socket

    def received(self, message: bytes) -> None:
        """Handle a complete binary message."""
        now = self._services.now()
        effect = self._conversation.receive(message, now)
        match effect:
            case Submitted():
                if self._queue is not None:
                    self._queue.submit(effect, now)
            case Refuse(id_, refusal):
                if self.live is not None:
                    self.live.refuse_unread(self, id_, refusal)
            case Acked():
                self.acked = now
            case TypingChanged() | InSightChanged():
                self._change_presence(effect)
            case Enter(hello):
                self._tasks.spawn(self._enter(hello))
            case LookBack(look, within):
                self._receive_look(look, now, within=within)
            case End(code, why, detail):
                self.close(code, why, detail)
            case Ignored():
                pass

    def _change_presence(self, effect: TypingChanged | InSightChanged) -> None:
        if isinstance(effect, TypingChanged):
            self.typing = effect.on
        else:
            self.in_sight = effect.on
        if self.live is not None:
            self._services.presence.changed(self.live)

    def received_text(self) -> None:
        """Handle a text message: end the connection."""
        end = self._conversation.text()
        self.close(end.code, end.why)

    def paused(self) -> None:
        """Drop frames from now on: the buffer is full."""
        if not self.closed:
            self.lagging_since = self.lagging_since or self._services.now()
            self.write = self._drop

    def resumed(self) -> None:
        """Write frames again, because the buffer has drained. If a frame was dropped, send the whole view first."""
        self.lagging_since = 0.0  # the client has read everything; from now on it waits for the server
        if self._dropped and self.live is not None and self.stage == "seated":
            self.live.when_still(self._show_again, self.seat)
        else:
            self._write_again()
            if self.live is not None:
                self._services.presence.caught_up(self.live, self)

    def check_reading(self, now: float) -> None:
        """If the client has read some of its unread bytes since the last check, begin its time limits anew: it is slow,
        but alive."""
        before, self._unread = self._unread, self._transport.unread()
        if 0 < self._unread < before:
            self.acked = now
            if self.lagging_since:
                self.lagging_since = now

    @property
    def behind(self) -> bool:
        """True if the connection has so many unread bytes that its options are sent later."""
        return self._transport.unread() > BEHIND_ABOVE

    @property
    def drops_writes(self) -> bool:
        """True while frames are dropped: from the moment when the buffer is full until the client gets the whole view
        again."""
        return self.write == self._drop

    def lost(self) -> None:
        """End the connection, because the transport is gone."""
        self._end()
        self._tasks.cancel()
        live, self.live, self._queue = self.live, None, None
        if live is not None:
            live.unseat(self)
        self._services.left(self)
        if live is not None:
            self._services.presence.changed(live)

    # From the server

    def close(self, code: int, why: Words, detail: str = "") -> None:
        """Tell the client the reason, and close. The close frame carries the message id of the reason, and `detail` if
        there is one (see `End`)."""
        if self.closed:
            return
        self.end()
        retry = -1 if code in (ACCESS_ENDED, NO_SUCH_TABLE) else self._services.retry_window()
        self._transport.write(frame(write(frames.Closing(code, why, retry))))
        self._transport.close(code, f"{why.id}: {detail}" if detail else why.id)

    def end(self) -> None:
        """Stop reading and writing."""
        self._end()
        self._conversation.end()
        if self.live is not None:
            self.live.unseat(self)

    def _end(self) -> None:
        self.closed = True
        self.write = discard

    def _failed(self, error: BaseException) -> None:
        log_.error("a connection failed and is closed", exc_info=error)
        self.close(BROKEN, WRONG)  # after a failure the connection receives no more (SEC28)

    # Entering

    async def _enter(self, hello: frames.Hello) -> None:
        self.session = hash_of(hello.token)  # from now on this connection is closed when the access of the session ends
        try:
            found = await self._find_table(hello.stream)
        except LogError as error:
            log_.warning("%s; a client cannot enter", error)
            self.close(1013, phrase("error-log-away"))
            return
        if isinstance(found, End):
            self.close(found.code, found.why)
        elif found is not None and not self.closed:
            self._join(*found, hello)

    async def _find_table(self, stream: str) -> tuple[Admission, LiveStream] | End | None:
        admission = await self._services.admit(self)
        if admission is None or isinstance(admission, End):
            return admission
        admitted = admission.admitted
        self.seat, self.name, self.expires = admitted.seat, admitted.name, admitted.expires
        live = await self._services.table(admitted, stream)
        return live if isinstance(live, End) else (admission, live)

    def _join(self, admission: Admission, live: LiveStream, hello: frames.Hello) -> None:
        _, commands, command_bytes = admission
        self.live, self._seat_commands = live, commands
        self._queue = SubmissionQueue(self, live, commands, command_bytes, self._services, self._tasks)
        # Only the log shows whether entries are lost, or whether this process has not read all of them.
        if self._strayed(live, hello):
            live.look_around()
        live.seat(self, lambda: self._welcome(live, hello))

    def _strayed(self, live: LiveStream, hello: frames.Hello) -> bool:
        projection = live.folded.projection
        return hello.epoch == projection.epoch(self.seat) and projection.strayed(self.seat, hello.position)

    def _welcome(self, live: LiveStream, hello: frames.Hello) -> bool:
        """Seat the connection, in a single step. If the client missed few commits, send these commits. Otherwise send
        the whole view; with the reason, if the log has lost commits that the client had received (INV8) or cannot be
        read to its end. Return False if the connection is not seated now."""
        if self.closed:
            return False
        projection = live.folded.projection
        strayed = self._strayed(live, hello)
        if strayed and live.unsure:  # only the log can show whether entries are lost: try again after it was read
            live.seat(self, lambda: self._welcome(live, hello))
            return False
        why = FENCED.words if live.fenced else LOST if strayed else NO_WORDS
        missing = None
        if not why and hello.epoch and hello.epoch == projection.epoch(self.seat):
            missing = projection.missing(self.seat, hello.position)
        self.write(live.welcome(self, missing=missing, why=why, story=STORY_BYTES if hello.story else 0))
        self._conversation.seated()
        self._services.presence.arrived(live, self)
        return True

    # A buffer that was full

    def _drop(self, _data: bytes) -> None:
        self._dropped = True

    def _write_again(self) -> None:
        if self.closed:
            return
        self.write = self._transport.write
        look, self._unanswered = self._unanswered, None
        if look is not None:
            self.write(frame(write(frames.Looked(look, 0, 0, 0, TOO_SLOW))))

    def _show_again(self) -> None:
        """Send the whole view, and write frames again."""
        self._write_again()
        self._dropped = False
        if self.closed or self.live is None:
            return
        try:
            why = phrase("error-fell-behind")
            self.write(self.live.welcome(self, why=why))  # a single write: the next could be dropped
            self._services.presence.caught_up(self.live, self)
        except Exception:  # a failure here ends this connection, not the table (SEC28)
            log_.exception("a connection could not be sent the view again and is closed")
            self.close(BROKEN, WRONG)

    # Looking back

    def _receive_look(self, look: frames.Look, now: float, *, within: bool) -> None:
        """Answer a look. If the seat looks back too often, refuse it. All tabs and all watchers of a seat share this
        limit."""
        if self._looking:  # the page waits for an answer before it looks back again, so this look is ignored
            return
        if within and self._seat_commands is not None and self._seat_commands.take(now, LOOK_COST):
            self._looking = True
            self._tasks.spawn(self._look(look))
        else:
            self._answer_look(look.id, frame(write(frames.Looked(look.id, 0, 0, 0, TOO_FAST.words))))

    async def _look(self, look: frames.Look) -> None:
        try:
            if self.live is not None:
                answer = await self._services.look_back(self.seat, self.live, look)
                self._answer_look(look.id, frame(answer))
        finally:
            self._looking = False

    def _answer_look(self, id_: int, answer: bytes) -> None:
        """Write the answer to a look. If the buffer is full, write a short refusal instead, once the buffer has
        drained."""
        if self.drops_writes:
            self._unanswered = id_
        else:
            self.write(answer)


Spawn = Callable[[Transport, str], Connection]
"""Makes the connection for a new transport and its network address."""
