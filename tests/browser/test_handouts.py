"""A portrait is cropped and seen by all; a handout reaches those that it is shown to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FilePayload

from tests.browser.table import SharedServer, Table, made, ready
from tests.pictures import drawn

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

MIDDLE = """
(canvas) => [...canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data]
"""
"""The colour in the middle of a drawn picture."""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All are in a scene; Anna plays a ready character."""
    async with shared.table(tmp_path, chance) as table:
        cast = [ready("Ilse Marten"), made("Rook", "a smuggler", {"Dexterity": 3})]
        await table.gather(browser, "Low Water", cast=cast, scene="The Salt Pier")
        yield table
        assert [person.troubles for person in table.people] == [[], [], []]


def payload(colour: str) -> FilePayload:
    return {"name": "picture.png", "mimeType": "image/png", "buffer": drawn(900, 600, colour)}


async def test_pictures_reach_those_who_may_see_them(table: Table) -> None:
    """SEC32: Anna crops a portrait with the keyboard, and all see it; the Storyteller shows a map to Anna, then to all;
    nobody else's browser asks for it before."""
    vera, anna, ben = table.people
    await anna.click("set-portrait")
    await anna.see("picture-file").set_input_files(payload("blue"))
    crop = anna.see("portrait-crop")
    await crop.focus()
    for key in ("+", "ArrowLeft", "ArrowDown"):
        await crop.press(key)
    await anna.see("portrait-save").press("Enter")
    for person in (vera, anna):
        portrait = person.page.locator("[data-testid=cast] [data-portrait] canvas")
        await portrait.wait_for()
        red, _, blue, _ = await portrait.evaluate(MIDDLE)
        assert blue > 200 > 60 > red
    await vera.click("handouts")
    await vera.click("new-handout")
    form = vera.see("handout-form")
    await form.locator("[name=title]").fill("The harbour map")
    await vera.see("picture-file").set_input_files(payload("red"))
    await form.locator("[type=radio][value=some]").check()
    await form.locator(f"[type=checkbox][value='{(await anna.seat()).id}']").check()
    await vera.see("handout-do").click()
    shown = anna.see("handout-card").locator("canvas")
    await shown.wait_for()
    assert (await shown.evaluate(MIDDLE))[0] > 200
    await table.wait_for_all()
    assert await ben.see("handouts").count() == 0
    await vera.see("reveal-to-all").click()
    await ben.see("handout-picture").click()
    await ben.see("handout-large").locator("canvas").wait_for()
    await ben.page.keyboard.press("Escape")
    await ben.see("handout-large").wait_for(state="detached")
