"""House rules edited in the page, between scenes and in a scene."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from domain.features.table.settings import Rulebook, Setting
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All are in the lobby, without characters."""
    async with shared.table(tmp_path, chance) as table:
        await table.gather(browser, "Low Water", rules="nightfall")
        yield table
        assert [person.troubles for person in table.people] == [[], [], []]


async def unfolded(table: Table, part: str) -> Locator:
    """A part of the house rules, unfolded."""
    found = table.vera.page.locator(f'details[data-part="{part}"]')
    if await found.get_attribute("open") is None:
        await found.locator("summary").first.click(
            position={"x": 8, "y": 8}
        )  # click the title: beside it is the undo button
    return found


async def test_house_rules_are_edited_in_the_page(table: Table) -> None:
    """G0: a wrong house rule is refused at its table and no input is lost; a right one applies at once, or from the
    next scene on if it is fixed for a scene; the rule set's own can be restored."""
    vera, anna, _ = table.people
    await vera.click("house-rules")
    health = await unfolded(table, "health")
    await health.get_by_label("Dice of level 2").fill("-3")
    weapons = await unfolded(table, "weapons")
    await weapons.get_by_test_id("add-row").click()
    await vera.page.keyboard.type("boathook")
    asked = len(vera.answers)
    await vera.click("house-save")
    await vera.until(lambda: len(vera.answers) > asked)
    assert vera.answers[asked][0] == "refused"
    await expect(health.get_by_test_id("house-refused")).to_contain_text(
        "the penalty of level 3 (Injured) must be −3 or worse"
    )
    await expect(vera.see("notice")).to_have_count(0)

    await vera.click("house-close")
    await vera.click("house-rules")
    health = await unfolded(table, "health")
    await expect(health.get_by_label("Dice of level 2")).to_have_value("-3")
    await health.get_by_label("Dice of level 2").fill("0")
    await vera.submit(vera.see("house-save"))
    await expect(vera.see("house-editor")).to_have_count(0)
    await anna.reads("new health levels; new weapons and armour")

    await table.begin_scene("The Pier")
    (book,) = await table.records(Rulebook)
    assert [level.value for level in book.health] == [0, 0, -1, -2, -2, -5, -5]
    assert book.weapons[-1].name == "boathook"
    await vera.click("house-rules")
    initiative = vera.page.locator('[name="switch-initiative"]')
    await initiative.select_option("turn")
    await vera.page.locator('[name="switch-botch"]').select_option("negative-sum")
    health = await unfolded(table, "health")
    await health.get_by_test_id("house-restore").click()
    await vera.submit(vera.see("house-save"))
    (now,) = await table.records(Setting)
    assert (now.switches, now.waiting) == ((("botch", "negative-sum"),), (("initiative", "turn"),))
    assert now.house.health is None
    assert now.house.weapons is not None
    await vera.click("house-rules")
    await expect(initiative).to_have_value("turn")
    await expect(initiative).to_have_accessible_description("takes effect in the next scene; in this one: Once a scene")
    await vera.page.keyboard.press("Escape")
    await expect(vera.see("house-editor")).to_have_count(0)
    await expect(anna.see("house-rules")).to_have_count(0)
