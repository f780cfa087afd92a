"""In little room everything can still be done: with text twice as large at a desk, on a phone in landscape."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from domain.features.calls.call_for_roll import CallForRoll, WithdrawCall
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.call import Call
from tests.browser.evening import in_order
from tests.browser.person import DESK, PHONE, Person
from tests.browser.table import SharedServer, Table, made

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE, ROOK = "Ilse Marten", "Rook"
LONG = "Bartholomäus-Maximilian von und zu Hohenstein am Strahov"
WORD = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarenhafen"
DOTS = {"Strength": 2, "Dexterity": 3, "Brawl": 2, "Firearms": 1, "Stealth": 4, "Larceny": 2}
TASK = "Pick the strongroom lock before the watch returns"
USUAL = 16
VIEWS = {"large text": (*DESK, 2 * USUAL), "sideways": (844, 390, USUAL), "enlarged": (640, 360, USUAL)}
"""Width, height, and the browser's font size."""

SEEN = """
const seen = (part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((y) => part.contains(document.elementFromPoint(left + width / 2, top + y * height)));
};
"""
IN_SIGHT = f"(part) => {{ {SEEN} return seen(part); }}"
# A clipped part can be scrolled into view by a script, but not by a person.
CAN_BE_SEEN = f"""
(part) => {{
  {SEEN}
  return [0.2, 0.35, 0.5, 0.65, 0.8].some((place) => {{
    for (let box = part.parentElement; box; box = box.parentElement) {{
      if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
      const [own, around] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
      box.scrollTop += own.top + own.height / 2 - around.top - place * around.height;
    }}
    return seen(part);
  }});
}}
"""

BEYOND = """
() => [...document.querySelectorAll("main *")]
  .filter((part) => part.offsetHeight > 0 && part.getBoundingClientRect().right > innerWidth + 1)
  .map((part) => part.outerHTML)
"""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """A scene without turns."""
    async with shared.table(tmp_path, chance) as table:
        cast = [made(ILSE, "a night nurse", DOTS, "v20"), made(ROOK, "a smuggler", DOTS, "v20")]
        await table.gather(browser, "Low Water", names=("Vera", LONG, "Ben"), rules="v20", cast=cast, scene="The Loft")
        yield table
        for person in table.people:
            assert person.troubles == []


async def views(person: Person) -> AsyncIterator[str]:
    """Show a person the table in each of the views."""
    browser = await person.page.context.new_cdp_session(person.page)
    for name, (width, height, text) in VIEWS.items():
        await person.page.set_viewport_size({"width": width, "height": height})
        await browser.send("Page.setFontSizes", {"fontSizes": {"standard": text, "fixed": text}})
        yield name


async def out_of_reach(parts: Locator) -> list[str]:
    """The parts that cannot be scrolled to a place where they are uncovered."""
    found = await parts.all()
    assert found
    return [await part.inner_text() for part in found if not await part.evaluate(CAN_BE_SEEN)]


async def test_traits_can_be_clicked_and_rolled(table: Table) -> None:
    """All traits and all inputs of the roll panel below them can be reached."""
    ben = table.ben
    await ben.turn_to("sheet")
    traits = ben.page.locator("button.trait").locator("visible=true")
    await traits.first.wait_for()
    more = ben.page.locator(".roll-panel details.more")
    async for view in views(ben):
        assert await out_of_reach(traits) == [], view
        await ben.page.locator('button[data-trait="Dexterity"]').click()
        assert await out_of_reach(traits) == [], view
        panel = ben.see("roll-panel")
        assert await out_of_reach(panel.locator("button, select, summary, .sum").locator("visible=true")) == [], view
        await more.locator("summary").click()
        assert await out_of_reach(panel.locator("button, input, select").locator("visible=true")) == [], view
        await more.locator("summary").click()
        await ben.submit(ben.see("roll-Roll"))
        await ben.turn_to("sheet")


