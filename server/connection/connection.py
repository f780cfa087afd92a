"""One connection: a conversation, the seat it was given, and what may still be written to it.

Back-pressure: a connection whose buffer is full is told nothing more (its backlog is dropped, nobody waits for it);
when it has drained it is given the view. One that reads nothing for a while is closed by the house; one that goes on
reading is not, however slow it is.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from functools import cache
from typing import Final, Protocol

from domain.core.audience import Seat
from domain.core.command import Command
from domain.core.refusal import Refusal
from server.connection.conversation import (
    LOOK_COST,
    TOO_FAST,
    Acked,
    Conversation,
    End,
    Enter,
    Ignored,
    LookBack,
    Refuse,
    Submitted,
    Types,
    too_much,
)
from server.fold.commit_codec import command_key, write
from server.log.contract import LogError
from server.protocol import frames
from server.protocol.websocket_framing import frame
from server.rate_limits import Bucket
from server.stream.fan_out import BROKEN, WRONG
from server.stream.group_commit import BUSY, BUSY_AFTER, FENCED, TOO_OLD, UNSAVED, PastState, Submission
from server.stream.live_stream import LiveStream

log_ = logging.getLogger("coterie.connection")

NOBODY: Final = Seat("", "spectator")
ACCESS_ENDED, NO_SUCH_TABLE = 4401, 4404
"""Application close codes: the seat's door is gone; there is no such table for this seat."""
BEHIND_ABOVE: Final = 32 * 1024
"""Unread bytes above which options wait: a quarter of a second on a line of 128 KB/s."""
ASKING_MOST: Final = 50
"""Wishes of one connection that wait at once until all is there that it takes to decide them."""
NO_PLAYER: Final = Refusal("no-such-player", "No player of this table has that seat: invite one first (G0).")
TOO_SLOW: Final = "Your connection fell behind. Look again."
LOST: Final = "The log has lost what you had seen last; this is the table as it is now."


@cache
def _names_seats(type_: type[Command]) -> bool:
    """Whether commands of this type name the seats that they are for."""
    return not {"player", "to"}.isdisjoint(type_.__struct_fields__)


def _seats_named(command: Command) -> Collection[str]:
    """The players' seats that a command names."""
    return {getattr(command, "player", ""), *getattr(command, "to", ())} - {"", "storyteller"}


def discard(_data: bytes) -> None:
    """Where what is written to somebody who is gone goes."""


