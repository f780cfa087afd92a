"""A character saved as a file from the page, and imported from it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FilePayload, expect

from domain.rules.character_file import read_character
from tests.browser.person import Person
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

CURATOR = "Teodora Vance"


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All are in the lobby; Anna plays a ready character with weapons."""
    async with shared.table(tmp_path, chance) as table:
        await table.gather(browser, "Low Water", rules="nightfall")
        await table.anna.play_ready(CURATOR)
        yield table
        assert [person.troubles for person in table.people] == [[], [], []]


def payload(text: str, name: str) -> FilePayload:
    return {"name": name, "mimeType": "", "buffer": text.encode()}


async def choose_file(person: Person, text: str, name: str = "somebody.json") -> None:
    """Open the form for a character file if it is closed, and choose a file with this text."""
    form = person.page.locator("form", has=person.page.get_by_test_id("do-ImportCharacter"))
    if not await form.is_visible():
        await person.click("option-ImportCharacter")
    await form.locator('input[type="file"]').set_input_files(payload(text, name))


async def import_file(person: Person, text: str) -> str:
    """Import a file with this text; return the code of the refusal, or ""."""
    await choose_file(person, text)
    asked = len(person.answers)
    await person.click("do-ImportCharacter")
    await person.until(lambda: len(person.answers) > asked)
    return "" if person.answers[asked][0] == "accepted" else str(person.answers[asked][2])


async def keep_a_book(person: Person) -> None:
    """Write a biography, a background and a note in the opened sheet's book, and print the sheet on one page."""
    sheet = person.see("sheet-view").first
    await sheet.get_by_test_id("open-book").click()
    book = person.see("character-book")
    await book.locator('[name="biography"]').fill("Born at sea.")
    await book.locator('[name="note"]').fill("I owe Ben a favour.")
    await book.get_by_test_id("add-row").click()
    await person.page.keyboard.type("Allies")
    await book.locator('[name="dots"]').fill("3")
    await book.locator('[name="dots"]').blur()
    await person.click("book-save")
    await person.until(lambda: len(person.answers) >= 3)
    assert [answer[0] for answer in person.answers] == ["accepted"] * 3
    await person.click("book-close")
    await person.page.evaluate("window.print = () => {}")
    await sheet.get_by_test_id("print-sheet").click()
    await person.page.get_by_test_id("printed-sheet").wait_for(state="attached")
    paper = await person.page.pdf(prefer_css_page_size=True)
    assert b"/Count 1" in paper, "the sheet fits on one page"


async def test_a_character_goes_out_as_a_file_and_comes_in_again(table: Table) -> None:
    """D1, D16: a character is saved as a file by a reader of its sheet; a wrong file is refused with the place of its
    fault; a right file adds the character at once, with weapons, points and powers."""
    anna, ben = table.players
    cast = anna.page.get_by_test_id("cast")
    await cast.locator("button.face").filter(has_text=CURATOR).click()
    await keep_a_book(anna)
    async with anna.page.expect_download() as download:
        await anna.see("sheet-view").get_by_test_id("save-character").click()
    file = await download.value
    assert file.suggested_filename == "Teodora-Vance.json"
    text = await asyncio.to_thread(Path(await file.path()).read_text, encoding="utf-8")
    found = read_character(text)
    assert (found.name, found.kind, found.rules) == (CURATOR, "vampire", "nightfall")
    assert [item.name for item in found.items] == ["sword", "leather jacket"]
    assert (found.biography, found.notes) == ("Born at sea.", "I owe Ben a favour.")
    assert [(one.kind, one.name, one.dots) for one in found.merits] == [("background", "Allies", 3)]
    await anna.click("sheet-close")

    spoilt = json.loads(text)
    spoilt["traits"][2][1] = 11
    assert await import_file(ben, json.dumps(spoilt)) == "no-character"
    await expect(ben.see("notice")).to_contain_text("traits, row 3, dots: expected a whole number of at most 10.")
    assert await import_file(ben, "no file at all") == "no-character"
    assert await import_file(ben, json.dumps(json.loads(text) | {"name": "Livia Vance"})) == ""
    await expect(ben.page.get_by_test_id("cast").locator("button.face").filter(has_text="Livia Vance")).to_be_visible()
    await expect(cast.locator("button.face").filter(has_text="Livia Vance")).to_be_disabled()


FOUNDRY = Path(__file__).parents[2] / "web/src/files/testing/foundry-vampire.json"
TABLE = "Name;Körperkraft;Geschick;Handgemenge;Schuhgröße\nNora;3;2;2;42\n<b>Olaf</b>;2;4;1;44\n"


async def test_characters_of_other_programs_come_in_after_a_report(table: Table) -> None:
    """D1, D16: the page reads a Foundry actor and a table, reports each value that it leaves out, and sends nothing
    before the button is pressed."""
    ben = table.players[1]
    report = ben.see("import-report")
    await choose_file(ben, await asyncio.to_thread(FOUNDRY.read_text, encoding="utf-8"))
    await expect(report.get_by_text("Bite: not in these rules; add it on the sheet")).to_be_visible()
    await expect(report.get_by_text("system.clan")).to_be_visible()
    assert ben.answers == []
    await ben.click("do-ImportCharacter")
    await ben.until(lambda: len(ben.answers) == 1)
    assert ben.answers[0][0] == "accepted"
    cast = ben.page.get_by_test_id("cast").locator("button.face")
    await expect(cast.filter(has_text="Mara Lindqvist")).to_be_visible()

    await choose_file(ben, "Name,Strength\n,3\n", "nameless.csv")
    await expect(ben.see("import-refusal")).to_have_text("The character in row 2 has no name. Add a column “Name”.")
    await expect(ben.page.get_by_test_id("do-ImportCharacter")).to_be_disabled()
    await choose_file(ben, TABLE, "group.csv")
    await ben.see("import-which").select_option(label="<b>Olaf</b>")
    await expect(report.get_by_text("Row 3, Schuhgröße")).to_be_visible()
    await ben.click("do-ImportCharacter")
    await expect(cast.filter(has_text="<b>Olaf</b>")).to_be_visible()
    assert await ben.page.locator("b", has_text="Olaf").count() == 0
