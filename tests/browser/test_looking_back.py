"""Looking back over a scene in the page: the Storyteller at any time, a player if it is allowed, each in her own
edition."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.evening import ILSE, Secrets
from tests.browser.person import Person
from tests.browser.profile import KEEP, kept_in, left_in
from tests.browser.table import SharedServer, Table, made, ready
from tests.canaries import found

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

WARNING = "Something moves above the lamps."
AFTER = "Nobody is there when you look."


@pytest.fixture
def secrets(chance: Random) -> Secrets:
    return Secrets.drawn(chance)


@pytest_asyncio.fixture(loop_scope="session")
async def table(
    browser: Browser, shared: SharedServer, tmp_path: Path, chance: Random, secrets: Secrets
) -> AsyncIterator[Table]:
    """A scene in which a hidden character has wounded Ilse, between two lines of Vera's."""
    async with shared.table(tmp_path, chance) as table:
        ambusher = made(secrets.ambusher, secrets.concept, {"Strength": 4}, hidden=True)
        await table.gather(browser, "Low Water", cast=[ready(ILSE), ready("Corvin Hale"), ambusher], scene="The Loft")
        vera, cast = table.vera, await table.cast()
        await vera.say(WARNING)
        await vera.option(
            "Wound", target=cast[ILSE], levels=2, damage="lethal", by=cast[secrets.ambusher], text=secrets.roll
        )  # fmt: skip
        await vera.say(AFTER)
        await table.wait_for_all()
        yield table


async def drag(person: Person, to: float) -> None:
    """Drag the slider to a place between its ends, 0 to 1, and let the table follow."""
    slider = person.see("lookback-slider")
    box = await slider.bounding_box()
    assert box
    place = await slider.evaluate("slider => slider.valueAsNumber / slider.max")
    mouse, height = person.page.mouse, box["y"] + box["height"] / 2
    await mouse.move(box["x"] + 8 + (box["width"] - 16) * place, height)
    await mouse.down()
    await mouse.move(box["x"] + 8 + (box["width"] - 16) * to, height, steps=6)
    await mouse.up()


async def back_to(person: Person, *, last: str) -> None:
    """Go back with the arrow keys until the story ends with these words."""
    for _ in range(100):
        story = await person.story()
        if story and story[-1] == last:
            return
        looked = len(person.messages())
        await person.see("lookback-slider").press("ArrowLeft")
        await person.until(lambda: len(person.messages()) > looked)  # noqa: B023 - awaited in the same iteration
        await person.page.wait_for_timeout(50)
    raise AssertionError(f"{person.name} never came back to {last!r}")


async def test_the_storyteller_looks_back(table: Table, secrets: Secrets) -> None:
    """The Storyteller drags the slider and sees the table before the wound, hidden characters included, and then as a
    player saw it; play goes on meanwhile, and she returns to it."""
    vera, anna = table.vera, table.anna
    await vera.click("look-back")
    await vera.at("lookback")
    await drag(vera, 0.0)
    await vera.page.get_by_test_id("story").filter(has_not_text=WARNING).wait_for()
    assert WARNING not in await vera.story()
    await drag(vera, 1.0)
    await vera.reads(AFTER)
    assert (await vera.cast())[ILSE] == ["hurt"]

    await back_to(vera, last=WARNING)
    assert (await vera.cast())[ILSE] == ["unhurt"]
    assert secrets.ambusher in await vera.cast()
    assert not await vera.see("say").count(), "a line cannot be sent into the past"

    await vera.see("lookback-seat").select_option(label=f"as {anna.name} saw it")
    await vera.page.get_by_test_id("cast").filter(has_not_text=secrets.ambusher).wait_for()
    assert set(await vera.cast()) == {ILSE, "Corvin Hale"}

    await anna.say("I hold the lamp up.")
    await vera.click("look-back")
    await vera.reads("I hold the lamp up.")
    assert secrets.ambusher in await vera.cast()


