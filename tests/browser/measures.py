"""The measures of the page: how many actions people need, and how much room things take, at four sizes of screen.

`test_measures.py` asserts the targets, and `make bench ARGS="--only page"` prints them beside the figures. An action is
a press, a choice from a list, or a filled field. On a phone the counts begin in the tab that has the tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Browser, Locator, expect

from domain.command import Command
from domain.core.event import Event
from domain.features.actions.attack_in_progress import AttackMade
from domain.features.characters.character import Face
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import GoOn
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.call import Call
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import Ruling
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.table.turn import Turn
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.browser.evening import ILSE, MARROW, MARROW_DOTS, ROOK, ROOK_DOTS, awaits_defence, in_order, wounds
from tests.browser.person import SECONDS, Person
from tests.browser.table import Table, made, ready

SIZES: Final = ((1440, 900), (1280, 720), (1024, 768), (390, 844))
"""Width and height in pixels: three desks and a phone."""
BRANDT: Final = "Brandt"

COVERED: Final = """
(parts) => parts.filter((part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return ![0.1, 0.9].every((y) => part.contains(document.elementFromPoint(left + width / 2, top + y * height)));
}).length
"""


@dataclass(frozen=True)
class Measure:
    """A measure of the page. `before` is the figure of the first version, where it was known."""

    name: str
    before: str
    most: int
    unit: str = "actions"
    at: tuple[tuple[int, int], ...] = SIZES
    """The sizes at which the target holds; elsewhere the figure is only printed."""


TURN: Final = Measure("a turn of four: 4 declarations, an abort, 2 hits, soak, a wound", "23", 12)
FIRST_ROLL: Final = Measure("link to first roll: ready character, scene running", "4", 3)
FIRST_SCROLLED: Final = Measure("link to first roll: times that one must scroll", "", 0, "times")
SECRET_ROLL: Final = Measure("Storyteller: secret roll", "8", 3)
MODIFIER: Final = Measure("Storyteller: hidden modifier", "8", 3)
CALL: Final = Measure("Storyteller: call for a roll", "7", 3)
OUTCOME: Final = Measure("Storyteller: tell an outcome", "4", 2)
UNDO: Final = Measure("undo the last thing, for the table", "5", 2)
OPPONENT: Final = Measure("an opponent added", "a whole sheet", 3)
ALIKE: Final = Measure("three more opponents like it", "", 1)
DESK: Final = Measure("the Storyteller's desk, nothing unfolded: beyond one screen", "800 to 1400", 0, "px", SIZES[:2])
TRAITS: Final = Measure("traits with dots of a ready character out of sight", "15", 0, "traits", SIZES[:2])
ROLL: Final = Measure("a roll in the story, folded", "190", 88, "px")
TURN_HEIGHT: Final = Measure("a fight's turn of four in the story", "1500", 500, "px")
ELSEWHERE: Final = Measure("questions to the Storyteller outside her inbox", "all", 0, "questions")

Figures = dict[Measure, int]


class Hand:
    """Counts what a person does with the mouse and the keyboard: each press, each choice and each filled field."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.count = 0

    async def press(self, testid: str) -> None:
        """Press an element."""
        self.count += 1
        await self.person.click(testid)

    async def send(self, button: str | Locator) -> None:
        """Press a button that sends a command."""
        self.count += 1
        await self.person.submit(self.person.see(button).first if isinstance(button, str) else button)

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


async def height(part: Locator) -> float:
    """The height of a part of the page, in pixels."""
    box = await part.bounding_box()
    assert box is not None
    return box["height"]


async def top(part: Locator) -> float:
    """The distance of a part from the top of the page, in pixels."""
    box = await part.bounding_box()
    assert box is not None
    return box["y"]


# A turn of four


def missed(events: Sequence[Event]) -> bool:
    """A condition: the abort succeeds, and the gained defence stops the attack."""
    return any(isinstance(e, AttackMade) and not e.hit for e in events)


async def gather_for_turn(table: Table, browser: Browser) -> None:
    """Ilse and Rook against Old Marrow and Brandt: the first turn begins, and Brandt declares first."""
    cast = [ready(ILSE), made(ROOK, "a smuggler who owes", ROOK_DOTS)]
    cast += [made(name, "", MARROW_DOTS) for name in (MARROW, BRANDT)]
    await table.gather(browser, "Low Water", cast=cast, scene="The Salt Pier")
    vera = table.vera
    ids = await table.cast()
    await table.load_dice(vera, StartTurns(), in_order(*(ids[name] for name in (MARROW, ILSE, ROOK, BRANDT))))
    await vera.turn_to("act")
    await vera.option("StartTurns")
    await vera.turn_to("story" if vera.phone else "act")


