"""Presence covers the seats on all processes."""

from typing import Any

import pytest

from server.connection import presence
from tests.redis_server import redis_server, redis_url
from tests.server.whole_server import Client, Guests, running

__all__ = ["redis_server", "redis_url"]


async def here(client: Client, expected: dict[str, bool]) -> None:
    """Read until exactly these seats are present."""
    while {name: present for _, name, _, present, _ in await seats(client)} != expected:
        pass


async def writes(client: Client, name: str) -> None:
    """Read until this person is typing."""
    while not any(seat[1] == name and seat[4] for seat in await seats(client)):
        pass


async def seats(client: Client) -> list[list[Any]]:
    """Return the seats of the next presence: id, name, role, here, typing."""
    found: list[list[Any]] = (await client.heard("presence"))[1]
    return found


async def test_presence_spans_processes(redis_url: str) -> None:
    """With two processes on one log, people see when people on the second process come, type and leave."""
    async with running(redis_url) as first, running(redis_url) as second:
        storyteller = await first.chronicle()
        anna = await first.invited(storyteller, "Anna")
        table = await first.sit(storyteller)
        await here(table, {"Storyteller": True, "Anna": False})
        page = await second.sit(anna)
        await here(page, {"Storyteller": True, "Anna": True})
        await here(table, {"Storyteller": True, "Anna": True})
        await page.send("typing", True)
        await writes(table, "Anna")
        await page.socket.close()
        await here(table, {"Storyteller": True, "Anna": False})


async def test_who_sat_at_a_process_that_ends_is_gone_at_once(redis_url: str) -> None:
    """A process that ends says so: its people leave and stop typing at once, not after `FORGET_AFTER`."""
    async with running(redis_url) as first, running(redis_url) as second:
        storyteller = await first.chronicle()
        anna = await first.invited(storyteller, "Anna")
        table = await first.sit(storyteller)
        page = await second.sit(anna)
        await here(table, {"Storyteller": True, "Anna": True})
        await page.send("typing", True)
        await writes(table, "Anna")
        await second.hub.stop()
        told = await seats(table)
        assert [(name, present, typing) for _, name, _, present, typing in told][1] == ("Anna", False, False)


async def test_a_newcomer_hears_at_once_who_has_a_seat(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer gets the last presence at once, so that each speaker has a name before the next presence."""
    storyteller = await guests.chronicle()
    anna = await guests.invited(storyteller, "Anna")
    table = await guests.sit(storyteller)
    await here(table, {"Storyteller": True, "Anna": False})
    monkeypatch.setattr(presence, "SEND_AFTER", 60.0)
    page = await guests.sit(anna)
    await here(page, {"Storyteller": True, "Anna": False})


async def test_seats_are_told_in_the_order_in_which_they_are_shown(guests: Guests) -> None:
    """The Storyteller first, then by name, so that the page need not sort names."""
    storyteller = await guests.chronicle()
    for name in ("zoe", "Bea", "Ärne", "émy", "ada", "Émile"):
        await guests.invited(storyteller, name)
    table = await guests.sit(storyteller)
    while len(told := [name for _, name, *_ in await seats(table)]) < 7:
        pass  # this presence may be from before the last invitation
    assert told == ["Storyteller", "ada", "Ärne", "Bea", "Émile", "émy", "zoe"]
