"""A fight for tests: the cast as text, and each roll given as its number of successes.

    Fight('''
        anna   mortal   Intuition 3  Dexterity 2
        ghoul  hidden   Strength 4
    ''')

Each line is a character: its name, which is its id and, in capitals, its player's seat; then words (`npc`, `hidden`,
`vampire`), then traits with dots (`Blood_a_turn` has spaces). `name:points` is a store of points (`name:points/rating`
if it is not full), `+knife` an item of `THINGS`, `!fangs` a power, `*Brawl` a specialty.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.core.deciding import Deciding
from domain.core.event import Event, Fact
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import State, View
from domain.features.actions.weapon_in_hand import take_in_hand
from domain.features.characters.character import Health
from domain.features.characters.conditions import borne_by
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.initiative import order
from domain.features.combat.react_to_attack import GoOn
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.combat.turns import marker
from domain.features.rolls.roll import Roll, Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.scene import CastMember, OpenScene
from domain.features.table.story_log import Line
from domain.features.table.turn import Turn
from domain.options import options
from domain.perform import perform
from domain.records.bearing import Bearing
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from server.words.texts import in_english
from tests.chance import FakeChance
from tests.in_english import Offered, english, line_text, offered, parts_text, refusal_text

ST = Seat("st", "storyteller")
THINGS = {
    item.name: item
    for item in (
        Item("knife", "Melee", 4, "lethal"),
        Item("club", "Melee", 4, "bashing", reach=1),
        Item("torch", "Melee", 3, "aggravated", reach=1),
        Item("sword", "Melee", 5, "lethal", reach=1),
        Item("spear", "Melee", 5, "lethal", reach=2),
        Item("knuckles", "Unarmed", 4, "bashing"),
        Item("stake", "Melee", 3, "lethal", flags=("stake",)),
        Item("dart", "Target", 2, "lethal", range=10, missile="thrown"),
        Item("bow", "Target", 4, "lethal", range=60, missile="medieval", flags=("stake",)),
        Item("pistol", "Target", 5, "lethal", range=20, missile="bullet", flags=("clip",)),
        Item("revolver", "Target", 5, "lethal", range=15, missile="bullet", flags=("revolver",)),
        Item("vest", armour=3),
        Item("jacket", armour=1),
        Item("staff", "Melee", 5, "bashing", reach=2, flags=("sweeps",)),
        Item("sack", kilograms=10),
    )
}
WATCHER = Seat("watcher", "spectator")

E = TypeVar("E", bound=Event)


class Face(int):
    """A face of a single die, for rolls in which the face itself counts (a roll-off)."""


class Rolls(FakeChance):
    """Chance by successes: each draw has the next number of successes, as nines, and twos for the remaining dice."""

    def __init__(self, *wanted: int) -> None:
        super().__init__()
        self.wanted = list(wanted)

    def faces(self, count: int, *, hidden: bool = False) -> tuple[int, ...]:
        assert self.wanted, f"one roll too many: {count} dice"
        self.hidden.append(hidden)
        wanted = self.wanted.pop(0)
        if isinstance(wanted, Face):
            return (wanted,)
        assert wanted <= count, f"{wanted} successes do not fit on {count} dice"
        return (9,) * wanted + (2,) * (count - wanted)


def member(line: str) -> CastMember:
    """Parse a character from its line."""
    name, *words = line.split()
    traits: list[tuple[str, int]] = []
    pools: list[tuple[str, int, int]] = []
    flags: set[str] = set()
    items: list[Item] = []
    powers: list[str] = []
    special: list[str] = []
    for word in words:
        store, _, points = word.partition(":")
        if word[0] == "+":
            items.append(THINGS[word[1:]])
        elif word[0] == "*":
            special.append(f"{word[1:]}: at its best")
        elif word[0] == "!":
            powers.append(word[1:].replace("_", " "))
        elif points:
            left, _, rating = points.partition("/")
            pools.append((store, int(rating or left), int(left)))
        elif word.isdigit():
            traits[-1] = (traits[-1][0], int(word))
        elif word.islower():
            flags.add(word)
        else:
            traits.append((word.replace("_", " "), 1))
    player = "" if flags & {"npc", "hidden"} else name.upper()
    kind = "vampire" if "vampire" in flags else "mortal"
    return CastMember(
        name, name.title(), "", player, kind, "hidden" in flags, (0, 0, 0), tuple(traits), tuple(special), tuple(pools),
        tuple(items), tuple(powers),
    )  # fmt: skip


class Fight:
    """A scene with a cast, and all events in it so far."""

    def __init__(self, cast: str, *, rules: str = "nightfall", **switches: str) -> None:
        self.state = State()
        self.facts: list[Fact] = []
        self._ids = 0
        members = tuple(member(line) for line in cast.splitlines() if line.strip())
        self.cast = {m.id: m for m in members}
        # Automatic defences are the default here, because few tests are about the choice of a defence.
        pairs = tuple(({"reactions": "automatic"} | switches).items())
        self.does(TABLE, OpenScene("stream", "chronicle", "An alley", rules, pairs, members))

    def does(self, seat: Seat | str, command: Command, *rolls: int) -> list[Fact]:
        """Perform a seat's (or a character's player's) command; exactly these rolls must be made."""
        who = self.seat(seat) if isinstance(seat, str) else seat
        chance = Rolls(*rolls)
        self._ids += 1
        chance._ids = f"c{self._ids}-"
        facts = perform(self.state, who, command, chance).facts
        assert not chance.wanted, f"rolls that were not made: {chance.wanted}"
        self.facts += facts
        return facts

    def tries(self, seat: Seat | str, command: Command) -> None:
        """Perform a command with random dice, and ignore a refusal."""
        with suppress(Refusal):
            self.must(seat, command)

    def must(self, seat: Seat | str, command: Command) -> None:
        """Perform a command with random dice; a refusal is an error."""
        who = self.seat(seat) if isinstance(seat, str) else seat
        self._ids += 1
        self.facts += perform(self.state, who, command, FakeChance(seed=self._ids, ids=f"c{self._ids}-")).facts

    def skip(self) -> None:
        """Advance ids and seeds as a command would."""
        self._ids += 1

    def refused(self, seat: Seat | str, command: Command) -> str:
        """Return the sentence of the refusal, and check that the state has not changed."""
        before = self.dump()
        try:
            self.does(seat, command)
        except Refusal as refusal:
            assert self.dump() == before
            return refusal_text(refusal)
        raise AssertionError(f"{command} was not refused")

    def seat(self, name: str) -> Seat:
        """Return the seat of a character's player, or the Storyteller's for her own."""
        player = self.cast[name].player
        return Seat(player, "player") if player else ST

    @property
    def full(self) -> View:
        return self.state.full

    def view(self, who: Seat | str) -> View:
        return self.state.view(self.seat(who) if isinstance(who, str) else who)

    def arms(self, name: str, thing: str) -> None:
        """Put an item of `THINGS` into a character's hand."""
        table = Deciding(self.state, ST, Rolls(), None)
        take_in_hand(table, name, THINGS[thing])
        self.facts += table.facts

    def starts(self, **successes: int) -> None:
        """Start turns: each character's successes in the initiative test, in the order of the cast."""
        self.does(ST, StartTurns(), *successes.values())

    def declares(self, name: str, *actions: Action) -> list[Fact]:
        return self.does(name, DeclareAction(name, actions))

    def acts(self, name: str, *rolls: int) -> list[Fact]:
        return self.does(name, TakeAction(name), *rolls)

    def goes_on(self, *rolls: int) -> list[Fact]:
        """Let the Storyteller go on with the waiting attack."""
        return self.does(ST, GoOn(next(self.full.all(Blow)).id), *rolls)

    def shows(self, name: str, *faces: int) -> list[Fact]:
        """Let a character act, with exactly these faces."""
        chance = FakeChance(faces, ids=f"shown{len(self.facts)}-")
        facts = perform(self.state, self.seat(name), TakeAction(name), chance).facts
        assert not chance.script, f"faces that were not drawn: {chance.script}"
        self.facts += facts
        return facts

    def all_pass(self, *names: str) -> None:
        """Let these characters declare no action, in this order."""
        for name in names:
            self.declares(name)

    @property
    def now(self) -> str:
        """Return the character whose slot it is, or else the phase."""
        turn, slot = self.full.get(Turn, "turn"), marker(self.full)
        return slot.id if slot else turn.phase if turn else "no turns"

    def order(self, who: Seat | str = ST) -> str:
        """Return the turn order that a seat sees, as text."""
        return " ".join(slot.id for slot in order(self.view(who)))

    def health(self, name: str, who: Seat = WATCHER) -> tuple[int, int, int]:
        """Return bashing, lethal and aggravated levels as a seat sees them."""
        found = self.state.view(who).get(Health, name)
        assert found is not None
        return found.bashing, found.lethal, found.aggravated

    def borne(self, name: str, who: Seat = WATCHER) -> list[str]:
        """Return the words of a character's conditions as a seat sees them."""
        return [english(borne.label, self.named) for borne in borne_by(self.state.view(who), name)]

    def bearings(self, name: str, who: Seat = WATCHER) -> list[Bearing]:
        """Return a character's conditions as records."""
        return borne_by(self.state.view(who), name)

    def seen(self, record: str, who: Seat = WATCHER) -> list[Record]:
        """Return the records of a class, by its name, that a seat sees."""
        return [found for found in self.dump(who) if type(found).__name__ == record]

    def story(self, who: Seat = WATCHER) -> list[str]:
        """Return the lines that a seat has read, with names filled in."""
        lines = (line for line in self.state.view(who).all(Line) if line.kind == "happened")
        return [line_text(line, self.named) for line in lines]

    def told(self, type_: type[E]) -> list[E]:
        """Return all events of a type so far, of every audience."""
        return [fact.event for fact in self.facts if isinstance(fact.event, type_)]

    def rolls(self) -> list[Rolled]:
        """Return all rolls so far, secret ones too, with their reasons and parts in English."""
        return [
            replace(roll, reason=in_english(roll.reason, lambda ref: self.named(ref.id)), parts=parts_text(roll.parts))
            for roll in self.told(Rolled)
        ]

    def last_roll(self, reason: str) -> str:
        """Return the id of the last roll with this reason."""
        return [roll.id for roll in self.full.all(Roll) if in_english(roll.reason) == reason][-1]

    def offers(self, who: Seat | str, command: type[Command]) -> list[Offered]:
        """Return a seat's options for a command, in English."""
        found = [option for option in options(self.view(who)) if option.command == command.__name__]
        return [offered(option, self.named) for option in found]

    def named(self, id_: str) -> str:
        """Return the name of a character, or the id if it is no character's."""
        return self.cast[id_].name if id_ in self.cast else id_

    def dump(self, who: Seat | None = None) -> list[Record]:
        """Return all records, or all records that a seat may read."""
        partitions = self.state.view(who).partitions if who else tuple(self.state.partitions.values())
        return [record for partition in partitions for record in partition.records()]


