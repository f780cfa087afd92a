"""What the page shows of an attack under way: to the one who is struck at, to the Storyteller, to everybody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.core.event import Event
from domain.features.actions.attack_in_progress import BlowHeld
from domain.features.actions.declaration import Declared
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from tests.browser.evening import MARROW, MARROW_DOTS, ROOK, ROOK_DOTS, brings, in_order
from tests.browser.table import Table, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE = "Ilse Marten"


@pytest_asyncio.fixture(loop_scope="session")
async def turns(browser: Browser, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """Turns run: Old Marrow is first, then Rook, whose time it is to declare."""
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance) as table:
        await table.gather(browser, "Low Water")
        vera, anna, ben = table.people
        await anna.play_ready(ILSE)
        await ben.make(ROOK, "a smuggler who owes", ROOK_DOTS)
        await vera.click("make-character")
        await vera.make(MARROW, "keeps the pier", MARROW_DOTS)
        await table.begin_scene("The Salt Pier")
        ids = await table.cast()
        await table.fated(vera, StartTurns(), in_order(ids[MARROW], ids[ROOK], ids[ILSE]))
        await vera.option("StartTurns")
        await anna.declare(ILSE, "")
        yield table


@pytest_asyncio.fixture(loop_scope="session")
async def table(turns: Table) -> Table:
    """Old Marrow strikes at Rook, who may react."""
    table, (vera, _, ben), ids = turns, turns.people, await turns.cast()
    await ben.declare(ROOK, "Melee attack", targets=[ids[MARROW]])
    await vera.declare(MARROW, "Melee attack", targets=[ids[ROOK]])
    await table.fated(vera, TakeAction(ids[MARROW]), held)
    await vera.turn_to("act")
    await vera.option("TakeAction", ids[MARROW])
    return table


def held(events: Sequence[Event]) -> bool:
    """That the attack hits with three successes, and waits for the one who is struck at."""
    return any(isinstance(e, BlowHeld) and e.blow.waits == "defence" and e.blow.hits == 3 for e in events)


async def test_what_does_not_add_up_is_said_before_it_is_declared(turns: Table) -> None:
    """M2: shares of more dice than the smaller pool has; once they fit, nothing is objected to."""
    ben, ids = turns.ben, await turns.cast()
    panel = ben.see("declare-panel")
    for manoeuvre in ("Melee attack", "Dodge"):
        choose = panel.locator('[data-add="actions"]')
        wanted = choose.locator("option").filter(has_text=manoeuvre).first
        await choose.select_option(value=await wanted.get_attribute("value"))
    attack, dodge = (panel.get_by_test_id("action-row").nth(place) for place in (0, 1))
    await ben.fill(attack, {"targets": [ids[MARROW]], "dice": 4})
    await ben.fill(dodge, {"dice": 4})
    await expect(panel.get_by_test_id("objection")).to_contain_text("(M2)")
    await ben.fill(attack, {"dice": 3})
    await ben.fill(dodge, {"dice": 2})
    await expect(panel.get_by_test_id("objection")).to_have_text("")
    await ben.wish(panel.get_by_test_id("declare-do"))


async def test_who_is_struck_at_is_asked(table: Table) -> None:
    """C21, I5: the prompt says by whom and how well, and aborts to a defence, which then meets the attack."""
    vera, anna, ben = table.people
    rook = (await table.cast())[ROOK]
    mine = ben.see("blow")
    await expect(mine.get_by_role("alert")).to_have_text(f"{MARROW} strikes at you: melee attack, 3 successes.")
    await expect(mine.get_by_role("button")).to_contain_text(["to block", "to dodge", "Take it"])
    for other in (vera, anna):
        await expect(other.see("blow").get_by_role("status")).to_contain_text(f"{MARROW} strikes at {ROOK}")
        await expect(other.see("blow")).to_contain_text(f"{ROOK} may still react")
    await expect(anna.see("blow").get_by_role("button")).to_have_count(0)
    await expect(vera.see("blow")).to_contain_text("Ben is asked")

    await table.fated(ben, AbortAction(rook, "dodge"), brings(Declared))
    await ben.option("AbortAction", rook, label="to dodge")
    await expect(mine.get_by_role("button")).to_contain_text(["Dodge,", "Take it"])
    await ben.option("Defend", rook)
    await expect(ben.page.get_by_test_id("blow")).to_have_count(0)
    await anna.reads(f"{ROOK} aborts to dodge")


async def test_the_storyteller_goes_on_without(table: Table) -> None:
    """C21, G0: she need not wait for a player, and may say herself what comes of it."""
    vera, anna, ben = table.people
    ids = await table.cast()
    await expect(vera.see("option-GoOn", ids[ROOK])).to_have_count(0)
    await vera.see("answer-for").locator("summary").first.click()
    await expect(vera.see("option-GoOn", ids[ROOK])).to_be_visible()
    await vera.option("RuleBlow", ids[MARROW], hits=0)
    for person in table.people:
        await expect(person.page.get_by_test_id("blow")).to_have_count(0)
    await anna.reads(f"{MARROW} misses {ROOK}")
    await ben.reads("successes that hit 0")
