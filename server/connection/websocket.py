"""The socket: uvicorn's sans-IO WebSocket class, handing whole messages straight to a peer.

Opening, pings, fragments, faults and closing stay uvicorn's. What differs: messages go to the conversation in the
callback that read them (ASGI's receive pauses reading after each), a frame that is a message by itself goes there past
the general parser, which costs ten times as much, and what the table says is written to the transport already framed.
The app's part ends where the peer's begins: its task, the request and the scope are let go, for most connections are
idle and there are thousands.
"""

import contextlib
import fcntl
import termios
from array import array
from asyncio import BaseTransport, Event, Queue, TimerHandle
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import CONNECTING, OPEN

from server.connection.connection import Connection, Spawn
from server.protocol.frames import HELLO_MOST, SUBPROTOCOL
from server.protocol.websocket_framing import frame_at
from server.rate_limits import Bucket, Rate

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

HIGH_WATER: Final = 256 * 1024
"""Bytes in flight at which a viewer is told nothing more until they are read. There is no size at which it is closed: a
view may be larger."""
FRAGMENTS_MOST: Final = 64
CONTROLS: Final = Rate(2, 30)
"""Pings and pongs that a client may send."""
FAREWELL_SECONDS: Final = 2
"""How long whoever was told that the server ends, or pours on after an end, has to answer that: less than the server
waits in all."""
EXTENSION = "coterie.socket"
OPCODE: Final = 0x0F
EARLY_MOST: Final = 2 * HELLO_MOST
"""Bytes that may come before somebody was let in: nobody who keeps to RFC 6455 sends any."""
LATE_MOST: Final = 256
"""Frames that may still be on their way to a connection that was ended. Of whoever pours in more, no more is read."""


class _Nowhere:
    """Stands for the queue to an app that is done."""

    def put_nowait(self, message: object) -> None:
        """Nobody wants to know."""


class _Flag:
    """Stands for an event that nobody waits for."""

    __slots__ = ("_set",)

    def __init__(self) -> None:
        self._set = True

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        self._set = True

    def clear(self) -> None:
        self._set = False


_NOWHERE: Final = _Nowhere()


class TableSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a peer at the end of it."""

    connection: Connection | None = None
    write: Callable[[bytes], None]
    """Framed bytes, straight to the transport."""
    _fragments = 0
    _late = 0
    _end: TimerHandle | None = None
    _controls: Bucket | None = None
    _apart = False
    """Whether frames are told apart here, so that the parser is given whole ones and always stands between two."""
    _early = b""
    """What came before anybody was let in."""
    _rest = b""
    """The beginning of a frame whose end has not come."""

    def connection_made(self, transport: BaseTransport) -> None:
        """There is somebody."""
        super().connection_made(transport)
        self.write = self.transport.write

    def handle_connect(self, event: Request) -> None:
        """The upgrade was asked for: let the app find this object in its scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions[EXTENSION] = self

    async def run_asgi(self) -> None:
        """The app lets somebody in, and is done; or it does not, and that is the end of the connection."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("A connection could not be opened")
        else:
            if self.connection is not None:
                return
        self.send_500_response()  # which sends nothing where there was an answer
        if self.close_timer is None:
            self.transport.close()

    async def send(self, message: "ASGISendEvent") -> None:
        """The app's word; once it is an acceptance, what came before it is read."""
        await super().send(message)
        if self._early and self.conn.state is OPEN:
            early, self._early = self._early, b""
            self.data_received(early)

    def hand_over(self, connection: Connection) -> None:
        """From here on everything goes to the peer: first what raced it."""
        queue, self.queue = self.queue, cast("Queue[ASGIReceiveEvent]", _NOWHERE)
        writable, self.writable = self.writable, cast("Event", _Flag())
        self.connection = connection
        if not writable.is_set():
            self.pause_writing()
        while not queue.empty():
            message = queue.get_nowait()
            if message["type"] == "websocket.receive":
                data = message.get("bytes")
                connection.received_text() if data is None else connection.received(data)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self.disconnected:
            connection.lost()
        del self.scope, self.request, self.response

    def handle_cont(self, event: Frame) -> None:
        """A further fragment; there is an end to them."""
        if self.close_sent:
            return
        self._fragments += 1
        if self._fragments > FRAGMENTS_MOST:
            self._fail(1009, "too many fragments")
            return
        super().handle_cont(event)

    def data_received(self, data: bytes) -> None:
        """Bytes came. Those that come before somebody was let in wait: the parser cannot answer a fault yet."""
        if self.connection is None and self.handshake_initiated and self.conn.state is CONNECTING:
            self._early += data
            if len(self._early) > EARLY_MOST:
                self.transport.abort()
            return
        if not self._apart:
            self._opened(data)
            return
        data = self._rest + data
        at, here = 0, len(data)
        while at < here:
            end, message = frame_at(data, at)
            if not end:
                break
            if message is not None and self.connection is not None and not self.frames and self.conn.state is OPEN:
                self.connection.received(message)  # a message by itself, in its turn
            elif data[at] & OPCODE == Opcode.CLOSE:
                self.conn.current_size = None  # it may come between two fragments (RFC 6455, 5.4)
                super().data_received(data[at:end])
            elif not self.close_sent:
                super().data_received(data[at:end])
            else:  # nothing is waited for but the answer to it
                self._late += 1
                if self._late == LATE_MOST:  # an abort would take the farewell with it
                    self.transport.pause_reading()
                    self._hasten()
                    return
            at = end
        self._rest = data[at:]

    def _opened(self, data: bytes) -> None:
        """The request came, or a piece of it. One that cannot even be read gets no answer from uvicorn, and would stay
        open. Whoever sends frames with it, before there is an answer, is read by the parser alone."""
        asking = not self.handshake_initiated
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.abort()
        self._apart = asking and self.handshake_initiated and data.endswith(b"\r\n\r\n")

    def handle_ping(self) -> None:
        """A ping: answered, but not at any rate, nor into a full buffer."""
        if self._within_controls():
            if self.writable.is_set():
                super().handle_ping()
            else:
                self.conn.data_to_send()  # the pong, which is let go

    def handle_pong(self, event: Frame) -> None:
        """A pong, asked for or not."""
        if self._within_controls():
            super().handle_pong(event)

    def _within_controls(self) -> bool:
        self._controls = self._controls or Bucket(CONTROLS, self.loop.time())
        within = self._controls.take(self.loop.time())
        if not within and not self.close_sent:
            self._fail(1008, "too many pings")
        return within

    def send_receive_event_to_app(self) -> None:
        """A whole message is here."""
        self._fragments = 0
        if self.connection is None:
            self._raced()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            self.connection.received_text()
        else:
            self.connection.received(bytes(data))

    def _raced(self) -> None:
        """A message came before there was a peer. Text that is none is no trouble of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = [b""]
                self._fail(1007, "not UTF-8")
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        """The transport's buffer is full."""
        super().pause_writing()
        if self.connection is not None:
            self.connection.paused()

    def resume_writing(self) -> None:
        """The transport's buffer drained."""
        super().resume_writing()
        if self.connection is not None:
            self.connection.resumed()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._end is not None:
            self._end.cancel()
        if self.connection is not None:
            self.connection.lost()
        super().connection_lost(exc)

    def unread(self) -> int:
        """How many of the written bytes have not reached the other side yet: those in the transport's buffer, and those
        in the kernel's that were not acknowledged, where the system tells."""
        line, waiting = self.transport.get_extra_info("socket"), array("i", (0,))
        if line is not None:
            with contextlib.suppress(OSError, ValueError):  # a system that does not tell, or a closed socket
                fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, waiting)
        return self.transport.get_write_buffer_size() + waiting[0]

    def close(self, code: int, reason: str) -> None:
        """Send a close frame and end; harmless when it is over already."""
        if not self.close_sent and not self.transport.is_closing():
            self._fail(code, reason)

    def handle_close(self, event: Frame) -> None:
        """The other side said farewell. What is still on its way to it may take its time, but not for ever."""
        super().handle_close(event)
        self._leave()

    def handle_parser_exception(self) -> None:
        """What came is against the rules, and was answered."""
        super().handle_parser_exception()
        self._leave()

    def eof_received(self) -> None:
        """Nothing more comes; what is still on its way there is sent."""
        super().eof_received()
        self._leave()

    def shutdown(self) -> None:
        """The server is about to end. Whoever was told so is left a moment to answer: the line of one that still
        speaks, cut there, would be reset, and the farewell lost with what else was on its way. Whoever said farewell
        by itself was answered."""
        if self.transport.is_closing():
            return
        if self.close_sent:
            self._hasten()
        else:
            super().shutdown()

    def _fail(self, code: int, reason: str) -> None:
        if self.connection is not None:
            self.connection.end()  # after a close frame nothing more is sent (RFC 6455, 5.5.1)
        self.conn.send_close(code, reason[:100])
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self._leave()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def _hasten(self) -> None:
        """Wait no longer than a moment for the answer to a farewell."""
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(FAREWELL_SECONDS, self.transport.close)

    def _leave(self) -> None:
        """Have the connection end by itself: the buffer of whoever reads nothing never drains."""
        if self._end is None:
            self._end = self.loop.call_later(self.close_timeout, self.transport.abort)


async def serve(websocket: WebSocket, spawn: Spawn) -> None:
    """Give an accepted upgrade its peer."""
    if SUBPROTOCOL not in websocket.scope["subprotocols"]:
        await websocket.close()  # before it is accepted: a 403
        return
    socket = websocket.scope["extensions"][EXTENSION]
    await websocket.accept(subprotocol=SUBPROTOCOL)
    address = websocket.client.host if websocket.client else ""
    socket.transport.set_write_buffer_limits(high=HIGH_WATER)
    socket.hand_over(spawn(socket, address))
