"""The Storyteller's desk: few actions for what she does most, one screen, and no question anywhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from domain.features.characters.character import Face
from domain.features.rolls.call import Call
from domain.features.rolls.roll_modifiers import Ruling
from domain.features.table.story_log import Line
from tests.browser.person import Person
from tests.browser.table import Table, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE, ROOK = "Ilse Marten", "Rook"
HEIGHT = 900
"""The height of the screen on which the desk must fit."""


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """A scene without turns, at a screen of 1440 by 900 pixels."""
    async with opened(f"sqlite:////{tmp_path}/coterie.db", tmp_path, chance) as table:
        await table.gather(browser, "Low Water")
        await table.anna.play_ready(ILSE)
        await table.ben.make(ROOK, "a smuggler", {"Perception": 2, "Alertness": 2})
        await table.begin_scene("The Salt Pier")
        await table.vera.page.set_viewport_size({"width": 1440, "height": HEIGHT})
        yield table
        for person in table.people:
            assert person.troubles == []


class Hand:
    """Counts what a person does with the mouse and the keyboard: each press, each choice and each filled field."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.count = 0

    async def press(self, testid: str) -> None:
        """Press an element."""
        self.count += 1
        await self.person.click(testid)

    async def send(self, testid: str) -> None:
        """Press a button that sends a command."""
        self.count += 1
        await self.person.submit(self.person.see(testid).first)

    async def choose(self, testid: str, label: str) -> None:
        """Choose from a list."""
        self.count += 1
        await self.person.see(testid).select_option(label=label)

    async def type(self, field: str, text: str) -> None:
        """Fill in a field."""
        self.count += 1
        found = self.person.page.locator(field)
        await found.fill(text)
        await found.blur()


async def test_what_a_storyteller_does_most_takes_few_actions(table: Table) -> None:
    """X1, X2, G3, G0: a secret roll, a hidden modifier and a call for a roll take three actions, an outcome and an undo
    two, an opponent three, and three more like it one. On her screen the desk needs no scrolling."""
    vera, _, ben = table.people
    for part in ('[data-testid="quick-roll"]', ".desk-more"):
        await expect(vera.page.locator(part)).to_be_in_viewport(ratio=1)

    hand = Hand(vera)
    await hand.choose("quick-who", ROOK)
    await hand.type('[data-testid="quick-pool"]', "per ale")
    await hand.send("quick-RollInSecret")
    assert hand.count == 3
    await vera.click("explain")
    await expect(vera.page.get_by_test_id("roll")).to_contain_text("Alertness")
    await expect(ben.page.get_by_test_id("roll")).to_have_count(0)

    hand = Hand(vera)
    await expect(vera.see("side-act")).to_contain_text("1")
    await hand.send("option-TellOutcome")
    assert hand.count <= 2
    await ben.reads("Rook: ")
    await expect(vera.see("question")).to_have_count(0)

    hand = Hand(vera)
    await hand.choose("quick-who", ILSE)
    await hand.type('input[name="quick-modifier"]', "-2")
    await hand.send("quick-ModifyNextRoll")
    assert hand.count == 3
    (ruling,) = await table.records(Ruling)
    assert (ruling.dice, ruling.visibility) == (-2, "hidden")

    hand = Hand(vera)
    await hand.choose("quick-who", ROOK)
    await hand.type('[data-testid="quick-pool"]', "per")
    await hand.send("quick-CallForRoll")
    assert hand.count == 3
    (call,) = await table.records(Call)
    assert (call.actor, call.traits) == ((await table.cast())[ROOK], ("Perception",))

    hand = Hand(vera)
    await hand.press("undo-last")
    await hand.send("undo-do")
    assert hand.count == 2
    assert await table.records(Call) == []

    hand = Hand(vera)
    await hand.press("option-AddOpponents")
    await hand.type('.drawer [name="name"]', "Thug")
    await hand.send("do-AddOpponents")
    assert hand.count == 3
    await vera.open_card("Thug")
    hand = Hand(vera)
    await hand.send("option-AddMoreAlike")
    assert hand.count == 1
    names = [face.name for face in await table.records(Face)]
    assert names[2:] == ["Thug", "Thug 2", "Thug 3", "Thug 4"]


async def test_a_question_waits_in_the_inbox_alone(table: Table) -> None:
    """G3: an intent is in the inbox with its answers, and nowhere else; the tab counts it."""
    vera, anna, _ = table.people
    await anna.turn_to("act")
    await anna.option("StateAim", aim="to listen at the door")
    await expect(vera.see("side-act")).to_contain_text("1")
    question = vera.see("question")
    await expect(question).to_contain_text("to listen at the door")
    assert await vera.page.locator('[data-testid="option-AnswerAim"]').count() == 1
    await vera.submit(question.get_by_test_id("option-AnswerAim"))
    await expect(question).to_have_count(0)
    await anna.reads("No roll is needed")
    assert [line.kind for line in await table.records(Line)][-1] == "ruled"


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
    answers = len(vera.answers)
    await keyboard.press("n")
    await vera.answered(answers)
    await expect(vera.see("order")).to_be_visible()
