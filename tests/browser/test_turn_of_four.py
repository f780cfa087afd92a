"""A turn of four characters: how many actions it takes, what calls a player, and what stays where it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from domain.core.event import Event
from domain.features.actions.attack_in_progress import AttackMade
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.records.blow import Blow
from tests.browser.evening import ILSE, MARROW, MARROW_DOTS, ROOK, ROOK_DOTS, awaits_defence, in_order, wounds
from tests.browser.person import Person
from tests.browser.table import Table, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

BRANDT = "Brandt"
MOST = 12
"""The most actions for four declarations, an abort, two hits with their soak, and a wound."""


def missed(events: Sequence[Event]) -> bool:
    """A condition: the abort succeeds, and the gained defence stops the attack."""
    return any(isinstance(e, AttackMade) and not e.hit for e in events)


async def top(part: Locator) -> float:
    """The distance of a part from the top of the page, in pixels."""
    box = await part.bounding_box()
    assert box is not None
    return box["y"]


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """Ilse and Rook against Old Marrow and Brandt: the first turn begins, and Brandt declares first."""
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance) as table:
        await table.gather(browser, "Low Water")
        vera, anna, ben = table.people
        await anna.play_ready(ILSE)
        await ben.make(ROOK, "a smuggler who owes", ROOK_DOTS)
        for name in (MARROW, BRANDT):
            await vera.click("make-character")
            await vera.make(name, "", MARROW_DOTS)
        await table.begin_scene("The Salt Pier")
        ids = await table.cast()
        await table.load_dice(vera, StartTurns(), in_order(*(ids[name] for name in (MARROW, ILSE, ROOK, BRANDT))))
        await vera.option("StartTurns")
        yield table
        for person in table.people:
            assert person.troubles == []


async def test_a_turn_of_four_takes_few_actions(table: Table) -> None:
    """I2, I5, C21: a press declares, the gained defence meets the attack at once, and nobody ends a slot by hand in
    which nothing is left to decide. Each question is in the prompt, and the text field stays where it is."""
    vera, anna, ben = table.people
    ids, pressed = await table.cast(), 0
    places = {person: await top(person.page.locator(".composer")) for person in table.people}

    async def press(person: Person, button: Locator) -> None:
        nonlocal pressed
        await expect(person.page).to_have_title("● The Salt Pier · Coterie")
        assert await button.evaluate("button => button.closest('[data-testid=prompt]') !== null")
        assert abs(await top(person.page.locator(".composer")) - places[person]) <= 1
        await person.submit(button)
        pressed += 1

    def strike(person: Person, target: str) -> Locator:
        return person.page.locator(f'.prompt [data-manoeuvre="attack"] [data-target="{ids[target]}"]')

    await press(vera, strike(vera, ROOK))
    await ben.turn_to("cast")
    await ben.click("to-prompt")
    await press(ben, strike(ben, MARROW))
    await expect(ben.see("to-prompt")).to_have_count(0)
    await press(anna, strike(anna, MARROW))
    await press(vera, strike(vera, ILSE))

    await table.load_dice(vera, TakeAction(ids[MARROW]), awaits_defence)
    await press(vera, vera.see("option-TakeAction", ids[MARROW]))
    marked = anna.page.locator('[data-testid=order] [aria-current="step"] .name')
    await expect(marked).to_have_text(ILSE)
    (blow,) = await table.records(Blow)
    await table.load_dice(anna, AbortAction(ids[ILSE], "dodge", blow=blow.id), missed)
    await press(anna, anna.see("option-AbortAction", ids[ILSE]).filter(has_text="→ Dodge"))

    await table.load_dice(ben, TakeAction(ids[ROOK]), wounds(ids[MARROW], 1))
    await press(ben, ben.see("option-TakeAction", ids[ROOK]))
    await table.load_dice(vera, TakeAction(ids[BRANDT]), wounds(ids[ROOK], 2))
    await press(vera, vera.see("option-TakeAction", ids[BRANDT]))
    await ben.reads(f"{ROOK} takes 2 bashing wounds")
    await expect(ben.page.get_by_test_id("own-status").get_by_role("img")).to_have_attribute(
        "aria-label", "Hurt, 2 bashing"
    )
    await expect(anna.see("turn")).to_have_text("Turn 1 is over: waiting for the Storyteller")
    await expect(anna.page).to_have_title("The Salt Pier · Coterie")
    assert pressed <= MOST
