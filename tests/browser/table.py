"""A table of three with everything around it: servers on one log, browsers, proxies, and loaded dice."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import TypeVar

import httpx
from msgspec.structs import replace
from playwright.async_api import Browser, async_playwright

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.record import Record
from domain.features.characters.character import Face
from domain.features.rolls.player_nonces import KEPT, LeaveNonces
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.client.table import Table as TableClient
from server.client.wire import socket_to
from server.fold.commit_codec import audiences
from tests.browser.fate import LogFile, Wanted, nonce_for
from tests.browser.person import DESK, PHONE, Person
from tests.browser.serving import Line, Serving
from tests.server.socketless_tables import frames
from tests.server.whole_server import Client

R = TypeVar("R", bound=Record)

NOT_NEEDED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""Features of Chromium that are switched off. The first three are the lists below the address bar: for each person
Chromium loaded them as further pages that nobody sees, which took half of the time in which a table gathers. The others
are those that Playwright switches off (1.65): our list takes the place of its own."""
MOST_AT_ONCE = 16
"""The number of nonces in one command."""
EVENING_SECONDS = 120.0
"""The longest time for which a table may be played."""


def program() -> str:
    """The path of the system's Chromium."""
    found_chronicle = shutil.which("chromium")
    assert found_chronicle, "chromium is missing: install it (Debian, Ubuntu: apt install chromium)"
    return found_chronicle


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser, shared by all people of a test."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program(), args=["--no-sandbox", f"--disable-features={','.join(NOT_NEEDED)}"]
        )
        yield browser
        await browser.close()


def ready(name: str, rules: str = "nightfall") -> CreateCharacter:
    """A ready character of a rule set."""
    (one,) = [one for one in catalogue().rulesets[rules].ready if one.name == name]
    return CreateCharacter(
        one.name, one.concept, one.kind, one.traits, one.specialties, one.pools, items=one.carried, flags=one.flags
    )


def made(
    name: str, concept: str, dots: Mapping[str, int], rules: str = "nightfall", *, hidden: bool = False
) -> CreateCharacter:
    """A character with these dots, and a dot in every other attribute, as the page's form begins."""
    groups = catalogue().rulesets[rules].traits
    attributes = {name: 1 for group in groups if group.kind == "attribute" for name in group.traits}
    return CreateCharacter(name, concept, traits=tuple((attributes | dict(dots)).items()), hidden=hidden)


