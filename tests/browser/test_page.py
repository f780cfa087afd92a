"""The page for the people at a table: reading sheets, building pools, and going to the next scene."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import Browser, Locator, expect

from tests.browser.measures import ROLL, height
from tests.browser.person import Person
from tests.browser.table import SharedServer, Table, made

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

ILSE, ROOK = "Ilse Marten", "Rook"
HASTE = "WebSocket is closed before the connection is established"
"""A browser's complaint about a socket that is closed before it is open, as when a person moves on quickly."""
SIDES: Final = ("y", "width", "height")
DOTS = {"Strength": 2, "Dexterity": 3, "Athletics": 2, "Stealth": 4, "Willpower": 5}


@pytest_asyncio.fixture(loop_scope="session")
async def table(browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random) -> AsyncIterator[Table]:
    """All are in the lobby, each player with a character."""
    async with shared.table(tmp_path, chance) as table:
        nurse = replace(made(ILSE, "a night nurse", DOTS, "revised"), specialties=("Stealth: crowds",))
        await table.gather(
            browser, "Low Water", rules="revised", cast=[nurse, made(ROOK, "a smuggler", {"Strength": 4}, "revised")]
        )
        yield table
        for person in table.people:
            assert [trouble for trouble in person.troubles if HASTE not in trouble] == []


def named(person: Person, name: str) -> Locator:
    """The name of a member of the cast."""
    return person.page.locator("[data-testid=cast] .member button.face").filter(has_text=name)


async def test_a_sheet_is_read_by_its_player_and_the_storyteller(table: Table) -> None:
    """A name in the lobby or a scene opens the sheet for its player, and the actions on the character with the sheet
    first for the Storyteller; the sheet has words beside its dots (D1); no second player can open it."""
    vera, anna, ben = table.people
    for person in (vera, anna):
        await named(person, ILSE).click()
        if person is vera:
            await vera.click("open-sheet")
        sheet = person.see("sheet-view")
        await expect(sheet.get_by_role("heading", name=ILSE)).to_be_visible()
        await expect(sheet).to_contain_text("Stealth: crowds")
        dots = sheet.locator(".trait", has_text="Stealth").get_by_role("img")
        assert await dots.get_attribute("aria-label") == "4 of 5, exceptional"
        full, empty = [await dots.locator("i").nth(n).bounding_box() for n in (3, 4)]
        assert full
        assert empty
        assert [full[side] for side in SIDES] == [empty[side] for side in SIDES], "full and empty dots have one size"
        await expect(dots.locator(".word")).to_be_hidden()
        await sheet.locator(".trait", has_text="Stealth").hover()
        await expect(dots.locator(".word")).to_be_visible()
        scale = sheet.locator(".trait", has_text="Willpower").get_by_role("img")
        assert await scale.get_attribute("aria-label") == "5 of 10", "a scale of ten has no words"
        await expect(sheet.locator(".trait", has_text="Brawl")).to_have_count(0)
        await person.page.keyboard.press("Escape")
        await expect(person.page.get_by_test_id("sheet-view")).to_have_count(0)
    await vera.open_card(ILSE)
    await vera.option("SetHealth", lethal=2)  # T1: between scenes the button is in the same place as in a scene
    await anna.reads("wounds set to 0 bashing, 2 lethal")
    await expect(named(ben, ILSE)).to_be_disabled()
    await named(ben, ROOK).tap()
    await ben.click("sheet-close")
    await expect(ben.page.get_by_test_id("sheet-view")).to_have_count(0)
    await vera.see("between").locator("summary").first.click()
    await vera.option("RecoverEverybody", heal="all")
    await anna.reads(f"{ILSE}: all wounds heal.")
    await expect(vera.see("option-RecoverEverybody")).to_have_count(0)  # no character has anything left to recover

    await table.begin_scene("The Loft")
    await vera.open_card(ILSE)
    await vera.click("open-sheet")
    await expect(vera.see("sheet-view").get_by_role("heading", name=ILSE)).to_be_visible()
    await vera.click("sheet-close")
    await ben.turn_to("cast")
    await named(ben, ROOK).tap()
    await expect(ben.see("sheet").get_by_role("heading", name=ROOK)).to_be_visible()


