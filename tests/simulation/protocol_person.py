"""A person in a conversation of the protocol fuzzer: seat, connection, received records and answers."""

from __future__ import annotations

from typing import Any

import msgpack  # type: ignore[import-untyped]

from server.protocol.frames import HELLO_MOST
from tests.server.socketless_tables import Page, frames
from tests.simulation.protocol_frames import STREAM
from tests.simulation.resuming import Arrival
from tests.simulation.world import World

OPTIONS: bytes = msgpack.packb(["options", True, []])[:-2]
"""The first bytes of a message with options."""


class Person:
    """A person with a seat, the current connection, and the records that it has received."""

    def __init__(self, world: World, name: str) -> None:
        self.name = name
        self.seat = world.entrances[name][0]
        self.token = world.entrances[name][1]
        self.arrival = Arrival(world)
        self.page = Page()
        self.options: list[bytes] = []
        """Messages with options, not yet unpacked: they are long, and few are read."""
        self.sent: list[tuple[bytes, bytes]] = []
        """The command ids, and the frames."""
        self.accepted: dict[bytes, list[Any]] = {}
        """The answers."""
        self.kicked = False
        self.out = False
        """True if the token is not valid any more."""
        self._heard = 0

    @property
    def seated(self) -> bool:
        return self.arrival.connection.stage == "seated"

    def hello(self, epoch: str | None = None, position: list[list[Any]] | None = None, stream: str = STREAM) -> bytes:
        """The first frame, as a page sends it: without a position that does not fit."""
        place = [[audience, at, chain] for audience, (at, chain, _) in self.page.audiences.items()]
        frame = ["hello", self.token, stream, self.page.epoch if epoch is None else epoch, place]
        if position is not None:
            frame[4] = position
        packed: bytes = msgpack.packb(frame)
        return packed if len(packed) <= HELLO_MOST else msgpack.packb(["hello", self.token, stream, "", []])

    def open(self) -> list[Any]:
        """The options that this person has now."""
        for message in self.options:
            self.page.take(message)
        self.options.clear()
        return self.page.options

    async def begin(self, world: World) -> None:
        """Open a new connection in place of the current one."""
        self.arrival.connection.lost()
        self.arrival, self._heard = Arrival(world), 0

    def since(self) -> tuple[bytes, list[list[Any]]]:
        """Return the messages since the last call. Fail on a gap, a repeat or a reorder."""
        messages, self._heard = self.arrival.heard[self._heard :], len(self.arrival.heard)
        said: list[list[Any]] = []
        for message in messages:
            if message.startswith(OPTIONS):
                self.options.append(message)
                said.append(["options"])
                continue
            told = frames(message)
            if told[0][0] != "looked":  # a look back is not the current table
                self.page.hear(told)
            said += told
        return b"".join(messages), said

    def answered(self, id_: bytes) -> bool:
        """True if there is no answer to wait for."""
        return not self.seated or any(id_ in message for message in self.arrival.heard[self._heard :])