class Table:
    """Vera is the Storyteller; Anna plays at a desk, Ben on a phone. With two servers, each player uses her own."""

    def __init__(self, log: LogFile, servers: list[Serving], lines: tuple[Line, Line], folder: Path, chance: Random):
        self.log = log
        self.servers = servers
        self.annas_line, self.bens_line = lines
        self.folder = folder
        self.chance = chance
        self.people: list[Person] = []
        self.languages: dict[str, str] = {}
        """The languages of the people who do not read English, by name."""
        self.size = DESK
        """The width and height of the screens of Vera and Anna, who use phones if it is a phone's; Ben always does."""
        self.before_page = ""
        """A script that runs in every page of these people before the page's own."""
        self.chronicle = ""
        """The id of the chronicle, once it was founded over HTTP."""
        self.scene = ""
        self.scenes: set[str] = set()
        self.complaints: list[str] = []
        """The servers' log after they were stopped."""

    @property
    def vera(self) -> Person:
        return self.people[0]

    @property
    def anna(self) -> Person:
        return self.people[1]

    @property
    def ben(self) -> Person:
        return self.people[2]

    @property
    def players(self) -> tuple[Person, Person]:
        return self.anna, self.ben

    async def found_chronicle(
        self,
        browser: Browser,
        chronicle: str,
        names: Sequence[str] = ("Vera", "Anna", "Ben"),
        *,
        at_host: Callable[[Person], Awaitable[None]] | None = None,
    ) -> None:
        """Found a chronicle in the page, starting at the host link, and let all people come to its table. `at_host` is
        called once the form for a chronicle is there."""
        await self._come(browser, names)
        vera = self.vera
        await vera.enter(self.servers[0].host_link, self.servers[0].port)
        await vera.at("new-chronicle-form")
        if at_host:
            await at_host(vera)
        await vera.page.locator('[name="chronicle-name"]').fill(chronicle)
        await vera.page.locator('input[name="rules"][value="nightfall"]').check()
        await vera.click("create-chronicle")
        await vera.click("open-table")
        await vera.at("lobby")
        for player, line in zip(self.players, (self.annas_line, self.bens_line), strict=True):
            await player.enter(await self._invite(player.name), line.port)
            await player.at("making")

    async def gather(
        self,
        browser: Browser,
        chronicle: str,
        names: Sequence[str] = ("Vera", "Anna", "Ben"),
        rules: str = "nightfall",
        *,
        cast: Sequence[CreateCharacter] = (),
        scene: str = "",
    ) -> None:
        """Found a chronicle and add its seats over HTTP, and let all people come to its table. The first two of `cast`
        are Anna's and Ben's, the others Vera's. With `scene`, all come to this scene. Tests of how characters are made
        and a scene begins do that in the page instead, which takes some seconds."""
        async with httpx.AsyncClient() as http:
            api = self.servers[0].api(http)
            teller = await api.chronicle(chronicle, rules)
            self.chronicle = teller.stream.removeprefix("chronicle/")
            players = [await api.invited(teller, name) for name in names[1:]]
        if cast:
            async with TableClient(teller) as lobby:
                owners = chain((player.seat for player in players), repeat(""))
                for one, owner in zip(cast, owners, strict=False):
                    await lobby.do(replace(one, player=owner))
                if scene:
                    await lobby.do(BeginScene(scene))
        await self._come(browser, names)
        ports = (self.servers[0].port, self.annas_line.port, self.bens_line.port)
        await asyncio.gather(*map(Person.enter, self.people, [one.link for one in (teller, *players)], ports))
        if scene:
            await self._in_scene()
        else:
            makers = self.players[len(cast) :]
            await asyncio.gather(*(one.at("making" if one in makers else "lobby") for one in self.people))

    async def _come(self, browser: Browser, names: Sequence[str]) -> None:
        storyteller, desk, phone = names
        self.people = await asyncio.gather(
            *(
                Person.come(
                    browser, name, size=PHONE if name == phone else self.size, language=self.languages.get(name, "")
                )
                for name in (storyteller, desk, phone)
            )
        )
        if self.before_page:
            await asyncio.gather(*(person.page.add_init_script(self.before_page) for person in self.people))

    async def _invite(self, name: str) -> str:
        """Add a seat in the page; return its link."""
        page = self.vera.page
        await page.locator('[name="seat-name"]').fill(name)
        await self.vera.click("add-seat")
        link = page.get_by_test_id("seat").filter(has_text=name).get_by_test_id("link")
        return await link.input_value()

    async def begin_scene(self, name: str) -> None:
        """Begin a scene, and wait until every page shows it."""
        await self.vera.option("BeginScene", name=name)
        await self._in_scene()

    async def _in_scene(self) -> None:
        """Wait until every page shows a new scene."""
        for person in self.people:
            await person.at("scene")
            await person.linked("here")
        (self.scene,) = set(await self.scene_streams()) - self.scenes
        self.scenes.add(self.scene)

    async def scene_streams(self) -> list[str]:
        """The streams of all scenes of this table."""
        return await self.log.streams(f"scene/{self.chronicle}/" if self.chronicle else "scene/")

    async def set_task(self, name: str, actor: str, goal: int) -> None:
        """Set a task: this character rolls Dexterity until it has so many successes."""
        vera = self.vera
        await vera.click("option-OpenTask")
        form = vera.page.locator("form", has=vera.see("do-OpenTask"))
        await vera.fill(form, {"name": name, "actors": [actor], "goal": goal})
        await form.locator('[data-add="traits"]').select_option("Dexterity")
        await vera.submit(form.get_by_test_id("do-OpenTask"))

    async def cast(self) -> dict[str, str]:
        """The ids of all characters by name, hidden ones too."""
        folded = await self.log.fold(self.scene)
        return {face.name: face.id for face in folded.state.full.all(Face)}

    async def records(self, type_: type[R]) -> list[R]:
        """The records of this type in the scene now, of every audience."""
        folded = await self.log.fold(self.scene)
        return list(folded.state.full.all(type_))

    async def load_dice(self, person: Person, command: Command, wanted: Wanted) -> bytes:
        """Load the dice of this person's next command, which must be this command, so that the condition is met."""
        seat = await person.seat()
        lenders = {(await player.seat()).id: player for player in self.players} if seat.is_storyteller else {}
        nonce, lent = nonce_for(await self.log.fold(self.scene), seat, command, wanted, self.chance, tuple(lenders))
        for player in lenders.values():
            await self._lend(player, lent)
        await person.page.evaluate("nonce => fated.push(nonce)", list(nonce))
        return nonce

    async def _lend(self, player: Person, number: bytes) -> None:
        """Let a player's seat leave only this number for the Storyteller's dice: from a second tab of hers, since her
        page leaves its own numbers."""
        async with self.second_tab(player) as tab:
            for _ in range(KEPT // MOST_AT_ONCE):
                assert (await tab.do(LeaveNonces((number,) * MOST_AT_ONCE)))[0] == "accepted"

    @asynccontextmanager
    async def second_tab(self, person: Person) -> AsyncIterator[Client]:
        """A second connection of this person to the scene, for commands that need no page."""
        server, token = f"127.0.0.1:{self.servers[0].port}", await person.token()
        async with socket_to(f"ws://{server}/ws") as socket:
            tab = Client(socket)
            await tab.send("hello", token, self.scene, "", ())
            await tab.heard("options")
            yield tab

    async def wait_for_all(self, *people: Person) -> None:
        """Wait until these people (or all) have received all public commits, and Vera the secret commits, too."""
        audiences_of = [audiences(entry.payload) for entry in await self.log.entries(self.scene)]
        everyone = sum(EVERYONE in to for to in audiences_of)
        for person in people or self.people:
            await person.until(lambda person=person: person.counts.get((self.scene, EVERYONE), 0) >= everyone)  # type: ignore[misc]
        secret = sum(STORYTELLER in to for to in audiences_of)
        await self.vera.until(lambda: self.vera.counts.get((self.scene, STORYTELLER), 0) >= secret)

    @asynccontextmanager
    async def no_message_to(self, *players: Person) -> AsyncIterator[None]:
        """Check that this block sends these players (or both) no message at all, not even an empty one."""
        listening = players or self.players
        await self.wait_for_all()
        await asyncio.sleep(0.3)  # presence is collected for 0.15 s: let earlier messages arrive
        before = {player: len(player.messages()) for player in listening}
        yield
        await asyncio.sleep(0.3)
        for player in listening:
            heard = [[frame[0] for frame in frames(message)] for message in player.messages()[before[player] :]]
            assert all(kinds == ["tick"] for kinds in heard), f"{player.name} received {heard} of a hidden action"

    async def keep(self) -> None:
        """Save evidence from every page."""
        for person in self.people:
            await person.keep(self.folder)


@asynccontextmanager
async def opened(
    url: str, folder: Path, chance: Random, *, servers: int = 1, seconds: float = EVENING_SECONDS
) -> AsyncIterator[Table]:
    """Serve a log with so many processes, for one table alone. Most tests need only a chronicle of their own, which
    `SharedServer.table` gives them."""
    async with AsyncExitStack() as stack:
        running = [await Serving.start(url, folder / f"server-{n}.log") for n in range(servers)]
        annas = await stack.enter_async_context(Line(running[0].port))
        bens = await stack.enter_async_context(Line(running[-1].port))
        table = Table(LogFile(url), running, (annas, bens), folder, chance)
        try:
            async with played(table, seconds):
                yield table
        finally:
            table.complaints = [await server.stop() for server in running]


@asynccontextmanager
async def played(table: Table, seconds: float) -> AsyncIterator[None]:
    """Play at a table for at most this time, then close its browsers. On an error, pictures and logs are kept in its
    folder."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except BaseException as error:
        await table.keep()
        error.add_note(f"Pictures of the pages and logs: {table.folder}")
        raise
    finally:
        await asyncio.gather(*(person.page.context.close() for person in table.people))


class SharedServer:
    """A server process on SQLite and two proxies, which tables of many tests use one after the other. Each table has
    its own chronicle and its own browsers."""

    def __init__(self, log: LogFile, server: Serving, lines: tuple[Line, Line]) -> None:
        self._log = log
        self._server = server
        self._lines = lines

    @classmethod
    @asynccontextmanager
    async def start(cls, folder: Path) -> AsyncIterator[SharedServer]:
        """Serve a new log in this folder, until the block ends."""
        url = f"sqlite:////{folder}/coterie.db"
        server = await Serving.start(url, folder / "server.log")
        await server.enter_as_host()
        async with Line(server.port) as annas, Line(server.port) as bens:
            yield cls(LogFile(url), server, (annas, bens))
        assert await server.stop() == ""

    @asynccontextmanager
    async def table(self, folder: Path, chance: Random) -> AsyncIterator[Table]:
        """A table for `Table.gather`."""
        for line in self._lines:
            line.begin()
        table = Table(self._log, [self._server], self._lines, folder, chance)
        async with played(table, EVENING_SECONDS):
            yield table
