"""A simulated page: it follows the rules of `web/src/net/connection.ts`, over real HTTP and WebSocket bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from domain.command import Command
from domain.core.audience import Seat
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE
from server.fold.commit_codec import write
from server.protocol.frames import SUBPROTOCOL
from tests.server.socketless_tables import Page, frames
from tests.simulation.history import History
from tests.simulation.link import Connection
from tests.simulation.loop import SeededLoop
from tests.simulation.server import ORIGIN, SimulatedServer

URI = parse_uri(ORIGIN.replace("http", "ws") + "/ws")
SILENCE = 40.0
FIRST_RETRY, LAST_RETRY = 2.0, 30.0
NO_WAY_BACK = (ACCESS_ENDED, NO_SUCH_TABLE)

Pick = Callable[[], SimulatedServer | None]


class Visitor:
    """A person with a seat, a page, and a connection that breaks and is made again."""

    def __init__(
        self,
        loop: SeededLoop,
        random: Random,
        seat: Seat,
        token: str,
        stream: str,
        history: History,
        pick: Pick,
        renewed: Callable[[], str] = str,
    ) -> None:
        """`renewed`: returns a new token, or "" if the seat cannot be entered any more."""
        self.seat, self.stream = seat, stream
        self.page = Page()
        self.reader = history.reader(seat)
        self.history = history
        self.gone = 0
        """The close code after which the page does not reconnect; 0 while it does."""
        self.connection: Connection | None = None
        self.welcomed = False
        self.pending: dict[bytes, bytes] = {}
        self.sent: dict[bytes, bytes] = {}
        """The frame of every command that was ever sent, by command id."""
        self.violations: list[str] = []
        self.connections = 0
        self.presence: list[Any] = []
        self._loop, self._random, self._token, self._pick = loop, random, token, pick
        self._renewed = renewed
        self._failures = 0
        self._retry = 0.0
        self._closing_code = 0
        """The code of the `closing` frame, 0 before it. As in the real page it counts even without a close frame."""
        self._silence: asyncio.TimerHandle | None = None
        self._protocol = ClientProtocol(URI)

    # Connecting and reconnecting

    def start(self) -> None:
        """Connect, and reconnect after each break."""
        self._retry, self._closing_code = 0.0, 0
        self._listen()
        server = self._pick()
        if server is None or not server.listens:
            self._closed(1006)
            return
        self.connections += 1
        protocol = self._protocol = ClientProtocol(URI, origin=ORIGIN, subprotocols=[SUBPROTOCOL])  # type: ignore[arg-type,list-item] # they are strings
        protocol.send_request(protocol.connect())

        def heard(data: bytes) -> None:
            if self._protocol is protocol:
                self._bytes(data)

        def ended() -> None:
            if self._protocol is protocol:
                self._closed(1006)

        self.connection = server.connect(heard, ended)
        self._flush()

    def _bytes(self, data: bytes) -> None:
        protocol = self._protocol
        protocol.receive_data(data)
        for event in protocol.events_received():
            if self._protocol is not protocol:
                return
            if isinstance(event, Response):
                self._send("hello", self._token, self.stream, self.page.epoch, self._position())
            elif isinstance(event, Frame) and event.opcode is Opcode.BINARY:
                self._message(bytes(event.data))
            elif isinstance(event, Frame) and event.opcode is Opcode.CLOSE:
                self._closed(protocol.close_rcvd.code if protocol.close_rcvd else 1006)
                return
        if protocol.parser_exc is not None:
            self.violations.append(
                f"INV2: {self.seat.id} cannot parse the bytes that it received: {protocol.parser_exc!r}"
            )
        self._flush()

    def _position(self) -> list[list[Any]]:
        return [[audience, place, chain] for audience, (place, chain, _) in self.page.audiences.items()]

    def _listen(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        self._silence = self._loop.call_later(SILENCE, self._closed, 1006)

    def leave(self, code: int = 1000) -> None:
        """Leave for good."""
        self.gone = code
        self._drop()

    def cut(self) -> None:
        """Lose the connection, as by a network fault; the page reconnects."""
        self._closed(1006)

    def _drop(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        connection, self.connection = self.connection, None
        self._protocol = ClientProtocol(URI)
        self.welcomed = False
        if connection is not None:
            connection.leave()

    def _closed(self, code: int) -> None:
        self._drop()
        if self.gone:
            return
        code = self._closing_code or code
        if code == ACCESS_ENDED and (token := self._renewed()):
            self._token, self._retry = token, 0.0
        elif code in NO_WAY_BACK or self._retry < 0:
            self.gone = code
            return
        window = self._retry or min(FIRST_RETRY * 2**self._failures, LAST_RETRY)
        self._failures += 1
        self._loop.call_later(self._random.random() * window, self._again)

    def _again(self) -> None:
        if not self.gone:
            self.start()

    # Frames

    def _send(self, *frame: Any) -> None:
        self._send_raw(msgpack.packb(frame))

    def _send_raw(self, data: bytes) -> None:
        if self.connection is not None:
            self._protocol.send_binary(data)
            self._flush()

    def _flush(self) -> None:
        if self.connection is not None:
            self.connection.up.send(b"".join(self._protocol.data_to_send()))

    def _message(self, message: bytes) -> None:
        self._listen()
        told = frames(message)
        self.history.hear(self.reader, told, message)
        if told[0][0] == "looked":
            return
        try:
            self.page.take(message)
        except AssertionError as error:
            self.violations.append(f"INV2: {self.seat.id}: {error}")
        for frame in told:
            match frame[0]:
                case "tick":
                    self._send("ack", frame[1])
                case "accepted" | "refused":
                    self.pending.pop(frame[1], None)
                case "closing":
                    self._closing_code, self._retry = frame[1], frame[3] / 1000
                case "presence":
                    self.presence = frame
                case "welcome":
                    self.welcomed, self._failures = True, 0
                    for id_ in list(self.pending):
                        self._transmit(id_)
                case _:
                    pass

    # Commands

    @property
    def seen(self) -> int:
        """The count of the audience `everyone` that this page has received."""
        return self.page.audiences.get("everyone", (0,))[0]

    def submit(self, command: Command) -> bytes:
        """Send a command now, or as soon as the page is connected. Return its id."""
        id_ = self._random.randbytes(16)
        body = msgpack.unpackb(write(command))
        self.pending[id_] = self.sent[id_] = msgpack.packb(["command", id_, self.seen, body])
        if self.welcomed:
            self._transmit(id_)
        return id_

    def again(self, id_: bytes) -> bool:
        """Send a command once more, answered or not (FLT15). Return True if it was sent, that is, if the page is
        connected."""
        if self.welcomed:
            self._transmit(id_)
        return self.welcomed

    def _transmit(self, id_: bytes) -> None:
        self.history.send(self.seat, id_)
        self._send_raw(self.sent[id_])

    def look(self, at: int) -> None:
        """Ask for an earlier moment of the table."""
        if self.welcomed:
            self._send("look", 1, at, -1, "")
