"""An English Storyteller and a German player at one table: each reads everything in her own language."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.core.audience import EVERYONE
from domain.core.words import Ref, listed, phrase, term
from domain.features.actions.attack_in_progress import BlowHeld
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.table.story_log import Line
from server.words.texts import texts
from tests.browser.evening import ILSE, brings, in_order
from tests.browser.person import Person
from tests.browser.serving import ROOT
from tests.browser.table import SharedServer, Table, made, ready

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

PICTURES: Final = os.environ.get("COTERIE_PICTURES", "")
"""The folder that gets pictures of both pages; "" for none."""
ROOK: Final = "Rook"
WHISPER: Final = "A boot scrapes on the gantry."
CUT_OFF: Final = """
() => [...document.querySelectorAll("button, summary, label > span, th, h1, h2, h3")]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
  .filter((part) => getComputedStyle(part).display !== "inline" && getComputedStyle(part).overflowX === "visible")
  .map((part) => part.textContent.trim())
"""
"""The texts that are wider than their place."""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """Vera reads English, Anna German at a desk, and Ben German on a phone."""
    async with shared.table(tmp_path, chance) as table:
        table.languages = {"Anna": "de", "Ben": "de"}
        cast = [ready(ILSE), made(ROOK, "ein Schmuggler", {"Dexterity": 3, "Dodge": 2, "Brawl": 2})]
        await table.gather(browser, "Low Water", cast=cast, scene="The Salt Pier")
        yield table
        for person in table.people:
            assert person.troubles == []


async def look(person: Person, moment: str) -> None:
    """Keep a picture of a page, and check that no text of it is cut off."""
    if PICTURES:
        await person.page.screenshot(path=Path(PICTURES) / f"{moment} {person.name}.png")
    assert await person.page.evaluate(CUT_OFF) == [], f"{moment}, {person.name}"


async def told_to_everyone(table: Table, language: str) -> list[str]:
    """The public lines of the scene in a language, without those that people typed."""
    names = {id_: name for name, id_ in (await table.cast()).items()}

    def name(ref: Ref) -> str:
        return names.get(ref.id, ref.id)

    lines = (await table.log.fold(table.scene)).state.partition(EVERYONE).all(Line)
    return [texts(language).sentence(one.text, name) for one in lines if one.kind == "happened"]


async def test_two_languages_at_one_table(table: Table) -> None:
    """A refusal, a secret roll and its outcome, a whole turn, a look back and an export: the same table in English and
    in German."""
    await refusal(table)
    await secret_roll(table)
    await turn(table)
    await look_back(table)
    await exports(table)
    await change(table)


async def refusal(table: Table) -> None:
    """What is refused is said in German beforehand, and when it is sent."""
    anna = table.anna
    await anna.turn_to("sheet")
    for trait in ("Athletics", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    objection = anna.page.locator(".roll-panel").get_by_test_id("objection")
    await expect(objection).not_to_have_text("")
    await anna.click("roll-Roll")
    await anna.until(lambda: bool(anna.answers) and anna.answers[-1][0] == "refused")
    german = texts("de").sentence(phrase("two-abilities", traits=listed([term("Athletics"), term("Stealth")])))
    await expect(anna.see("notice")).to_contain_text(german)
    await expect(objection).to_contain_text(german)
    await look(anna, "refused")
    await anna.click("notice-away")
    for trait in ("Athletics", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()


async def secret_roll(table: Table) -> None:
    """The outcome of a secret roll comes in the Storyteller's own words; the page's words around it are German."""
    vera, anna, _ = table.people
    await vera.turn_to("sheet")
    await vera.see("sheet-actor").select_option(label=ILSE)
    await vera.roll("Perception", "Alertness", way="RollInSecret")
    await vera.turn_to("act")
    await vera.option(
        "TellOutcome", label="Tell chosen players", outcome="success", text=WHISPER, to=[(await anna.seat()).id]
    )
    await anna.reads(WHISPER)
    await expect(anna.page.get_by_test_id("line").filter(has_text=WHISPER)).to_contain_text("Erzähler, an dich:")
    await expect(vera.page.get_by_test_id("roll")).to_have_count(1)
    await expect(anna.page.get_by_test_id("roll")).to_have_count(0)


async def turn(table: Table) -> None:
    """Both fighters declare; Ilse attacks, and Rook takes it. Every line is told in both languages."""
    vera, anna, ben = table.people
    ids = await table.cast()
    await table.load_dice(vera, StartTurns(), in_order(ids[ILSE], ids[ROOK]))
    await vera.option("StartTurns")
    await ben.declare(ROOK, "Nahkampfangriff", targets=[ids[ILSE]])
    await anna.declare(ILSE, "Nahkampfangriff", targets=[ids[ROOK]])
    await anna.turn_to("act")
    await table.load_dice(anna, TakeAction(ids[ILSE]), brings(BlowHeld))
    await anna.option("TakeAction", ids[ILSE])
    await ben.turn_to("story")
    await expect(ben.see("blow")).to_contain_text(f"{ILSE} greift dich an: Nahkampfangriff")
    await expect(vera.see("blow")).to_contain_text(f"{ILSE} attacks {ROOK}: melee attack")
    for person in table.people:
        await look(person, "attacked")
    await ben.option("GoOn", ids[ROOK])
    await table.wait_for_all()
    for person, language in ((vera, "en"), (anna, "de")):
        told = await told_to_everyone(table, language)
        assert len(told) > 4
        story = await person.story()
        assert [line for line in told if " ".join(line.split()) not in story] == [], person.name
    english, german = [set(await told_to_everyone(table, language)) for language in ("en", "de")]
    assert not english & german


async def look_back(table: Table) -> None:
    """Both look back, each in her language."""
    vera, anna, _ = table.people
    await vera.option("StopTurns")
    await vera.option("AllowLookBack")
    for person, back in ((vera, "Back to now"), (anna, "Zurück zu jetzt")):
        await person.click("look-back")
        await person.at("lookback-slider")
        await expect(person.see("look-back")).to_have_text(back)
        await look(person, "looking back")
        await person.click("look-back")


async def exports(table: Table) -> None:
    """The file that the page saves, and the export of the command line, are in the language that was chosen."""
    vera, anna, _ = table.people
    await vera.option("CloseScene")
    for person in table.people:
        await person.at("scene-closed")
        await look(person, "closed")
    for person, language, heading in ((vera, "en", "for the Storyteller alone"), (anna, "de", "The Salt Pier")):
        await person.click("menu")
        async with person.page.expect_download() as download:
            await person.click("save-story")
        saved = await asyncio.to_thread(Path(await (await download.value).path()).read_text)
        await person.click("menu")
        assert heading in saved.splitlines()[0]
        for text in (saved, await exported(table, language)):
            assert [line for line in await told_to_everyone(table, language) if line not in text] == []


async def exported(table: Table, language: str) -> str:
    """The scene as `coterie export` writes it."""
    command = ("export", table.scene, "--as", "storyteller", "--language", language, "--log", table.log.url)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server.cli", *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    return out.decode()


async def change(table: Table) -> None:
    """The menu changes the language at once, for this device."""
    anna = table.anna
    await anna.click("menu")
    await anna.see("language").select_option("en")
    await expect(anna.see("leave")).to_have_text("Leave the table")
    assert await anna.page.evaluate("document.documentElement.lang") == "en"
    await anna.page.reload()
    await anna.at("scene-closed")
    story = await anna.story()
    assert [line for line in await told_to_everyone(table, "en") if " ".join(line.split()) not in story] == []
