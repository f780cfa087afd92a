"""FLT17: connections that carry no bytes to the page any more, without a notification."""

from __future__ import annotations

import asyncio

from domain.features.scenes.chat import Say
from tests.simulation.world import World

NOTICED = 45.0
"""Seconds after which every page must have noticed."""


def test_five_who_hear_nothing_come_back(seed: int) -> None:
    """When five connections carry no bytes to their pages, each page notices the missing ticks, reconnects, and
    receives what it missed. Commands sent over them still arrive; a connection that carries only ticks is kept."""
    world = World(f"{seed} silence", servers=2)

    async def play() -> None:
        await world.set_up()
        visitors = [world.sit(name, world.scene) for name in ("Teller", "Anna", "Ben", "Guest", "Anna")]
        elsewhere = world.sit("Teller", "chronicle/night")
        await asyncio.sleep(5)
        silent = [visitor.connection for visitor in visitors]
        for connection in silent:
            assert connection is not None
            connection.down.hold("silence")
        unheard = visitors[0].submit(Say("does anybody hear me?"))
        await asyncio.sleep(1)
        assert visitors[0].pending
        (told,) = [entry for entry in world.store.entries[world.scene] if b"hear me?" in entry.payload]
        assert [v.seen for v in visitors] == [told.seq - 1] * 5
        await asyncio.sleep(NOTICED - 1)
        assert not any(v.connection is line for v, line in zip(visitors, silent, strict=True))
        await asyncio.sleep(5)
        assert [v.connections for v in visitors] == [2] * 5
        assert [v.seen for v in visitors] == [told.seq] * 5
        assert unheard not in visitors[0].pending
        assert elsewhere.connections == 1

    try:
        world.run(play())
        assert world.violations() == []
    finally:
        world.close()