async def test_who_is_here_has_a_place_on_a_phone(table: Table) -> None:
    """A phone shows the people present, in the lobby and above the cast of a scene."""
    ben = table.ben
    names = ben.page.get_by_test_id("presence").get_by_role("listitem")
    await expect(names).to_contain_text(["Storyteller", "Anna", "Ben"])
    await expect(names.first).to_be_in_viewport()
    await table.begin_scene("The Loft")
    await expect(names.first).to_be_hidden()
    await ben.turn_to("cast")
    await expect(names.first).to_be_in_viewport()


async def test_an_absent_character_is_brought_back_from_the_cast(table: Table) -> None:
    """T1: a character that was taken out of the scene is listed below the cast for all, and its player reads so in
    place of the sheet; only the Storyteller can bring it back from there. The story tells both."""
    vera, _, ben = table.people
    await table.begin_scene("The Loft")
    await vera.open_card(ROOK)
    await vera.option("RemoveCharacter")
    await ben.turn_to("cast")
    for person in table.people:
        await expect(person.see("absent").locator(".name")).to_have_text([ROOK])
        await expect(named(person, ROOK)).to_have_count(0)
    for person in table.players:
        await expect(person.see("absent").get_by_role("button")).to_have_count(0)
        await person.reads(f"{ROOK} leaves the scene.")
    await ben.turn_to("sheet")
    await expect(ben.see("not-here")).to_have_text(f"{ROOK} is not in the scene.")
    await expect(ben.see("sheet").get_by_role("heading", name="Plain dice")).to_be_visible()
    await expect(ben.page.get_by_test_id("making")).to_have_count(0)
    await ben.turn_to("cast")
    await expect(vera.see("option-ReturnCharacter")).to_contain_text("Bring in")
    await vera.option("ReturnCharacter")
    for person in table.people:
        await expect(named(person, ROOK)).to_have_count(1)
        await expect(person.see("absent")).to_have_count(0)
        await person.reads(f"{ROOK} comes back into the scene.")


async def test_dice_are_rolled_between_scenes(table: Table) -> None:
    """T1: the lobby has the sheet with its dice, folded on a phone, and the Storyteller calls for a roll there. A
    practice throw shows its dice to its player, and tells nobody."""
    vera, anna, ben = table.people
    for person, name, trait in ((anna, ILSE, "Dexterity"), (ben, ROOK, "Strength")):
        if person.phone:
            await person.see("dice-between").locator("summary").first.click()
        await person.see("sheet").locator(f'.trait[data-trait="{trait}"]').click()
        async with table.no_message_to():
            await person.click("practise")
            await expect(person.see("practised")).to_contain_text("only you see this")
        await person.submit(person.see("roll-Roll"))
        await vera.reads(name)
    await vera.see("between").locator("summary").first.click()
    await vera.see("dice-between").locator("summary").first.click()
    await vera.see("sheet-actor").select_option(label=ILSE)
    await vera.see("sheet").locator('.trait[data-trait="Dexterity"]').click()
    await vera.submit(vera.see("roll-CallForRoll"))
    await anna.option("AnswerCall")