async def check_no_trace(hidden: tuple[str, ...], table: Table, secrets: Secrets, profile: Path) -> None:
    """FLT33, SEC23: Anna also uses a second browser that shall remember her, and looks back there while Vera whispers
    to Ben. After that browser is closed, no file of its profile (IndexedDB, caches, storage, history) contains a hidden
    word or a line of the story. Her own token and a mark in each of these places are found, so the search works."""
    anna, controls = table.anna, [f"{table.chance.getrandbits(128):032x}" for _ in range(4)]
    async with kept_in(profile, "Anna") as again:
        await again.enter(f"#{anna.secrets[0]}", table.annas_line.port)
        await again.reads(AFTER)
        await table.vera.say(secrets.whisper, to="Ben")
        await table.vera.reads(secrets.whisper)
        await again.click("look-back")
        await again.at("lookback")
        await drag(again, 0.0)
        await again.page.get_by_test_id("story").filter(has_not_text=WARNING).wait_for(state="attached")
        document = await again.page.content()
        await again.page.reload()
        await again.reads(AFTER)
        await again.click("menu")
        await again.see("remember").check()
        controls.append(await again.token())
        await again.page.evaluate(KEEP, controls)
    left = left_in(profile)
    assert found(controls, *left) == controls
    assert found((*hidden, secrets.whisper), document.encode(), *left) == []
    assert found((WARNING, AFTER), *left) == []


async def test_a_player_looks_back_once_she_may(table: Table, secrets: Secrets, tmp_path: Path) -> None:
    """A player has no button to look back until the Storyteller allows it; then she sees her own edition, before and
    after the wound, and no byte in it or on her disk shows the ambusher; when it is forbidden again, it closes."""
    vera, anna, ben = table.people
    for player in table.players:
        assert not await player.see("look-back").count()
    await vera.turn_to("act")
    await vera.option("AllowLookBack")
    for player in (anna, ben):
        await player.click("look-back")
        await player.at("lookback")
        await drag(player, 0.0)
        await player.page.get_by_test_id("story").filter(has_not_text=WARNING).wait_for(state="attached")
        await drag(player, 1.0)
        await player.reads(AFTER)
        await back_to(player, last=WARNING)
        assert await player.cast() == {ILSE: ["unhurt"], "Corvin Hale": ["unhurt"]}
        assert not await player.see("tab-sheet").count(), "a roll here would be made at the present table"
        await player.see("lookback-slider").press("End")
        await player.reads(AFTER)
        assert (await player.cast())[ILSE] == ["hurt"]

    lurker = (await table.cast())[secrets.ambusher]
    hidden = (secrets.ambusher, secrets.concept, secrets.roll, lurker)
    await check_no_trace(hidden, table, secrets, tmp_path / "profile")
    assert found(hidden, b"".join(vera.messages())) == list(hidden)
    for player, line in zip(table.players, (table.annas_line, table.bens_line), strict=True):
        assert found(hidden, *player.messages(), *line.carried, (await player.page.content()).encode()) == []

    await vera.option("AllowLookBack")
    for player in table.players:
        await player.page.get_by_test_id("lookback").wait_for(state="detached")
        assert not await player.see("look-back").count()


