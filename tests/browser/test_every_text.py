"""No text on any screen stands in the code: in the pseudo-language `qps` every text of the files has accents on all
letters, so a plain word comes from elsewhere, or from a person."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.async_api import Browser

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
    if (!parent.closest("script, style, noscript, code, textarea, [data-typed]")) {
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

STRICT: Final = frozenset({"door", "host"})
"""The screens that show no plain text any more. The others are still converted: their plain texts are printed."""


class Walk:
    """Looks at one screen after another, and collects the plain texts."""

    def __init__(self) -> None:
        self.plain: dict[str, list[str]] = {}

    async def look(self, screen: str, person: Person) -> None:
        """Look at the screen of a person."""
        found: list[str] = await person.page.evaluate(PLAIN, TYPED)
        self.plain[screen] = found
        print(f"{screen}: {len(found)} plain texts", *found, sep="\n  ")


@pytest.mark.slow
async def test_no_text_on_any_screen_is_plain(browser: Browser, tmp_path: Path, chance: Random) -> None:
    """Every text is a message of the Fluent files, or was typed by a person."""
    walk = Walk()
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance) as table:
        await found_and_play(table, browser, walk)
    assert {screen: texts for screen, texts in walk.plain.items() if texts and screen in STRICT} == {}


async def found_and_play(table: Table, browser: Browser, walk: Walk) -> None:
    """Go through all screens, from the host's to a closed scene."""
    stranger = await Person.come(browser, "Stranger", language=PSEUDO)
    await stranger.page.goto(f"http://127.0.0.1:{table.servers[0].port}/")
    await stranger.at("door")
    await walk.look("door", stranger)
    await stranger.page.context.close()

    table.languages = {"Vera": PSEUDO, "Anna": PSEUDO, "Ben": PSEUDO}
    await table.found_chronicle(browser, "Low Water", at_host=lambda vera: walk.look("host", vera))
    vera, anna, ben = table.people
    await walk.look("making", anna)
    await anna.play_ready("Ilse Marten")
    await ben.make("Rook", "a smuggler", {"Dexterity": 3, "Dodge": 2})
    await vera.at("lobby")
    await vera.click("menu")
    await walk.look("lobby", vera)
    await vera.click("menu")
    await table.begin_scene("The Salt Pier")
    for part in ("story", "sheet", "act"):
        await vera.turn_to(part)
        await walk.look(f"scene of the Storyteller, {part}", vera)
        await anna.turn_to(part)
        await walk.look(f"scene of a player, {part}", anna)
    for part in ("story", "cast", "sheet", "act"):
        await ben.turn_to(part)
        await walk.look(f"scene on a phone, {part}", ben)