async def test_a_pool_is_shown_as_it_will_be_rolled(table: Table) -> None:
    """C29, D9, D8: wounds count in a pool while it is built and in its odds; the roll is explained die by die
    afterwards, and then the difficulty is the usual one again."""
    vera, anna, _ = table.people
    await table.begin_scene("The Loft")
    await vera.turn_to("act")
    await vera.open_card(ILSE)
    await vera.option("SetHealth", (await table.cast())[ILSE], lethal=2)
    await anna.turn_to("sheet")
    for trait in ("Dexterity", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    await expect(anna.see("added")).to_have_text("wounds −1")
    await expect(anna.see("sum")).to_have_text("6 dice")
    await expect(anna.see("odds")).to_have_text("88% success · 1% botch · 2.4 successes expected")
    await anna.see("difficulty").select_option("8")
    await expect(anna.see("odds")).to_contain_text("1.2 successes expected")
    await anna.submit(anna.see("roll-Roll"))
    told = anna.page.get_by_test_id("roll")
    await expect(told.locator(".die")).to_have_count(6)
    assert await height(told) <= ROLL.most, "a roll is one row"
    await told.hover()
    await told.get_by_test_id("explain").click()
    await expect(told).to_contain_text("difficulty 8")
    await expect(told.get_by_test_id("explained").get_by_role("listitem")).to_have_count(6)
    await anna.page.locator('button[data-trait="Dexterity"]').click()
    assert (await anna.chosen("difficulty")).startswith("the usual")
    more = anna.page.locator(".roll-panel details.more")
    await more.locator("summary").click()
    await expect(more.locator('[name="willpower"]')).to_be_visible()
    await expect(more.locator('[name="specialty"]')).to_have_count(0)  # it changes no roll in these rules (D7)
    await told.hover()


async def test_a_standing_circumstance_is_seen_until_it_ends(table: Table) -> None:
    """X7, X6: a standing circumstance shows in the cast, on the sheet and in the pool, to each person as far as
    allowed, but not in a test of will."""
    vera, anna, _ = table.people
    await table.begin_scene("The Loft")
    await vera.turn_to("act")
    ilse = (await table.cast())[ILSE]
    await vera.option("SetCircumstance", text="drugged", dice=-3, on=[ilse])
    await vera.option("SetCircumstance", text="a curse", dice=-1, on=["scene"], visibility="hidden")
    await anna.turn_to("sheet")
    circumstances = anna.page.locator(".listed", has_text="Circumstances").get_by_role("listitem")
    await expect(circumstances).to_have_text(["drugged −3 on all actions, until the Storyteller ends it"])
    for trait in ("Dexterity", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    await expect(anna.see("added")).to_have_text("drugged −3")
    await expect(anna.see("sum")).to_have_text("4 dice")
    for trait in ("Dexterity", "Stealth"):
        await anna.page.locator(".roll-panel").get_by_role("button", name=f"Remove {trait}").click()
    await anna.page.locator('button[data-trait="Willpower"]').click()
    await expect(anna.see("sum")).to_have_text("5 dice")
    await expect(anna.see("added")).to_have_count(0)
    await anna.turn_to("cast")
    await expect(anna.see("conditions").first).to_have_text("drugged −3")
    await vera.turn_to("cast")
    await expect(vera.see("scene-circumstances")).to_contain_text("In this scene:a curse −1 (hidden)")
    await expect(vera.page.get_by_test_id("conditions")).to_have_count(1)
    await expect(anna.page.get_by_test_id("end-circumstance")).to_have_count(0)
    end = vera.page.get_by_role("button", name="End “drugged −3”")
    await end.focus()
    await vera.page.keyboard.press("Enter")
    await expect(anna.page.get_by_test_id("conditions")).to_have_count(0)


async def test_what_is_refused_can_be_put_away(table: Table) -> None:
    """A refusal is closed by Escape, by its button, and by the next command that is accepted."""
    anna = table.anna
    await table.begin_scene("The Loft")
    await anna.turn_to("sheet")
    for trait in ("Athletics", "Stealth"):
        await anna.page.locator(f'button[data-trait="{trait}"]').click()
    notice = anna.page.get_by_test_id("notice")
    objection = anna.page.locator(".roll-panel").get_by_test_id("objection")  # beforehand
    await expect(objection.get_by_test_id("rule-mark")).to_have_accessible_name("Rule D2")
    for away in ("Escape", "button", "wish"):
        await anna.click("roll-Roll")
        await expect(notice).to_contain_text("Athletics and Stealth: choose only one ability.")
        await expect(notice.get_by_test_id("rule-mark")).to_have_accessible_name("Rule D2")
        if away == "Escape":
            await anna.page.keyboard.press("Escape")
        elif away == "button":
            await anna.click("notice-away")
        else:
            await anna.say("Never mind.")
        await expect(notice).to_have_count(0)


async def test_escape_closes_an_open_form(table: Table) -> None:
    """Escape closes an open form without sending it, and the button that opened it has the focus again."""
    vera = table.vera
    await table.begin_scene("The Loft")
    button = vera.page.locator('button[data-testid^="option-"][aria-expanded="false"]:visible').first
    name = await button.get_attribute("data-testid")
    assert name is not None
    form = vera.page.locator("form", has=vera.page.get_by_test_id(name.replace("option-", "do-")))
    await button.click()
    await expect(form).to_be_visible()
    await form.locator("input, select, textarea").first.focus()
    await vera.page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await expect(vera.page.locator(":focus")).to_have_attribute("data-testid", name)


async def test_the_story_is_saved_by_each_as_it_was_told(table: Table) -> None:
    """X1: each person saves the story as it was told to her; a secret roll is only in the Storyteller's file."""
    vera, anna, _ = table.people
    await table.begin_scene("The Loft")
    await anna.say("Is **anybody** there?")
    await vera.say("A step on the stairs.")
    await vera.turn_to("sheet")
    await vera.roll(way="RollInSecret", reason="who listens")
    for person in (vera, anna):
        await expect(person.page.get_by_test_id("line").last).to_have_text("A step on the stairs.")
        await person.click("menu")
        async with person.page.expect_download() as download:
            await person.click("save-story")
        file = await download.value
        alone = person is vera
        name = "The-Loft-for-the-Storyteller-alone.md" if alone else "The-Loft.md"
        assert file.suggested_filename == name, "the file names differ, so that the wrong file is not sent"
        text = await asyncio.to_thread(Path(await file.path()).read_text)
        assert text.startswith(f"# The Loft{', for the Storyteller alone' if alone else ''}\n")
        assert f"**{ILSE}**: Is **anybody** there?" in text
        assert "\nA step on the stairs." in text
        assert ("who listens" in text) == alone


async def test_from_a_closed_scene_everybody_goes_to_the_next(table: Table) -> None:
    """When the next scene begins, the page of each player in the closed scene goes there by itself; a player who looks
    back is shown a link instead. The browser's Back and Reload keep the place. A search finds lines of all scenes."""
    vera, anna, ben = table.people
    await table.begin_scene("The Loft")
    await vera.say("The bell tolls once.")
    await vera.turn_to("act")
    await vera.option("AllowLookBack")
    await vera.option("CloseScene")
    for person in table.people:
        await person.at("scene-closed")
    await ben.click("look-back")
    await ben.at("lookback")
    await vera.click("to-chronicle")
    await vera.at("lobby")
    await vera.option("BeginScene", name="The Roof")
    await expect(anna.page.get_by_test_id("title")).to_have_text("The Roof")
    await expect(ben.see("scene-closed")).to_contain_text("The Roof has begun.")
    await expect(ben.page.get_by_test_id("title")).to_have_text("The Loft")
    await ben.click("to-next-scene")
    await expect(ben.page.get_by_test_id("title")).to_have_text("The Roof")

    await anna.click("to-chronicle")
    await anna.at("lobby")
    await anna.see("scenes").get_by_role("listitem").filter(has_text="The Loft").get_by_role("button").click()
    await expect(anna.see("scene-closed")).to_contain_text("The Roof has begun.")
    await expect(anna.page.get_by_test_id("title")).to_have_text("The Loft")
    await anna.see("scene-closed").get_by_role("button", name="Back to the chronicle").click()
    await expect(anna.see("scenes")).to_contain_text("The Roof")
    await anna.at("lobby")
    await anna.page.go_back()
    await expect(anna.page.get_by_test_id("title")).to_have_text("The Loft")

    await anna.page.reload()
    await expect(anna.page.get_by_test_id("title")).to_have_text("The Loft")
    await anna.page.evaluate("history.go(-2)")  # past the chronicle, which would take her to the open scene by itself
    await expect(anna.page.get_by_test_id("title")).to_have_text("The Roof")
    await anna.page.go_forward()
    await anna.at("lobby")

    await anna.click("search-scenes-open")
    await anna.see("search-scenes-text").fill("bell tolls")
    await expect(anna.see("search-scenes-progress")).to_have_text("1 found in 2 scenes")
    await expect(anna.see("found-in-scene")).to_contain_text("The bell tolls once.")
    await anna.click("show-in-scene")
    await expect(anna.page.get_by_test_id("title")).to_have_text("The Loft")
    await expect(anna.see("search-text")).to_have_value("bell tolls")
    await anna.reads("The bell tolls once.")
    await anna.click("search-all-scenes")
    await expect(anna.see("search-scenes-text")).to_have_value("bell tolls")
