"""A whole server in one thread under virtual time, and a client that sends it any bytes (FLT25): frames are parsed,
messages decoded, and valid commands applied."""

from __future__ import annotations

import asyncio
from typing import Any

import msgpack  # type: ignore[import-untyped]
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode

from server.protocol.frames import SUBPROTOCOL
from tests.simulation.page import URI
from tests.simulation.server import ORIGIN
from tests.simulation.world import World

CODES = {1002, 1003, 1007, 1008, 1009}
"""The close codes for bad input."""
NO_ACCESS = {4401, 4404}
SEATS = ("", "Teller", "Anna", "Guest")
"""The sender: a client before its hello, or a person in a seat."""
THROWN_MOST = 200
"""The number of inputs for a table; a new table follows, with an empty story."""
SETTLED = 0.05
"""Virtual seconds after which an input has had its effect."""


def framed(message: bytes) -> bytes:
    """Frame a message as a client does, with an empty mask, so that the fuzzer sees the message unchanged."""
    frame = bytearray(Frame(Opcode.BINARY, message).serialize(mask=False))
    frame[1] |= 0x80
    head = len(frame) - len(message)
    return bytes(frame[:head]) + bytes(4) + message


class Handler:
    """A server of its own. Two handlers with one seed have the same links and tables."""

    def __init__(self, seed: object) -> None:
        self._seed = seed
        self._open()

    def _open(self) -> None:
        self._world = World(f"{self._seed} handler", servers=1)
        self._world.run(self._world.set_up())
        self._thrown = 0

    def close(self) -> None:
        """Close the server."""
        self._world.close()

    def hello(self, name: str) -> bytes:
        """The hello message for this seat."""
        packed: bytes = msgpack.packb(["hello", self._world.entrances[name][1], self._world.scene, "", []])
        return packed

    def throw(self, name: str, data: bytes) -> list[str]:
        """Send these bytes on a new connection from this seat. Return the violations: uncaught exceptions, log records
        above a warning, and close codes that are not for bad input."""
        if self._thrown == THROWN_MOST:
            self.close()
            self._open()
        self._thrown += 1
        world, (server, *_) = self._world, self._world.servers
        caller = Caller(world)
        world.run(caller.say(framed(self.hello(name)) if name else b"", data))
        found = [*world.loop.failures, *world.errors.found]
        if not (caller.ended_by_itself or caller.code in {0, *CODES, *NO_ACCESS}):
            found.append(f"ended with {caller.code}")
        if server.hub.failed.is_set() or server.keeping.done():
            found.append("a task of the hub died")
        world.loop.failures.clear()
        world.errors.found.clear()
        return [f"FLT25: {problem}, after {name or 'a stranger'} sent {data!r}" for problem in found]


class Caller:
    """A WebSocket client."""

    def __init__(self, world: World) -> None:
        self.code = 0
        """The server's close code; 0 while the connection is open."""
        self.ended_by_itself = False
        """True if the server's close is the reply to the client's close, with the client's code."""
        self._protocol = ClientProtocol(URI, origin=ORIGIN, subprotocols=[SUBPROTOCOL])  # type: ignore[arg-type,list-item] # they are strings
        self._protocol.send_request(self._protocol.connect())
        self._connection = world.servers[0].connect(self._heard, self._lost)

    async def say(self, hello: bytes, data: bytes) -> None:
        """Send all parts, each after the previous one has had its effect; then disconnect."""
        for part in (b"".join(self._protocol.data_to_send()), hello, data):
            if part:
                self._connection.up.send(part)
                await asyncio.sleep(SETTLED)
        self._connection.leave()
        await asyncio.sleep(SETTLED)

    def _heard(self, data: bytes) -> None:
        protocol = self._protocol
        protocol.receive_data(data)
        protocol.events_received()
        if protocol.close_rcvd is not None:
            theirs: Any = self._connection.server.protocol.conn
            self.code, self.ended_by_itself = protocol.close_rcvd.code, bool(theirs.close_rcvd_then_sent)
            self._connection.up.send(b"".join(protocol.data_to_send()))

    def _lost(self) -> None:
        self.code = self.code or 1006
