"""Important parts stay in sight, and no part covers a second one: at a desk, on a phone, by keyboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.combat.turn_commands import StartTurns
from tests.browser.evening import in_order
from tests.browser.table import SharedServer, Table, made, ready

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE, ROOK = "Ilse Marten", "Rook"
LONG = "Bartholomäus-Maximilian von und zu Hohenstein"
OUT_OF_SIGHT = "Math.max(document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollTop)"
HIDDEN_BELOW = "(part) => part.scrollHeight - part.clientHeight"
OVERLAPPING = """
(roll) => {
  const boxes = [...roll.querySelectorAll("header, .pool, .dice, .result, .roll-options button")].map((part) => [
    part.textContent, part.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${one} / ${other}`));
}
"""
COVERED = """
(bar) => {
  const { left, top, width, height } = bar.getBoundingClientRect();
  const seen = [0.02, 0.5, 0.98].flatMap((x) => [0.1, 0.5, 0.9].map((y) =>
    document.elementFromPoint(left + x * width, top + y * height)));
  return { whole: seen.every((part) => bar.contains(part)), ground: getComputedStyle(bar).backgroundColor };
}
"""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """A scene without turns; Ilse's player has a long name."""
    async with shared.table(tmp_path, chance) as table:
        cast = [ready(ILSE), made(ROOK, "a smuggler", {"Dexterity": 3, "Dodge": 2})]
        scene = "The Charles Bridge, after the rain has gone"
        await table.gather(browser, "Low Water", names=("Vera", LONG, "Ben"), cast=cast, scene=scene)
        yield table
        for person in table.people:
            assert person.troubles == []


async def test_what_may_be_done_with_a_roll_has_a_row_of_its_own(table: Table) -> None:
    """X1: the buttons of a roll have a row of their own, and a secret roll is shown to everyone only after a second
    press."""
    vera, anna, _ = table.people
    await vera.turn_to("sheet")
    await vera.see("sheet-actor").select_option(label=ILSE)
    await vera.roll("Perception", "Alertness", way="RollInSecret", reason="Does she notice who is on the bridge?")
    roll = vera.page.get_by_test_id("roll")
    await roll.get_by_test_id("explain").click()
    for name in ("Explain this roll", "Override result", "Show everyone"):
        await expect(roll.get_by_role("button", name=name)).to_be_visible()
    assert await roll.evaluate(OVERLAPPING) == []
    show = roll.get_by_test_id("option-ShowRoll")
    await show.click()
    await expect(show).to_have_accessible_name("Really? Show everyone")
    await vera.see("say").focus()
    await expect(show).to_have_accessible_name("Show everyone")
    await expect(anna.page.get_by_test_id("roll")).to_have_count(0)
    await show.click()
    await vera.submit(show)
    await expect(anna.page.get_by_test_id("roll")).to_have_count(1)


async def test_anybody_checks_the_dice_of_a_closed_scene(table: Table) -> None:
    """SEC14: each player checks every public roll of a closed scene in her own browser, from the opened seed; the check
    does not mention secret rolls (X1). A long talk beside the scene leaves the text field in sight."""
    vera, anna, ben = table.people
    await anna.roll("Perception", "Alertness")
    await ben.roll("Dexterity", "Dodge")
    await vera.turn_to("sheet")
    await vera.see("sheet-actor").select_option(label=ILSE)
    await vera.roll("Perception", "Alertness", way="RollInSecret", reason="Does she notice?")
    await expect(anna.page.get_by_test_id("roll")).to_have_count(2)
    await vera.turn_to("act")
    await vera.option("CloseScene")
    for person in (anna, vera):
        await person.at("scene-closed")
        await person.click("check-dice-do")
        checked = person.see("checked-dice")
        await expect(checked).to_have_attribute("data-wrong", "0")
        await expect(checked).to_contain_text("2 public rolls match the opened seed")
        await expect(checked).not_to_contain_text("hidden")
        await person.click("check-dice-away")
        await expect(checked).to_have_count(0)
    await anna.page.set_viewport_size({"width": 1280, "height": 720})
    beside = anna.see("meanwhile")
    await anna.see("say").fill("We talk. " * 150)
    await anna.click("say-send")
    await expect(beside).to_contain_text("We talk.")
    assert await beside.locator(".meanwhile").evaluate(HIDDEN_BELOW) <= 0, "the text field stays in sight"


async def test_the_page_itself_never_scrolls_in_a_scene(table: Table) -> None:
    """In a scene the page itself never scrolls, however tall its content, so that the title and the connection stay in
    sight."""
    vera, anna, _ = table.people
    await vera.turn_to("act")
    await vera.open_card(ILSE)
    await vera.option("SetCondition", (await table.cast())[ILSE], condition="dazed")
    for person in (vera, anna):
        await expect(person.page.get_by_test_id("conditions").first).to_be_visible()
        for height in (800, 160):
            await person.page.set_viewport_size({"width": 1280, "height": height})
            await person.page.evaluate("scrollTo(0, 9999)")
            assert await person.page.evaluate(OUT_OF_SIGHT) <= 0
        await expect(person.see("connection")).to_be_in_viewport(ratio=1)
    seat = vera.page.get_by_test_id("presence").get_by_role("listitem").filter(has_text=LONG)
    dot = await seat.locator(".presence").bounding_box()
    assert dot is not None
    assert dot["width"] == dot["height"], "the dot must be round beside a long name"
    await expect(seat).to_have_attribute("title", f"{LONG} is here")


async def test_a_phone_has_room_for_what_is_asked_beside_a_task(table: Table) -> None:
    """On a phone a task is one line while another question is asked, and no part is pushed under the tabs."""
    vera, _, ben = table.people
    rook = (await table.cast())[ROOK]
    await table.set_task("Pick the strongroom lock before the watch returns", rook, 4)
    await expect(ben.see("task").get_by_test_id("option-WorkOnTask")).to_be_visible()
    await table.load_dice(vera, StartTurns(), in_order((await table.cast())[ILSE], rook))
    await vera.option("StartTurns")
    await expect(ben.see("declare-panel").or_(ben.see("urgent")).first).to_be_visible()
    task = await ben.see("task").bounding_box()
    assert task is not None
    assert task["height"] < 60
    tabs = await ben.page.get_by_role("navigation", name="Parts of the table").bounding_box()
    composer = await ben.page.locator(".composer").bounding_box()
    assert tabs is not None
    assert composer is not None
    assert composer["y"] + composer["height"] <= tabs["y"] + 1
    await ben.click("tasks-unfold")
    await expect(ben.see("task").get_by_test_id("option-WorkOnTask")).to_be_visible()


async def test_keys_pass_over_actions_and_enter_adds_one(table: Table) -> None:
    """A search finds an action; Enter adds it, its first input gets the focus, and Declare is in sight. Answering an
    input does not move the focus, and a click is not lost to a number being typed."""
    vera = table.vera
    await vera.option("StartTurns")
    await vera.see("declare-for").locator("summary").first.click()  # both players declare for themselves
    panel = vera.see("declare-panel").first
    await panel.get_by_test_id("declare-in-rows").press("Enter")
    await panel.get_by_test_id("more-manoeuvres").locator("summary").press("Enter")
    search = panel.get_by_role("searchbox")
    for found in ("dodge", "melee"):
        await search.fill("")
        await search.press_sequentially(found)
        await search.press("Enter")
    rows = panel.get_by_test_id("action-row")
    await expect(rows).to_have_count(2)
    row = rows.last
    await expect(row.locator(":focus")).to_have_count(1)
    rarely = row.locator("details.rarely > summary")
    if await rarely.count():
        await rarely.click()
    dice = row.locator('[name="dice"]')
    stepper = row.locator(".stepper", has=vera.page.locator('[name="dice"]'))
    await dice.fill("1")
    await dice.press("Tab")
    await expect(stepper.get_by_role("button", name="One more")).to_be_focused()
    less = stepper.get_by_role("button", name="One less")
    await less.press("Enter")
    await expect(dice).to_have_value("0")
    await expect(less).to_be_focused()
    box = row.locator('input[name="targets"]').first
    await expect(box).to_be_checked()  # the only target is chosen already
    await box.press("Space")
    await expect(box).not_to_be_checked()
    await expect(box).to_be_focused()
    await dice.fill("1")
    await row.locator("label.pill", has=vera.page.locator('input[name="targets"]')).first.click()
    await expect(box).to_be_checked()
    await search.fill("cl")
    await search.press("Enter")
    await expect(rows).to_have_count(3)
    await expect(panel.get_by_test_id("declare-do")).to_be_in_viewport(ratio=1)


async def test_a_bar_of_buttons_covers_what_scrolls_beneath_it(table: Table) -> None:
    """A bar of buttons is opaque, and a part that gets the keyboard's focus is scrolled clear of it."""
    ben = table.ben
    await ben.turn_to("cast")
    await ben.click("make-character")
    await ben.click("make-own")
    bar = ben.page.locator(".by-hand .sticky")
    found = await bar.evaluate(COVERED)
    assert found["whole"], "the bar must cover everything beneath it"
    assert found["ground"] not in ("transparent", "rgba(0, 0, 0, 0)")
    last = ben.page.locator(".by-hand").get_by_role("slider").last
    await last.focus()
    top = await bar.bounding_box()
    box = await last.bounding_box()
    assert top is not None
    assert box is not None
    assert box["y"] + box["height"] <= top["y"]


async def test_a_field_that_is_too_full_says_so(table: Table) -> None:
    """A field with too much text says so, keeps all of it, and its form is not sent but moves the focus to it."""
    vera = table.vera
    await vera.click("side-seats")
    field = vera.page.locator('[name="seat-name"]')
    note = vera.page.locator(".no-more-fits")
    await field.fill("x" * 60)
    await expect(note).to_be_hidden()
    await field.press_sequentially("yz")
    await expect(note).to_have_text("2 characters too many: at most 60 are allowed.")
    seats = await vera.page.get_by_test_id("seat").count()
    await vera.click("add-seat")
    await expect(field).to_be_focused()
    assert "2 characters too many" in await field.evaluate("(field) => field.validationMessage")
    await expect(field).to_have_value("x" * 60 + "yz")
    await field.press("Backspace")
    await field.press("Backspace")
    await expect(note).to_be_hidden()
    await vera.click("add-seat")
    await expect(vera.page.get_by_test_id("seat")).to_have_count(seats + 1)


async def test_a_form_leads_to_what_is_too_full_also_where_it_is_folded_away(table: Table) -> None:
    """A form with too much text in a folded part unfolds it and moves the focus there; no command is sent."""
    vera = table.vera
    await vera.click("side-act")
    await vera.click("option-OpenTask")
    form = vera.page.locator("form", has=vera.see("do-OpenTask"))
    field, folded = form.locator('[name="gain"]'), form.locator("details.rarely")
    await folded.locator("summary").click()
    await field.fill("x" * 201)
    await folded.locator("summary").click()
    await expect(field).to_be_hidden()
    await form.locator('[name="name"]').fill("The lock")
    await form.locator("label.pill", has_text=ROOK).first.click()
    await form.get_by_test_id("do-OpenTask").click()
    await expect(field).to_be_focused()
    await expect(vera.see("task")).to_have_count(0)


async def test_what_is_refused_is_read_where_one_is(table: Table) -> None:
    """A refused line says so at the text field until it is changed, and moves nothing. Any other refusal is in sight
    far down a long page, and over an open sheet, where Escape closes the refusal first."""
    anna = table.anna
    await anna.click("to-chronicle")
    await anna.at("lobby")
    notice = anna.page.get_by_test_id("notice")
    field = anna.see("say")
    await field.fill("x" * 4001)
    before = await field.bounding_box()
    await anna.click("say-send")
    await expect(anna.page.locator(".composer").get_by_test_id("notice")).to_contain_text("Split it into lines")
    await expect(notice).to_be_in_viewport(ratio=1)
    assert await field.bounding_box() == before
    await field.fill("x")
    await expect(notice).to_have_count(0)
    for trait in ("Athletics", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    await anna.click("roll-Roll")
    await expect(notice).to_contain_text("choose only one ability")
    await expect(notice).to_be_in_viewport(ratio=1)
    assert await anna.page.evaluate("scrollY") > 0
    await anna.open_card(ILSE)
    over = anna.page.get_by_test_id("sheet-view")
    await expect(over.get_by_test_id("notice")).to_be_in_viewport(ratio=1)
    await anna.page.keyboard.press("Escape")
    await expect(notice).to_have_count(0)
    await expect(over).to_be_visible()
    await anna.page.keyboard.press("Escape")
    await expect(over).to_have_count(0)


async def test_who_comes_to_another_place_begins_at_its_heading(table: Table) -> None:
    """After a move from the scene to its chronicle by keyboard, the focus is on the heading."""
    vera = table.vera
    await vera.see("to-chronicle").press("Enter")
    await vera.at("lobby")
    await expect(vera.page.locator("h1:focus")).to_have_text("Low Water")
