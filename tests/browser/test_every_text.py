"""Every screen and every state of it, looked at in a walk, in two languages (`walk.py`).

Screens: the door, the host's page; the lobby of a Storyteller, of a player and on a phone; choosing a character, a
practice throw; all parts of a scene at a desk and on a phone, seats, menu; a pool that is refused, a roll that is
explained, a task; house rules, a card, a sheet, its editor; the palette, the keys, forms in drawers and dialogs; a
refusal, a lost connection; manoeuvres, a declaration, an attack; looking back; a closed scene, its checked dice.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from domain.features.actions.attack_in_progress import BlowHeld
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from tests.browser.evening import brings, in_order
from tests.browser.overlay_link import copied_link
from tests.browser.person import Person
from tests.browser.table import Table, opened
from tests.browser.walk import LANGUAGES, PSEUDO, Walk

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

SECONDS: Final = 300.0
"""The longest time of a walk."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_screen_has_a_plain_text_or_a_fault(
    browser: Browser, tmp_path: Path, chance: Random, language: str
) -> None:
    """Every text is a message of the Fluent files, or was typed by a person; axe finds no fault on any screen."""
    walk = Walk(language)
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance, seconds=SECONDS) as table:
        await found_and_play(table, browser, walk)
    if language == PSEUDO:
        assert walk.plain.pop("door in English"), "a page in English has plain texts"
    assert walk.found() == {}


async def found_and_play(table: Table, browser: Browser, walk: Walk) -> None:
    """Go through all screens, from the host's to a closed scene."""
    for screen, language in (("door", walk.language), ("door in English", "en")):
        stranger = await Person.come(browser, "Stranger", language=language)
        await stranger.page.goto(f"http://127.0.0.1:{table.servers[0].port}/")
        await stranger.at("door")
        await walk.look(screen, stranger)
        await stranger.page.context.close()
    watching = await overlay(browser, walk, f"http://127.0.0.1:{table.servers[0].port}/?overlay")
    await watching.at("overlay-why")
    await walk.look("overlay without a link", watching)
    await watching.page.context.close()

    table.languages = dict.fromkeys(("Vera", "Anna", "Ben"), walk.language)
    await table.found_chronicle(browser, "Low Water", at_host=lambda vera: walk.look("host", vera))
    vera, anna, ben = table.people
    await walk.look("making", anna)
    await anna.play_ready("Ilse Marten")
    await anna.page.locator('button[data-trait="Dexterity"]').click()
    await anna.click("practise")
    await anna.at("practised")
    await anna.at("own-status")
    await walk.look("practice in the lobby", anna)
    await ben.make("Rook", "a smuggler", {"Dexterity": 3, "Dodge": 2})
    await vera.at("lobby")
    await vera.click("menu")
    await walk.look("lobby", vera)
    await vera.click("menu")
    await table.begin_scene("The Salt Pier")
    watching = await overlay(browser, walk, await look_at_the_scene(table, walk))
    await expect(watching.page.get_by_test_id("overlay-feed")).to_have_count(2)  # still empty, so not visible
    await roll(table, walk)
    await anna.turn_to("sheet")
    await anna.roll("Dexterity", "Stealth")
    await watching.see("overlay-told").last.wait_for()
    await walk.look("overlay", watching)
    await watching.page.context.close()
    await edit(table, walk)
    await open_dialogs(table, walk)
    await be_refused_and_cut_off(table, walk)
    await fight(table, walk)
    await look_back_and_close(table, walk)


async def look_at_the_scene(table: Table, walk: Walk) -> str:
    """Look at all parts of a scene. Return the link of a stream overlay."""
    vera, anna, ben = table.people
    for part in ("story", "sheet", "act"):
        await vera.turn_to(part)
        await walk.look(f"scene of the Storyteller, {part}", vera)
        await anna.turn_to(part)
        await walk.look(f"scene of a player, {part}", anna)
    await vera.click("side-seats")
    await walk.look("seats", vera)
    link = await copied_link(vera, "Nils")
    for part in ("story", "cast", "sheet", "act"):
        await ben.turn_to(part)
        await walk.look(f"scene on a phone, {part}", ben)
    return link


async def overlay(browser: Browser, walk: Walk, link: str) -> Person:
    """Open a stream overlay."""
    watching = await Person.come(browser, "Stream", language=walk.language)
    await watching.page.goto(link.replace("?overlay=en", f"?overlay={walk.language}"))
    return watching


