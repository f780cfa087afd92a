"""An evening at the docks, played by three people through the page; the tests here check its result.

Ilse (Anna's), Rook (Ben's, on a phone) and Old Marrow (Vera's) fight; an ambusher whom only Vera sees fights too.

Turn 1  Ilse gives up her attack for a dodge; Rook tries the same and fails. Ilse yields. The ambusher wounds her. Rook
        strikes at Marrow, who takes the blow and clinches him. Ilse's slot comes again.
Turn 2  Rook cannot break free. Anna's connection is cut meanwhile, and her page reconnects by itself.
Turn 3  Rook breaks free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from domain.core.audience import Seat
from domain.core.event import Event
from domain.features.actions.attack_in_progress import BlowHeld
from domain.features.actions.declaration import Declared
from domain.features.actions.grapples import GrappleBegan, GrappleEnded
from domain.features.characters.wounds import WoundTaken
from domain.features.combat.abort_action import AbortAction, AbortFailed
from domain.features.combat.initiative import SlotPlaced
from domain.features.combat.react_to_attack import GoOn
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.records.blow import Blow
from server.log.contract import Entry
from tests.browser.fate import Wanted
from tests.browser.person import Person
from tests.browser.table import Table

ILSE, ROOK, MARROW = "Ilse Marten", "Rook", "Old Marrow"

ROOK_DOTS = {
    "Strength": 4, "Dexterity": 3, "Endurance": 3, "Intuition": 3, "Athletics": 2, "Brawl": 2, "Dodge": 2, "Melee": 2,
    "Unarmed": 3,
}  # fmt: skip
MARROW_DOTS = {"Strength": 3, "Dexterity": 3, "Endurance": 5, "Intuition": 2, "Brawl": 3, "Unarmed": 4}
AMBUSHER_DOTS = {"Strength": 4, "Dexterity": 4, "Intuition": 4, "Unarmed": 4, "Stealth": 5}


@dataclass
class Secrets:
    """Words of 128 random bits each, in places that players may not see."""

    ambusher: str
    concept: str
    roll: str
    modifier: str
    whisper: str
    """Sent to Anna alone."""

    @classmethod
    def drawn(cls, chance: Random) -> Secrets:
        def secret(word: str) -> str:
            return f"{word}-{chance.randbytes(16).hex()}"

        return cls(*(secret(word) for word in ("lurker", "knife", "listening", "fog", "whisper")))

    @property
    def of_the_storyteller(self) -> tuple[str, ...]:
        """The words that no player may ever receive."""
        return self.ambusher, self.concept, self.roll, self.modifier


@dataclass
class Seen:
    """The contents of each person's page at a moment."""

    story: dict[str, list[str]] = field(default_factory=dict)
    cast: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    order: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Evening:
    """The result of an evening, when all browsers are closed."""

    table: Table
    secrets: Secrets
    ids: dict[str, str] = field(default_factory=dict)
    moments: dict[str, Seen] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    """The players' documents at the end."""
    seats: dict[str, Seat] = field(default_factory=dict)
    logs: dict[str, list[Entry]] = field(default_factory=dict)
    """The entries of every stream at the end."""

    def id_of(self, name: str) -> str:
        """The id of a character."""
        return self.ids[name]

    async def look(self, moment: str) -> None:
        """Record the contents of every page now."""
        await self.table.wait_for_all()
        seen = self.moments[moment] = Seen()
        for person in self.table.people:
            seen.story[person.name] = await person.story()
            seen.cast[person.name] = await person.cast()
            seen.order[person.name] = await person.order()


def of(events: Sequence[Event], type_: type[Event]) -> list[Event]:
    """The events of exactly this type."""
    return [event for event in events if type(event) is type_]


def brings(*types: type[Event]) -> Wanted:
    """A condition: each of these types has an event."""
    return lambda events: all(of(events, type_) for type_ in types)


def in_order(*actors: str) -> Wanted:
    """A condition: initiative puts these actors in this order, by successes alone."""

    def wanted(events: Sequence[Event]) -> bool:
        places = {event.id: event.place[0] for event in events if isinstance(event, SlotPlaced)}
        won = [places[actor] for actor in actors]
        return won == sorted(set(won), reverse=True)

    return wanted