async def test_an_action_can_be_chosen_and_its_target(table: Table) -> None:
    """The choice of an action is in sight at once, also under a task, and no button covers it or its inputs."""
    vera, _, ben = table.people
    cast = await table.cast()
    await table.set_task(TASK, cast[ROOK], 4)
    await table.load_dice(vera, StartTurns(), in_order(cast[ILSE], cast[ROOK]))
    await vera.option("StartTurns")
    panel = ben.see("declare-panel")
    choose = panel.locator(".manoeuvres button")
    await choose.first.wait_for()
    async with table.second_tab(vera) as tab:
        assert (await tab.do(CallForRoll(cast[ROOK], traits=("Strength",))))[0] == "accepted"
        await expect(ben.page.get_by_test_id("option-AnswerCall").first).to_be_visible()
        for button in ("declare-in-rows", "declare-nothing"):
            assert await panel.get_by_test_id(button).evaluate(IN_SIGHT), "below a called roll"
        (call,) = await table.records(Call)
        assert (await tab.do(WithdrawCall(call.id)))[0] == "accepted"
        await expect(ben.page.get_by_test_id("option-AnswerCall")).to_have_count(0)
    async for view in views(ben):
        assert await choose.first.evaluate(IN_SIGHT), view
        assert await out_of_reach(panel.locator("button, summary").locator("visible=true")) == [], view
        await ben.add_action(panel, "Melee attack")
        asked = panel.locator(".action-row label, .action-row button, .roll-do button").locator("visible=true")
        await expect(panel.get_by_test_id("declare-do")).to_have_count(1)
        assert await out_of_reach(asked) == [], view
        await panel.get_by_role("button", name="Remove").click()


async def test_one_can_talk_under_a_task_and_while_turns_run(table: Table) -> None:
    """The composer and the task's button can be reached while a task is open and while turns run. The text field is in
    sight at once, also while Anna is asked what her character does."""
    vera, anna, ben = table.people
    cast = await table.cast()
    await table.set_task(TASK, cast[ROOK], 4)
    await expect(ben.see("task").get_by_test_id("option-WorkOnTask")).to_be_visible()
    parts = ben.page.locator(".composer select, .composer textarea, .composer .send, .task button")
    async for view in views(ben):
        assert await out_of_reach(parts.locator("visible=true")) == [], f"{view}, a task"
    await table.load_dice(vera, StartTurns(), in_order(cast[ROOK], cast[ILSE]))
    await vera.option("StartTurns")
    await expect(anna.see("declare-panel")).to_be_visible()
    async for view in views(ben):
        assert await ben.see("say").evaluate(IN_SIGHT), view
        assert await out_of_reach(parts.locator("visible=true")) == [], f"{view}, a turn"
    async for view in views(anna):
        assert await anna.see("say").evaluate(IN_SIGHT), f"{view}, asked"


async def test_looking_back_fits_a_phone(table: Table) -> None:
    """Looking back fits a phone, however long the name of the chosen seat, and the scene's name has its room beside
    the seats."""
    vera, *_ = table.people
    await vera.click("look-back")
    eyes = vera.see("lookback-seat")
    await eyes.select_option(label=f"as {LONG} saw it")
    for width, height in (PHONE, (PHONE[1], PHONE[0]), (1100, 800)):
        await vera.page.set_viewport_size({"width": width, "height": height})
        box = await eyes.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        assert await vera.page.get_by_test_id("title").evaluate("title => title.offsetWidth >= title.scrollWidth")


async def test_one_long_word_widens_nothing(table: Table) -> None:
    """A single long word as a name, a line and a reason of a roll does not widen a phone's page."""
    ben, rook = table.ben, (await table.cast())[ROOK]
    await ben.page.set_viewport_size({"width": 360, "height": 640})
    await ben.turn_to("sheet")
    await ben.option("ChangeFace", rook, name=WORD, concept=WORD)
    await ben.roll("Strength", reason=WORD)
    await ben.say(WORD)
    await ben.say("I saw nobody.", to="the Storyteller")
    await ben.reads("I saw nobody.")
    for part in ("story", "cast", "sheet", "act"):
        await ben.turn_to(part)
        assert await ben.page.evaluate(BEYOND) == [], part
