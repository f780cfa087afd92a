"""The measures of the page meet their targets.

Actions are counted at the desk where they are most at risk, and on a phone; pixels at every size of desk. All measures
at all sizes are in `make bench ARGS="--only page"`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.measures import (
    SIZES,
    Figures,
    gather_for_desk,
    gather_for_newcomer,
    gather_for_turn,
    height_of_turn,
    link_to_first_roll,
    play_turn,
    questions_outside_the_inbox,
    room_of_the_desk,
    storytellers_actions,
    turn_of_four,
    undo_last,
)
from tests.browser.table import SharedServer, Table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]


WIDE, DESK, NARROW, PHONE = SIZES


def at(*sizes: tuple[int, int]) -> pytest.MarkDecorator:
    """A test runs once with a screen of each of these sizes."""
    return pytest.mark.parametrize("table", sizes, indirect=True, ids="{0[0]}x{0[1]}".format)


@pytest_asyncio.fixture(loop_scope="session")
async def table(
    request: pytest.FixtureRequest, shared: SharedServer, tmp_path: Path, chance: Random
) -> AsyncIterator[Table]:
    """An empty table; its people come with a screen of this size."""
    async with shared.table(tmp_path, chance) as table:
        table.size = request.param
        yield table
        for person in table.people:
            assert person.troubles == []


def too_high(found: Figures, size: tuple[int, int]) -> dict[str, int]:
    """The measures beyond their targets at this size."""
    return {measure.name: figure for measure, figure in found.items() if size in measure.at and figure > measure.most}


@at(NARROW, PHONE)
async def test_a_turn_of_four_takes_few_actions(table: Table, browser: Browser) -> None:
    """I2, I5, C21: a press declares, the gained defence meets the attack at once, and no slot is ended by hand."""
    await gather_for_turn(table, browser)
    assert too_high(await turn_of_four(table), table.size) == {}


@at(WIDE)
async def test_a_turn_of_four_is_short_and_is_undone_with_two_clicks(table: Table, browser: Browser) -> None:
    """G0: a fight's turn has little room in the story. The Storyteller undoes the last attack with two clicks, and all
    its rolls are struck through."""
    await gather_for_desk(table, browser)
    await play_turn(table)
    for width, tall in (PHONE, NARROW, DESK, WIDE):
        await table.vera.page.set_viewport_size({"width": width, "height": tall})
        if (width, tall) == PHONE:
            await table.vera.turn_to("story")
        assert too_high(await height_of_turn(table), (width, tall)) == {}
    assert too_high(await undo_last(table.vera), WIDE) == {}
    for person in (table.vera, table.anna):
        card = person.page.get_by_test_id("card").last
        await expect(card.locator(".taken-back").first).to_be_attached()
        await expect(card.locator(".roll:not(.taken-back)")).to_have_count(0)


@at(WIDE, PHONE)
async def test_what_a_storyteller_does_most_takes_few_actions(table: Table, browser: Browser) -> None:
    """X1, X2, G3, G0: a secret roll, a hidden modifier, a call, an outcome, an undo, opponents; her desk is one screen
    with a question too, in both languages, and questions wait in the inbox alone."""
    await gather_for_desk(table, browser)
    if table.size == WIDE:
        for part in ('[data-testid="quick-roll"]', ".desk-more"):
            await expect(table.vera.page.locator(part)).to_be_in_viewport(ratio=1)
    found = await room_of_the_desk(table.vera)
    found |= await questions_outside_the_inbox(table)
    if table.size == WIDE:
        await table.vera.click("stay-no")
        for language in ("de", "en"):
            await table.vera.click("menu")
            await table.vera.see("language").select_option(language)
            await table.vera.click("menu")
            for width, tall in (DESK, WIDE):
                await table.vera.page.set_viewport_size({"width": width, "height": tall})
                assert too_high(await room_of_the_desk(table.vera), (width, tall)) == {}, language
    await table.vera.submit(table.vera.see("question").get_by_test_id("option-AnswerAim"))
    assert too_high(found | await storytellers_actions(table), table.size) == {}


@at(DESK, NARROW)
async def test_three_actions_lead_from_the_link_to_a_roll(table: Table, browser: Browser) -> None:
    """Rules 9: a newcomer in a running scene rolls after three actions, without scrolling; at a desk every trait of a
    ready character is in sight."""
    await gather_for_newcomer(table, browser)
    for person, name in zip(table.players, ("Ilse Marten", "Corvin Hale"), strict=True):
        size = PHONE if person.phone else table.size
        assert too_high(await link_to_first_roll(person, name), size) == {}
