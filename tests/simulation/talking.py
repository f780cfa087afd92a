"""F26: anything in any order, before the hello, while it is entering, after its session ended: no conversation harms
another, learns what it may not, or changes anything by what is refused (I5, I7, S7)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgpack  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from domain.audience import Audience
from server.wire import FRAME_MOST
from tests.server.tables import frames
from tests.simulation.resuming import Arrival
from tests.simulation.world import World

NAMES = ("Teller", "Anna", "Guest")
CLOSINGS = {1003, 1007, 1008, 1009, 4401, 4404}
IDS = st.integers(0, 5).map(lambda n: n.to_bytes(16, "big"))  # few, so that many were used
WORDS = st.text(max_size=20)
COMMANDS = st.one_of(
    st.tuples(st.just("Say"), WORDS, st.just(""), st.just([])),
    st.tuples(st.just("Say"), WORDS, st.just(""), st.lists(st.sampled_from(["storyteller", "nobody"]), max_size=2)),
    st.tuples(st.just("Roll"), WORDS, WORDS),
    st.tuples(st.just("RollInSecret")),
    st.tuples(st.sampled_from(["CloseScene", "OpenScene", "Unheard", "SetHealth", "KeepScene"]), WORDS),
    st.lists(st.one_of(st.integers(-(2**63), 2**64 - 1), WORDS), max_size=4),
)
POSITIONS = st.lists(
    st.tuples(
        st.sampled_from(["everyone", "storyteller", "sealed", "seats:x"]), st.integers(0, 9), st.binary(max_size=9)
    ),
    max_size=3,
)
HELLO = st.tuples(st.just("hello"), st.sampled_from(["own", "x" * 20]), WORDS | st.just("scene"), WORDS, POSITIONS)
FRAMES = st.one_of(
    HELLO,
    HELLO.map(lambda hello: ("hello", "own", "scene", "", [])),
    st.tuples(st.just("command"), IDS, st.integers(-1, 99), COMMANDS),
    st.tuples(st.just("command"), IDS, st.integers(0, 99), COMMANDS, st.just("anna")),  # a forged field
    st.tuples(st.just("look"), st.integers(0, 9), st.integers(-1, 9), st.integers(-1, 9), WORDS),
    st.tuples(st.just("ack"), st.integers(-1, 2**54)),
    st.tuples(st.just("typing"), st.booleans()),
    st.tuples(st.sampled_from(["welcome", "part", "accepted", "closing"]), st.integers(-(2**63), 2**64 - 1)),
)
STEP = st.tuples(
    st.sampled_from(NAMES),
    st.one_of(
        FRAMES, FRAMES, FRAMES, st.binary(max_size=40), st.sampled_from(["text", "big", "session ends", "lost"]),
    ),
)  # fmt: skip


class Talk:
    """Three connections of three seats, that say whatever they are told to."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tokens = {name: self._entered(name) for name in NAMES}
        self.arrivals = {name: Arrival(world) for name in NAMES}

    def _entered(self, name: str) -> str:
        server = self.world.servers[0]
        entered = self.world.run(self.world.here(server, server.site.doors.enter(self.world.links[name])))
        token: str = entered.token
        return token

    def step(self, name: str, what: Any) -> None:
        """One thing said, and what must hold then."""
        arrival = self.arrivals[name]
        head = self._head()
        heard = {other: len(a.heard) for other, a in self.arrivals.items()}
        was_closed = bool(arrival.closed)
        self.world.run(self._say(name, arrival, what))
        said = {other: self._since(a, heard[other]) for other, a in self.arrivals.items()}
        if was_closed:
            assert not said[name], "told something after its end"
        if not any(frame[0] == "accepted" for frame in said[name]):
            assert self._head() == head, "the log changed, and nothing was accepted"
            for other in NAMES:
                assert not any(frame[0] == "part" for frame in said[other]), "told of what was not accepted"
        for other, arrived in self.arrivals.items():
            self._may_know(other, said[other])
            assert arrived.closed in {0, *CLOSINGS}
        assert not self.world.errors.found
        assert not self.world.loop.failures

    async def _say(self, name: str, arrival: Arrival, what: Any) -> None:
        match what:
            case bytes():
                arrival.peer.received(what)
            case "text":
                arrival.peer.received_text()
            case "big":
                arrival.peer.received(bytes(FRAME_MOST + 1))
            case "session ends":
                server = self.world.servers[0]
                await self.world.here(server, server.site.doors.leave(self.tokens[name]))
            case "lost":
                arrival.peer.lost()
                self.arrivals[name] = Arrival(self.world)
            case ("hello", whose, where, epoch, position):
                token = self.tokens[name] if whose == "own" else whose
                stream = self.world.scene if where == "scene" else where
                arrival.peer.received(msgpack.packb(["hello", token, stream, epoch, position]))
            case _:
                arrival.peer.received(msgpack.packb(what))
        await asyncio.sleep(0.05)

    def _head(self) -> int:
        return len(self.world.store.entries[self.world.scene])

    @staticmethod
    def _since(arrival: Arrival, number: int) -> list[list[Any]]:
        return [frame for message in arrival.heard[number:] for frame in frames(message)]

    def _may_know(self, name: str, said: list[list[Any]]) -> None:
        seat = self.world.entrances[name][0]
        audiences = {frame[1] for frame in said if frame[0] in ("part", "view")}
        audiences |= {position[0] for frame in said if frame[0] == "accepted" for position in frame[2]}
        assert all(seat.reads(Audience(audience)) for audience in audiences), f"{name} was told {audiences}"

    async def end(self) -> None:
        """All of them go."""
        for arrival in self.arrivals.values():
            arrival.peer.lost()


def talked(seed: object, examples: int, steps: int) -> int:
    """So many conversations of so many steps each, on one table. Returns how many there were; a law that does not
    hold fails with the shortest conversation that breaks it."""
    world = World(f"{seed} talking", servers=1)
    number = 0

    @seeded(f"{seed}")
    @settings(max_examples=examples)
    @given(st.lists(STEP, min_size=steps, max_size=steps))
    def talks(said: list[tuple[str, Any]]) -> None:
        nonlocal number
        number += 1
        talk = Talk(world)
        for name, what in said:
            talk.step(name, what)
        world.run(talk.end())

    try:
        world.run(world.found())
        talks()
    finally:
        world.close()
    return number
