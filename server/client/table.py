"""A client at a table: it stays connected, keeps the records, and sends commands.

Rule 1. A command keeps its id and its bytes until it is answered. After a cut the client sends the same bytes again, so
        the command applies once.
Rule 2. After a cut the client resumes from the position that it holds, so no part is lost or applied twice. If the
        server cannot resume, it sends the whole view, with a `welcome` that says so.
Rule 3. A connection without a message for `SILENCE` seconds counts as lost. The first retry comes within 2 s, or within
        the time that the server names; only failures make this time longer, up to 30 s.

Long because one class keeps a seat at a table through all cuts: connecting, resuming, sending and looking back.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, suppress
from types import TracebackType
from typing import Final, Self

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from domain.command import Command
from domain.core.words import NO_WORDS, Ref, Words
from domain.features.characters.character import Face
from server.client.decode_frames import read_message
from server.client.enter import Entrance, enter
from server.client.errors import (
    CommandRefused,
    LinkRefused,
    LookRefused,
    TableClosed,
    Unreachable,
    WrongFrames,
)
from server.client.frame_queues import FrameQueues
from server.client.held_records import HeldRecords
from server.client.open_options import OpenOptions
from server.client.wire import command_frame, encode, socket_to
from server.protocol import frames
from server.protocol.frames import FRAME_MOST, HELLO_MOST, ClientFrame, ServerFrame
from server.words.texts import DEFAULT_LANGUAGE, texts

log_ = logging.getLogger("coterie.client")

SILENCE: Final = 40.0
FIRST_RETRY: Final = 2.0
LAST_RETRY: Final = 30.0
ACCESS_ENDED: Final = 4401
NO_WAY_BACK: Final = (ACCESS_ENDED, 4404)
"""The close codes after which no retry helps."""
HELLO_REFUSED: Final = (1003, 1007, 1009)
"""The close codes by which a server says that it cannot read a hello: the next one would get the same answer."""
LEFT: Final = 1000


class Past(msgspec.Struct, frozen=True):
    """The answer to a look back: the table as it was when the seat had received `looked.at` parts."""

    looked: frames.Looked
    records: HeldRecords


class Table:
    """A seat at a stream (a chronicle's table or a scene). Use it as an asynchronous context manager: it is entered
    when the whole view is there, and stays connected until the block ends.

        async with Table(await enter(link)) as table:
            await table.do(Say("Good evening."))
            async for frame in table.received():
                ...
    """

    def __init__(self, entrance: Entrance, stream: str = "", language: str = DEFAULT_LANGUAGE) -> None:
        """`stream`: by default the open scene, or the chronicle if no scene is open. `language`: of the sentences."""
        self.entrance = entrance
        self.stream = stream or entrance.scene or entrance.stream
        self.records = HeldRecords()
        self.options = OpenOptions()
        self.presence: frames.Presence | None = None
        self.welcome: frames.Welcome | None = None
        """The newest welcome; None before the first one."""
        self.here = False
        """True while the table is connected and welcomed."""
        self.closed: TableClosed | None = None
        """The reason why the connection has ended for good."""
        self.away = ""
        """The error that ended the last connection."""
        self.retries = 0
        """The number of tries since the last welcome."""
        self._texts = texts(language)
        self._pending: dict[bytes, tuple[bytes, asyncio.Future[frames.Accepted | frames.Refused]]] = {}
        self._look: tuple[bytes, asyncio.Future[tuple[frames.Looked, list[ServerFrame]]]] | None = None
        self._looking = asyncio.Lock()
        self._looks = 0
        self._queues = FrameQueues()
        self._whole = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._closing: frames.Closing | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.sit()
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.leave()

    async def sit(self) -> None:
        """Connect, and wait until the whole view is there. Raise `TableClosed`."""
        self.start()
        await self._whole.wait()
        if self.closed is not None:
            raise self.closed

    def start(self) -> None:
        """Begin to stay connected, without waiting."""
        if self._task is None:
            self._task = asyncio.create_task(self._stay())
            self._task.add_done_callback(self._ended)

    async def drop(self) -> None:
        """Drop the connection, if there is one. The table connects again."""
        if self._socket is not None:
            await self._socket.close()

    async def leave(self) -> None:
        """Disconnect for good."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, TableClosed):
                await self._task
        self._close(TableClosed(LEFT, "This client has left the table."))

    # Commands

    async def do(self, command: Command) -> frames.Accepted:
        """Send a command and wait until it is applied and durable. While the connection is cut, it waits. Raise
        `CommandRefused`, `TableClosed`, or ValueError if the command is too long."""
        if self.closed is not None:
            raise self.closed
        id_ = secrets.token_bytes(16)
        answer = self.submit(id_, command_frame(id_, self.records.seen, command))
        try:
            told = await answer
        finally:
            self._pending.pop(id_, None)
        if isinstance(told, frames.Refused):
            raise CommandRefused(told.code, told.words, self.sentence(told.words))
        return told

    def submit(self, id_: bytes, frame: bytes) -> asyncio.Future[frames.Accepted | frames.Refused]:
        """Send an encoded command now or as soon as the table is connected, and again after each cut until the answer
        comes. Return the answer. Raise ValueError if the frame is too long."""
        if len(frame) > FRAME_MOST:  # the server would close the connection, after each resend again
            raise ValueError(f"A command has at most {FRAME_MOST} bytes.")
        answer = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody has to wait for it
        self._pending[id_] = frame, answer
        if self.here:
            self._send_soon(id_, frame)
        return answer

    @property
    def pending(self) -> list[bytes]:
        """The ids of the commands without an answer, the oldest first."""
        return list(self._pending)

    async def send(self, frame: ClientFrame) -> None:
        """Send a frame that needs no answer, such as `Typing`. It is dropped while the table is not connected."""
        if self.here and self._socket is not None:
            with suppress(websockets.ConnectionClosed):
                await self._socket.send(encode(frame))

    # Looking back

    async def look_back(self, at: int, seat: str = "") -> Past:
        """Return the table as it was when the seat had received `at` parts. The Storyteller may look as another
        `seat`. Raise `LookRefused` or `TableClosed`."""
        return await self._ask(frames.Look(0, at=at, seat=seat))

    async def earlier_story(self, before: int, of: str) -> Past:
        """Return the lines of the story before part `before` of audience `of`: the `before` and `of` of the welcome, or
        of the answer before this one. 0 means that there are no earlier lines. Raise `LookRefused` or `TableClosed`."""
        return await self._ask(frames.Look(0, before=before, of=of))

    async def _ask(self, look: frames.Look) -> Past:
        async with self._looking:  # the server answers a single look at a time
            if self.closed is not None:
                raise self.closed
            self._looks += 1
            raw = encode(msgspec.structs.replace(look, id=self._looks))
            answer: asyncio.Future[tuple[frames.Looked, list[ServerFrame]]] = asyncio.get_running_loop().create_future()
            self._look = raw, answer
            try:
                if self.here and self._socket is not None:
                    with suppress(websockets.ConnectionClosed):  # sent again after the next welcome
                        await self._socket.send(raw)
                looked, views = await answer
            finally:
                self._look = None
        if looked.refused:
            raise LookRefused(self.sentence(looked.refused))
        past = HeldRecords()
        for view in views:
            past.take(view)
        return Past(looked, past)

    # Reading

    def received(self) -> AsyncGenerator[ServerFrame, None]:
        """Return an iterator over every frame from now on, each after it was applied to the records. Parts come once
        each, in order, over all cuts. A `Welcome` that is not `resumed` says that the records were replaced by a whole
        view. The iterator raises `TableClosed` at the end, or `FellBehind`."""
        return self._queues.iterate(self.closed)

    def sentence(self, words: Words | str) -> str:
        """Return words as text in this table's language, with the names that this seat knows."""
        return self._texts.sentence(words, self.name_of)

    def name_of(self, ref: Ref) -> str:
        """Return the name of a character or seat, or its id if this seat does not know the name."""
        if ref.kind == "character":
            face = self.records.get(Face, ref.id)
            return face.name if face else ref.id
        seats = self.presence.seats if self.presence else ()
        return next((seat.name for seat in seats if seat.id == ref.id), ref.id)

    # Methods that a subclass may replace

    def connect(self) -> AbstractAsyncContextManager[ClientConnection]:
        """Return a new connection to the table's server."""
        return socket_to(self.entrance.socket_address)

    def heard(self, message: bytes, told: list[ServerFrame]) -> None:
        """Called with each message and its frames, before they are applied."""

    def sending(self, id_: bytes) -> None:
        """Called each time before a command is sent."""

    async def pause(self, within: float) -> None:
        """Wait for a random time within these seconds, before the next try to connect."""
        await asyncio.sleep(random.random() * within)  # noqa: S311 - it spreads clients, and is no secret

    @property
    def silence(self) -> float:
        """The seconds without a message after which the connection counts as lost."""
        return SILENCE

    # The connection

    async def _stay(self) -> None:
        """Connect again and again, until the table is closed for good. Raise `TableClosed`."""
        while True:
            code, reason, self._closing = 1006, "", None
            try:
                async with self.connect() as self._socket:
                    await self._socket.send(encode(self._hello()))
                    await self._listen(self._socket)
            except websockets.ConnectionClosed as error:
                self.away = repr(error)
                if error.rcvd:
                    code, reason = error.rcvd.code, error.rcvd.reason
            except (OSError, TimeoutError, websockets.WebSocketException) as error:
                self.away = repr(error)
                log_.info("%s: no connection: %s", self.stream, error)
            except WrongFrames as error:
                log_.warning("%s: %s The whole view is read again.", self.stream, error)
                self.records = HeldRecords()
            if code in HELLO_REFUSED and not self.here:
                raise self._misunderstood(code, reason)
            self.here, self._socket = False, None
            await self.pause(await self._after(code))

    def _misunderstood(self, code: int, reason: str) -> TableClosed:
        """Return the end of a table whose server cannot read this client's hello."""
        last = self._closing
        said = reason or self.sentence(last.why if last else NO_WORDS) or "no reason"
        return TableClosed(
            code,
            "The server does not understand this program; perhaps the two are of different versions. "
            f"It closed the connection with code {code}: {said}",
        )

    def _hello(self) -> frames.Hello:
        """Return the hello, with as many positions as fit into it."""
        epoch = self.records.epoch
        position = self.records.position if epoch else ()
        while True:
            hello = frames.Hello(self.entrance.token, self.stream, epoch, position)
            if len(encode(hello)) <= HELLO_MOST:
                return hello
            position = position[:-1]

    async def _after(self, code: int) -> float:
        """Return within how many seconds to try again after the connection ended with this code. Raise `TableClosed` if
        it ended for good."""
        last = self._closing
        code = last.code if last else code
        why = self.sentence(last.why if last else NO_WORDS) or f"The connection ended with code {code}."
        if code == ACCESS_ENDED and self.retries == 0:
            await self._renew(code, why)  # the session may have expired, and the link may still open the seat
        elif code in NO_WAY_BACK or (last is not None and last.retry == -1):
            raise TableClosed(code, why)
        if self.retries == 1:  # a single cut is no news
            log_.warning("%s: %s Trying again.", self.stream, why)
        window = last.retry / 1000 if last and last.retry > 0 else min(FIRST_RETRY * 2**self.retries, LAST_RETRY)
        self.retries += 1
        return window

    async def _renew(self, code: int, why: str) -> None:
        try:
            again = await enter(self.entrance.link)
        except (LinkRefused, ValueError) as error:
            raise TableClosed(code, why) from error
        except Unreachable as error:
            log_.info("%s: %s", self.stream, error)
        else:
            self.entrance = again

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            async with asyncio.timeout(self.silence):
                message = await socket.recv()
            if not isinstance(message, bytes):
                raise WrongFrames("The server sent a text message.")
            told = read_message(message)
            self.heard(message, told)
            looked = next((frame for frame in told if isinstance(frame, frames.Looked)), None)
            if looked is not None:
                self._answer_look(looked, told)
                continue
            for frame in told:
                await self._take(frame, socket)
            if any(isinstance(frame, frames.Welcome) for frame in told):
                await self._welcomed(socket)
            if self.records.epoch:
                self._whole.set()

    async def _take(self, frame: ServerFrame, socket: ClientConnection) -> None:
        self.records.take(frame)
        match frame:
            case frames.Welcome():
                self.welcome = frame if not frame.resumed or self.welcome is None else self.welcome
            case frames.Options():
                self.options.take(frame)
            case frames.Presence():
                self.presence = frame
            case frames.Tick():
                await socket.send(encode(frames.Ack(frame.n)))
            case frames.Accepted() | frames.Refused():
                _, answer = self._pending.pop(frame.id, (b"", None))
                if answer is not None and not answer.done():
                    answer.set_result(frame)
            case frames.Closing():
                self._closing = frame
            case _:
                pass
        self._queues.publish(frame)

    async def _welcomed(self, socket: ClientConnection) -> None:
        self.here, self.retries = True, 0
        for id_, (frame, _) in self._pending.items():
            self._send_soon(id_, frame)
        if self._look is not None:
            await socket.send(self._look[0])

    def _answer_look(self, looked: frames.Looked, told: list[ServerFrame]) -> None:
        if self._look is not None and looked.id == self._looks and not self._look[1].done():
            self._look[1].set_result((looked, [frame for frame in told if isinstance(frame, frames.ViewPart)]))

    def _send_soon(self, id_: bytes, frame: bytes) -> None:
        socket = self._socket
        if socket is not None:
            self.sending(id_)
            sending = asyncio.ensure_future(socket.send(frame))
            sending.add_done_callback(lambda done: done.cancelled() or done.exception())  # if cut, it is sent again

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, TableClosed):
                log_.error("the client failed", exc_info=error)
                error = TableClosed(1011, f"The client failed: {error}.")
            self._close(error)

    def _close(self, closed: TableClosed) -> None:
        """Tell all waiting callers that the table is closed."""
        if self.closed is not None:
            return
        self.closed, self.here = closed, False
        for _, answer in self._pending.values():
            if not answer.done():
                answer.set_exception(closed)
        if self._look is not None and not self._look[1].done():
            self._look[1].set_exception(closed)
        self._queues.close(closed)
        self._whole.set()
