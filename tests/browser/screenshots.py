"""Pictures of a table for the README: python -m tests.browser.screenshots FOLDER

Plays a short evening in a real browser on a log of its own, and saves pictures of the three pages.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random

from domain.features.actions.attack_in_progress import AttackMade
from domain.features.actions.grapples import GrappleBegan
from domain.features.combat.turn_commands import StartTurns
from tests.browser.evening import Evening, Secrets, act, brings, in_order, wounds
from tests.browser.person import Person
from tests.browser.table import Table, chromium, opened

MOST_BYTES = 150_000
ILSE, ROOK, MARROW, LURKER = "Ilse Marten", "Rook", "Old Marrow", "The Eel"

ROOK_DOTS = {
    "Strength": 3, "Dexterity": 4, "Endurance": 3, "Intuition": 3, "Manipulation": 3, "Athletics": 3, "Brawl": 2,
    "Dodge": 3, "Melee": 2, "Unarmed": 2, "Streetwise": 4, "Subterfuge": 3,
}  # fmt: skip
MARROW_DOTS = {"Strength": 4, "Dexterity": 2, "Endurance": 4, "Intuition": 2, "Brawl": 3, "Unarmed": 4}
LURKER_DOTS = {"Strength": 3, "Dexterity": 4, "Endurance": 2, "Intuition": 4, "Melee": 4, "Stealth": 5}


async def gather(evening: Evening) -> None:
    """Make the cast, and begin the scene."""
    table = evening.table
    vera, mara, jonah = table.people
    for person in table.people:
        await person.click("stay-no")
    await mara.play_ready(ILSE)
    await jonah.make(ROOK, "a smuggler with a debt", ROOK_DOTS, points={"Fate": 3, "Willpower": 5})
    await vera.click("make-character")
    await vera.make(MARROW, "keeps the pier, and other things", MARROW_DOTS)
    await vera.click("make-character")
    await vera.make(LURKER, "waits below the planks", LURKER_DOTS, hidden=True)
    await table.begin_scene("The Salt Pier")
    evening.ids = await table.cast()
    evening.seats = {person.name: await person.seat() for person in table.people}


async def talk(evening: Evening) -> None:
    """Talk before the fight."""
    table = evening.table
    vera, mara, jonah = table.people
    await vera.say("Fog off the estuary, and no bell tonight. One lamp burns at the end of the pier, *too low*.")
    await mara.reads("too low")
    await mara.say("He said midnight. It is long past midnight.")
    await jonah.reads("long past midnight")
    await jonah.say("Marrow counts his own hours. Keep behind me, and mind the third plank.")
    await vera.reads("third plank")
    await vera.turn_to("sheet")
    await vera.see("sheet-actor").select_option(label=ILSE)
    await vera.roll("Perception", "Alertness", way="RollInSecret", reason="What moves below")
    await vera.turn_to("act")
    await vera.option(
        "TellOutcome",
        label="Tell chosen players",
        outcome="",
        text="You smell river mud, close by, where nobody stands.",
        to=[evening.seats[mara.name].id],
    )
    await mara.reads("river mud")
    await vera.see("say-as").select_option(label=MARROW)
    await vera.say("You brought the nurse. That was not our bargain, Rook.")
    await vera.see("say-as").select_option(index=len(evening.ids))
    await jonah.reads("not our bargain")


async def fight(evening: Evening) -> None:
    """Fight until the Eel has struck, unseen by the players."""
    table = evening.table
    vera, mara, jonah = table.people
    ilse, rook, marrow, lurker = (evening.id_of(name) for name in (ILSE, ROOK, MARROW, LURKER))
    await table.load_dice(vera, StartTurns(), in_order(ilse, lurker, rook, marrow))
    await vera.option("StartTurns")
    await vera.declare(LURKER, "Melee attack", targets=[ilse])
    await vera.declare(MARROW, "Clinch", targets=[rook], at_once="gentle")
    await jonah.declare(ROOK, "Melee attack", targets=[marrow])
    await mara.declare(ILSE, "Dodge")
    await mara.turn_to("act")
    await mara.option("Yield", ilse)
    await act(evening, vera, LURKER, wounds(ilse, 2))
    await vera.say("Something long and wet comes up between the planks, and is gone again.")
    await mara.reads("gone again")
    await mara.say("Below us! It cut me, and there is *nobody there*.")
    await jonah.reads("nobody there")
    await jonah.say("Then up, Ilse. Up on the crates!")


async def clinch(evening: Evening) -> None:
    """Rook misses, and Marrow clinches him."""
    table = evening.table
    vera, mara, jonah = table.people
    await act(evening, jonah, ROOK, lambda events: any(isinstance(e, AttackMade) and not e.hit for e in events))
    await act(evening, vera, MARROW, brings(GrappleBegan))
    await vera.say("The lamp swings. Marrow smells of tar and old pennies, and he is not letting go.")
    await mara.reads("old pennies")
    await mara.say("It has a hand, Rook. I saw a hand.", to=jonah.name)
    await jonah.reads("I saw a hand")
    await jonah.say("Whatever you keep under there, old man, call it off!")
    await mara.turn_to("sheet")
    for trait in ("Intuition", "Alertness"):
        await mara.page.locator(f'button[data-trait="{trait}"]').click()
    await table.wait_for_all()


async def play(table: Table, folder: Path) -> None:
    """Play the evening and save a picture of each interesting moment."""
    evening = Evening(table, Secrets.drawn(table.chance))
    vera, mara, jonah = table.people
    await gather(evening)
    await talk(evening)
    await fight(evening)
    await table.wait_for_all()
    await vera.see("find").scroll_into_view_if_needed()
    await picture(vera, folder / "storyteller.png")
    await picture(jonah, folder / "phone.png")
    await clinch(evening)
    await picture(mara, folder / "table.png")
    await vera.click("look-back")
    await vera.at("lookback")
    slider = vera.see("lookback-slider")
    await slider.evaluate("s => { s.value = s.max * 0.75; s.dispatchEvent(new Event('input', { bubbles: true })) }")
    await vera.page.get_by_test_id("story").filter(has_not_text="old pennies").wait_for()
    await picture(vera, folder / "looking-back.png")


async def picture(person: Person, path: Path) -> None:
    """Save a picture of this person's page, with fewer colours if Pillow is installed."""
    await person.page.evaluate("document.activeElement.blur()")
    await person.page.mouse.move(640, 4)
    await person.page.wait_for_timeout(400)
    await person.page.screenshot(path=path)
    size = await asyncio.to_thread(smaller, path)
    print(f"{path}: {size // 1000} kB")
    if size > MOST_BYTES:
        print(f"  more than {MOST_BYTES // 1000} kB: install Pillow to save it with fewer colours")


def smaller(path: Path) -> int:
    """Make a picture's file smaller, if possible; return its size."""
    try:
        pillow = import_module("PIL.Image")
    except ImportError:
        return path.stat().st_size
    with pillow.open(path) as image:
        image.convert("RGB").quantize(256, method=1).save(path, optimize=True)
    return path.stat().st_size


async def main(folder: Path) -> None:
    """Play on a temporary log."""
    with tempfile.TemporaryDirectory() as place:
        url = f"sqlite:////{place}/coterie.db"
        async with chromium() as browser, opened(url, Path(place), Random(secrets.randbits(64))) as table:
            await table.found_chronicle(browser, "The Drowned Quarter", ("Vera", "Mara", "Jonah"))
            await play(table, folder)


if __name__ == "__main__":
    wanted = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    wanted.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(wanted))
