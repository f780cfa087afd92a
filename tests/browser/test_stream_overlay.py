"""The stream overlay: a spectator's link with `?overlay`, as the browser source of a streaming program opens it."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, expect

from tests.browser.evening import ILSE
from tests.browser.overlay_link import copied_link
from tests.browser.person import Person
from tests.browser.serving import Line
from tests.browser.table import SharedServer, Table, ready

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

PICTURES: Final = os.environ.get("COTERIE_PICTURES", "")
"""The folder that gets pictures of the overlay; "" for none."""
SCREENS: Final = ((1440, 900), (390, 844))
BEFORE, NARRATED, WHISPER, AWAY, LAST = (
    "Fog lies on the pier.",
    "The lamp goes out.",
    "A boot scrapes on the gantry.",
    "A bell rings under the water.",
    "Then it is quiet.",
)
GROUND: Final = """
() => [document.documentElement, document.body].map((part) => getComputedStyle(part))
  .map((style) => [style.backgroundColor, style.backgroundImage])
"""
TRANSPARENT: Final = ["rgba(0, 0, 0, 0)", "none"]
CONTROLS: Final = "button, input, select, textarea, a, summary, [tabindex]"


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """A scene with Anna's character, in which something was narrated already."""
    async with shared.table(tmp_path, chance) as table:
        await table.gather(browser, "Low Water", cast=[ready(ILSE)], scene="The Salt Pier")
        await table.vera.say(f"/n {BEFORE}")
        await table.ben.reads(BEFORE)
        yield table
        assert [person.troubles for person in table.people] == [[], [], []]


async def overlay(browser: Browser, link: str, port: int, *, size: tuple[int, int] = SCREENS[0]) -> Person:
    """Open an overlay through this port, in a browser whose clock can be moved."""
    watching = await Person.come(browser, "Stream", size=size)
    await watching.page.clock.install()
    await watching.page.goto(re.sub(r":\d+/", f":{port}/", link))
    return watching


async def told(watching: Person) -> list[str]:
    """The lines and rolls that an overlay shows."""
    return [" ".join(text.split()) for text in await watching.page.get_by_test_id("overlay-told").all_inner_texts()]


async def picture(watching: Person, name: str) -> Image.Image:
    """A picture of an overlay with its transparency, as a streaming program lays it over another."""
    taken = await watching.page.screenshot(omit_background=True)
    image = Image.open(BytesIO(taken))
    assert image.mode == "RGBA"
    if PICTURES:
        under = Image.radial_gradient("L").resize(image.size).convert("RGBA")
        under.alpha_composite(image)
        under.save(Path(PICTURES) / f"overlay {name}.png")
    return image


def opaque(image: Image.Image) -> int:
    """The number of pixels that are not transparent at all."""
    return image.getchannel("A").histogram()[255]


async def test_the_overlay_shows_public_dice_and_narration(table: Table, browser: Browser) -> None:
    """Narration and a public roll appear, in the language of the link, on a transparent ground; a whisper, a secret
    roll, speech and the story from before do not. Lines go after a while."""
    vera, anna, _ = table.people
    await vera.click("side-seats")
    link = await copied_link(vera)
    assert "/?overlay=en#" in link
    port = table.servers[0].port
    english, german = [await overlay(browser, link.replace("=en", f"={language}"), port) for language in ("en", "de")]
    phone = await overlay(browser, link, port, size=SCREENS[1])
    screens = {"en": english, "de": german, "phone": phone}
    for watching in screens.values():
        await expect(watching.page.get_by_test_id("overlay-feed")).to_have_count(2)
        await watching.until(lambda watching=watching: any(s.stream == table.scene for s in watching.sockets))  # type: ignore[misc]
        await expect(watching.page.get_by_test_id("overlay-feed").last).to_have_css("visibility", "visible")
        assert await told(watching) == []
        assert await watching.page.evaluate(GROUND) == [TRANSPARENT, TRANSPARENT]
        assert opaque(await picture(watching, "empty")) == 0
        assert "#" not in watching.page.url

    await vera.say(f"/n {NARRATED}")
    await vera.say(WHISPER, to="Anna")
    await vera.turn_to("sheet")
    await vera.see("sheet-actor").select_option(label=ILSE)
    await vera.roll("Perception", "Alertness", way="RollInSecret")
    await anna.say("I draw my knife.")
    await anna.roll("Strength")
    await vera.say(f"/n {LAST}")
    for language, watching in screens.items():
        await expect(watching.see("overlay-told")).to_have_count(3)
        narrated, roll, last = await told(watching)
        strength = {"de": "Körperkraft"}.get(language, "Strength")
        assert (narrated, last) == (NARRATED, LAST)
        assert roll.startswith(ILSE), roll
        assert strength in roll, roll
        await expect(watching.see("dice")).to_have_count(1)
        assert await watching.page.locator(CONTROLS).count() == 0
        shown = await picture(watching, language)
        assert opaque(shown) > 1000
        assert shown.getpixel((shown.width - 1, 0)) == (0, 0, 0, 0)
        assert watching.troubles == []
    received = b"".join(english.messages())
    assert NARRATED.encode() in received
    assert WHISPER.encode() not in received

    await english.page.clock.fast_forward(30_000)
    await expect(english.see("overlay-told")).to_have_count(0)
    assert opaque(await picture(english, "faded")) == 0
    for watching in screens.values():
        await watching.page.context.close()


async def test_the_overlay_comes_back_by_itself(table: Table, browser: Browser) -> None:
    """While it is disconnected, the ground is empty; it comes back without being asked, and shows what it missed."""
    vera = table.vera
    await vera.click("side-seats")
    link = await copied_link(vera)
    async with Line(table.servers[0].port) as line:
        watching = await overlay(browser, link, line.port)
        await expect(watching.page.get_by_test_id("overlay-feed")).to_have_count(2)
        await vera.say(f"/n {NARRATED}")
        await expect(watching.see("overlay-told")).to_have_count(1)
        line.cut()
        await expect(watching.see("overlay-told")).to_have_count(0)
        assert opaque(await picture(watching, "away")) == 0
        await vera.say(f"/n {AWAY}")
        line.mend()
        await expect(watching.see("overlay-told").last).to_be_visible()
        await expect(watching.see("overlay-told")).to_have_text([NARRATED, AWAY])
        await watching.page.context.close()


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_overlay_refuses_the_view_of_a_player(table: Table, browser: Browser, language: str) -> None:
    """A player's link, the Storyteller's link and no link show a sentence, and nothing of the table."""
    german = language == "de"
    secrets = [table.anna.secrets[-1], table.vera.secrets[-1]]
    link = f"http://127.0.0.1:{table.servers[0].port}/?overlay={language}"
    for secret in [*secrets, ""]:
        watching = await overlay(browser, f"{link}#{secret}" if secret else link, table.servers[0].port)
        beginning = (
            ("Das Overlay zeigt nur" if german else "The overlay shows a spectator’s seat only.")
            if secret
            else ("Das Overlay braucht" if german else "The overlay needs its link")
        )
        await expect(watching.see("overlay-why")).to_contain_text(beginning)
        why = await watching.see("overlay-why").inner_text()
        assert (await watching.page.locator("body").inner_text()).strip() == why.strip()
        assert opaque(await picture(watching, f"refused {language} {bool(secret)}")) > 0
        assert watching.troubles == []
        await watching.page.context.close()
