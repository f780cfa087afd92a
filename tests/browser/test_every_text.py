"""Every screen and every state of it, looked at in two walks and two languages (`walk.py`).

Screens: the door, the host's page; the lobby of a Storyteller, of a player and on a phone; choosing a character, a
practice throw; all parts of a scene at a desk and on a phone, seats, menu; a pool that is refused, a roll that is
explained, a task; house rules, a card, a sheet, its editor; manoeuvres, a declaration, an attack; looking back; a
closed scene, its checked dice.

Dialogs and errors: the offer to stay signed in; the form of every option on the desk; palette, keys; handouts, the form
for one, one that is shown and enlarged; portrait editor, character book, printed sheet; search, a whisper with its
reply, the question before an undo; a refusal, a part that cannot be loaded, a lost connection, a closed seat.
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
from tests.browser.person import Person
from tests.browser.table import Table, opened
from tests.browser.walk import LANGUAGES, PSEUDO, Walk
from tests.pictures import drawn

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


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_dialog_and_no_error_has_a_plain_text_or_a_fault(
    browser: Browser, tmp_path: Path, chance: Random, language: str
) -> None:
    """The same of every form, every dialog and every error."""
    walk = Walk(language)
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance, seconds=SECONDS) as table:
        table.languages = dict.fromkeys(("Vera", "Anna", "Ben"), language)
        await table.gather(browser, "Low Water")
        await look_at_dialogs(table, walk)
        await look_at_errors(table, walk)
    assert walk.found() == {}


async def found_and_play(table: Table, browser: Browser, walk: Walk) -> None:
    """Go through all screens, from the host's to a closed scene."""
    for screen, language in (("door", walk.language), ("door in English", "en")):
        stranger = await Person.come(browser, "Stranger", language=language)
        await stranger.page.goto(f"http://127.0.0.1:{table.servers[0].port}/")
        await stranger.at("door")
        await walk.look(screen, stranger)
        await stranger.page.context.close()

    table.languages = dict.fromkeys(("Vera", "Anna", "Ben"), walk.language)
    await table.found_chronicle(browser, "Low Water", at_host=lambda vera: walk.look("host", vera))
    vera, anna, ben = table.people
    await walk.look("making", anna)
    await anna.play_ready("Ilse Marten")
    await anna.page.locator('button[data-trait="Dexterity"]').click()
    await anna.click("practise")
    await anna.at("practised")
    await walk.look("practice in the lobby", anna)
    await ben.make("Rook", "a smuggler", {"Dexterity": 3, "Dodge": 2})
    await vera.at("lobby")
    await vera.click("menu")
    await walk.look("lobby", vera)
    await vera.click("menu")
    await table.begin_scene("The Salt Pier")
    await look_at_the_scene(table, walk)
    await roll(table, walk)
    await edit(table, walk)
    await fight(table, walk)
    await look_back_and_close(table, walk)


async def look_at_the_scene(table: Table, walk: Walk) -> None:
    """Look at all parts of a scene."""
    vera, anna, ben = table.people
    for part in ("story", "sheet", "act"):
        await vera.turn_to(part)
        await walk.look(f"scene of the Storyteller, {part}", vera)
        await anna.turn_to(part)
        await walk.look(f"scene of a player, {part}", anna)
    await vera.click("side-seats")
    await walk.look("seats", vera)
    for part in ("story", "cast", "sheet", "act"):
        await ben.turn_to(part)
        await walk.look(f"scene on a phone, {part}", ben)


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