async def turn_of_four(table: Table) -> Figures:
    """I2, I5, C21: a press declares, the gained defence meets the attack at once, and nobody ends a slot by hand in
    which nothing is left to decide. Each question is in the prompt, and the text field stays where it is."""
    vera, anna, ben = table.people
    ids, pressed = await table.cast(), 0
    places = {person: await top(person.page.locator(".composer")) for person in table.people}

    async def press(person: Person, button: Locator) -> None:
        nonlocal pressed
        await expect(person.page).to_have_title("● The Salt Pier · Coterie")
        assert await button.evaluate("button => button.closest('[data-testid=prompt]') !== null")
        assert abs(await top(person.page.locator(".composer")) - places[person]) <= 1
        hand = Hand(person)
        await hand.send(button)
        pressed += hand.count

    def strike(person: Person, target: str) -> Locator:
        return person.page.locator(f'.prompt [data-manoeuvre="attack"] [data-target="{ids[target]}"]')

    await press(vera, strike(vera, ROOK))
    await ben.turn_to("cast")
    await ben.click("to-prompt")
    await press(ben, strike(ben, MARROW))
    await expect(ben.see("to-prompt")).to_have_count(0)
    await press(anna, strike(anna, MARROW))
    await press(vera, strike(vera, ILSE))

    await table.load_dice(vera, TakeAction(ids[MARROW]), awaits_defence)
    await press(vera, vera.see("option-TakeAction", ids[MARROW]))
    marked = anna.page.locator('[data-testid=order] [aria-current="step"] .name')
    await expect(marked).to_have_text(ILSE)
    (blow,) = await table.records(Blow)
    await table.load_dice(anna, AbortAction(ids[ILSE], "dodge", blow=blow.id), missed)
    await press(anna, anna.see("option-AbortAction", ids[ILSE]).filter(has_text="→ Dodge"))

    await table.load_dice(ben, TakeAction(ids[ROOK]), wounds(ids[MARROW], 1))
    await press(ben, ben.see("option-TakeAction", ids[ROOK]))
    await table.load_dice(vera, TakeAction(ids[BRANDT]), wounds(ids[ROOK], 2))
    await press(vera, vera.see("option-TakeAction", ids[BRANDT]))
    await ben.reads(f"{ROOK} takes 2 bashing wounds")
    await expect(ben.page.get_by_test_id("own-status").get_by_role("img")).to_have_attribute(
        "aria-label", "Hurt, 2 bashing"
    )
    await expect(anna.see("turn")).to_have_text("Turn 1 is over: waiting for the Storyteller")
    await expect(anna.page).to_have_title("The Salt Pier · Coterie")
    return {TURN: pressed}


async def play_turn(table: Table) -> None:
    """Play a turn of four in a scene without turns, from a second tab of the Storyteller."""
    vera = table.vera
    # Weak blows against people who bear much: a daze would take somebody's attack away (C26).
    dots = (("Strength", 1), ("Dexterity", 3), ("Endurance", 5), ("Intuition", 2), ("Unarmed", 3))
    await vera.turn_to("story" if vera.phone else "act")
    async with table.second_tab(vera) as tab:
        for name in (BRANDT, MARROW):
            assert (await tab.do(CreateCharacter(name, traits=dots)))[0] == "accepted"
        ids = await table.cast()
        for name in (ILSE, ROOK):
            assert (await tab.do(ChangeSheet(ids[name], dots)))[0] == "accepted"
        at = {ids[ILSE]: ids[BRANDT], ids[BRANDT]: ids[ILSE], ids[ROOK]: ids[MARROW], ids[MARROW]: ids[ROOK]}
        assert (await tab.do(StartTurns()))[0] == "accepted"
        while (turn := (await table.records(Turn))[0]).acting:
            waiting = [blow for blow in await table.records(Blow) if blow.waits]
            if waiting:
                command: Command = GoOn(waiting[0].id)
            elif turn.phase == "declaring":
                command = DeclareAction(turn.acting, (Action("attack", (at[turn.acting],)),))
            else:
                command = TakeAction(turn.acting)
            assert (await tab.do(command))[0] == "accepted"


async def height_of_turn(table: Table) -> Figures:
    """G0: initiative is a table, an attack that is over is a line. Returns the pixels of a turn that is over, from the
    first card to the last, once the last has folded too."""
    vera = table.vera
    # Four attacks after the initiative, or fewer if one of them could not be made.
    groups = {roll.group for roll in await table.records(Roll)}
    assert len(groups) >= 4
    cards = vera.page.get_by_test_id("card")
    await expect(cards).to_have_count(len(groups))
    await expect(vera.page.locator('[data-testid="card"][data-open="true"]')).to_have_count(0, timeout=SECONDS * 1000)
    return {TURN_HEIGHT: round(await top(cards.last) + await height(cards.last) - await top(cards.first))}


# The Storyteller


async def gather_for_desk(table: Table, browser: Browser) -> None:
    """A scene without turns."""
    cast = [ready(ILSE), made(ROOK, "a smuggler", {"Perception": 2, "Alertness": 2})]
    await table.gather(browser, "Low Water", cast=cast, scene="The Salt Pier")
    await table.vera.turn_to("act")


async def room_of_the_desk(vera: Person) -> Figures:
    """The pixels of the desk that are beyond its screen."""
    await expect(vera.see("quick-roll")).to_be_visible()
    beyond = "part => part.closest('.side').scrollHeight - part.closest('.side').clientHeight"
    return {DESK: await vera.see("desk").evaluate(beyond)}


