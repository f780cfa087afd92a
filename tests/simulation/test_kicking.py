"""FLT20, SEC9: a seat is closed while its tabs are connected to several servers and one of them is reconnecting."""

from __future__ import annotations

import asyncio

import pytest

from domain.features.scenes.chat import Say
from server.connection.connection import ACCESS_ENDED
from tests.simulation.page import Visitor
from tests.simulation.world import World


@pytest.mark.parametrize("run", range(20))
def test_a_closed_seat_hears_nothing_more(seed: int, run: int) -> None:
    """SEC9: within a second every connection of the seat is closed on every server and receives nothing later; the
    other seats play on."""
    world = World(f"{seed} kicking {run}", servers=3)

    async def play() -> tuple[list[Visitor], int]:
        await world.set_up()
        teller = world.sit("Teller", world.scene)
        tabs = [world.sit("Anna", world.scene) for _ in range(4)]
        await asyncio.sleep(1)
        for n in range(10):
            teller.submit(Say(f"before {n}"))
            tabs[n % 4].submit(Say(f"mine {n}"))
            await asyncio.sleep(world.random.random() * 0.01)
        tabs[3].cut()
        world.kick("Anna")
        await asyncio.sleep(1)
        assert [tab.gone for tab in tabs[:3]] == [ACCESS_ENDED] * 3
        step = teller.history.step
        for n in range(10):
            teller.submit(Say(f"after {n}"))
            await asyncio.sleep(world.random.random() * 0.01)
        await asyncio.sleep(30)
        assert not teller.pending
        return tabs, step

    try:
        tabs, step = world.run(play())
        for tab in tabs:
            assert tab.gone == ACCESS_ENDED
            heard = [told.frames[0][0] for told in tab.reader.received if told.step > step]
            assert set(heard) <= {"closing"}
        assert world.violations() == []
    finally:
        world.close()