async def look_at_dialogs(table: Table, walk: Walk) -> None:
    """Look at every form of the desk, and at all dialogs of a scene."""
    vera, anna, ben = table.people
    await anna.play_ready("Ilse Marten")
    await ben.make("Rook", "a smuggler", {"Dexterity": 3})
    await walk.look("offer to stay", ben)
    await table.begin_scene("The Salt Pier")
    await look_at_forms(vera, walk)

    await vera.page.keyboard.press("Control+k")
    await vera.at("palette-text")
    await walk.look("palette", vera)
    await vera.page.keyboard.press("Escape")
    await expect(vera.see("palette")).to_have_count(0)
    await vera.page.keyboard.press("?")
    await vera.at("key-map")
    await walk.look("keys", vera)
    await vera.page.keyboard.press("Escape")

    await vera.click("handouts")
    await walk.look("no handouts", vera)
    await vera.click("new-handout")
    form = vera.see("handout-form")
    await walk.look("form for a handout", vera)
    await form.locator("[name=title]").fill("Ilse")
    await vera.see("picture-file").set_input_files(
        {"name": "picture.png", "mimeType": "image/png", "buffer": drawn(900, 600, "red")}
    )
    await form.locator("[type=radio][value=all]").check()
    await vera.submit(vera.see("handout-do"))
    await walk.look("handouts", vera)
    await vera.click("handouts-close")
    await anna.at("handout-card")
    await walk.look("handout in the story", anna)
    await anna.click("handout-picture")
    await anna.see("handout-large").locator("canvas").wait_for()
    await walk.look("enlarged handout", anna)
    await anna.page.keyboard.press("Escape")

    await anna.turn_to("sheet")
    await anna.click("set-portrait")
    await walk.look("portrait editor", anna)
    await anna.page.keyboard.press("Escape")
    await anna.click("open-book")
    await anna.at("character-book")
    await walk.look("character book", anna)
    await anna.click("book-close")
    await anna.page.evaluate("window.print = () => {}")
    await anna.page.emulate_media(media="print")
    await anna.see("print-sheet").dispatch_event("click")
    await anna.at("printed-sheet")
    await walk.look("printed sheet", anna)
    await anna.page.evaluate("dispatchEvent(new Event('afterprint'))")
    await anna.page.emulate_media(media="screen")

    await vera.see("say-to").select_option(index=1)
    await vera.see("say").fill("Ilse")
    await vera.see("say").press("Enter")
    await anna.at("reply")
    await walk.look("whisper", anna)
    await anna.click("story-search")
    await walk.look("search", anna)
    await vera.click("undo-last")
    await vera.at("undo-question")
    await walk.look("question before an undo", vera)
    await vera.click("undo-keep")


async def look_at_forms(vera: Person, walk: Walk) -> None:
    """Look at the form of every option on the desk that has one."""
    await vera.turn_to("act")
    folded = vera.page.locator(".desk details:not([open]) > summary").locator("visible=true")
    while await folded.count():
        await folded.first.click()
    forms = vera.page.locator(".desk button[aria-haspopup=dialog]:not(:disabled)").locator("visible=true")
    count = await forms.count()
    assert count > 15
    for at in range(count):
        name = await forms.nth(at).get_attribute("data-testid")
        await forms.nth(at).click()
        drawer = vera.see("drawer")
        await drawer.locator("footer").wait_for()
        for more in await drawer.locator("details:not([open]) > summary").locator("visible=true").all():
            await more.click()
        await walk.look(f"form {at} of {name}", vera, "drawer")
        await vera.page.keyboard.press("Escape")
        await expect(drawer).to_have_count(0)


async def look_at_errors(table: Table, walk: Walk) -> None:
    """Look at a refusal, a missing part, a lost connection, and a closed seat."""
    vera, anna, ben = table.people
    await vera.see("say-to").select_option(index=0)
    await vera.see("say").fill("1" * 4001)
    await vera.click("say-send")
    await vera.at("notice")
    await walk.look("refusal", vera)
    await vera.page.route("**/assets/house-rules-*.js", lambda route: route.abort())
    await vera.click("house-rules")
    await vera.at("lost")
    await walk.look("part that cannot be loaded", vera)
    table.annas_line.cut()
    await anna.at("notice-away")
    await walk.look("lost connection", anna)
    await vera.page.reload()
    await vera.at("scene")
    await vera.click("side-seats")
    seat = vera.see("seat").filter(has_text="Ben")
    closing = seat.get_by_role("button").last
    await closing.click()
    await closing.click()
    await ben.at("door-why")
    await walk.look("closed seat", ben)