class Transport(Protocol):
    """The transport below: writes framed bytes without waiting, and closes with a code."""

    def write(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...

    def unread(self) -> int:
        """How many of the written bytes have not reached the other side yet."""
        ...


class SeatAccess(Protocol):
    """What a session token opens."""

    @property
    def seat(self) -> Seat: ...

    @property
    def name(self) -> str: ...


class ConnectionServices(Protocol):
    """What a connection needs of the house it is in."""

    def now(self) -> float:
        """Steady seconds."""
        ...

    async def admit(self, connection: "Connection", hello: frames.Hello) -> "tuple[SeatAccess, LiveStream] | None":
        """Who this is and where; None after closing the peer, where the token opens nothing there."""
        ...

    async def plays(self, live: LiveStream, seat: str) -> bool:
        """Whether a seat is a player's at this table."""
        ...

    async def look_back(self, connection: "Connection", live: LiveStream, look: frames.Look) -> bytes:
        """The frames that answer a look."""
        ...

    async def past(self, live: LiveStream, submission: Submission) -> PastState | None:
        """The table as it was, for a command that looks back. Raises `Refusal` where it cannot be had."""
        ...

    def arrived(self, connection: "Connection") -> None: ...

    def caught_up(self, connection: "Connection") -> None: ...

    def typed(self, connection: "Connection") -> None: ...

    def left(self, connection: "Connection", live: LiveStream | None) -> None: ...

    def window(self) -> int:
        """Milliseconds within which whoever is sent away should come back."""
        ...

    def seat_bucket(self, seat: Seat) -> Bucket: ...

    def bytes_bucket(self, seat: Seat) -> Bucket: ...


class Connection:
    """A viewer at a live table."""

    __slots__ = (
        "__weakref__",
        "_asking",
        "_bytes_bucket",
        "_closed",
        "_conversation",
        "_looking",
        "_missed",
        "_read",
        "_seat_bucket",
        "_services",
        "_tasks",
        "_transport",
        "_unanswered",
        "_unread",
        "acked",
        "address",
        "began",
        "expires",
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
        self.expires = 0
        """When its session does, milliseconds since 1970; 0 where it has none, or one for ever."""
        self.address = ""
        """Where it comes from, if that is counted."""
        self.live: LiveStream | None = None
        self.typing = False
        self.began = services.now()
        self.acked = self.began
        self.lagging_since = 0.0
        """Since when its buffer has been full without any of it being read, steady seconds; 0 while it keeps up."""
        self._unread = 0
        """How much it had yet to read at the last check."""
        self._conversation = Conversation(bucket)
        self._seat_bucket = bucket
        """Once seated, the one that all connections of the seat share."""
        self._bytes_bucket: Bucket | None = None
        """The same, for the bytes of its commands."""
        self._services = services
        self._transport = transport
        self.write: Callable[[bytes], None] = transport.write
        """Takes framed bytes for this viewer; they are dropped while it lags, and once it is gone."""
        self._closed = False
        self._looking = False
        self._unanswered: int | None = None
        """The look that was to be answered while there was no room for it."""
        self._missed = False
        """Whether something was not told for want of room."""
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._asking: asyncio.Task[None] | None = None
        """The newest wish that waits until all is there that it takes to decide it, or for one that does."""
        self._read = 0.0
        """When a moment was last read for a wish: those behind it are not given up for the time that this took."""

    @property
    def stage(self) -> str:
        """How far the conversation is."""
        return self._conversation.stage

    # From the socket

    def received(self, message: bytes) -> None:
        """A whole binary message came."""
        now = self._services.now()
        effect = self._conversation.receive(message, now)
        match effect:
            case Submitted():
                self._submit(effect, now)
            case Refuse(id_, refusal):
                if self.live is not None:
                    self.live.refuse_unread(self, id_, refusal)
            case Acked():
                self.acked = now
            case Types(on):
                self.typing = on
                self._services.typed(self)
            case Enter(hello):
                self._spawn(self._enter(hello))
            case LookBack(look, within):
                if self._looking:  # one in flight: a page asks nothing else before it is answered
                    pass
                elif not (within and self._seat_bucket.take(now, LOOK_COST)):  # many tabs or watchers are one seat
                    self._answer_look(look.id, frame(write(frames.Looked(look.id, 0, 0, 0, TOO_FAST.sentence))))
                else:
                    self._looking = True
                    self._spawn(self._look(look))
            case End(code, sentence):
                self.close(code, sentence)
            case Ignored():
                pass

    def received_text(self) -> None:
        """A text message came."""
        end = self._conversation.text()
        self.close(end.code, end.sentence)

    def paused(self) -> None:
        """The buffer is full: tell it nothing more until it drains."""
        if not self._closed:
            self.lagging_since = self.lagging_since or self._services.now()
            self.write = self._miss

    def resumed(self) -> None:
        """The buffer drained: show it the table as it is now, if it missed anything."""
        self.lagging_since = 0.0  # from here on it waits for the table, not the table for it
        if self._missed and self.live is not None and self.stage == "seated":
            self.live.when_still(self._catch_up)
        else:
            self._keep_up()
            self._services.caught_up(self)

    def see_whether_it_reads(self, now: float) -> None:
        """Compare what it has yet to read with the last time. If that is less, and not nothing, the connection is slow
        but alive: its time limits begin anew."""
        before, self._unread = self._unread, self._transport.unread()
        if 0 < self._unread < before:
            self.acked = now
            if self.lagging_since:
                self.lagging_since = now

    @property
    def behind(self) -> bool:
        """Whether it has so much left to read that options wait until it has read on."""
        return self._transport.unread() > BEHIND_ABOVE

    @property
    def deaf(self) -> bool:
        """Whether it is told nothing just now, for want of room, or until it is shown the table again."""
        return self.write == self._miss

    def _keep_up(self) -> None:
        if self._closed:
            return
        self.write = self._transport.write
        look, self._unanswered = self._unanswered, None
        if look is not None:
            self.write(frame(write(frames.Looked(look, 0, 0, 0, TOO_SLOW))))

    def _miss(self, _data: bytes) -> None:
        self._missed = True

    def lost(self) -> None:
        """The connection is gone."""
        self._end()
        for task in self._tasks:
            task.cancel()
        live, self.live = self.live, None
        if live is not None:
            live.unseat(self)
        self._services.left(self, live)

    # From the table

    def close(self, code: int, sentence: str) -> None:
        """Say why, and close: nothing is heard and nothing is told from now on."""
        if self._closed:
            return
        self.end()
        retry = -1 if code in (ACCESS_ENDED, NO_SUCH_TABLE) else self._services.window()
        self._transport.write(frame(write(frames.Closing(code, sentence, retry))))
        self._transport.close(code, sentence)

    def end(self) -> None:
        """Nothing is heard and nothing is told from now on."""
        self._end()
        self._conversation.end()
        if self.live is not None:
            self.live.unseat(self)

    def _end(self) -> None:
        self._closed = True
        self.write = discard

    # What it asks for

    def _submit(self, wished: Submitted, now: float) -> None:
        live = self.live
        if live is None:
            return
        back = self.seat.is_storyteller and wished.command.looks_back
        key = command_key(self.seat, wished.id)
        submission = Submission(self.seat, wished.id, key, wished.digest, wished.command, wished.seen, now, self)
        if not self._seat_bucket.take(now, LOOK_COST if back else 1.0):
            live.refuse(submission, TOO_FAST)
            return
        bucket = self._bytes_bucket
        if bucket is not None and not bucket.take(now, wished.size):
            live.refuse(submission, too_much(bucket.wait(wished.size)))
            return
        named = _seats_named(wished.command) if _names_seats(type(wished.command)) else ()
        if not named and not back and self._asking is None:
            live.submit(submission)
        elif len(self._tasks) < ASKING_MOST:  # what was sent later is not to come earlier
            self._asking = self._spawn(self._submit_prepared(live, submission, named, self._asking))
        else:
            live.refuse(submission, BUSY)

    async def _submit_prepared(
        self, live: LiveStream, submission: Submission, named: Collection[str], before: "asyncio.Task[None] | None"
    ) -> None:
        """Submit what needs more than its table's state. `before`: the wish that came before this one, and is submitted
        before it."""
        if before is not None:
            await asyncio.wait([before])
            submission.since = max(submission.since, self._read)
        refusal = await self._refusal(live, submission, named)
        if self._asking is asyncio.current_task():
            self._asking = None
        if self._closed:  # a door that went meanwhile is shut to what came in by it
            return
        if refusal is None:
            live.submit(submission)
        else:
            live.refuse(submission, refusal)

    async def _refusal(self, live: LiveStream, submission: Submission, named: Collection[str]) -> Refusal | None:
        """Why it is not decided; None where it is prepared."""
        try:
            await self._prepare(live, submission, named)
        except TimeoutError:
            return BUSY
        except LogError as error:
            log_.warning("%s", error)
            return UNSAVED
        except Refusal as error:
            return error
        return None

    async def _prepare(self, live: LiveStream, submission: Submission, named: Collection[str]) -> None:
        """What looks back to a moment gets the table as it was then. And a character is given, or something whispered,
        only to players of this table: the rules do not know who sits where. Anybody else to whom something was told
        would read it for good, and each circle of seats stays for good. Raises `Refusal`, `LogError`, and TimeoutError
        where that waited, for those before it or for the doors, until it is given up like any other."""
        left = submission.since + BUSY_AFTER - self._services.now()
        if left < 0:
            raise TimeoutError
        if live.folded.receipt(submission.seat.id, submission.key) is not None:
            raise TOO_OLD  # it is answered as it was; or so, where that is gone in its turn, for nobody has checked it
        async with asyncio.timeout(left):
            played = [await self._services.plays(live, seat) for seat in named]
        if not all(played):
            raise NO_PLAYER
        if submission.command.looks_back and submission.seat.is_storyteller:
            submission.past = await self._services.past(live, submission)
            self._read = submission.since = self._services.now()  # a long scene takes a while to read

    async def _enter(self, hello: frames.Hello) -> None:
        try:
            found = await self._services.admit(self, hello)
        except LogError as error:
            log_.warning("%s", error)
            self.close(1013, "The table's log cannot be reached just now. This page tries again by itself.")
            return
        if found is None or self._closed:
            return
        access, live = found
        self.seat, self.name, self.live = access.seat, access.name, live
        self._seat_bucket = self._services.seat_bucket(access.seat)
        self._bytes_bucket = self._services.bytes_bucket(access.seat)
        if self._strayed(live, hello):  # or this process is behind: the log knows
            live.look_around()
        live.seat(self, lambda: self._arrive(live, hello))

    def _strayed(self, live: LiveStream, hello: frames.Hello) -> bool:
        projection = live.folded.projection
        return hello.epoch == projection.epoch(self.seat) and projection.strayed(self.seat, hello.position)

    def _arrive(self, live: LiveStream, hello: frames.Hello) -> bool:
        """Resume where the client was, if few commits are missing; else show everything, and say so where the log has
        lost what it was told (I8), or cannot be read to its end. One step, no waiting. False where nobody is there any
        more."""
        if self._closed:
            return False
        projection = live.folded.projection
        strayed = self._strayed(live, hello)
        if strayed and live.unsure:  # nothing is said to be lost before the log was asked
            live.seat(self, lambda: self._arrive(live, hello))
            return False
        why = FENCED.sentence if live.fenced else LOST if strayed else ""
        missing = None
        if not why and hello.epoch and hello.epoch == projection.epoch(self.seat):
            missing = projection.missing(self.seat, hello.position)
        self.write(live.welcome(self.seat, self.name, missing=missing, why=why))
        self._conversation.seated()
        self._services.arrived(self)
        return True

    def _catch_up(self) -> None:
        self._keep_up()
        self._missed = False
        if self._closed or self.live is None:
            return
        try:
            why = "Your connection fell behind; this is the table as it is now."
            self.write(self.live.welcome(self.seat, self.name, why=why))  # in one, or the second would be missed again
            self._services.caught_up(self)
        except Exception:  # what fails here is this connection's end, not the table's (S28)
            log_.exception("a connection could not be shown the table again")
            self.close(BROKEN, WRONG)

    async def _look(self, look: frames.Look) -> None:
        try:
            if self.live is not None:
                self._answer_look(look.id, frame(await self._services.look_back(self, self.live, look)))
        finally:
            self._looking = False

    def _answer_look(self, id_: int, answer: bytes) -> None:
        """Answer a look: now, or, where there is no room for it, in a word as soon as there is."""
        if self.deaf:
            self._unanswered = id_
        else:
            self.write(answer)

    def _spawn(self, work: Coroutine[None, None, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and task.exception() is not None:  # fail closed: nothing more for this socket (S28)
            log_.error("a connection failed", exc_info=task.exception())
            self.close(BROKEN, WRONG)


Spawn = Callable[[Transport, str], Connection]
"""Makes the peer of a new connection from its link and its address."""
