"""A whole fight by keyboard alone, for a Storyteller and a player: no page gets any event of a mouse or a finger."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from domain.features.combat.abort_action import AbortAction
from domain.features.combat.react_to_attack import GoOn
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.records.blow import Blow
from tests.browser.evening import ILSE, awaits_defence, in_order, wounds
from tests.browser.measures import missed
from tests.browser.person import Person
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

THUG: Final = "Thug"
MOST_TABS: Final = 120
"""The most presses of Tab between two parts of a page."""
NO_POINTER: Final = """
for (const name of ["pointerdown", "pointermove", "mousedown", "mousemove", "touchstart", "wheel"]) {
  addEventListener(name, () => console.error(`not by keyboard: ${name}`), true);
}
addEventListener("click", (event) => { if (event.detail > 0) console.error("not by keyboard: click"); }, true);
"""
"""Reports each event of a mouse or a finger as an error, and so among the person's troubles."""
TYPES: Final = "() => document.activeElement.matches('input, textarea, select')"


class Keyboard:
    """A person who has nothing but a keyboard."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._keys = person.page.keyboard

    async def to(self, part: Locator) -> None:
        """Press Tab until this part has the focus, which must be visible."""
        await part.wait_for()
        for _ in range(MOST_TABS):
            if await part.evaluate("part => part === document.activeElement"):
                assert await part.evaluate("part => part.matches(':focus-visible')"), "the focus must be visible"
                return
            await self._keys.press("Tab")
        raise AssertionError(f"{MOST_TABS} presses of Tab do not lead to {part}")

    async def press(self, part: Locator) -> None:
        """Go to a button and press Enter."""
        await self.to(part)
        await self._keys.press("Enter")

    async def submit(self, part: Locator) -> None:
        """Go to a button that sends a command, press Enter, and wait until the command is accepted."""
        before = len(self.person.answers)
        await self.press(part)
        await self.person.answered(before)

    async def type(self, part: Locator, text: str) -> None:
        """Go to a field and type."""
        await self.to(part)
        await self._keys.type(text)

    async def key(self, key: str) -> None:
        """Press a key of the page, after leaving the field that has the focus, if any."""
        while await self.person.page.evaluate(TYPES):
            await self._keys.press("Tab")
        await self._keys.press(key)

    async def send(self, key: str) -> None:
        """Press a key of the page that sends a command, and wait until the command is accepted."""
        before = len(self.person.answers)
        await self.key(key)
        await self.person.answered(before)

    async def find(self, letters: str) -> None:
        """Open the palette, and choose the first action that is found by these letters."""
        await self._keys.press("Control+k")
        await self.person.at("palette-text")
        await self._keys.type(letters)
        await self._keys.press("Enter")

    async def say(self, words: str) -> None:
        """Say a line."""
        await self.key("/")
        await expect(self.person.see("say")).to_be_focused()
        await self._keys.type(words)
        await self._keys.press("Enter")


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All three have opened their links: the Storyteller is in the lobby, the players choose characters."""
    async with shared.table(tmp_path, chance) as table:
        table.before_page = NO_POINTER
        await table.gather(browser, "Low Water")
        yield table
        for person in table.people:
            assert person.troubles == []


async def test_a_fight_is_played_by_keyboard_alone(table: Table) -> None:
    """Join by link, begin a scene, roll, declare, react, soak, talk, end the turn: every part is reached by Tab or has
    a key, and the focus is visible on each."""
    vera, anna = Keyboard(table.vera), Keyboard(table.anna)
    await gather(table, vera, anna)
    ids = await table.cast()

    await anna.key("r")
    await anna.press(table.anna.page.locator('button[data-trait="Perception"]'))
    await anna.submit(table.anna.see("roll-Roll"))
    await table.vera.reads(ILSE)

    await table.load_dice(table.vera, StartTurns(), in_order(ids[THUG], ids[ILSE]))
    await vera.send("n")

    # The slower declares first and acts last.
    await declare_attack(anna)
    await declare_attack(vera)
    await table.load_dice(table.vera, TakeAction(ids[THUG]), awaits_defence)
    await vera.submit(table.vera.see("option-TakeAction", ids[THUG]))
    await expect(table.anna.see("blow").get_by_role("alert")).to_contain_text("attacks you")
    (blow,) = await table.records(Blow)
    dodge = AbortAction(ids[ILSE], "dodge", blow=blow.id)
    await table.load_dice(table.anna, dodge, missed)
    await anna.submit(table.anna.see("option-AbortAction", ids[ILSE]).filter(has_text="→ Dodge"))
    await table.anna.reads(f"{THUG} misses {ILSE}")

    await vera.send("n")
    await table.anna.reads("Turn 2.")
    await declare_attack(anna)
    await declare_attack(vera)
    await table.load_dice(table.vera, TakeAction(ids[THUG]), awaits_defence)
    await vera.submit(table.vera.see("option-TakeAction", ids[THUG]))
    await expect(table.anna.see("blow").get_by_role("alert")).to_contain_text("attacks you")
    (blow,) = await table.records(Blow)
    await table.load_dice(table.anna, GoOn(blow.id), wounds(ids[ILSE], 1))
    await anna.submit(table.anna.see("option-GoOn", ids[ILSE]))
    await expect(table.anna.page.get_by_test_id("card").last).to_contain_text("Soak")
    await table.vera.reads(f"{ILSE} takes 1 bashing wound")
    await anna.submit(table.anna.see("option-TakeAction", ids[ILSE]))

    await anna.say("Had enough?")
    await table.vera.reads("Had enough?")
    await vera.say("He has not.")
    await table.anna.reads("He has not.")
    await vera.send("n")
    await table.anna.reads("Turn 3.")
    await vera.find("stop tu")
    await expect(table.vera.see("palette")).to_contain_text("Really?")
    await table.vera.page.keyboard.press("Enter")
    await expect(table.vera.see("order")).to_have_count(0)


async def gather(table: Table, vera: Keyboard, anna: Keyboard) -> None:
    """The player takes a ready character; the Storyteller begins a scene and adds an opponent."""
    await anna.submit(table.anna.see("ready").filter(has_text=ILSE).get_by_role("button"))
    await vera.press(table.vera.see("option-BeginScene"))
    await vera.type(table.vera.page.locator('form [name="name"]').last, "The Salt Pier")
    await vera.submit(table.vera.see("do-BeginScene"))
    for person in table.people:
        await person.at("scene")
        await person.linked("here")
    (table.scene,) = await table.scene_streams()
    await vera.find("opp")
    await vera.type(table.vera.page.locator('.drawer [name="name"]'), THUG)
    await vera.submit(table.vera.see("do-AddOpponents"))


async def declare_attack(who: Keyboard) -> None:
    """Declare a melee attack on the only target: `d` leads to the manoeuvres, Tab to the attack."""
    await who.person.at("declare-panel")
    await who.key("d")
    await expect(who.person.page.locator(".manoeuvres :focus")).to_have_count(1)
    await who.submit(who.person.page.locator('.prompt button[data-manoeuvre="attack"]'))
