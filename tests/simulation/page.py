"""A simulated page: it follows the laws of `web/src/net/connection.ts`, over real HTTP and WebSocket bytes."""

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

from domain.core.audience import Seat
from domain.core.command import Command
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
    """Somebody with a seat, a page, and a connection that comes and goes."""

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
        """`renewed`: a token anew, if its door is to be had again."""
        self.seat, self.stream = seat, stream
        self.page = Page()
        self.reader = history.reader(seat)
        self.history = history
        self.gone = 0
        """The code that it was shown the door with."""
        self.connection: Connection | None = None
        self.here = False
        self.pending: dict[bytes, bytes] = {}
        self.sent: dict[bytes, bytes] = {}
        """Every command that was ever sent, as it was."""
        self.broken: list[str] = []
        self.connections = 0
        self.presence: list[Any] = []
        self._loop, self._random, self._token, self._pick = loop, random, token, pick
        self._renewed = renewed
        self._failures = 0
        self._retry = 0.0
        self._silence: asyncio.TimerHandle | None = None
        self._protocol = ClientProtocol(URI)

    # Coming and going

    def start(self) -> None:
        """Connect, and stay connected."""
        self._retry = 0.0
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
            self.broken.append(f"I2: {self.seat.id} cannot read what it was sent: {protocol.parser_exc!r}")
        self._flush()

    def _position(self) -> list[list[Any]]:
        return [[audience, place, chain] for audience, (place, chain, _) in self.page.audiences.items()]

    def _listen(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        self._silence = self._loop.call_later(SILENCE, self._closed, 1006)

    def leave(self, code: int = 1000) -> None:
        """Go, and do not come back."""
        self.gone = code
        self._drop()

    def cut(self) -> None:
        """The network closes the connection; the page comes back."""
        self._closed(1006)

    def _drop(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        connection, self.connection = self.connection, None
        self._protocol = ClientProtocol(URI)
        self.here = False
        if connection is not None:
            connection.leave()

    def _closed(self, code: int) -> None:
        self._drop()
        if self.gone:
            return
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

    # Talking

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
            self.broken.append(f"I2: {self.seat.id}: {error}")
        for frame in told:
            match frame[0]:
                case "tick":
                    self._send("ack", frame[1])
                case "accepted" | "refused":
                    self.pending.pop(frame[1], None)
                case "closing":
                    self._retry = frame[3] / 1000
                case "presence":
                    self.presence = frame
                case "welcome":
                    self.here, self._failures = True, 0
                    for id_ in list(self.pending):
                        self._submit(id_)
                case _:
                    pass

    # Wishing

    @property
    def seen(self) -> int:
        """The count of `everyone` that it has come to."""
        return self.page.audiences.get("everyone", (0,))[0]

    def wish(self, command: Command) -> bytes:
        """Wish for something, now or as soon as the table is reached."""
        id_ = self._random.randbytes(16)
        body = msgpack.unpackb(write(command))
        self.pending[id_] = self.sent[id_] = msgpack.packb(["command", id_, self.seen, body])
        if self.here:
            self._submit(id_)
        return id_

    def again(self, id_: bytes) -> bool:
        """Send a command once more, whatever became of it (F15); whether somebody is there to send it to."""
        if self.here:
            self._submit(id_)
        return self.here

    def _submit(self, id_: bytes) -> None:
        self.history.send(self.seat, id_)
        self._send_raw(self.sent[id_])

    def look(self, at: int) -> None:
        """Look back."""
        if self.here:
            self._send("look", 1, at, -1, "")
