"""Characters that are handed over, taken and removed, and the place shown to a newcomer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.characters.conditions import borne_by
from domain.features.combat.turn_commands import StartTurns
from tests.browser.evening import in_order
from tests.browser.person import Person
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE, CORVIN, CURATOR = "Ilse Marten", "Corvin Hale", "Teodora Vance"
OPPONENTS = ("Brandt", "Nils", "Mother Agate")


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """The ready fight in a chapter; no player has a character yet."""
    async with shared.table(tmp_path, chance) as table:
        await table.gather(browser, "Low Water", rules="nightfall")
        vera = table.vera
        await vera.see("between").locator("summary").first.click()
        await vera.option("BeginStory", name="The Long Night")
        await vera.option("BeginChapter", name="Salt and Iron")
        await vera.submit(vera.see("ready-fight").get_by_test_id("option-SetUpFight"))
        for person in table.people:
            await person.at("scene")
            await person.linked("here")
        (table.scene,) = await table.scene_streams()
        yield table
        assert [person.troubles for person in table.people] == [[], [], []]


async def take_out(person: Person, who: str, name: str) -> None:
    """Remove a character, with the confirmation."""
    await person.open_card(name)
    button = person.see("option-RemoveCharacter", who)
    await button.click()
    await expect(button).to_contain_text("Really?")
    await person.submit(button)


async def test_a_newcomer_takes_up_a_ready_character_or_is_given_one(table: Table) -> None:
    """Rules 9, G0, T1: a newcomer in a running scene is offered the free characters; the Storyteller gives a character
    to a seat; the scene shows its chronicle, story and chapter."""
    vera, anna, ben = table.people
    for person in table.people:
        await expect(person.see("to-chronicle")).to_have_text("‹ Low Water · The Long Night · Salt and Iron")
    ids = await table.cast()
    for person in (anna, ben):
        height = await person.see("story").evaluate("story => story.clientHeight")
        assert height > 150, "the choice of a character covers the story"
    fold = anna.page.locator(".making-over > summary")
    await fold.click()
    await expect(anna.see("making")).to_have_count(0)
    await fold.click()
    await anna.submit(anna.see("free").filter(has_text=ILSE).get_by_role("button"))
    await expect(anna.see("making")).to_have_count(0)
    await expect(anna.see("sheet").get_by_role("heading", name=ILSE)).to_be_visible()
    await expect(ben.see("free").filter(has_text=ILSE)).to_have_count(0)

    await vera.open_card(CORVIN)
    await vera.option("HandOver", ids[CORVIN], player=(await ben.seat()).id)
    await expect(ben.page.get_by_test_id("making")).to_have_count(0)
    await ben.turn_to("sheet")
    await expect(ben.see("sheet").get_by_role("heading", name=CORVIN)).to_be_visible()

    await vera.click("make-character")
    await vera.see("making").locator('[name="player"]').select_option(label="Anna")
    await vera.submit(vera.see("ready").filter(has_text=CURATOR).get_by_role("button"))
    curators = anna.page.locator("[data-testid=cast] .member.mine").filter(has_text=CURATOR)
    await expect(curators).to_have_count(1)


async def test_the_opponents_are_cleared_away(table: Table) -> None:
    """T1: a character removed from a scene returns with the next scene; removed from the chronicle, it is gone. The
    sheet that is opened beside the closed scene is as wide as its column."""
    vera, anna, _ = table.people
    ids = await table.cast()
    await anna.submit(anna.see("free").filter(has_text=CURATOR).get_by_role("button"))
    await take_out(vera, ids["Mother Agate"], "Mother Agate")
    await expect(anna.page.get_by_test_id("cast").filter(has_text="Mother Agate")).to_have_count(0)
    await vera.option("CloseScene")
    await vera.at("scene-closed")
    beside = anna.see("meanwhile")
    await beside.get_by_test_id("dice-between").locator("summary").first.click()
    await expect(beside.get_by_test_id("sheet")).to_be_visible()
    hidden_beside = await beside.locator(".meanwhile").evaluate("part => part.scrollWidth - part.clientWidth")
    assert hidden_beside <= 0, "dots are cut off"
    await vera.click("to-chronicle")
    await vera.at("lobby")
    cast = vera.page.get_by_test_id("cast")
    for name in OPPONENTS:
        await vera.open_card(name)
        button = vera.see("option-RemoveCharacter", ids[name])
        await button.click()
        await vera.submit(button)
        await expect(cast.locator("button.face").filter(has_text=name)).to_have_count(0)


async def test_cover_is_taken_and_a_lost_slot_is_said_before(table: Table) -> None:
    """C25, C26: a player takes cover where the Storyteller says there is some; a dazed character's action is shown as
    a lost turn, and not as the declared manoeuvre."""
    vera, anna, _ = table.people
    ids = await table.cast()
    await anna.submit(anna.see("free").filter(has_text=ILSE).get_by_role("button"))
    for name in (CORVIN, CURATOR, "Nils", "Mother Agate"):
        await take_out(vera, ids[name], name)
    await table.load_dice(vera, StartTurns(), in_order(ids[ILSE], ids["Brandt"]))
    await vera.option("StartTurns")
    await vera.declare("Brandt", "")
    await anna.declare(ILSE, "Melee attack", targets=[ids["Brandt"]])
    await anna.turn_to("act")
    await expect(anna.see("option-TakeAction", ids[ILSE])).to_contain_text("Melee attack")
    await expect(anna.see("option-TakeCover")).to_have_count(0)
    await vera.open_card(ILSE)
    await vera.option("SetCondition", ids[ILSE], condition="near_cover")
    await anna.option("TakeCover", ids[ILSE], cover="good")
    borne = borne_by((await table.log.fold(table.scene)).state.full, ids[ILSE])
    assert {(bearing.name, bearing.value) for bearing in borne} == {("near_cover", 0), ("cover", 2)}
    await vera.open_card(ILSE)
    await vera.option("SetCondition", ids[ILSE], condition="dazed")
    await expect(anna.see("option-TakeAction", ids[ILSE])).to_contain_text("Lose the turn")
