"""Loading the page: in pieces, and with pieces that do not arrive."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, WebSocket, expect

from server.fold.story_selection import NEWEST
from server.limits_and_timeouts import STORY_BYTES
from tests.browser.person import SECONDS, Person
from tests.browser.serving import HalvingLine, Serving

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

HAS_RUN = "() => import(document.querySelector('link[href*=\"/page-\"]').href).then(() => true)"


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Serving]:
    """A server for this test."""
    server = await Serving.start(f"sqlite:////{tmp_path}/coterie.db", tmp_path / "server.log")
    yield server
    await server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def vera(browser: Browser, server: Serving) -> AsyncIterator[Person]:
    """A Storyteller alone in the lobby of her chronicle."""
    vera = await Person.come(browser, "Vera")
    await vera.enter(server.host_link, server.port)
    await vera.page.locator('[name="chronicle-name"]').fill("Low Water")
    await vera.click("create-chronicle")
    await vera.click("open-table")
    await vera.at("seats")
    yield vera
    await vera.page.context.close()


async def test_a_page_that_comes_in_two_halves_is_drawn(browser: Browser, server: Serving) -> None:
    """The page is drawn even if all its scripts have run before its HTML has arrived completely."""
    person = await Person.come(browser, "Vera")
    async with HalvingLine(server.port) as line:
        secret = server.host_link.split("#")[1]
        async with person.page.expect_response("**/assets/page-*.js"), person.page.expect_response("**/api/enter"):
            await person.page.goto(f"http://127.0.0.1:{line.port}/#{secret}", wait_until="commit")
        assert await person.page.evaluate(HAS_RUN)
        assert await person.page.evaluate("document.readyState") == "loading"
        line.rest.set()
        await person.at("host")
        assert person.troubles == []
        await person.page.context.close()


@pytest.mark.parametrize("piece", ["page", "chronicle", "seats"])
async def test_a_piece_that_does_not_come_is_said_to_be_missing(vera: Person, piece: str) -> None:
    """A piece of the page that cannot be loaded, as after an upgrade of the server, is reported and can be loaded
    again; without the main piece the page closes its connection."""
    asked: list[str] = []
    sockets: list[WebSocket] = []

    async def abort(route: Route) -> None:
        asked.append(route.request.url)
        await route.abort()

    def connected(socket: WebSocket) -> None:
        sockets.append(socket)

    address = f"**/assets/{piece}-*.js"
    vera.page.on("websocket", connected)
    await vera.page.route(address, abort)
    await vera.page.reload()
    missing = vera.see("lost")
    await expect(missing).to_contain_text("This part of the page could not be loaded.")
    assert len(asked) > 1, "the page must try again"
    if piece == "page":
        assert sockets
        for socket in sockets:
            if not socket.is_closed():
                await socket.wait_for_event("close", timeout=SECONDS * 1000)
    await vera.page.unroute(address, abort)
    await missing.get_by_role("button", name="Reload the page").click()
    await vera.at("seats")
    await expect(missing).to_have_count(0)


async def test_what_stands_around_the_story_is_missed_once_and_the_story_goes_on(vera: Person) -> None:
    """If the piece with the parts around the story is missing, one message says so, and reading and talking still
    work."""
    await vera.option("BeginScene", name="The Docks")
    await vera.at("scene")
    address = "**/assets/play-*.js"
    await vera.page.route(address, lambda route: route.abort())
    await vera.page.reload()
    missing = vera.page.locator(".left, .centre").get_by_test_id("lost")  # the sheet reports its own absence
    await expect(missing).to_have_count(1)
    await vera.say("The bell on the pier strikes.")
    await vera.reads("The bell on the pier strikes.")
    await expect(missing).to_have_count(1)
    await vera.page.unroute(address)
    await missing.get_by_role("button", name="Reload the page").click()
    await expect(vera.see("cast")).to_be_visible()
    await expect(missing).to_have_count(0)


async def test_a_newcomer_has_the_whole_story(vera: Person) -> None:
    """A newcomer receives the newest part of the story with the table, scrolled to the end, and has the earlier part in
    order, without doubles, when she scrolls up."""
    bells = [f"Bell {n}." for n in range(2 * NEWEST)]
    for bell in bells:
        await vera.say(bell)
        await vera.reads(bell)
    told = [line for line in await vera.story() if "Bell" in line]
    assert len(told) == len(bells)
    await vera.page.reload()
    await expect(vera.see("story").get_by_text(bells[-1])).to_be_in_viewport()
    await expect(vera.see("story")).to_have_attribute("aria-busy", "false")
    await vera.see("story").hover()
    await vera.page.mouse.wheel(0, -4000)
    await vera.reads(bells[0])
    assert [line for line in await vera.story() if "Bell" in line] == told


async def test_a_long_story_is_read_to_its_beginning_by_scrolling(vera: Person) -> None:
    """FLT24: of a story of long lines a newcomer receives the newest; earlier lines arrive when she scrolls up, each
    once, in order, to the first."""
    tolls = [f"Toll {n}: " + "ding dong " * 390 for n in range(40)]
    assert sum(map(len, tolls)) > 2 * STORY_BYTES
    for toll in tolls:
        await vera.say(toll)
        await vera.reads(toll[:8])
    await vera.page.reload()
    await vera.reads(tolls[-1][:8])
    first = vera.see("story").get_by_text(tolls[0][:8])
    await expect(first).to_have_count(0)
    for _ in range(400):
        await vera.see("story").hover()
        await vera.page.mouse.wheel(0, -4000)
        if await first.count():
            break
    assert [line[:8] for line in await vera.story() if "Toll" in line] == [toll[:8] for toll in tolls]
