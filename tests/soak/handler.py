"""The whole of a server, in one thread and under virtual time, and somebody who sends it any bytes at all (F25): frames
are taken apart, messages decoded, and what is found in them is done at a table."""

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
"""How a connection may be ended for what it sent."""
NO_DOOR = {4401, 4404}
SEATS = ("", "Teller", "Anna", "Guest")
"""Who sends: somebody before the hello, or in one of these seats."""
THROWN_MOST = 200
"""Throws at one table; then there is a new one, which has no story yet."""
SETTLED = 0.05
"""Virtual seconds after which whatever is sent has had its effect."""


def framed(message: bytes) -> bytes:
    """A message as a client frames it, under a mask that leaves it as it is, so that a fuzzer meets the message."""
    frame = bytearray(Frame(Opcode.BINARY, message).serialize(mask=False))
    frame[1] |= 0x80
    head = len(frame) - len(message)
    return bytes(frame[:head]) + bytes(4) + message


class Handler:
    """A server of its own. Made twice from one seed, it has the same links and tables."""

    def __init__(self, seed: object) -> None:
        self._seed = seed
        self._open()

    def _open(self) -> None:
        self._world = World(f"{self._seed} handler", servers=1)
        self._world.run(self._world.found())
        self._thrown = 0

    def close(self) -> None:
        """Let go of it."""
        self._world.close()

    def hello(self, name: str) -> bytes:
        """The message with which somebody takes that seat."""
        packed: bytes = msgpack.packb(["hello", self._world.entrances[name][1], self._world.scene, "", []])
        return packed

    def throw(self, name: str, data: bytes) -> list[str]:
        """Send these bytes on a new connection, of somebody in that seat. What was wrong then: what nobody caught, what
        was logged above a warning, and an end with a code that is not for what was sent."""
        if self._thrown == THROWN_MOST:
            self.close()
            self._open()
        self._thrown += 1
        world, (server, *_) = self._world, self._world.servers
        caller = Caller(world)
        world.run(caller.say(framed(self.hello(name)) if name else b"", data))
        found = [*world.loop.failures, *world.errors.found]
        if not (caller.ended_by_itself or caller.code in {0, *CODES, *NO_DOOR}):
            found.append(f"ended with {caller.code}")
        if server.hub.failed.is_set() or server.keeping.done():
            found.append("a task of the house died")
        world.loop.failures.clear()
        world.errors.found.clear()
        return [f"F25: {one}, {name or 'a stranger'} having sent {data!r}" for one in found]


class Caller:
    """A connection that was let in by HTTP."""

    def __init__(self, world: World) -> None:
        self.code = 0
        """With which the server ended it; 0 while it has not."""
        self.ended_by_itself = False
        """Whether the server's close answers its own, and has its code."""
        self._protocol = ClientProtocol(URI, origin=ORIGIN, subprotocols=[SUBPROTOCOL])  # type: ignore[arg-type,list-item] # they are strings
        self._protocol.send_request(self._protocol.connect())
        self._connection = world.servers[0].connect(self._heard, self._lost)

    async def say(self, hello: bytes, data: bytes) -> None:
        """All of it, each after the one before has had its effect; and go."""
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