def awaits_defence(events: Sequence[Event]) -> bool:
    """A condition: an attack hits with three successes, and waits for its target's defence."""
    return any(isinstance(e, BlowHeld) and e.blow.waits == "defence" and e.blow.hits == 3 for e in events)


def wounds(actor: str, levels: int) -> Wanted:
    """A condition: this character is wounded by so many levels, and no second character is."""

    def wanted(events: Sequence[Event]) -> bool:
        return [(e.id, e.levels) for e in events if isinstance(e, WoundTaken)] == [(actor, levels)]

    return wanted


async def gather(evening: Evening) -> None:
    """Make the cast in the lobby, the hidden character too, and begin the scene."""
    table, secrets = evening.table, evening.secrets
    vera, anna, ben = table.people
    await anna.play_ready(ILSE)
    await ben.make(
        ROOK, "a smuggler who owes", ROOK_DOTS, points={"Fate": 3, "Willpower": 4}, specialties="Unarmed: dirty tricks"
    )
    await vera.click("make-character")
    await vera.make(MARROW, "keeps the pier, and other things", MARROW_DOTS)
    await vera.click("make-character")
    await vera.make(secrets.ambusher, secrets.concept, AMBUSHER_DOTS, hidden=True)
    await table.begin_scene("The Salt Pier")
    evening.ids = await table.cast()


async def act(evening: Evening, person: Person, name: str, wanted: Wanted | None = None) -> None:
    """Let a character take its action, with dice that meet the condition."""
    actor = evening.id_of(name)
    if wanted:
        await evening.table.load_dice(person, TakeAction(actor), wanted)
    await person.turn_to("story" if person.phone else "act")
    await person.option("TakeAction", actor)


async def let_it_come(evening: Evening, name: str) -> None:
    """Let a blow land on a Storyteller's character that does not defend itself; it causes no wound (C21)."""
    table, vera = evening.table, evening.table.vera
    await table.wait_for_all()
    (blow,) = await table.records(Blow)
    await table.load_dice(vera, GoOn(blow.id), lambda events: not of(events, WoundTaken))
    await vera.turn_to("act")
    await vera.option("GoOn", evening.id_of(name))


async def behind_the_screen(evening: Evening) -> None:
    """Make an executive roll, and add dice that Ben does not know of (X1, X2)."""
    table, secrets = evening.table, evening.secrets
    vera, anna, ben = table.people
    async with table.no_message_to():
        await vera.turn_to("sheet")
        await vera.see("sheet-actor").select_option(label=ILSE)
        await vera.roll("Perception", "Alertness", way="RollInSecret", reason=secrets.roll)
        await vera.turn_to("act")
        await vera.open_card(ROOK)
        await vera.option("ModifyNextRoll", evening.id_of(ROOK), dice=2, visibility="hidden", reason=secrets.modifier)
    await vera.reads(secrets.roll)
    await ben.roll("Strength", "Athletics", reason="Shift the crates")
    await ben.turn_to("story")
    await ben.reads("Shift the crates")
    async with table.no_message_to(ben):
        await vera.turn_to("act")
        await vera.option(
            "TellOutcome",
            label="Tell chosen players",
            outcome="success",
            text=secrets.whisper,
            to=[evening.seats[anna.name].id],
        )
        await anna.reads(secrets.whisper)
        await vera.say("You would swear it has a heartbeat.", to=anna.name)
        await anna.reads("a heartbeat")


