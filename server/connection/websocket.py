"""The WebSocket: based on uvicorn's sans-IO WebSocket class, but it gives complete messages directly to a connection.

uvicorn does the handshake, pings, fragments, protocol errors and closing. Three things differ. A message reaches the
connection in the same callback that read it (ASGI would pause reading after each message). A frame that is a complete
message skips the general parser, which would cost ten times as much. Frames from the server are framed already, and are
written to the transport unchanged. After the connection has taken over, the task of the app, the request and the scope
are released, because there are thousands of connections and most of them are idle.
"""

import contextlib
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
from server.limits_and_timeouts import (
    AFTER_CLOSE_MOST,
    CONTROLS,
    FAREWELL_SECONDS,
    FRAGMENTS_MOST,
    HIGH_WATER,
    Bucket,
    counted_as,
)
from server.protocol.frames import HELLO_MOST, SUBPROTOCOL
from server.protocol.websocket_framing import close_reason, frame_at

if TYPE_CHECKING:
    from socket import socket

    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

try:
    import fcntl
    import termios
except ImportError:  # on Windows
    KERNEL_COUNTS = False
else:
    KERNEL_COUNTS = True

EXTENSION = "coterie.socket"
OPCODE: Final = 0x0F
BEFORE_ACCEPT_MOST: Final = 2 * HELLO_MOST
"""The most bytes that may come before the upgrade is accepted. A client that follows RFC 6455 sends none."""


def unacknowledged(line: "socket") -> int:
    """Return how many bytes the kernel has not brought to the other end yet; 0 if this system does not count them, or
    the socket is closed."""
    if not KERNEL_COUNTS:
        return 0
    waiting = array("i", (0,))
    with contextlib.suppress(OSError, ValueError):
        fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, waiting)
    return waiting[0]


class _NoQueue:
    """Replaces the message queue of an app after it has handed over to a connection."""

    def put_nowait(self, message: object) -> None:
        """Drop the message."""


class _PlainFlag:
    """Replaces an `Event` that nobody waits for. It needs less memory."""

    __slots__ = ("_set",)

    def __init__(self) -> None:
        self._set = True

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        self._set = True

    def clear(self) -> None:
        self._set = False


_NO_QUEUE: Final = _NoQueue()


class TableSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a `Connection` that gets its messages."""

    connection: Connection | None = None
    write: Callable[[bytes], None]
    """Writes framed bytes straight to the transport."""
    _fragments = 0
    _frames_after_close = 0
    _abort_timer: TimerHandle | None = None
    _controls: Bucket | None = None
    _splits_frames = False
    """True if this class itself splits the bytes into frames, so that the parser gets only complete frames."""
    _before_accept = b""
    """Bytes that came before the upgrade was accepted."""
    _partial_frame = b""
    """The beginning of a frame whose end has not come yet."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Take the transport of a new connection."""
        super().connection_made(transport)
        self.write = self.transport.write

    def handle_connect(self, event: Request) -> None:
        """Handle the request for the upgrade. Put this object into the scope, so that the app can find it."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast("dict[str, object]", self.scope["extensions"])
            extensions[EXTENSION] = self

    async def run_asgi(self) -> None:
        """Run the app until it has handed over to a connection. If it does not, close the transport."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("A connection could not be opened")
        else:
            if self.connection is not None:
                return
        self.send_500_response()  # does nothing if the app has answered already
        if self.close_timer is None:
            self.transport.close()

    async def send(self, message: "ASGISendEvent") -> None:
        """Send a message of the app. If the message accepts the upgrade, read the bytes that came before it."""
        await super().send(message)
        if self._before_accept and self.conn.state is OPEN:
            early, self._before_accept = self._before_accept, b""
            self.data_received(early)

    def hand_over(self, connection: Connection) -> None:
        """From now on give all messages to this connection, beginning with the messages that came earlier."""
        queue, self.queue = self.queue, cast("Queue[ASGIReceiveEvent]", _NO_QUEUE)
        writable, self.writable = self.writable, cast("Event", _PlainFlag())
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
        """Handle another fragment of a message. If there are too many, end the connection."""
        if self.close_sent:
            return
        self._fragments += 1
        if self._fragments > FRAGMENTS_MOST:
            self._fail(1009, "too many fragments")
            return
        super().handle_cont(event)

    def data_received(self, data: bytes) -> None:
        """Read bytes. Bytes that come before the upgrade is accepted are kept for later, because the parser cannot
        answer an error yet."""
        if self.connection is None and self.handshake_initiated and self.conn.state is CONNECTING:
            self._before_accept += data
            if len(self._before_accept) > BEFORE_ACCEPT_MOST:
                self.transport.abort()
            return
        if not self._splits_frames:
            self._read_upgrade(data)
            return
        data = self._partial_frame + data
        at, here = 0, len(data)
        while at < here:
            end, message = frame_at(data, at)
            if not end:
                break
            if message is not None and self.connection is not None and not self.frames and self.conn.state is OPEN:
                self.connection.received(message)  # a whole message, in its order
            elif data[at] & OPCODE == Opcode.CLOSE:
                self.conn.current_size = None  # a close frame may come between two fragments (RFC 6455, 5.4)
                super().data_received(data[at:end])
            elif not self.close_sent:
                super().data_received(data[at:end])
            else:  # after its own close frame the server waits for the answer only
                self._frames_after_close += 1
                if self._frames_after_close == AFTER_CLOSE_MOST:  # an abort would lose the close frame
                    self.transport.pause_reading()
                    self._close_soon()
                    return
            at = end
        self._partial_frame = data[at:]

    def _read_upgrade(self, data: bytes) -> None:
        """Read the request for the upgrade, or a piece of it. If it cannot be read, abort the transport, because
        uvicorn would not answer and would leave it open. If frames come together with the request, only the parser can
        tell where they begin."""
        asking = not self.handshake_initiated
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.abort()
        self._splits_frames = asking and self.handshake_initiated and data.endswith(b"\r\n\r\n")

    def handle_ping(self) -> None:
        """Answer a ping, if the client is within its rate limit and the buffer is not full."""
        if self._within_controls():
            if self.writable.is_set():
                super().handle_ping()
            else:
                self.conn.data_to_send()  # takes the pong from the parser and drops it

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, whether or not the server had sent a ping. Pongs have a rate limit."""
        if self._within_controls():
            super().handle_pong(event)

    def _within_controls(self) -> bool:
        self._controls = self._controls or Bucket(CONTROLS, self.loop.time())
        within = self._controls.take(self.loop.time())
        if not within and not self.close_sent:
            self._fail(1008, "too many pings")
        return within

    def send_receive_event_to_app(self) -> None:
        """Give a complete message to the connection."""
        self._fragments = 0
        if self.connection is None:
            self._queue_message()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            self.connection.received_text()
        else:
            self.connection.received(bytes(data))

    def _queue_message(self) -> None:
        """Queue a message that came before there was a connection. If it is text that is not UTF-8, end with code
        1007."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = [b""]
                self._fail(1007, "not UTF-8")
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        """Tell the connection that the transport's buffer is full."""
        super().pause_writing()
        if self.connection is not None:
            self.connection.paused()

    def resume_writing(self) -> None:
        """Tell the connection that the transport's buffer has drained."""
        super().resume_writing()
        if self.connection is not None:
            self.connection.resumed()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the connection that the transport is gone."""
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        if self.connection is not None:
            self.connection.lost()
        super().connection_lost(exc)

    def unread(self) -> int:
        """Return how many of the written bytes have not reached the client yet. These are the bytes in the buffer of
        the transport and, if the system counts them, the unacknowledged bytes in the buffer of the kernel."""
        line = self.transport.get_extra_info("socket")
        return self.transport.get_write_buffer_size() + (0 if line is None else unacknowledged(line))

    def close(self, code: int, reason: str) -> None:
        """Send a close frame and end, unless that has happened already."""
        if not self.close_sent and not self.transport.is_closing():
            self._fail(code, reason)

    def handle_close(self, event: Frame) -> None:
        """Handle a close frame of the client. Bytes on their way to the client get some time to arrive, but not without
        limit."""
        super().handle_close(event)
        self._abort_later()

    def handle_parser_exception(self) -> None:
        """Handle a protocol error of the client, which uvicorn has answered."""
        super().handle_parser_exception()
        self._abort_later()

    def eof_received(self) -> None:
        """Handle the end of the bytes from the client. Bytes on their way to the client are still sent."""
        super().eof_received()
        self._abort_later()

    def shutdown(self) -> None:
        """End, because the server ends. A client that was sent a close frame gets a moment to answer it. If the
        transport were closed at once while the client still sends, the line would be reset, and the close frame and the
        bytes before it would be lost. If the client closed first, it has been answered already."""
        if self.transport.is_closing():
            return
        if self.close_sent:
            self._close_soon()
        else:
            super().shutdown()

    def _fail(self, code: int, reason: str) -> None:
        if self.connection is not None:
            self.connection.end()  # no frame follows a close frame (RFC 6455, 5.5.1)
        self.conn.send_close(code, close_reason(reason))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self._abort_later()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def _close_soon(self) -> None:
        """Wait only a short time for the answer to the close frame."""
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(FAREWELL_SECONDS, self.transport.close)

    def _abort_later(self) -> None:
        """Abort the transport later, because its buffer never drains if the client does not read."""
        if self._abort_timer is None:
            self._abort_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


async def serve(websocket: WebSocket, spawn: Spawn) -> None:
    """Accept an upgrade, and hand over to a new connection."""
    if SUBPROTOCOL not in websocket.scope["subprotocols"]:
        await websocket.close()  # not accepted yet, so the client gets a 403
        return
    socket = websocket.scope["extensions"][EXTENSION]
    await websocket.accept(subprotocol=SUBPROTOCOL)
    address = counted_as(websocket.client.host) if websocket.client else ""
    socket.transport.set_write_buffer_limits(high=HIGH_WATER)
    socket.hand_over(spawn(socket, address))
