"""The Storyteller's desk: its inbox, its keys and the palette."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.calls.answer_call import AnswerCall
from domain.features.rolls.call import Call
from domain.features.rolls.pending_consequences import ConsequenceOwed
from domain.features.table.story_log import Line
from tests.browser.evening import ROOK, of
from tests.browser.measures import ELSEWHERE, gather_for_desk, questions_outside_the_inbox
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """A scene without turns."""
    async with shared.table(tmp_path, chance) as table:
        await gather_for_desk(table, browser)
        yield table
        for person in table.people:
            assert person.troubles == []


async def test_a_question_waits_in_the_inbox_alone(table: Table) -> None:
    """G3: an intent is in the inbox with its answers, and nowhere else; the tab counts it. A roll that the Storyteller
    called for waits there until she has seen it, also after her page is loaded again."""
    vera, anna, ben = table.people
    assert (await questions_outside_the_inbox(table))[ELSEWHERE] == 0
    question = vera.see("question")
    await vera.submit(question.get_by_test_id("option-AnswerAim"))
    await expect(question).to_have_count(0)
    await anna.reads("No roll is needed")
    assert [line.kind for line in await table.records(Line)][-1] == "ruled"
    await vera.see("quick-who").select_option(label=ROOK)
    await vera.see("quick-pool").fill("per")
    await vera.submit(vera.see("quick-CallForRoll"))
    (call,) = await table.records(Call)
    # A botch would be a question of its own.
    await table.load_dice(ben, AnswerCall(call.id), lambda events: not of(events, ConsequenceOwed))
    await ben.option("AnswerCall")
    answer = vera.page.get_by_test_id("answered-call")
    await expect(answer).to_contain_text(ROOK)
    await vera.page.reload()
    await vera.turn_to("act")
    await expect(answer).to_contain_text(ROOK)
    await vera.click("seen")
    await expect(answer).to_have_count(0)
    await vera.page.reload()
    await vera.turn_to("act")
    await expect(vera.see("inbox")).to_contain_text("No question")
    await expect(answer).to_have_count(0)


async def test_keys_and_the_palette(table: Table) -> None:
    """Three letters find an action, its form opens in a drawer with nothing harmful chosen, and Escape closes it. A key
    presses the next step; `?` shows the keys."""
    vera = table.vera
    keyboard = vera.page.keyboard
    await vera.see("find").focus()
    await keyboard.press("Control+k")
    await vera.see("palette-text").fill("wou")
    await keyboard.press("Enter")
    drawer = vera.see("drawer")
    await expect(drawer).to_contain_text("Wound somebody")
    assert await drawer.locator("input[name$=target]:checked, input[name$=damage]:checked").count() == 0
    await expect(vera.see("do-Wound")).to_be_disabled()
    await keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await keyboard.press("?")
    await expect(vera.see("key-map")).to_be_visible()
    await keyboard.press("n")
    await keyboard.press("Escape")
    await expect(vera.see("key-map")).to_have_count(0)
    assert not await vera.page.get_by_test_id("order").count(), "no key fires in a dialog"
    await vera.click("side-seats")
    answers = len(vera.answers)
    await keyboard.press("n")
    await vera.answered(answers)
    await expect(vera.see("order")).to_be_visible()
    await expect(vera.see("desk")).to_be_visible()


async def test_three_letters_find_every_form(table: Table) -> None:
    """The Storyteller's palette finds a call for a roll and the screens of a sheet; a player on a phone opens it with a
    button; it works in a closed scene and between scenes as well."""
    vera, anna, ben = table.people
    keyboard = vera.page.keyboard
    for letters, command, shown in (
        ("cal", "CallForRoll", "drawer"),
        ("por", "SetPortrait", "portrait-editor"),
        ("bio", "WriteProfile", "character-book"),
        ("she", "ChangeSheet", "sheet-editor"),
        ("hou", "ChangeHouseRules", "house-editor"),
        ("han", "ShowHandout", "handouts-list"),
    ):
        await keyboard.press("Control+k")
        await vera.see("palette-text").fill(letters)
        await vera.see(f"find-{command}").first.click()
        await expect(vera.see(shown), letters).to_be_visible()
        await keyboard.press("Escape")
        await expect(vera.see(shown), letters).to_have_count(0)

    await keyboard.press("Control+k")
    await vera.see("palette-text").fill("loo")
    await vera.click("find-page")
    await expect(vera.see("lookback")).to_be_visible()
    await vera.click("look-back")
    await ben.turn_to("act")
    for letters, shown in (("sea", "search-text"), ("lan", "language")):
        await ben.click("find")
        await ben.see("palette-text").fill(letters)
        await ben.see("find-page").first.click()
        await expect(ben.see(shown), letters).to_be_visible()
        await ben.page.keyboard.press("Escape")
        await ben.turn_to("act")
    await ben.click("find")
    await ben.see("palette-text").fill("int")
    await ben.click("find-StateAim")
    await expect(ben.see("drawer")).to_be_visible()
    await ben.click("drawer-close")

    await vera.option("CloseScene")
    await expect(anna.see("meanwhile").get_by_test_id("find")).to_be_visible()
    await anna.page.keyboard.press("Control+k")
    await expect(anna.see("palette-text")).to_be_visible()
    await anna.page.keyboard.press("Escape")
    await ben.page.get_by_text("Back to the chronicle").click()
    await ben.at("lobby")
    await expect(ben.see("find")).to_be_visible()
    await ben.page.keyboard.press("Control+k")
    await ben.see("palette-text").fill("bio")
    await ben.click("find-WriteProfile")
    await expect(ben.see("character-book")).to_be_visible()
