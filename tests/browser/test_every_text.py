"""Every screen, looked at in one walk.

No text stands in the code: in the pseudo-language `qps` every text of the files has accents on all letters, so a plain
word comes from elsewhere, or from a person. And axe, which checks pages for people who see little or use a screen
reader, finds nothing in either theme."""

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

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

PSEUDO: Final = "qps"

TYPED: Final = (
    "Coterie",
    "Vera",
    "Anna",
    "Ben",
    "Low Water",
    "Ilse Marten",
    "Ilse",
    "Corvin Hale",
    "Corvin",
    "Teodora Vance",
    "Teodora",
    "Rook",
    "a smuggler",
    "The Salt Pier",
    "Up the mast",
    "Brandt",
    "Nils",
    "Mother Agate",
)
"""What people typed, the names of the characters, and the program's own name."""

PLAIN: Final = """
(typed) => {
  const shown = [];
  const look = (text, where) => {
    let rest = text.replace(/\\d[ \\u202f][AP]M\\b/g, "");
    for (const one of typed) rest = rest.replaceAll(one, "");
    if (/[A-Za-z]{2}/.test(rest)) shown.push(`${where}: ${text.replace(/\\s+/g, " ").trim()}`);
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement;
    if (!parent.closest("script, style, noscript, code, textarea, [data-portrait]")) {
      look(node.data, parent.closest("[data-testid]")?.dataset.testid ?? parent.tagName);
    }
  }
  for (const part of document.body.querySelectorAll("*")) {
    for (const name of ["title", "aria-label", "aria-valuetext", "placeholder", "alt"]) {
      if (part.hasAttribute(name)) look(part.getAttribute(name), `${part.dataset.testid ?? part.tagName} ${name}`);
    }
  }
  return [...new Set(shown)];
}
"""


AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# By day only what depends on the colours is checked again.
FAULTS: Final = """
async () => {
  const look = async (options) => (await axe.run(document, { resultTypes: ["violations"], ...options })).violations;
  const found = await look({});
  document.documentElement.dataset.light = "day";
  found.push(...await look({ runOnly: ["color-contrast"] }));
  delete document.documentElement.dataset.light;
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
"""


class Walk:
    """Looks at one screen after another, and collects the plain texts and the faults that axe finds."""

    def __init__(self) -> None:
        self.plain: dict[str, list[str]] = {}
        self.faults: dict[str, list[str]] = {}
        self._axe = AXE.read_text()

    async def look(self, screen: str, person: Person) -> None:
        """Look at the screen of a person."""
        found: list[str] = await person.page.evaluate(PLAIN, TYPED)
        self.plain[screen] = found
        print(f"{screen}: {len(found)} plain texts", *found, sep="\n  ")
        if not await person.page.evaluate("'axe' in window"):
            # Through the browser's own tools: the page's policy forbids any other script (SEC5).
            session = await person.page.context.new_cdp_session(person.page)
            await session.send("Runtime.evaluate", {"expression": self._axe})
            await session.detach()
        self.faults[screen] = await person.page.evaluate(FAULTS)
        print(f"{screen}: {len(self.faults[screen])} faults", *self.faults[screen], sep="\n  ")


@pytest.mark.slow
async def test_no_text_on_any_screen_is_plain(browser: Browser, tmp_path: Path, chance: Random) -> None:
    """Every text is a message of the Fluent files, or was typed by a person; axe finds no fault on any screen."""
    walk = Walk()
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance) as table:
        await found_and_play(table, browser, walk)
    assert walk.plain.pop("door in English"), "a page in English has plain texts"
    assert {screen: texts for screen, texts in walk.plain.items() if texts} == {}
    assert {screen: faults for screen, faults in walk.faults.items() if faults} == {}


async def found_and_play(table: Table, browser: Browser, walk: Walk) -> None:
    """Go through all screens, from the host's to a closed scene."""
    for screen, language in (("door", PSEUDO), ("door in English", "en")):
        stranger = await Person.come(browser, "Stranger", language=language)
        await stranger.page.goto(f"http://127.0.0.1:{table.servers[0].port}/")
        await stranger.at("door")
        await walk.look(screen, stranger)
        await stranger.page.context.close()

    table.languages = {"Vera": PSEUDO, "Anna": PSEUDO, "Ben": PSEUDO}
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
        choose = panel.locator('[data-add="actions"]')
        attack = choose.locator('option[value*="manoeuvre-attack"]')
        await choose.select_option(value=await attack.get_attribute("value"))
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
