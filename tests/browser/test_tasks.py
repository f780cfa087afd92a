"""Longer and opposed tasks in the page: setting them, working on them, their progress."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.tasks.task import Task
from domain.features.tasks.task_events import TaskRolled
from domain.features.tasks.work_on_task import WorkOnTask
from tests.browser.fate import Wanted
from tests.browser.table import SharedServer, Table, made

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE, ROOK = "Ilse Marten", "Rook"
LINE = 45
"""In pixels: room for a finger."""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """A scene without turns."""
    async with shared.table(tmp_path, chance) as table:
        cast = [
            made(ILSE, "a night nurse", {"Strength": 2}, "revised"),
            made(ROOK, "a smuggler", {"Dexterity": 3, "Athletics": 2}, "revised"),
        ]
        await table.gather(browser, "Low Water", rules="revised", cast=cast, scene="The Loft")
        yield table
        for person in table.people:
            assert person.troubles == []


def rolls(successes: int) -> Wanted:
    """The condition that a roll for a task has so many successes."""
    return lambda events: any(isinstance(event, TaskRolled) and event.roll.successes == successes for event in events)


async def test_a_task_is_set_worked_on_and_its_progress_seen(table: Table) -> None:
    """E1, T1, D9: a task is set in a form with rare inputs folded away; all see its progress and the clock, and the
    odds before the roll."""
    vera, anna, ben = table.people
    rook = (await table.cast())[ROOK]
    await vera.click("option-OpenTask")
    form = vera.page.locator("form", has=vera.see("do-OpenTask"))
    await expect(form.locator('[name="gain"]')).to_be_hidden()
    await form.locator("details.rarely > summary").click()
    await vera.fill(form, {"name": "Up the mast", "actors": [rook], "goal": 4, "gain": "a fathom"})
    for trait in ("Dexterity", "Athletics"):
        await form.locator('[data-add="traits"]').select_option(trait)
    await vera.submit(form.get_by_test_id("do-OpenTask"))

    for person in table.people:
        card = person.see("task")
        await expect(card.get_by_role("heading")).to_have_text("Up the mast")
        await expect(card).to_contain_text("each roll takes 1 hour · each success: a fathom")
        await expect(card.get_by_role("progressbar", name=ROOK)).to_have_attribute("aria-valuetext", "0 of 4")
        await expect(person.page.get_by_test_id("when")).to_have_text("day 1, 00:00")
    await expect(anna.see("task").get_by_role("button")).to_have_count(0)

    (task,) = await table.records(Task)
    await expect(ben.see("task").get_by_test_id("odds")).to_have_text("84% success · 2% botch · 2.0 successes expected")
    await table.load_dice(ben, WorkOnTask(task.id, rook), rolls(3))
    await ben.option("WorkOnTask", rook)
    for person in table.people:
        bar = person.see("task").get_by_role("progressbar", name=ROOK)
        await expect(bar).to_have_attribute("aria-valuetext", "3 of 4")
        await expect(person.page.get_by_test_id("when")).to_have_text("day 1, 01:00")

    await vera.see("task").locator("details.more:not(.rarely) > summary").first.click()
    await vera.option("CloseTask")
    for person in table.people:
        await expect(person.page.get_by_test_id("task")).to_have_count(0)


async def test_what_is_over_is_one_line(table: Table) -> None:
    """A finished task takes one line on every page; a person can unfold it, and the Storyteller can remove it from
    there."""
    vera, _, ben = table.people
    rook = (await table.cast())[ROOK]
    await table.set_task("Up the mast of the Fair Penitent in a rising wind", rook, 1)
    (task,) = await table.records(Task)
    await table.load_dice(ben, WorkOnTask(task.id, rook), rolls(2))
    await ben.option("WorkOnTask", rook)
    for person in table.people:
        card = person.see("task")
        await expect(card).to_have_attribute("data-status", "met")
        for part in (card, card.get_by_role("heading")):
            box = await part.bounding_box()
            assert box is not None
            assert box["height"] < LINE
            assert box["x"] + box["width"] <= await person.page.evaluate("innerWidth")
        await expect(card.get_by_role("progressbar", name=ROOK)).to_be_hidden()
    for person in (vera, ben):
        await person.see("task").locator("summary").click()
        bar = person.see("task").get_by_role("progressbar", name=ROOK)
        await expect(bar).to_have_attribute("aria-valuetext", "2 of 1")
    await vera.option("CloseTask")
    for person in table.people:
        await expect(person.page.get_by_test_id("task")).to_have_count(0)


async def test_a_hidden_task_is_marked_as_such_and_seen_by_nobody_else(table: Table) -> None:
    """X1: a hidden task is marked as such on the Storyteller's page, and the players' pages do not have it."""
    vera = table.vera
    ilse = (await table.cast())[ILSE]
    async with table.no_message_to():
        await vera.click("option-OpenTask")
        form = vera.page.locator("form", has=vera.see("do-OpenTask"))
        await form.locator("details.rarely > summary").click()
        await vera.fill(form, {"name": "What sleeps below", "actors": [ilse], "goal": 9})
        await form.locator('[name="hidden"]').check()
        await vera.submit(form.get_by_test_id("do-OpenTask"))
        await expect(vera.see("task")).to_contain_text("for the Storyteller alone")
    for player in table.players:
        await expect(player.page.get_by_test_id("tasks")).to_have_count(0)