async def roll(table: Table, walk: Walk) -> None:
    """Look at a pool that is refused, at one that is rolled, at its explanation, and at a task."""
    vera, anna, ben = table.people
    await anna.turn_to("sheet")
    for trait in ("Athletics", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    await expect(anna.page.locator(".roll-panel").get_by_test_id("objection")).not_to_have_text("")
    await anna.page.locator(".roll-panel").get_by_test_id("rule-mark").click()
    await expect(anna.see("rule-text").locator("b")).not_to_have_text("")
    await walk.look("refused pool", anna)
    for trait in ("Athletics", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    await anna.roll("Dexterity", "Stealth")
    await anna.click("explain")
    await anna.at("explained")
    await walk.look("explained roll", anna)
    await vera.turn_to("act")
    await table.set_task("Up the mast", (await table.cast())["Rook"], 4)
    await anna.at("task")
    await walk.look("task", anna)
    await ben.turn_to("story")
    await walk.look("task on a phone", ben)


async def edit(table: Table, walk: Walk) -> None:
    """Look at the house rules, and at a sheet to read and to change."""
    vera = table.vera
    await vera.click("house-rules")
    for part in await vera.page.locator("details[data-part]").all():
        if await part.get_attribute("open") is None:
            await part.locator("summary").first.click()
    await walk.look("house rules", vera)
    await vera.click("house-close")
    await vera.open_card("Ilse Marten")
    await walk.look("card", vera)
    await vera.click("open-sheet")
    await walk.look("sheet", vera)
    await vera.click("write-sheet")
    await walk.look("sheet editor", vera)
    await vera.page.keyboard.press("Escape")
    await vera.page.keyboard.press("Escape")


async def open_dialogs(table: Table, walk: Walk) -> None:
    """Look at the palette, the keys, the search, and forms and screens that open above the page."""
    vera = table.vera
    keyboard = vera.page.keyboard
    await vera.turn_to("act")
    await keyboard.press("?")
    await vera.at("key-map")
    await walk.look("keys", vera)
    await keyboard.press("Escape")
    for english, german, command, shown in (
        ("wou", "verw", "Wound", "drawer"),
        ("onents", "gegn", "AddOpponents", "drawer"),
        ("rtrait", "port", "SetPortrait", "portrait-editor"),
        ("iogra", "biog", "WriteProfile", "character-book"),
        ("han", "hand", "ShowHandout", "handouts-list"),
    ):
        await vera.click("find")
        await vera.see("palette-text").fill(german if walk.language == "de" else english)
        if command == "Wound":
            await walk.look("palette", vera)
        await vera.see(f"find-{command}").first.click()
        await vera.at(shown)
        if command == "ShowHandout":
            await vera.click("new-handout")
        await walk.look(f"form of {command}", vera)
        await keyboard.press("Escape")
        await expect(vera.see(shown)).to_have_count(0)


async def be_refused_and_cut_off(table: Table, walk: Walk) -> None:
    """Look at a typed roll that is refused, and at a page whose connection is lost."""
    anna = table.anna
    await anna.turn_to("story")
    await anna.see("say").fill("/r 7777")
    await anna.see("say").press("Enter")
    await walk.look("refused roll", anna)
    await anna.see("say").fill("")
    table.annas_line.cut()
    await anna.linked("away")
    await walk.look("lost connection", anna)
    table.annas_line.mend()
    await anna.linked("here")


async def fight(table: Table, walk: Walk) -> None:
    """Look at a declaration, and at an attack that waits for a defence."""
    vera, anna, ben = table.people
    ilse, rook = [(await table.cast())[name] for name in ("Ilse Marten", "Rook")]
    await table.load_dice(vera, StartTurns(), in_order(ilse, rook))
    await vera.turn_to("act")
    await vera.option("StartTurns")
    for person, target in ((ben, ilse), (anna, rook)):
        await person.turn_to("story" if person.phone else "act")
        panel = person.see("declare-panel")
        await panel.get_by_test_id("more-manoeuvres").locator("summary").click()
        await walk.look(f"manoeuvres of {person.name}", person)
        await panel.get_by_test_id("declare-in-rows").click()
        await panel.locator('[data-manoeuvre="attack"]').click()
        await person.fill(panel.get_by_test_id("action-row"), {"targets": [target]})
        await walk.look(f"declaration of {person.name}", person)
        await person.submit(panel.get_by_test_id("declare-do"))
    await table.load_dice(anna, TakeAction(ilse), brings(BlowHeld))
    await anna.option("TakeAction", ilse)
    await ben.turn_to("story")
    await ben.at("blow")
    for person in table.people:
        await walk.look(f"attack, seen by {person.name}", person)
    await vera.turn_to("act")
    await vera.option("StopTurns")


async def look_back_and_close(table: Table, walk: Walk) -> None:
    """Look back, and look at a closed scene and its dice."""
    vera, anna, ben = table.people
    await vera.click("look-back")
    await vera.at("lookback-slider")
    await walk.look("looking back", vera)
    await vera.click("look-back")
    await vera.option("CloseScene")
    for person in table.people:
        await person.at("scene-closed")
        await walk.look(f"closed scene of {person.name}", person)
    await anna.click("check-dice-do")
    await anna.at("checked-dice")
    await walk.look("checked dice", anna)
    await ben.click("to-chronicle")
    await ben.at("scenes")
    await walk.look("lobby on a phone", ben)
