"""The bridge on a whole server: what it posts of an evening, what it never posts, and how it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.stated_intent import StateAim
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene
from domain.features.storyteller.take_back import TakeBack
from server.bridge.discord import Discord
from server.bridge.exchange import Exchange
from server.bridge.follow import Bridge, NoSpectator
from server.bridge.posted import PostedFile
from server.bridge.poster import Poster
from server.client.enter import Entrance, enter
from server.client.errors import TableClosed
from server.client.table import Past, Table
from server.limits_and_timeouts import STORY_BYTES
from tests.canaries import guises
from tests.server.bridge.fake_discord import FakeDiscord, served
from tests.server.whole_server import Client, Guests

SECONDS = 30.0
"""Seconds that a test waits for a message: many others may come before it, each over a connection of its own."""
SECRET = "canary-under-the-floor"
TRAITS = (("Strength", 3), ("Wits", 2))


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition is true."""
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - the condition has no event
            await asyncio.sleep(0.01)


class Evening:
    """A chronicle with a Storyteller and Anna, a spectators' seat for the bridge, and a Discord channel."""

    def __init__(self, guests: Guests, path: Path, url: str, discord: FakeDiscord) -> None:
        self.guests = guests
        self.path = path
        self.url = url
        self.discord = discord
        self.storyteller: Entrance
        self.anna: Entrance
        self.watcher: Entrance
        self.lobby: Client

    async def open(self) -> Evening:
        self.storyteller = await self.guests.chronicle("Low Water")
        self.anna = await self.guests.invited(self.storyteller, "Anna")
        self.watcher = await self.guests.invited(self.storyteller, "Discord", "spectator")
        self.lobby = await self.guests.sit(self.storyteller)
        return self

    async def does(self, client: Client, *commands: Any) -> None:
        for command in commands:
            assert (await client.do(command))[0] == "accepted", command

    async def scene(self, name: str) -> str:
        """Begin a scene and return its stream."""
        await self.does(self.lobby, BeginScene(name))
        cards = [r for r in self.lobby.page.audiences["everyone"][2].values() if r[0] == "SceneCard"]
        return next(str(card[2]) for card in cards if card[3] == name)

    @asynccontextmanager
    async def bridge(self, language: str = "en") -> AsyncIterator[asyncio.Task[None]]:
        """Run the bridge until the block ends. It ends as it does after a crash: nothing is finished."""
        file, exchange = PostedFile(self.path), Exchange()
        entrance = await enter(self.watcher.link)
        poster = Poster(Discord(self.url), file, exchange, self.discord.sleep)
        bridge = Bridge(entrance, language, poster, file, gathered_for=0.02)
        running = asyncio.create_task(bridge.run())
        try:
            # Everything is followed: from now on, what happens is new.
            await until(
                lambda: (
                    running.done()
                    or (
                        (tables := file.content.tables.values())
                        and all(table.done or table.after is not None for table in tables)
                    )
                )
            )
            yield running
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await running
            await exchange.close()

    async def shows(self, *texts: str) -> None:
        """Wait until the channel has these texts, each exactly once and in this order, at the end of its messages."""
        await until(lambda: tuple(self.discord.texts[-len(texts) :]) == texts)

    async def noted(self) -> None:
        """Wait until the bridge has noted every message of the channel. If it ends before, it posts the last one
        again."""

        def number() -> int:
            tables = PostedFile(self.path).content.tables.values()
            return sum(bool(message.content) for table in tables for message in table.messages.values())

        await until(lambda: number() == len(self.discord.texts))


@pytest.fixture
async def evening(guests: Guests, tmp_path: Path) -> AsyncIterator[Evening]:
    discord = FakeDiscord()
    async with served(discord) as url:
        yield await Evening(guests, tmp_path / "posted.json", url, discord).open()


async def test_what_all_may_know_is_posted(evening: Evening) -> None:
    """Speech and rolls arrive in the order of the story, from the chronicle and from its scene; what happened before
    the first start does not."""
    await evening.does(evening.lobby, Say("before the bridge"))
    async with evening.bridge():
        await evening.does(evening.lobby, Say("Good evening."))
        await evening.shows("Good evening.")
        stream = await evening.scene("The Docks")
        anna = await evening.guests.sit(evening.anna, stream)
        await evening.does(anna, CreateCharacter("Ilse", traits=TRAITS), Say("Who is there?"))
        await until(lambda: any("Who is there" in text for text in evening.discord.texts))
        hers = next(r[1] for r in anna.page.audiences["everyone"][2].values() if r[0] == "Face")
        await evening.does(anna, Roll("to listen", hers, ("Wits",)))
        await until(lambda: evening.discord.texts[-1].startswith("> Ilse rolls for to listen"))
    assert not any("before the bridge" in text for text in evening.discord.texts)
    assert len(evening.discord.texts) == len(set(evening.discord.texts))


