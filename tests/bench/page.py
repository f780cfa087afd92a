"""The page: its measures, and its cost on a phone.

  make bench ARGS="--only page"

Measures: the actions and the room that people need, of `tests/browser/measures.py`, at four sizes of screen. First
paint: a player opens her link on a phone a quarter as fast as this machine, with 150 ms latency, 1.6 Mbit/s and an
empty cache; measured until the table can be read, not until the first pixel. Frames: 20 rolls a second arrive at a page
that has received 10,000 lines; once in this machine's browser, and once a quarter as fast.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from playwright.async_api import Browser, CDPSession, Page

from domain.command import Command
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from server.client.enter import Entrance
from server.fold.commit_codec import write
from server.http.api import STATIC
from tests.browser.measures import (
    SIZES,
    Figures,
    gather_for_desk,
    gather_for_newcomer,
    gather_for_turn,
    height_of_turn,
    link_to_first_roll,
    play_turn,
    questions_outside_the_inbox,
    room_of_the_desk,
    storytellers_actions,
    turn_of_four,
)
from tests.browser.person import PHONE
from tests.browser.table import Table, chromium, opened
from tests.built_page import scripts_of_a_player
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import Client, Guests, running

LINES: Final = 10_000
AT_ONCE: Final = 100
A_SECOND: Final = 20
SECONDS: Final = 10.0
SETTLES: Final = 3.0
"""Seconds in which a new browser window loads its own parts: a phone's browser is open already."""
LATE: Final = 25.0
"""A frame later than so many milliseconds was missed, at sixty a second."""
SLOWER: Final = 4
FAR: Final = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
Measuring = tuple[Callable[[Table], Awaitable[Figures]], ...]
ROLL: Final = Roll("keep watch", dice=6)
READ: Final = """
() => new Promise((done) => {
  const {port1: drawn, port2: draw} = new MessageChannel();
  const look = () => requestAnimationFrame(() => draw.postMessage(0));
  drawn.onmessage = () => {
    const newest = [...document.querySelectorAll("[data-testid=scene] [data-testid=story] [data-testid=roll]")].at(-1);
    const box = newest?.getBoundingClientRect();
    if (box?.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1) done(performance.now());
    else look();
  };
  look();
})
"""
"""Waits until the newest line of the scene is in sight; checks after each frame."""
FRAMES: Final = """
(seconds) => new Promise((done) => {
  const gaps = [];
  const begun = performance.now();
  let last = begun;
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    if (now - begun < seconds * 1000) requestAnimationFrame(frame);
    else done(gaps.slice(1));
  };
  requestAnimationFrame(frame);
})
"""


async def phone(browser: Browser) -> tuple[Page, CDPSession]:
    """A phone that opens the page for the first time."""
    context = await browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True
    )
    page = await context.new_page()
    await asyncio.sleep(SETTLES)
    return page, await context.new_cdp_session(page)


async def invited(guests: Guests, teller: Entrance, name: str) -> str:
    """The link of a player who has a character already."""
    anna = await guests.invited(teller, name)
    lobby = await guests.sit(anna)
    await lobby.do(CreateCharacter(f"{name}'s own"))
    return f"{guests.base}/#{anna.link.rpartition('#')[2]}"


async def painted(browser: Browser, link: str) -> tuple[float, float]:
    """Milliseconds until the first paint, and until the story can be read."""
    page, wire = await phone(browser)
    await wire.send("Network.enable")
    await wire.send("Network.emulateNetworkConditions", FAR)
    await wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await page.goto(link, wait_until="commit")
    read = await page.evaluate(READ)
    first = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1")
    await page.context.close()
    return first, read


async def do_accepted(teller: Client, command: Command) -> None:
    """Send a command, and check that it is accepted."""
    answer = await teller.do(command, seen=teller.page.audiences["everyone"][0])
    if answer[0] != "accepted":
        raise RuntimeError(f"refused: {answer}")


async def rolled(teller: Client, count: int) -> None:
    """Send so many rolls, a hundred in flight at once."""
    roll = msgspec.msgpack.decode(write(ROLL))
    for start in range(0, count, AT_ONCE):
        for _ in range(min(AT_ONCE, count - start) - 1):
            await teller.send("command", fresh_id(), teller.page.audiences["everyone"][0], roll)
        await do_accepted(teller, ROLL)


async def roll_steadily(teller: Client) -> None:
    """Roll twenty times a second, a little longer than the measurement takes."""
    for _ in range(round(A_SECOND * (SECONDS + 1))):
        await asyncio.gather(do_accepted(teller, ROLL), asyncio.sleep(1 / A_SECOND))


