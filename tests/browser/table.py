"""A table of three with everything around it: servers on one log, browsers, lines, and the fate of the dice."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import TypeVar

import httpx
from playwright.async_api import Browser, async_playwright
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.command import Command
from domain.core.record import Record
from domain.features.characters.character import Face
from domain.features.rolls.player_nonces import KEPT, LeaveNonces
from server.fold.commit_codec import audiences
from server.protocol.frames import SUBPROTOCOL
from tests.browser.fate import LogFile, Wanted, nonce_for
from tests.browser.person import Person
from tests.browser.serving import Line, Serving
from tests.server.socketless_tables import frames
from tests.server.whole_server import Client

R = TypeVar("R", bound=Record)

MOST_AT_ONCE = 16
"""How many numbers one command leaves."""
EVENING_SECONDS = 120.0
"""How long a table may be played at."""


def program() -> str:
    """A real browser, the system's own."""
    found = shutil.which("chromium")
    assert found, "chromium is missing: install it (Debian, Ubuntu: apt install chromium)"
    return found


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The browser, for as many people as come."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        yield browser
        await browser.close()


class Table:
    """Vera tells; Anna plays at a desk, Ben on a phone. Where there are two servers, each player has her own."""

    def __init__(self, log: LogFile, servers: list[Serving], lines: tuple[Line, Line], folder: Path, chance: Random):
        self.log = log
        self.servers = servers
        self.annas_line, self.bens_line = lines
        self.folder = folder
        self.chance = chance
        self.people: list[Person] = []
        self.scene = ""
        self.scenes: set[str] = set()
        self.complaints: list[str] = []
        """What the servers said once they were stopped."""

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

    async def found(self, browser: Browser, chronicle: str, names: Sequence[str] = ("Vera", "Anna", "Ben")) -> None:
        """From the host link on, in the page: found a chronicle, and have everybody come to its table."""
        await self._come(browser, names)
        vera = self.vera
        await vera.enter(self.servers[0].host_link, self.servers[0].port)
        await vera.page.locator('[name="chronicle-name"]').fill(chronicle)
        await vera.page.locator('input[name="rules"][value="nightfall"]').check()
        await vera.click("create-chronicle")
        await vera.click("open-table")
        await vera.at("lobby")
        for player, line in zip(self.players, (self.annas_line, self.bens_line), strict=True):
            await player.enter(await self._invite(player.name), line.port)
            await player.at("making")

    async def gather(
        self, browser: Browser, chronicle: str, names: Sequence[str] = ("Vera", "Anna", "Ben"), rules: str = "nightfall"
    ) -> None:
        """Have everybody come to the table of a chronicle that was founded, and its seats added, without a page."""
        async with httpx.AsyncClient() as http:
            doors = self.servers[0].doors(http)
            teller = await doors.chronicle(chronicle, rules)
            links = [teller.link, *[(await doors.invited(teller, name)).link for name in names[1:]]]
        await self._come(browser, names)
        ports = (self.servers[0].port, self.annas_line.port, self.bens_line.port)
        await asyncio.gather(*map(Person.enter, self.people, links, ports))
        await asyncio.gather(self.vera.at("lobby"), *(player.at("making") for player in self.players))

    async def _come(self, browser: Browser, names: Sequence[str]) -> None:
        storyteller, desk, phone = names
        come = (Person.come(browser, name) for name in (storyteller, desk))
        self.people = await asyncio.gather(*come, Person.come(browser, phone, phone=True))

    async def _invite(self, name: str) -> str:
        """A seat's link."""
        page = self.vera.page
        await page.locator('[name="seat-name"]').fill(name)
        await self.vera.click("add-seat")
        link = page.get_by_test_id("seat").filter(has_text=name).get_by_test_id("link")
        return await link.input_value()

    async def begin_scene(self, name: str) -> None:
        """Begin a scene; everybody is taken there."""
        await self.vera.option("BeginScene", name=name)
        for person in self.people:
            await person.at("scene")
            await person.linked("here")
        (self.scene,) = set(await self.log.streams("scene/")) - self.scenes
        self.scenes.add(self.scene)

    async def set_task(self, name: str, actor: str, goal: int) -> None:
        """A task in which somebody rolls Dexterity until so many successes are there."""
        vera = self.vera
        await vera.click("option-OpenTask")
        form = vera.page.locator("form", has=vera.see("do-OpenTask"))
        await vera.fill(form, {"name": name, "actors": [actor], "goal": goal})
        await form.locator('[data-add="traits"]').select_option("Dexterity")
        await vera.wish(form.get_by_test_id("do-OpenTask"))

    async def cast(self) -> dict[str, str]:
        """The ids of all characters by their names, hidden ones too."""
        folded = await self.log.fold(self.scene)
        return {face.name: face.id for face in folded.state.full.all(Face)}

    async def standing(self, type_: type[R]) -> list[R]:
        """The records of a type that stand in the scene now, whoever sees them."""
        folded = await self.log.fold(self.scene)
        return list(folded.state.full.all(type_))

    async def fated(self, person: Person, command: Command, wanted: Wanted) -> bytes:
        """Have the dice of this person's next command fall so. The command is the one that she is about to send."""
        seat = await person.seat()
        lenders = {(await player.seat()).id: player for player in self.players} if seat.is_storyteller else {}
        nonce, lent = nonce_for(await self.log.fold(self.scene), seat, command, wanted, self.chance, tuple(lenders))
        for player in lenders.values():
            await self._lend(player, lent)
        await person.page.evaluate("nonce => fated.push(nonce)", list(nonce))
        return nonce

    async def _lend(self, player: Person, number: bytes) -> None:
        """Have a player's seat leave this number, and no other, for the Storyteller's dice: from a second tab of hers,
        since her page leaves its own by itself."""
        server = f"127.0.0.1:{self.servers[0].port}"
        token = await player.token()
        async with connect(
            f"ws://{server}/ws", subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, max_size=None
        ) as socket:
            tab = Client(socket)
            await tab.send("hello", token, self.scene, "", ())
            await tab.heard("options")
            for _ in range(KEPT // MOST_AT_ONCE):
                assert (await tab.do(LeaveNonces((number,) * MOST_AT_ONCE)))[0] == "accepted"

    async def in_step(self, *people: Person) -> None:
        """Wait until these (or all) were told everything that the log has for everybody."""
        told = [audiences(entry.payload) for entry in await self.log.entries(self.scene)]
        everyone = sum(EVERYONE in to for to in told)
        for person in people or self.people:
            await person.until(lambda who=person: who.counts.get((self.scene, EVERYONE), 0) >= everyone)  # type: ignore[misc]
        secret = sum(STORYTELLER in to for to in told)
        await self.vera.until(lambda: self.vera.counts.get((self.scene, STORYTELLER), 0) >= secret)

    @asynccontextmanager
    async def unheard(self, *players: Person) -> AsyncIterator[None]:
        """What is done in here brings these players (or both) no message at all, not even an empty one."""
        listening = players or self.players
        await self.in_step()
        await asyncio.sleep(0.3)  # presence is gathered for 0.15 s: let what was said before arrive
        before = {player: len(player.messages()) for player in listening}
        yield
        await asyncio.sleep(0.3)
        for player in listening:
            heard = [[frame[0] for frame in frames(message)] for message in player.messages()[before[player] :]]
            assert all(kinds == ["tick"] for kinds in heard), f"{player.name} was told {heard} of what is hidden"

    async def keep(self) -> None:
        """Save what everybody saw."""
        for person in self.people:
            await person.keep(self.folder)


@asynccontextmanager
async def opened(url: str, folder: Path, chance: Random, *, servers: int = 1) -> AsyncIterator[Table]:
    """Serve a log with so many processes. If something goes wrong, what everybody saw is kept in `folder`."""
    async with AsyncExitStack() as stack:
        running = [await Serving.start(url, folder / f"server-{n}.log") for n in range(servers)]
        annas = await stack.enter_async_context(Line(running[0].port))
        bens = await stack.enter_async_context(Line(running[-1].port))
        table = Table(LogFile(url), running, (annas, bens), folder, chance)
        try:
            async with asyncio.timeout(EVENING_SECONDS):
                yield table
        except BaseException as error:
            await table.keep()
            error.add_note(f"What everybody saw, and what was said: {folder}")
            raise
        finally:
            await asyncio.gather(*(person.page.context.close() for person in table.people))
            table.complaints = [await server.stop() for server in running]