async def storytellers_actions(table: Table) -> Figures:
    """X1, X2, G3, G0: what a Storyteller does most."""
    vera, _, ben = table.people
    found: Figures = {}

    hand = Hand(vera)
    await hand.choose("quick-who", ROOK)
    await hand.type('[data-testid="quick-pool"]', "per ale")
    await hand.send("quick-RollInSecret")
    found[SECRET_ROLL] = hand.count
    await expect(ben.page.get_by_test_id("roll")).to_have_count(0)

    hand = Hand(vera)
    untold = vera.see("question").get_by_test_id("option-TellOutcome")
    await expect(untold.first).to_be_visible()
    await hand.send(untold.first)
    found[OUTCOME] = hand.count
    await ben.reads("Rook: ")
    await expect(untold).to_have_count(0)

    hand = Hand(vera)
    await hand.choose("quick-who", ILSE)
    await hand.type('input[name="quick-modifier"]', "-2")
    await hand.send("quick-ModifyNextRoll")
    found[MODIFIER] = hand.count
    (ruling,) = await table.records(Ruling)
    assert (ruling.dice, ruling.visibility) == (-2, "hidden")

    hand = Hand(vera)
    await hand.choose("quick-who", ROOK)
    await hand.type('[data-testid="quick-pool"]', "per")
    await hand.send("quick-CallForRoll")
    found[CALL] = hand.count
    (call,) = await table.records(Call)
    assert (call.actor, call.traits) == ((await table.cast())[ROOK], ("Perception",))

    await vera.turn_to("story")
    await vera.click("explain")
    await expect(vera.page.get_by_test_id("roll")).to_contain_text("Alertness")
    await vera.click("explain")
    found[ROLL] = round(await height(vera.page.get_by_test_id("roll")))

    found |= await undo_last(vera)
    assert await table.records(Call) == []

    await vera.turn_to("act")
    hand = Hand(vera)
    await hand.press("option-AddOpponents")
    await hand.type('.drawer [name="name"]', "Thug")
    await hand.send("do-AddOpponents")
    found[OPPONENT] = hand.count
    await vera.open_card("Thug")
    hand = Hand(vera)
    await hand.send("option-AddMoreAlike")
    found[ALIKE] = hand.count
    names = [face.name for face in await table.records(Face)]
    assert names[2:] == ["Thug", "Thug 2", "Thug 3", "Thug 4"]
    return found


async def undo_last(vera: Person) -> Figures:
    """X1: take the last thing back, for the table."""
    hand = Hand(vera)
    await hand.press("undo-last")
    await hand.send("undo-do")
    return {UNDO: hand.count}


async def questions_outside_the_inbox(table: Table) -> Figures:
    """G3: an intent is in the inbox with its answers, and nowhere else; the tab counts it."""
    vera, anna, _ = table.people
    await vera.turn_to("act")
    await anna.turn_to("act")
    await anna.option("StateAim", aim="to listen at the door")
    await expect(vera.see("tab-act" if vera.phone else "side-act")).to_contain_text("1")
    question = vera.see("question")
    await expect(question).to_contain_text("to listen at the door")
    answers = vera.page.get_by_test_id("option-AnswerAim")
    inside = question.get_by_test_id("option-AnswerAim")
    await expect(inside).to_have_count(1)
    return {ELSEWHERE: await answers.count() - await inside.count()}


# A newcomer


async def gather_for_newcomer(table: Table, browser: Browser) -> None:
    """The ready fight; no player has a character yet."""
    await table.gather(browser, "Low Water", rules="nightfall")
    vera = table.vera
    await vera.submit(vera.see("ready-fight").get_by_test_id("option-SetUpFight"))
    for person in table.people:
        await person.at("scene")
        await person.linked("here")
    (table.scene,) = await table.scene_streams()


async def link_to_first_roll(person: Person, name: str) -> Figures:
    """Rules 9, D1: a newcomer in a running scene takes a ready character, clicks a trait, and rolls."""
    hand, scrolled = Hand(person), 0

    async def in_sight(part: Locator) -> None:
        nonlocal scrolled
        await expect(part).to_be_visible()
        scrolled += await part.evaluate_all(COVERED) > 0

    play = person.see("free").filter(has_text=name).get_by_role("button")
    await in_sight(play)
    await hand.send(play)
    await expect(person.see("sheet").get_by_role("heading", name=name)).to_be_visible()
    traits = person.page.locator("[data-testid=sheet] .trait")
    await in_sight(traits.first)
    assert await traits.count() > 20
    hidden = await traits.evaluate_all(COVERED)
    await in_sight(traits.nth(1))
    hand.count += 1
    await (traits.nth(1).tap() if person.phone else traits.nth(1).click())
    await in_sight(person.see("roll-Roll"))
    await hand.send("roll-Roll")
    assert await person.page.evaluate("document.querySelector('.sheet-side').scrollTop") == 0
    return {FIRST_ROLL: hand.count, FIRST_SCROLLED: scrolled, TRAITS: hidden}
