"""One person at the table: a browser of her own, her actions in the page, and all messages that she received."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgpack  # type: ignore[import-untyped]
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response, WebSocket

from domain.core.audience import Role, Seat
from domain.features.rolls.player_nonces import LeaveNonces
from tests.browser.fate import INTO_THE_PAGE
from tests.server.socketless_tables import frames

SECONDS = 15.0
"""The longest wait for an expected change."""
DESK = (1280, 800)
PHONE = (390, 844)

WATCH_THE_POLICY = """
addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`));
"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TOLD = """
() => [...document.querySelectorAll("[data-testid=story] [data-testid=line], [data-testid=story] [data-testid=roll]")]
  .filter((told) => !told.matches(".secret"))
  .map((told) => (told.querySelector(".text") ?? told).textContent.replace(/\\s+/g, " ").trim())
"""
CAST = """
() => Object.fromEntries([...document.querySelectorAll("[data-testid=cast] .member")].map((member) => [
  member.querySelector(".name").textContent,
  [(member.querySelector("[role=img]")?.getAttribute("aria-label") ?? "").match(/\\w*/)[0].toLowerCase(),
   ...[...member.querySelectorAll(".condition")].map((word) => word.textContent)],
]))
"""
ORDER = '() => [...document.querySelectorAll("[data-testid=order] .slot .name")].map((name) => name.textContent)'

Answers = str | int | Sequence[str]


@dataclass
class Socket:
    """A connection of a person, and the raw messages that it carried. `stream` is known after the welcome."""

    url: str
    messages: list[bytes] = field(default_factory=list)
    stream: str = ""
    resumed: bool = False


class Person:
    """A person at the table, by name."""

    def __init__(self, name: str, page: Page, *, phone: bool = False) -> None:
        self.name = name
        self.page = page
        self.phone = phone
        self.sockets: list[Socket] = []
        self.answers: list[list[Any]] = []
        """The answers to her commands: `accepted` and `refused` frames."""
        self._unasked: set[bytes] = set()
        """The ids of commands that her page sent by itself."""
        self.counts: dict[tuple[str, str], int] = {}
        """By stream and audience: the number of commits that she received."""
        self.troubles: list[str] = []
        """Errors and warnings of the browser."""
        self.origins: set[str] = set()
        self.cookies: list[str] = []
        self.addresses: list[str] = []
        """Every requested address, with the Referer of the request."""
        self.secrets: list[str] = []
        """The secrets of the links that she opened."""
        self._news = asyncio.Event()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        page.on("request", self._asked)
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    @classmethod
    async def come(cls, browser: Browser, name: str, *, size: tuple[int, int] = DESK, language: str = "") -> Person:
        """Open an empty browser with a screen of this size, in which this language was chosen if it is given."""
        width, height = size
        phone = size == PHONE
        context = await browser.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
        )
        if language:
            await context.add_init_script(f'localStorage["coterie.language"] ??= "{language}"')
        return await cls.within(context, name, phone=phone)

    @classmethod
    async def within(cls, context: BrowserContext, name: str, *, phone: bool = False) -> Person:
        """Open a page in a browser that is already open."""
        context.set_default_timeout(SECONDS * 1000)
        await context.add_init_script(INTO_THE_PAGE)
        await context.add_init_script(WATCH_THE_POLICY)
        return cls(name, await context.new_page(), phone=phone)

    # Received messages

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        self.origins.add(urlsplit(request.url).netloc)
        self.addresses.append(f"{request.url} {request.headers.get('referer', '')}")

    def _answered(self, response: Response) -> None:
        if cookie := response.headers.get("set-cookie"):
            self.cookies.append(cookie)

    def _connected(self, websocket: WebSocket) -> None:
        socket = Socket(websocket.url)
        self.sockets.append(socket)
        self.origins.add(urlsplit(websocket.url).netloc)
        self.addresses.append(websocket.url)

        def heard(payload: bytes | str) -> None:
            assert isinstance(payload, bytes), "the protocol is binary"
            socket.messages.append(payload)
            for frame in frames(payload):
                self._heard(socket, frame)
            self._news.set()

        def said(payload: bytes | str) -> None:
            assert isinstance(payload, bytes), "the protocol is binary"
            name, *rest = msgpack.unpackb(payload)
            if name == "command" and rest[2][0] == LeaveNonces.__name__:
                self._unasked.add(rest[0])

        websocket.on("framereceived", heard)
        websocket.on("framesent", said)

    def _heard(self, socket: Socket, frame: list[Any]) -> None:
        match frame[0]:
            case "welcome":
                socket.stream, socket.resumed = frame[5], frame[6]
            case "accepted" | "refused":
                if frame[1] not in self._unasked:
                    self.answers.append(frame)
            case "view" | "part":
                self.counts[socket.stream, frame[1]] = frame[2]
            case "earlier":
                assert (socket.stream, frame[1]) in self.counts, f"the story of {frame[1]} came before a view of it"
            case _:
                pass

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a received message makes this true."""
        async with asyncio.timeout(SECONDS):
            while not condition():
                self._news.clear()
                await self._news.wait()

    def messages(self, stream: str = "") -> list[bytes]:
        """Every raw message that she received, of one stream or of all."""
        return [m for s in self.sockets if not stream or s.stream == stream for m in s.messages]

    async def seat(self) -> Seat:
        """The seat of her page."""
        session = await self._session()
        role: Role = session["role"]
        return Seat(session["seat"], role)

    async def token(self) -> str:
        """The session token of her page."""
        token: str = (await self._session())["token"]
        return token

    async def _session(self) -> dict[str, Any]:
        session: dict[str, Any] = json.loads(await self.page.evaluate('sessionStorage.getItem("coterie.seat")'))
        return session

    # The page

    def see(self, testid: str, actor: str = "") -> Locator:
        """The element with this test id, of this character if given."""
        here = f'[data-testid="{testid}"]'
        return self.page.locator(here + (f'[data-actor="{actor}"]' if actor else "")).locator("visible=true")

    async def story(self) -> list[str]:
        """The public lines and rolls of the story, as the page shows them."""
        told: list[str] = await self.page.evaluate(TOLD)
        return told

    async def cast(self) -> dict[str, list[str]]:
        """Each member of the cast: the first word of its health, and its conditions."""
        cast: dict[str, list[str]] = await self.page.evaluate(CAST)
        return cast

    async def order(self) -> list[str]:
        """The names in the turn order, the first to act first."""
        names: list[str] = await self.page.evaluate(ORDER)
        return names

    async def chosen(self, testid: str) -> str:
        """The chosen label of a list."""
        label: str = await self.see(testid).evaluate("list => list.selectedOptions[0]?.label ?? ''")
        return label

    async def linked(self, state: str) -> None:
        """Wait until the page shows this state of its connection."""
        await self.page.locator(f'[data-testid="connection"][data-state="{state}"]').wait_for(state="attached")

    async def at(self, screen: str) -> None:
        """Wait until a screen is shown."""
        await self.page.get_by_test_id(screen).wait_for()

    async def reads(self, words: str) -> None:
        """Wait until the story has these words."""
        await self.page.get_by_test_id("story").filter(has_text=words).wait_for(state="attached")

    # Actions

    async def click(self, testid: str, actor: str = "") -> None:
        """Press the element with this test id."""
        if testid.startswith("option-"):
            await self._unfold(testid)
        await self._press(self.see(testid, actor).first)

    async def _unfold(self, *testids: str) -> None:
        """Wait for an element with one of these test ids, and open the folded group that it is in."""
        found = self.page.locator(", ".join(f'[data-testid="{one}"]' for one in testids))
        await found.first.wait_for(state="attached")
        folded = self.page.locator("details:not([open])", has=found).locator("visible=true")
        if not await found.locator("visible=true").count() and await folded.count():
            await self._press(folded.first.locator("summary").first)

    async def _press(self, part: Locator) -> None:
        await (part.tap() if self.phone else part.click())
        sideways = await self.page.evaluate(SIDEWAYS)
        assert sideways <= 0, f"the page can be scrolled sideways by {sideways} px"

    async def submit(self, press: Locator) -> None:
        """Press a button that sends a command, and wait until it is accepted."""
        asked = len(self.answers)
        await self._press(press)
        await self.answered(asked)

    async def answered(self, before: int) -> None:
        """Wait for the next answer after `before`, and check that it is `accepted`."""
        await self.until(lambda: len(self.answers) > before)
        assert self.answers[before][0] == "accepted", self.answers[before][2:]

    async def turn_to(self, part: str) -> None:
        """Show a part of the scene: story, cast, sheet or act; on a phone these are tabs."""
        if self.phone:
            await self.click(f"tab-{part}")
        elif part in ("sheet", "act"):
            await self.click(f"side-{part}")

    async def enter(self, link: str, port: int) -> None:
        """Open a link through this port."""
        secret = link.split("#")[1]
        self.secrets.append(secret)
        await self.page.goto(f"http://127.0.0.1:{port}/#{secret}")

    async def play_ready(self, name: str) -> None:
        """Take one of the ready characters."""
        card = self.see("ready").filter(has_text=name)
        await self.submit(card.get_by_role("button"))

    async def make(
        self, name: str, concept: str, dots: Mapping[str, int], *, points: Mapping[str, int] | None = None,
        specialties: str = "", hidden: bool = False,
    ) -> None:  # fmt: skip
        """Make a character dot by dot; `points` are those of stores that follow their rating (D16)."""
        await self.click("make-own")
        form = self.page.locator("form.by-hand")
        await form.locator('[name="name"]').fill(name)
        await form.locator('[name="concept"]').fill(concept)
        await form.locator('[name="specialties"]').fill(specialties)
        if hidden:
            await form.locator('[name="hidden"]').check()
        for trait, number in (*dots.items(), *(points or {}).items()):
            slider = form.locator(f'[role=slider][data-trait="{trait}"]')
            await slider.locator(f'[data-dot="{number}"]').click()
            assert await slider.get_attribute("aria-valuenow") == str(number), trait
        await self.submit(self.see("create"))

    async def say(self, words: str, *, to: str = "") -> None:
        """Say a line with the keyboard, to everyone or to one person."""
        await self.turn_to("story")
        await self.see("say-to").select_option(label=f"to {to or 'everyone'}")
        await self.see("say").fill(words)
        await self.see("say").press("Enter")

    async def open_card(self, name: str) -> Locator:
        """Open a member of the cast, with its actions."""
        await self.turn_to("cast")
        card = self.page.locator("[data-testid=cast] .member").filter(
            has=self.page.locator(".head .name").get_by_text(name, exact=True)
        )
        face = card.locator("button.face")
        if await face.get_attribute("aria-expanded") != "true":
            await self._press(face)
        more = card.get_by_test_id("more-about")
        if await more.count() and await more.get_attribute("open") is None:
            await self._press(more.locator("summary").first)
        return card

    async def option(self, command: str, actor: str = "", *, label: str = "", **answers: Answers) -> None:
        """Choose an option of this command: fill in its form, if it has one, and send it."""
        button = self.see(f"option-{command}", actor)
        if label:
            button = button.filter(has_text=label)
        await self._unfold(f"option-{command}", f"choose-{command}")
        await self.see(f"option-{command}").or_(self.see(f"choose-{command}")).first.wait_for()
        if not await button.count():
            choice = self.see(f"choose-{command}")
            await choice.select_option(
                value=await choice.locator("option", has_text=label).first.get_attribute("value")
            )
        expanded = await button.first.get_attribute("aria-expanded")
        if expanded is None:  # it has no form, or only asks for confirmation
            asked, pressed = len(self.answers), await button.first.element_handle()
            await self._press(button.first)
            if await pressed.get_attribute("data-confirming") is not None:
                await self._press(button.first)
            await self.answered(asked)
            return
        if expanded == "false":
            await self._press(button.first)
        form = self.page.locator("form", has=self.see(f"do-{command}")).last
        await self.fill(form, answers)
        await self.submit(form.get_by_test_id(f"do-{command}"))

    async def fill(self, form: Locator, answers: Mapping[str, Answers]) -> None:
        """Fill in a form's inputs by name: a text, a number, a choice, or several."""
        for name, answer in answers.items():
            if isinstance(answer, int):
                await form.locator(f'input[type=number][name="{name}"]').fill(str(answer))
                await form.locator(f'input[type=number][name="{name}"]').blur()
            elif isinstance(answer, str):
                await self._fill_one(form, name, answer)
            else:
                for value in answer:
                    box = f'input[name="{name}"][value="{value}"]'
                    if not await form.locator(box).is_checked():  # the only target is checked already
                        await self._press(form.locator(f"label:has({box})"))

    async def _fill_one(self, form: Locator, name: str, answer: str) -> None:
        pill = form.locator(f'label:has(input[type=radio][name$="-{name}"][value="{answer}"])')
        chosen = form.locator(f'select[name="{name}"]')
        await form.locator(f':is([name="{name}"], [name$="-{name}"])').first.wait_for(state="attached")
        if await pill.count():
            await self._press(pill)
        elif await chosen.count():
            await chosen.select_option(answer)
        else:
            await form.locator(f'input[type=text][name="{name}"], textarea[name="{name}"]').fill(answer)

    async def declare(self, who: str, manoeuvre: str, **answers: Answers) -> None:
        """Declare a manoeuvre for a character, or nothing ("")."""
        await self.turn_to("story" if self.phone else "act")
        panel = self.see("declare-panel").filter(has=self.page.locator("h3 .name").get_by_text(who, exact=True))
        line = self.see("declare-for").filter(has=self.page.locator("summary .name").get_by_text(who, exact=True))
        if await line.count() and await line.get_attribute("open") is None:
            await self._press(line.locator("summary").first)
        if not manoeuvre:
            await self.submit(panel.get_by_test_id("declare-nothing"))
            return
        await self.add_action(panel, manoeuvre, **answers)
        await self.submit(panel.get_by_test_id("declare-do"))

    async def add_action(self, panel: Locator, manoeuvre: str, **answers: Answers) -> None:
        """Add an action with these answers to a declaration, which is not sent yet."""
        in_rows = panel.get_by_test_id("declare-in-rows")
        if await in_rows.get_attribute("aria-pressed") != "true":
            await self._press(in_rows)
        more = panel.get_by_test_id("more-manoeuvres")
        if await more.count() and await more.get_attribute("open") is None:
            await self._press(more.locator("summary"))
        await self._press(panel.get_by_test_id("manoeuvre").filter(has_text=manoeuvre).first)
        await self.fill(panel.get_by_test_id("action-row").last, answers)

    async def roll(self, *traits: str, way: str = "Roll", reason: str = "") -> None:
        """Click traits on the sheet, and roll them."""
        await self.turn_to("sheet")
        for trait in traits:
            await self._press(self.page.locator(f'button[data-trait="{trait}"]'))
        if reason:
            more = self.page.locator(".roll-panel details.more")
            if await more.get_attribute("open") is None:
                await self._press(more.locator("summary"))
            await more.locator('[name="reason"]').fill(reason)
        await self.submit(self.see(f"roll-{way}"))

    # Evidence of a failed test

    async def keep(self, folder: Path) -> None:
        """Save a picture of her page, and the browser's errors."""
        said = "\n".join(self.troubles) or "The browser reported no error."
        await asyncio.to_thread((folder / f"{self.name}.log").write_text, said)
        await self.page.screenshot(path=folder / f"{self.name}.png")