async def test_hidden_play_never_arrives(evening: Evening) -> None:
    """SEC8: secret rolls, hidden characters, whispers, private calls and intents: no trace of them is in any request,
    and a public line after them arrives as the next message."""
    stream = await evening.scene("The Docks")
    teller = await evening.guests.sit(evening.storyteller, stream)
    anna = await evening.guests.sit(evening.anna, stream)
    await evening.does(anna, CreateCharacter("Ilse", traits=TRAITS))
    hers = next(r[1] for r in anna.page.audiences["everyone"][2].values() if r[0] == "Face")
    async with evening.bridge():
        await evening.does(teller, Say("first"))
        await until(lambda: any("first" in text for text in evening.discord.texts))
        requests = len(evening.discord.requests)
        await evening.does(
            teller,
            CreateCharacter(SECRET, traits=TRAITS, hidden=True),
            RollInSecret(SECRET, hers, dice=3),
            CallForRoll(hers, SECRET, ("Wits",), private=True),
            Say(SECRET, to=(evening.anna.seat,)),
        )
        await evening.does(anna, StateAim(hers, SECRET, private=True))
        await evening.does(teller, Say("second"))
        await until(lambda: any("second" in text for text in evening.discord.texts))
        assert len(evening.discord.requests) == requests + 1
    everything = b"".join(repr(request).encode() for request in evening.discord.requests) + evening.path.read_bytes()
    assert not [guise for guise in guises(SECRET) if guise in everything]


async def test_a_bridge_that_starts_again_goes_on(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened while the bridge was away is posted at the next start, once: also a scene that was begun and
    closed in the meantime, and more story than the server sends at once."""
    away = [f"away {n} {'x' * 1900}" for n in range(STORY_BYTES // 1900 + 1)]
    asked: list[int] = []
    earlier_story = Table.earlier_story

    async def counted(table: Table, before: int, of: str) -> Past:
        asked.append(before)
        return await earlier_story(table, before, of)

    monkeypatch.setattr(Table, "earlier_story", counted)
    async with evening.bridge():
        await evening.does(evening.lobby, Say("one"))
        await evening.shows("one")
        await evening.noted()
    await evening.does(evening.lobby, *map(Say, away))
    stream = await evening.scene("The Docks")
    teller = await evening.guests.sit(evening.storyteller, stream)
    await evening.does(teller, Say("in the scene"), CloseScene())
    async with evening.bridge():
        await until(lambda: any("in the scene" in text for text in evening.discord.texts))
        await until(lambda: away[-1] in evening.discord.texts)
        await evening.noted()
    assert asked
    async with evening.bridge():
        await evening.does(evening.lobby, Say("last"))
        await until(lambda: any("last" in text for text in evening.discord.texts))
    texts = evening.discord.texts
    assert [text for text in texts if "away" in text] == away
    assert sum("in the scene" in text for text in texts) == 1
    assert sum(text.endswith("one") for text in texts) == 1


def moment(client: Client) -> int:
    return sum(count for count, _, _ in client.page.audiences.values())


async def test_an_act_that_was_taken_back_is_struck_through(evening: Evening) -> None:
    """When the Storyteller takes a roll back, its message is edited, and no further one says the same."""
    stream = await evening.scene("The Docks")
    teller = await evening.guests.sit(evening.storyteller, stream)
    anna = await evening.guests.sit(evening.anna, stream)
    await evening.does(anna, CreateCharacter("Ilse", traits=TRAITS))
    hers = next(r[1] for r in anna.page.audiences["everyone"][2].values() if r[0] == "Face")
    await teller.until(lambda: any(r[1] == hers for r in teller.page.audiences["everyone"][2].values()))
    before = moment(teller)
    async with evening.bridge():
        await evening.does(anna, Roll("to listen", hers, ("Wits",)))
        await until(lambda: any(text.startswith("> Ilse rolls") for text in evening.discord.texts))
        await teller.until(lambda: moment(teller) > before)
        await evening.does(teller, TakeBack(before, moment(teller)))
        await until(lambda: any(text.startswith("> ~~Ilse rolls") for text in evening.discord.texts))
    assert sum("Ilse rolls" in text for text in evening.discord.texts) == 1


async def test_an_outage_of_discord_during_play_loses_nothing(evening: Evening) -> None:
    """429, 5xx and lost answers over real HTTP: each line arrives once."""
    async with evening.bridge():
        evening.discord.faults = ["limited", "error", "unheard", "error"]
        await evening.does(evening.lobby, *(Say(f"line {n}") for n in range(5)))
        await evening.shows(*(f"line {n}" for n in range(5)))


async def test_a_german_bridge_posts_german_sentences(evening: Evening) -> None:
    """`--language de`: the sentences of the game are German."""
    stream = await evening.scene("Hafen")
    anna = await evening.guests.sit(evening.anna, stream)
    await evening.does(anna, CreateCharacter("Ilse", traits=TRAITS))
    hers = next(r[1] for r in anna.page.audiences["everyone"][2].values() if r[0] == "Face")
    async with evening.bridge("de"):
        await evening.does(anna, Roll("Lauschen", hers, ("Wits",)))
        await until(lambda: any("Ilse würfelt" in text for text in evening.discord.texts))


async def test_a_seat_that_sees_secrets_is_refused(evening: Evening) -> None:
    """The link of a player or of the Storyteller is refused before anything is posted."""
    for entrance in (evening.anna, evening.storyteller):
        opened = await enter(entrance.link)
        file = PostedFile(evening.path)
        with pytest.raises(NoSpectator):
            Bridge(opened, "en", Poster(Discord(evening.url), file, evening.discord), file)


async def test_the_bridge_ends_with_its_seat(evening: Evening) -> None:
    """When the Storyteller closes the seat, the bridge ends with a reason."""
    async with evening.bridge() as running:
        closed = await evening.guests.call(
            "DELETE", f"/api/seats/{evening.watcher.seat}", token=evening.storyteller.token
        )
        assert closed.is_success
        await until(running.done)
        with pytest.raises(ExceptionGroup) as caught:
            await running
        assert caught.group_contains(TableClosed)
