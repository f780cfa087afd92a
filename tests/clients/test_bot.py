"""The example bot at a running server."""

from __future__ import annotations

import asyncio

import pytest

from domain.features.rolls.roll import Roll
from domain.features.scenes.chat import Say
from domain.features.table.story_log import Line
from server.client.enter import enter
from server.client.errors import TableClosed
from server.client.table import Table
from tests.clients.bot import serve
from tests.server.whole_server import Guests
from tests.waiting import until


async def test_the_bot_greets_and_rolls(guests: Guests) -> None:
    """It greets a person who comes, rolls the dice that somebody asks for, says why it cannot, and ends with its
    seat."""
    teller = await guests.chronicle()
    seats = {name: await guests.invited(teller, name) for name in ("Anna", "Bot")}
    async with Table(await enter(teller.link)) as vera:
        bot = asyncio.create_task(serve(seats["Bot"].link))
        await until(lambda: vera.presence and any(seat.name == "Bot" and seat.here for seat in vera.presence.seats))

        def said() -> list[str]:
            return [vera.sentence(line.text) for line in vera.records.all(Line) if line.who == seats["Bot"].seat]

        async with Table(await enter(seats["Anna"].link)) as anna:
            await until(lambda: "Welcome, Anna." in said())
            await anna.do(Say("!roll 5"))
            await until(lambda: [len(roll.faces) for roll in vera.records.all(Roll)] == [5])
            await anna.do(Say("!roll 500"))
            await until(lambda: len(said()) > 1)
        assert said().count("Welcome, Anna.") == 1
        assert "100" in said()[-1]
        await guests.call("DELETE", f"/api/seats/{seats['Bot'].seat}", token=teller.token)
        with pytest.raises(TableClosed):
            await bot
