"""Sheets edited in the page, points spent on them, and a ready fight for an empty table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.characters.character import Face, Sheet
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]


OUT_OF_PLACE = """
() => [...document.querySelectorAll("[data-testid=sheet] .trait")].filter((trait) => {
  const [name, dots] = [...trait.children].map((part) => part.getBoundingClientRect());
  const column = trait.closest(".group").getBoundingClientRect();
  const beside = dots.top < name.bottom - 2;
  return dots.right > column.right + 1 || name.right > column.right + 1 || (beside && dots.left < name.right);
}).map((trait) => trait.textContent)
"""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All are in the lobby, without characters."""
    async with shared.table(tmp_path, chance) as table:
        await table.gather(browser, "Low Water", rules="nightfall")
        yield table
        assert [person.troubles for person in table.people] == [[], [], []]


async def test_a_sheet_is_written_anew_and_points_are_spent_on_it(table: Table) -> None:
    """D1, D16, F4: dots, ratings, powers and items are edited at a desk and on a phone; in a scene a point is spent on
    the sheet, and only the Storyteller gives it back; a plain number is no part of a pool; no name overlaps its dots
    or leaves its column, with any system font."""
    vera, anna, ben = table.people
    await anna.play_ready("Teodora Vance")
    await ben.play_ready("Ilse Marten")
    await anna.page.get_by_test_id("cast").locator("button.face").filter(has_text="Teodora").click()
    await anna.see("sheet-view").get_by_test_id("write-sheet").click()
    editor = anna.see("sheet-editor")
    await editor.get_by_role("slider", name="Melee", exact=True).locator('[data-dot="5"]').click()
    await editor.get_by_role("slider", name="Drive", exact=True).press("ArrowRight")
    await editor.get_by_role("spinbutton", name="Rating of Willpower").fill("7")
    await editor.locator('[name="specialties"]').fill("Blades, Small talk")
    await editor.locator("label.pill").filter(has_text="Bone claws").click()
    await editor.locator('[name="from-list"]').select_option("knife")
    await editor.get_by_test_id("add-listed").click()
    await editor.get_by_test_id("add-row").click()
    await anna.page.keyboard.type("skeleton keys")
    await anna.submit(anna.see("sheet-save"))
    await expect(editor).to_have_count(0)
    await anna.click("sheet-close")

    await table.begin_scene("The Pier")
    ids = await table.cast()
    written = {sheet.id: sheet for sheet in await table.records(Sheet)}[ids["Teodora Vance"]]
    assert (written.dots("Melee"), written.dots("Drive"), written.dots("Strength")) == (5, 1, 3)
    assert written.specialties == ("Blades", "Small talk")
    assert ("Willpower", 7, 7) in written.pools
    assert [item.name for item in written.items] == ["sword", "leather jacket", "knife", "skeleton keys"]
    assert "claws-lethal" in written.flags

    for person in table.players:
        await person.turn_to("sheet")
        await person.page.get_by_role("button", name="Show untrained").click()
        assert await person.page.locator("button.trait").count() > 20
        assert await person.page.evaluate(OUT_OF_PLACE) == []
    await ben.turn_to("story")

    willpower = anna.page.locator('[data-testid=sheet] [data-store="Willpower"]')
    await anna.submit(willpower.get_by_role("button", name="Spend a point of Willpower"))
    await expect(willpower).to_contain_text("6 / 7")
    await vera.reads("spends 1 Willpower")
    await expect(willpower.get_by_role("button", name="Willpower: one point more")).to_have_count(0)
    await expect(anna.page.locator('[data-testid=sheet] .trait:has-text("Blood a turn")')).to_be_visible()
    await expect(anna.page.locator('button[data-trait="Blood a turn"]')).to_have_count(0)

    await ben.turn_to("sheet")
    await ben.click("write-sheet")
    await ben.see("sheet-editor").get_by_role("button", name="Remove item 1").tap()
    await ben.submit(ben.see("sheet-save"))
    carried = {sheet.id: sheet for sheet in await table.records(Sheet)}[ids["Ilse Marten"]].items
    assert [item.name for item in carried] == ["knife"]
    async with ben.page.expect_download() as download:
        await ben.click("save-character")
    assert (await download.value).suggested_filename == "Ilse-Marten.json"


async def test_a_ready_fight_is_at_hand_where_nobody_is_yet(table: Table) -> None:
    """Rules 9: one press of the Storyteller's puts all people into a scene with opponents."""
    await table.vera.submit(table.vera.see("ready-fight").get_by_test_id("option-SetUpFight"))
    for person in table.people:
        await person.at("scene")
        await person.linked("here")
    (table.scene,) = await table.scene_streams()
    assert len(await table.records(Face)) > 1
    await expect(table.vera.see("ready-fight")).to_have_count(0)
