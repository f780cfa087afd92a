"""An attack in progress in the page: for its target, for the Storyteller, and for the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.actions.declaration import Declared
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.roll import Roll
from tests.browser.evening import MARROW, MARROW_DOTS, ROOK, ROOK_DOTS, awaits_defence, brings, in_order
from tests.browser.table import SharedServer, Table, made, ready
from tests.in_english import english

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE = "Ilse Marten"


@pytest_asyncio.fixture(loop_scope="session")
async def turns(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """Turns run: Old Marrow is first, then Rook, who must declare now."""
    async with shared.table(tmp_path, chance) as table:
        cast = [
            ready(ILSE),
            made(ROOK, "a smuggler who owes", ROOK_DOTS),
            made(MARROW, "keeps the pier", MARROW_DOTS),
        ]
        await table.gather(browser, "Low Water", cast=cast, scene="The Salt Pier")
        vera, anna, _ = table.people
        ids = await table.cast()
        await table.load_dice(vera, StartTurns(), in_order(ids[MARROW], ids[ROOK], ids[ILSE]))
        await vera.option("StartTurns")
        await anna.declare(ILSE, "")
        yield table


@pytest_asyncio.fixture(loop_scope="session")
async def table(turns: Table) -> Table:
    """Old Marrow strikes at Rook, who may react."""
    table, (vera, _, ben), ids = turns, turns.people, await turns.cast()
    await ben.declare(ROOK, "Melee attack", targets=[ids[MARROW]])
    await vera.declare(MARROW, "Melee attack", targets=[ids[ROOK]])
    await table.load_dice(vera, TakeAction(ids[MARROW]), awaits_defence)
    await vera.turn_to("act")
    await vera.option("TakeAction", ids[MARROW])
    return table


async def test_what_does_not_add_up_is_said_before_it_is_declared(turns: Table) -> None:
    """M2: shares that need more dice than the smaller pool has are objected to before declaring; the objection
    vanishes when they fit."""
    ben, ids = turns.ben, await turns.cast()
    panel = ben.see("declare-panel")
    for manoeuvre in ("Melee attack", "Dodge"):
        await ben.add_action(panel, manoeuvre)
    attack, dodge = (panel.get_by_test_id("action-row").nth(place) for place in (0, 1))
    await ben.fill(attack, {"targets": [ids[MARROW]], "dice": 4})
    await ben.fill(dodge, {"dice": 4})
    objection = panel.get_by_test_id("objection")
    await expect(objection.get_by_test_id("rule-mark")).to_have_accessible_name("Rule M2")
    await ben.fill(attack, {"dice": 3})
    await ben.fill(dodge, {"dice": 2})
    await expect(objection).to_have_text("")
    await ben.submit(panel.get_by_test_id("declare-do"))


async def test_who_is_struck_at_is_asked(table: Table) -> None:
    """C21, I5: the target's prompt names the attacker and the successes, and offers an abort to a defence, which then
    meets the attack."""
    vera, anna, ben = table.people
    rook = (await table.cast())[ROOK]
    mine = ben.see("blow")
    await expect(mine.get_by_role("alert")).to_have_text(f"{MARROW} attacks you: melee attack – 3 successes")
    await expect(mine.get_by_role("button")).to_contain_text(["→ Block", "→ Dodge", "Take the blow"])
    for watcher in (vera, anna):
        await expect(watcher.see("blow").get_by_role("status")).to_contain_text(f"{MARROW} attacks {ROOK}")
        await expect(watcher.see("blow")).to_contain_text(f"{ROOK} can still defend")
    await expect(anna.see("blow").get_by_role("button")).to_have_count(0)
    await expect(vera.see("blow")).to_contain_text("Ben decides")

    await table.load_dice(ben, AbortAction(rook, "dodge"), brings(Declared))
    await ben.option("AbortAction", rook, label="→ Dodge")  # the dodge meets the attack at once
    await expect(ben.page.get_by_test_id("blow")).to_have_count(0)
    await anna.reads(f"{ROOK} aborts an action and now declares: Dodge")
    assert "Dodge" in [english(roll.reason) for roll in await table.records(Roll)]


async def test_the_storyteller_goes_on_without(table: Table) -> None:
    """C21, G0: the Storyteller need not wait for a player, and may rule the result herself."""
    vera, anna, ben = table.people
    ids = await table.cast()
    await expect(vera.see("option-GoOn", ids[ROOK])).to_have_count(0)
    await vera.see("answer-for").locator("summary").first.click()
    await expect(vera.see("option-GoOn", ids[ROOK])).to_be_visible()
    await vera.option("RuleBlow", ids[MARROW], hits=0)
    for person in table.people:
        await expect(person.page.get_by_test_id("blow")).to_have_count(0)
    await anna.reads(f"{MARROW} misses {ROOK}")
    await ben.reads("0 successes to hit")
