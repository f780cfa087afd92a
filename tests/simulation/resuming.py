"""FLT19: for every position that a client sends, true or false, it receives the missing messages, the whole view, or a
close code; never a record of another seat (INV2, INV3, INV7, INV8)."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]

from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE, Connection
from tests.server.socketless_tables import frames, unframed
from tests.simulation.checker import check
from tests.simulation.history import History, Reader
from tests.simulation.page import Visitor
from tests.simulation.random_commands import random_command
from tests.simulation.world import LOBBY, World

AT_ONCE = 50
Hello = list[Any]
"""Token, stream, epoch and position, as they are sent."""


class Recorded:
    """A recorded session: the messages of a seat at a stream, and the position after each."""

    def __init__(self, reader: Reader, stream: str, token: str) -> None:
        self.reader, self.stream, self.token = reader, stream, token
        self.epoch = next(f[1] for told in self.reader.received for f in told.frames if f[0] == "welcome")
        self.places: list[tuple[int, list[list[Any]]]] = []
        """The number of messages received, and the position then."""
        ends: dict[str, tuple[int, bytes]] = {}
        for number, told in enumerate(self.reader.received, 1):
            moved = {f[1]: (f[2], f[3]) for f in told.frames if f[0] in ("view", "part")}
            ends |= moved
            if told.frames[0][0] == "earlier" or (
                moved and self.places
            ):  # before that there is no position to resume from
                self.places.append((number, [[audience, *end] for audience, end in ends.items()]))

    def hello(self, position: list[list[Any]]) -> Hello:
        return [self.token, self.stream, self.epoch, position]


class Arrival:
    """A connection without a socket; keeps all messages that the server sends."""

    def __init__(self, world: World, hello: Hello | None = None) -> None:
        self.heard: list[bytes] = []
        self.closed = 0
        self.connection: Connection = world.servers[0].hub.connections.spawn(self, "")
        if hello is not None:
            self.connection.received(msgpack.packb(["hello", *hello]))

    def write(self, data: bytes) -> None:
        self.heard += unframed(data)

    def close(self, code: int, reason: str) -> None:
        self.closed = code

    def unread(self) -> int:
        return 0


def session(seed: object) -> tuple[World, dict[str, Recorded], Recorded]:
    """Play a scene with every seat, and the chronicle's lobby beside it. Return the recorded sessions."""
    world = World(seed, servers=1)
    random = Random(f"{seed} session")

    async def play() -> list[Visitor]:
        await world.set_up()
        visitors = [world.sit(name, world.scene) for name in world.entrances]
        visitors.append(world.sit("Anna", LOBBY))
        await asyncio.sleep(1)
        for _ in range(120):
            visitor = random.choice(visitors[:-1])
            visitor.submit(random_command(random, visitor, [seat.id for seat, _ in world.entrances.values()]))
            await asyncio.sleep(0.05)
        await asyncio.sleep(2)
        return visitors

    visitors = world.run(play())
    *recorded, lobby = (
        Recorded(visitor.reader, visitor.stream, world.entrances[name][1])
        for name, visitor in zip([*world.entrances, "Anna"], visitors, strict=True)
    )
    return world, dict(zip(world.entrances, recorded, strict=True)), lobby


def shifted(position: list[list[Any]], by: int, chain: bytes) -> list[list[Any]]:
    """A position that never existed."""
    return [[audience, count + by, chain] for audience, count, _ in position]


KINDS = (
    "from a place", "from a place", "from a place", "from nothing", "from the future", "another chain",
    "another's epoch", "another scene's place", "another's audience", "no token", "no such scene",
)  # fmt: skip
NOTHING_OPENS = {"no token": ACCESS_ENDED, "no such scene": NO_SUCH_TABLE}
LOST = ("from the future", "another chain")


def hello(
    kind: str, random: Random, mine: Recorded, place: list[list[Any]], all_: list[Recorded], lobby: Recorded
) -> Hello:
    """Build a hello of this kind for the session `mine` at `place`. `all_`: all sessions at the scene; `lobby`: a
    session at the chronicle's lobby."""
    match kind:
        case "from nothing":
            return [mine.token, mine.stream, "", []]
        case "from the future":
            return mine.hello(shifted(place, random.randint(200, 10**6), b"\x07" * 8))
        case "another chain":
            return mine.hello(shifted(mine.places[-1][1], 0, random.randbytes(8)))
        case "another's epoch":
            other = random.choice([s for s in all_ if s.epoch != mine.epoch])
            return [mine.token, mine.stream, other.epoch, place]
        case "another scene's place":
            return [mine.token, mine.stream, lobby.epoch, lobby.places[-1][1]]
        case "another's audience":
            unseen = [f"seats:{mine.reader.seat.id}x", 1, b"\x07" * 8]
            theirs = [p for s in all_ for p in s.places[-1][1] if not mine.reader.seat.reads(p[0])]
            return mine.hello([*place, *(theirs[:1] or [unseen])])
        case "no token":
            return [random.randbytes(24).hex(), mine.stream, mine.epoch, place]
        case "no such scene":
            where = random.choice(["scene/night/none", "scene/day/docks", "elsewhere", f"{lobby.stream}/x"])
            return [mine.token, where, mine.epoch, place]
        case _:
            return mine.hello(place)


class Resumes:
    """Sends hellos of every kind, and checks the answers."""

    def __init__(self, seed: object) -> None:
        self.world, self.sessions, self.lobby = session(seed)
        self.random = Random(f"{seed} resumes")
        self.history = History()

    async def come(self, number: int) -> None:
        """Connect so many clients at once, and check each."""
        arrivals = [self._begin(self.random.choice(KINDS)) for _ in range(number)]
        await asyncio.sleep(0.5)
        for kind, reader, arrival in arrivals:
            self._arrived(kind, reader, arrival)
            arrival.connection.lost()

    def _begin(self, kind: str) -> tuple[str, Reader, Arrival]:
        name = self.random.choice(sorted(self.sessions))
        mine = self.sessions[name]
        number, place = self.random.choice(mine.places)
        reader = Reader(mine.reader.seat, stays=kind not in NOTHING_OPENS)
        if kind == "from a place":
            reader.received += mine.reader.received[:number]
        self.history.readers.append(reader)
        said = hello(kind, self.random, mine, place, list(self.sessions.values()), self.lobby)
        return kind, reader, Arrival(self.world, said)

    def _arrived(self, kind: str, reader: Reader, arrival: Arrival) -> None:
        told = [frames(message) for message in arrival.heard]
        if kind in NOTHING_OPENS:
            assert [f[0] for frames_ in told for f in frames_] == ["closing"], kind
            assert arrival.closed == NOTHING_OPENS[kind]
            return
        (welcome,) = [f for frames_ in told for f in frames_ if f[0] == "welcome"]
        assert welcome[6] == (kind == "from a place"), kind
        if kind != "another's audience" or not reader.seat.is_storyteller:
            assert (told[0][0][0] == "reset") == (kind in LOST), kind
        for message, frames_ in zip(arrival.heard, told, strict=True):
            if frames_[0][0] in ("reset", "welcome", "earlier", "part"):
                self.history.hear(reader, frames_, message)

    def done(self, number: int) -> list[str]:
        """Run so many resumes; return a sentence for each law that was broken."""
        try:
            for _ in range(number // AT_ONCE):
                self.world.run(self.come(AT_ONCE))
            found = check(self.history, self.world.branches(self.world.scene))
        except AssertionError as error:
            found = [f"FLT19: {error}"]
        finally:
            self.world.close()
        return [*found, *self.world.errors.found, *self.world.loop.failures]
