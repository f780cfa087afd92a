"""A client cannot add a seat, a number, a result, a time or an audience to a message (SEC7)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.command import TableCommand
from server.connection.conversation import Conversation, End
from server.fold.commit_codec import write
from server.limits_and_timeouts import Bucket, Rate
from server.protocol.frames import HELLO_MOST
from tests.domain.random_play import Play
from tests.server.socketless_tables import frames
from tests.simulation.resuming import Arrival
from tests.simulation.world import World

FRAMES: dict[str, list[Any]] = {
    "hello": ["hello", "t" * 43, "scene/night/docks", "", []],
    "command": ["command", b"i" * 16, 0, ["Say", "hello", "", [], False]],
    "look": ["look", 1, 0, -1, "", None, "everyone"],
    "ack": ["ack", 1],
    "typing": ["typing", True],
}
FORGED = st.lists(
    st.one_of(
        st.sampled_from([
            "storyteller", "everyone", "sealed", "seats:anna", "success", [10, 10, 10], 10, True, None,
            1_700_000_000_000, {"seat": "st"}, b"k" * 16, ["everyone", 1, b"c" * 8],
        ]),
        st.integers(-(2**63), 2**64 - 1),
        st.text(max_size=20),
        st.binary(max_size=20),
        st.lists(st.integers(1, 10), max_size=5),
    ),
    min_size=1,
    max_size=4,
)  # fmt: skip
ASIDE = ("tick", "presence")
"""Frames that come unasked."""
COMMANDS = sorted(n for n, c in catalogue().commands.items() if not issubclass(c, TableCommand))


@given(st.sampled_from(sorted(FRAMES)), FORGED)
def test_a_forged_field_in_any_frame_ends_the_talk(name: str, forged: list[Any]) -> None:
    """SEC7: a frame of any kind with an added field, such as a seat, an audience or a time, ends with 1007."""
    conversation = Conversation(Bucket(Rate(1e9, 1e9), 0.0))
    if name != "hello":
        conversation.receive(msgpack.packb(FRAMES["hello"]), 0.0)
        conversation.seated()
    message = msgpack.packb([*FRAMES[name], *forged])
    assert len(message) <= HELLO_MOST
    effect = conversation.receive(message, 0.0)
    assert isinstance(effect, End)
    assert effect.code == 1007


@pytest.fixture(scope="module")
def commands(seed: int) -> dict[str, list[Any]]:
    """Return a valid command of every type, as it is on the wire."""
    found: dict[str, list[Any]] = {}
    tries = 0
    while len(found) < len(COMMANDS):
        play = Play(seed + tries)
        play.wanderer.learn(play.state)
        tries += 1
        for name in COMMANDS:
            if name not in found:
                command = play.wanderer.make(catalogue().commands[name], {})
                if command is not None:
                    found[name] = msgpack.unpackb(write(command), strict_map_key=False)
    return found


@pytest.fixture(scope="module")
def world(seed: int) -> Iterator[World]:
    world = World(f"{seed} forged", servers=1)
    try:
        world.run(world.set_up())
        yield world
    finally:
        world.close()


def fresh(arrival: Arrival, since: int) -> list[list[Any]]:
    """Return the frames received since then."""
    return [frame for message in arrival.heard[since:] for frame in frames(message)]


async def seated(world: World, name: str) -> Arrival:
    """Return a client seated at the scene."""
    arrival = Arrival(world, [world.entrances[name][1], world.scene, "", []])
    await asyncio.sleep(0.1)
    assert any(frame[0] == "welcome" for message in arrival.heard for frame in frames(message))
    return arrival


def test_a_forged_field_in_any_command_is_refused_and_changes_nothing(
    world: World, commands: dict[str, list[Any]]
) -> None:
    """SEC7, INV5: a command of any type with an added field is refused as malformed, from any seat; the log is as
    before, and no other client receives a byte."""
    people = {name: world.run(seated(world, name)) for name in ("Teller", "Anna", "Guest")}
    entries = world.store.entries[world.scene]
    ids = iter(range(1, 10**9))

    @settings(max_examples=300)
    @given(st.sampled_from(sorted(people)), st.sampled_from(COMMANDS), FORGED)
    def forges(who: str, name: str, forged: list[Any]) -> None:
        before, heard = list(entries), {other: len(arrival.heard) for other, arrival in people.items()}
        id_ = next(ids).to_bytes(16, "big")

        async def says() -> None:
            people[who].connection.received(msgpack.packb(["command", id_, 0, [*commands[name], *forged]]))
            await asyncio.sleep(0.01)

        world.run(says())
        (answer,) = [f for f in fresh(people[who], heard[who]) if f[0] not in ASIDE]
        assert answer[:3] == ["refused", id_, "malformed"]
        assert entries == before
        for other, arrival in people.items():
            assert other == who or all(frame[0] in ASIDE for frame in fresh(arrival, heard[other]))

    async def leave() -> None:
        for arrival in people.values():
            arrival.connection.lost()

    forges()
    world.run(leave())
    assert not world.errors.found
