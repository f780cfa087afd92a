"""Reconnecting to a stream that lost entries that the client saw, and to a server that is behind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from domain.features.scenes.chat import Say
from server.fold.resume_history import PARTS_KEPT
from tests.simulation.page import Visitor
from tests.simulation.world import World


@pytest.fixture
def world(seed: int) -> Iterator[World]:
    """Two servers, and a scene."""
    world = World(f"{seed} coming back", servers=2)
    world.run(world.set_up())
    yield world
    world.close()


async def says(visitor: Visitor, *words: str) -> None:
    for word in words:
        visitor.submit(Say(word))
        await asyncio.sleep(0.1)
    assert not visitor.pending


def leaves(visitor: Visitor) -> None:
    """Disconnect until `returns`."""
    visitor.cut()
    visitor.start = lambda: None  # type: ignore[method-assign]


def returns(visitor: Visitor) -> None:
    """Connect again after `leaves`."""
    del visitor.start
    visitor.start()


async def three_of_whom_one_left_early(world: World) -> tuple[Visitor, Visitor, Visitor]:
    """Seat three clients. The last one leaves before the last two lines are said."""
    teller, anna, ben = [world.sit(name, world.scene) for name in ("Teller", "Anna", "Ben")]
    await asyncio.sleep(1)
    await says(teller, "one", "two")
    leaves(ben)
    await says(teller, "three", "four")
    return teller, anna, ben


def test_whoever_was_away_when_the_log_lost_its_end_is_told(world: World) -> None:
    """INV8, FLT10: a client that saw lost entries is notified, both if it was connected and if it reconnects later to a
    server that never had them; a client that saw none of them receives no reset."""

    async def play() -> tuple[Visitor, Visitor, Visitor]:
        teller, anna, ben = await three_of_whom_one_left_early(world)
        anna.cut()
        for server in world.servers[:]:
            server.kill()
            world.servers.remove(server)
        world.store.lose_tail(world.scene, 2)
        world.servers.append(world.serve("another"))
        returns(ben)
        await asyncio.sleep(90)
        return teller, anna, ben

    teller, anna, ben = world.run(play())
    assert [len(visitor.page.resets) for visitor in (teller, anna, ben)] == [1, 1, 0]
    assert world.violations() == []


def test_whoever_comes_back_long_after_the_log_lost_its_end_is_told(world: World) -> None:
    """INV8, FLT11: a client that saw lost entries is notified, even if it reconnects after more commits than a resume
    may cover; a client that saw none of them receives no reset."""

    async def play() -> tuple[Visitor, Visitor, Visitor]:
        teller, anna, ben = await three_of_whom_one_left_early(world)
        leaves(anna)
        world.store.lose_tail(world.scene, 2)
        await says(teller, *(f"more {n}" for n in range(PARTS_KEPT + 10)))
        for visitor in (anna, ben):
            returns(visitor)
        await asyncio.sleep(20)
        return teller, anna, ben

    teller, anna, ben = world.run(play())
    assert [len(visitor.page.resets) for visitor in (teller, anna, ben)] == [1, 1, 0]
    assert world.violations() == []


def test_a_server_that_is_behind_claims_no_loss(world: World) -> None:
    """INV2, INV8: a client that moves to a server behind the log receives no reset and no older view: the server reads
    the log first, and lets the client wait while it cannot."""
    ahead, behind = world.servers

    async def play() -> Visitor:
        world.servers = [behind]
        guest = world.sit("Guest", world.scene)
        await asyncio.sleep(1)
        behind.line.forgetful = 1.0
        world.servers = [ahead]
        teller = world.sit("Teller", world.scene)
        await asyncio.sleep(1)
        await says(teller, "one", "two")
        behind.line.cut = True
        world.servers = [behind]
        teller.cut()
        await asyncio.sleep(3)
        assert [visitor.welcomed for visitor in (teller, guest)] == [False, True]
        behind.line.cut = False
        await asyncio.sleep(5)
        assert [visitor.welcomed for visitor in (teller, guest)] == [True, True]
        return teller

    teller = world.run(play())
    assert teller.page.resets == []
    assert teller.seen == 3
    world.servers = [ahead, behind]
    world.run(asyncio.sleep(20))
    assert world.violations() == []


def test_looking_back_while_the_log_is_out_of_reach(world: World) -> None:
    """A look back while the log is unreachable is answered with a sentence, and the client stays connected."""

    async def play() -> Visitor:
        teller = world.sit("Teller", world.scene)
        await asyncio.sleep(1)
        await says(teller, "one")
        world.store.down = True
        teller.look(1)
        await asyncio.sleep(1)
        world.store.down = False
        teller.look(2)
        await asyncio.sleep(20)
        return teller

    teller = world.run(play())
    first, second = [told.frames for told in teller.reader.received if told.frames[0][0] == "looked"]
    assert first[0][5].endswith(".")
    assert len(first) == 1
    assert second[0][5] == ""
    assert len(second) > 1
    assert teller.connections == 1
    assert world.violations() == []