async def drawn(page: Page, wire: CDPSession, teller: Client, rate: int) -> list[float]:
    """The sorted milliseconds between frames while rolls arrive."""
    await wire.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    dripping = asyncio.create_task(roll_steadily(teller))
    gaps = await page.evaluate(FRAMES, SECONDS)
    await dripping
    return sorted(gaps)


def in_words(gaps: list[float]) -> str:
    """A sentence with the frames a second, and the number of late frames."""
    late, within = sum(gap > LATE for gap in gaps), gaps[len(gaps) * 95 // 100]
    frames = 1000 * len(gaps) / sum(gaps)
    return f"{frames:.0f} frames a second, 95 of 100 within {within:.0f} ms, {late} of {len(gaps)} late"


async def figures(browser: Browser, size: tuple[int, int]) -> Figures:
    """All measures of `tests/browser/measures.py` at a size of screen."""
    found: Figures = {}
    with tempfile.TemporaryDirectory() as place:
        for kind, (gather, parts) in enumerate(SCENES):
            folder = Path(place) / str(kind)
            folder.mkdir()
            async with opened(f"sqlite:////{folder}/coterie.db", folder, Random(kind)) as table:
                table.size = size
                await gather(table, browser)
                for part in parts:
                    found |= await part(table)
    return found


async def first_roll(table: Table) -> Figures:
    """The way of a newcomer at a screen of the table's size."""
    return await link_to_first_roll(table.anna, "Ilse Marten")


async def turn_height(table: Table) -> Figures:
    """The room of a turn of four that is over."""
    await play_turn(table)
    return await height_of_turn(table)


async def desk_room(table: Table) -> Figures:
    """The room of the Storyteller's desk."""
    return await room_of_the_desk(table.vera)


SCENES: Final[tuple[tuple[Callable[[Table, Browser], Awaitable[None]], Measuring], ...]] = (
    (gather_for_turn, (turn_of_four,)),
    (gather_for_desk, (turn_height,)),
    (gather_for_desk, (desk_room, storytellers_actions, questions_outside_the_inbox)),
    (gather_for_newcomer, (first_roll,)),
)
"""How a table is gathered, and what is measured at it."""


async def measures(browser: Browser) -> None:
    """Print the table of measures: before, target, and the figure now at each size. `!` marks a figure beyond its
    target."""
    found = {size: await figures(browser, size) for size in SIZES}
    line("measure", "before", "target", *(f"{width}x{height}" for width, height in SIZES))
    for measure in found[SIZES[0]]:
        now = (found[size][measure] for size in SIZES)
        missed = (size in measure.at and found[size][measure] > measure.most for size in SIZES)
        line(
            measure.name, measure.before, f"{measure.most} {measure.unit}",
            *(f"{figure}{' !' if too_high else ''}" for figure, too_high in zip(now, missed, strict=True)),
        )  # fmt: skip
    packed = sum((STATIC / f"{path[1:]}.gz").stat().st_size for path in scripts_of_a_player())
    line("a player's scripts, compressed", "60", "75 kB", f"{packed / 1000:.1f}")
    print()


def line(name: str, before: str, target: str, *now: str) -> None:
    """Print a line of the table of measures."""
    print(f"{name:<66}{before:>14}{target:>14}", *(f"{figure:>11}" for figure in now), flush=True)


async def main() -> None:
    """Measure, and print."""
    async with chromium() as browser:
        await measures(browser)
    await phone_costs()


async def phone_costs() -> None:
    """Print the first paint and the frames on a slow phone."""
    async with running() as guests, chromium() as browser:
        teller = await guests.chronicle("Low Water", "nightfall")
        links = [await invited(guests, teller, name) for name in ("Anna", "Ben", "Cleo", "Dora")]
        lobby = await guests.sit(teller)
        await lobby.do(BeginScene("The Salt Pier"))
        records = lobby.page.audiences["everyone"][2].values()
        stream: str = next(record[2] for record in records if record[0] == "SceneCard")
        scene = await guests.sit(teller, stream)
        await rolled(scene, 200)
        for link in links[1:]:
            first, read = await painted(browser, link)
            print(
                f"{SLOWER} times as slow, slow network: first paint after {first:.0f} ms, readable after {read:.0f} ms"
            )
        page, wire = await phone(browser)
        await page.goto(links[0])
        await page.evaluate(READ)
        await rolled(scene, LINES)
        await do_accepted(scene, Say("That was all."))
        await page.get_by_text("That was all.").wait_for(timeout=120_000)
        for rate in (1, SLOWER):
            gaps = await drawn(page, wire, scene, rate)
            print(f"{LINES:,} lines held, {A_SECOND} rolls a second, {rate} times as slow: {in_words(gaps)}")