async def first_turn(evening: Evening) -> None:
    """A yield, an abort that succeeds and one that fails, the ambush, and a clinch."""
    table, secrets = evening.table, evening.secrets
    vera, anna, ben = table.people
    ilse, rook, marrow, lurker = (evening.id_of(n) for n in (ILSE, ROOK, MARROW, secrets.ambusher))
    await table.load_dice(vera, StartTurns(), in_order(ilse, lurker, rook, marrow))
    await vera.option("StartTurns")
    await evening.look("initiative")

    async with table.no_message_to():
        await vera.declare(secrets.ambusher, "Melee attack", targets=[ilse])
    await vera.declare(MARROW, "Clinch", targets=[rook], at_once="gentle")
    await ben.turn_to("act")  # a phone does not show the question on this tab
    await ben.at("waits-there")
    await ben.declare(ROOK, "Melee attack", targets=[marrow])
    await anna.declare(ILSE, "Melee attack", targets=[marrow])

    await table.load_dice(anna, AbortAction(ilse, "dodge"), brings(Declared))
    await anna.turn_to("act")
    await anna.option("AbortAction", ilse, defence="dodge")
    await table.load_dice(ben, AbortAction(rook, "dodge"), brings(AbortFailed))
    await ben.turn_to("story")
    await ben.option("AbortAction", rook, defence="dodge")

    await anna.option("Yield", ilse)
    await table.wait_for_all()
    await act(evening, vera, secrets.ambusher, wounds(ilse, 2))
    await evening.look("wounded")
    await act(evening, ben, ROOK, brings(BlowHeld))
    await let_it_come(evening, MARROW)
    await act(evening, vera, MARROW, brings(GrappleBegan))
    await act(evening, anna, ILSE)
    await evening.look("clinched")


async def second_turn(evening: Evening) -> None:
    """The clinch holds. Anna is cut off while the rest act, sends a line that has to wait, and reconnects by itself."""
    table = evening.table
    vera, anna, ben = table.people
    marrow = evening.id_of(MARROW)
    await vera.option("StartTurn")
    await vera.declare(MARROW, "Hurt in the clinch")
    await ben.declare(ROOK, "Break free")
    await anna.declare(ILSE, "Melee attack", targets=[marrow])
    await act(evening, anna, ILSE, lambda events: not of(events, WoundTaken))
    await table.wait_for_all()

    table.annas_line.cut()
    await anna.linked("away")
    answered = len(anna.answers)
    await anna.say("Is anybody still with me?")
    await anna.see("say-waits").filter(has_text="Is anybody still with me?").wait_for()
    await act(evening, ben, ROOK, lambda events: not of(events, GrappleEnded))
    await vera.say("The lamp gutters; for a while there is only breath and water.")
    await act(evening, vera, MARROW, wounds(evening.id_of(ROOK), 1))
    await table.wait_for_all(vera, ben)
    table.annas_line.mend()
    await anna.linked("here")
    await anna.answered(answered)
    await anna.see("say-waits").wait_for(state="detached")
    await evening.look("back")


async def third_turn(evening: Evening) -> None:
    """Rook escapes from the clinch."""
    table = evening.table
    vera, anna, ben = table.people
    await vera.option("StartTurn")
    await vera.declare(MARROW, "Hurt in the clinch")
    await ben.declare(ROOK, "Break free")
    await anna.declare(ILSE, "")
    await act(evening, anna, ILSE)
    await act(evening, ben, ROOK, brings(GrappleEnded))
    await act(evening, vera, MARROW)
    await anna.see("say-to").select_option(label=f"to {ben.name}")
    await ben.say("Next time, bring more friends.")
    await anna.reads("more friends")
    await anna.page.wait_for_timeout(300)  # time for the news that Ben is typing
    assert await anna.chosen("say-to") == f"to {ben.name}", "the page shows the addressee of the next line"
    await anna.say("I heard something, up there.", to=ben.name)
    await ben.reads("up there")
    assert await anna.chosen("say-to") == "to everyone", "a whisper is one line"
    await evening.look("free")
    await vera.option("StopTurns")
    for person in table.players:
        await person.turn_to("story")
        evening.pages[person.name] = await person.page.content()
    await vera.option("CloseScene")
    for person in table.people:
        await person.at("scene-closed")
    await table.wait_for_all()


async def play(table: Table) -> Evening:
    """The whole evening."""
    evening = Evening(table, Secrets.drawn(table.chance))
    evening.seats = {person.name: await person.seat() for person in table.people}
    await gather(evening)
    await behind_the_screen(evening)
    await first_turn(evening)
    await second_turn(evening)
    await third_turn(evening)
    for stream in await table.log.streams(""):
        evening.logs[stream] = await table.log.entries(stream)
    return evening
