"""F17: lines that carry nothing to the page any more, of which nobody is told."""

from __future__ import annotations

import asyncio

from domain.features.scenes.chat import Say
from tests.simulation.world import World

NOTICED = 45.0
"""Seconds after which everybody must have noticed."""


def test_five_who_hear_nothing_come_back(seed: int) -> None:
    """Five lines fall silent at once: what people say still arrives, what they are told does not, and no line ends.
    Each notices by the want of ticks, comes back by another line, and is told what it missed; a line that carries
    ticks, and nothing else, is left alone."""
    world = World(f"{seed} silence", servers=2)

    async def play() -> None:
        await world.found()
        visitors = [world.sit(name, world.scene) for name in ("Teller", "Anna", "Ben", "Guest", "Anna")]
        elsewhere = world.sit("Teller", "chronicle/night")
        await asyncio.sleep(5)
        silent = [visitor.connection for visitor in visitors]
        for connection in silent:
            assert connection is not None
            connection.down.hold("silence")
        unheard = visitors[0].wish(Say("does anybody hear me?"))
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