async def test_the_storyteller_goes_on_from_an_earlier_moment(table: Table) -> None:
    """G0: taking the wound back changes every page at once; the story shows it struck through, and keeps the lines. A
    commit that was taken back is restored from the moment before."""
    vera, anna, ben = table.people
    await vera.reads(AFTER)
    before = await vera.story()
    await vera.see("say").fill("The lamps go")
    for away in (vera.page.keyboard.press("Escape"), vera.page.go_back()):
        await vera.click("look-back")
        await vera.at("lookback")
        await away
        await vera.page.get_by_test_id("lookback").wait_for(state="detached")
        await expect(vera.see("say")).to_have_value("The lamps go")
    await vera.see("say").fill("")
    assert await vera.page.get_by_role("heading", level=1).inner_text() == "The Loft", "the keys lead no further back"
    await vera.click("look-back")
    await vera.at("lookback")
    assert await vera.see("option-TakeBack").is_disabled(), "there is no later moment to take back"
    await back_to(vera, last=WARNING)
    undone = vera.see("undone")
    assert "takes 2 lethal wounds" in await undone.inner_text(), "the page shows beforehand what is taken back"
    asks = vera.page.get_by_text("Really? Take back to here")
    await vera.click("option-TakeBack")
    await asks.wait_for()
    assert (await anna.cast())[ILSE] == ["hurt"], "a first press asks"
    await anna.say("I look up.")
    await asks.wait_for(state="detached")  # another line came since: the page asks again
    await vera.click("option-TakeBack")
    await vera.see("option-TakeBack").press("Escape")
    await asks.wait_for(state="detached")
    await vera.click("option-TakeBack")
    await vera.click("option-TakeBack")
    await vera.page.get_by_test_id("lookback").wait_for(state="detached")
    for person in table.people:
        await person.reads("I look up.")
        await person.page.locator(".taken-back").first.wait_for()
        assert (await person.cast())[ILSE] == ["unhurt"]
        struck = await person.page.locator(".taken-back").all_inner_texts()
        assert any(ILSE in text for text in struck)
        assert not any(said in text for text in struck for said in (WARNING, AFTER))
    await table.wait_for_all()
    assert len(await vera.story()) == len(before) + 2
    await anna.page.reload()
    await anna.reads(AFTER)
    await anna.page.locator(".taken-back").first.wait_for()
    assert (await anna.cast())[ILSE] == ["unhurt"]

    await vera.click("look-back")
    await vera.at("lookback")
    await back_to(vera, last=before[-1])
    await vera.click("option-TakeBack")
    await vera.click("option-TakeBack")
    for person in (anna, ben):
        await person.page.locator(".taken-back", has_text="takes back everything that is crossed out").wait_for()
        assert await person.page.locator(".taken-back").count() == 1, "a restored commit is not struck through"
        assert (await person.cast())[ILSE] == ["hurt"]
    await table.wait_for_all()


async def test_a_scene_that_was_closed_too_early_is_gone_on_from(table: Table, secrets: Secrets) -> None:
    """T1: the Storyteller looks back on a scene that was closed too early and plays on from a moment in a new scene,
    to which all players are taken: the wound is not dealt yet, and the hidden character is there for her alone."""
    vera, anna, _ = table.people
    first = table.scene
    await vera.click("look-back")
    await vera.at("lookback")
    assert not await vera.see("option-ForkScene").count(), "a running scene is not forked but taken back"
    await vera.click("look-back")
    await vera.turn_to("act")
    await vera.option("CloseScene")
    for person in table.people:
        await person.see("scene-closed").wait_for()
    for person in (vera, anna):  # a person who reloads later is taken along, too
        await person.page.reload()
        await person.see("scene-closed").wait_for()
    await vera.click("look-back")
    await vera.at("lookback")
    fork = vera.see("option-ForkScene")
    await expect(fork).to_contain_text("one step back", use_inner_text=True)
    await back_to(vera, last=WARNING)
    await fork.click()
    form = vera.page.locator("form", has=vera.see("do-ForkScene"))
    name = form.get_by_label("Name of the new scene")
    assert await name.input_value() == "The Loft, again"
    await name.fill("The Loft, on")
    await vera.see("lookback-seat").select_option(label=f"as {anna.name} saw it")
    await expect(vera.see("do-ForkScene")).to_be_disabled()  # the moments of her view are counted differently
    await vera.see("lookback-seat").select_option(label="as you saw it")
    await expect(vera.see("do-ForkScene")).to_be_enabled()
    assert await name.input_value() == "The Loft, on"
    await vera.click("do-ForkScene")
    for person in table.people:
        await person.reads("This scene begins at an earlier moment of The Loft.")
    (table.scene,) = set(await table.scene_streams()) - {first}
    await table.wait_for_all()
    for person in table.people:
        assert await person.page.get_by_role("heading", level=1).inner_text() == "The Loft, on"
        assert (await person.cast())[ILSE] == ["unhurt"]
    assert secrets.ambusher in await vera.cast()
    assert set(await anna.cast()) == {ILSE, "Corvin Hale"}
    await vera.reads("This scene begins at moment")
    assert not any("at moment" in line for line in await anna.story())
    await anna.say("And now the lamps.")
    for person in table.people:
        await person.reads("And now the lamps.")
    await vera.page.get_by_text("Low Water").first.click()
    await vera.page.get_by_test_id("scenes").get_by_text("continues The Loft").wait_for()
    await vera.page.get_by_role("button", name="Open log").click()
    await vera.click("look-back")
    await vera.page.get_by_text("To play on from here, close “The Loft, on” first.").wait_for()