def act(
    manoeuvre: str, *targets: str, dice: int = 0, traits: str = "", text: str = "", extra: bool = False, **details: str
) -> Action:
    """Return an action to declare."""
    return Action(manoeuvre, targets, traits, dice, text, tuple(details.items()), extra)


TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 2 Endurance 2
    bert  Intuition 2 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3
"""


def struck(*bert: str, hits: int = 2, hidden: int = 0) -> Fight:
    """Anna attacks Bert, who declared these defences (or else an attack), with this many hits so far; she has
    `hidden` dice."""
    fight = Fight(TWO, declare="any-order", reactions="ask")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("attack", "bert"))
    defences = [act(name, dice=2 if len(bert) > 1 else 0) for name in bert]
    fight.declares("bert", *(defences or [act("attack", "anna")]))
    if hidden:
        fight.does(ST, ModifyNextRoll("anna", hidden, "hidden"))
    fight.acts("anna", hits)
    return fight


def stepping(
    *bert: Action, attack: str = "attack", steps: Iterable[tuple[int, ...]] = (), hidden: tuple[str, ...] = ()
) -> Fight:
    """Anna attacks Bert, who has a knife and declared these actions; each step waits for the Storyteller. `steps`
    are played with their rolls; each character in `hidden` has a hidden die on its next roll."""
    fight = Fight(TWO, declare="any-order", reactions="automatic")
    fight.arms("bert", "knife")
    fight.starts(anna=2, bert=1)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", act(attack, "bert"))
    fight.declares("bert", *bert)
    for name in hidden:
        fight.does(ST, ModifyNextRoll(name, 1, "hidden"))
    fight.acts("anna")
    for rolls in steps:
        fight.goes_on(*rolls)
    return fight


def blow(fight: Fight) -> Blow:
    (found,) = fight.full.all(Blow)
    return found


def ruled(fight: Fight, words: str, who: Seat = WATCHER) -> list[Line]:
    """Return the lines of rulings with these words that a seat has read."""
    return [line for line in fight.view(who).all(Line) if line.kind == "ruled" and words in line_text(line)]
