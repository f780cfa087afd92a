"""Random play: seats send random commands, offered or not, so that the laws are tested in unforeseen states.

New commands, events and manoeuvres take part automatically: values are made from the types of the fields.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Meta, inspect

from domain.admission import admit
from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.audience import TABLE, Audience, Seat
from domain.core.bounds import PictureId
from domain.core.deciding import Deciding
from domain.core.event import Fact
from domain.core.option import Input, Option
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import State, View
from domain.features.scenes.chronicle import FoundChronicle
from domain.features.scenes.scene import OpenScene, cast_members
from domain.features.storyteller.fork_scene import OpenFork
from domain.features.table.settings import setting
from domain.options import options_of
from domain.perform import perform
from domain.rules.character_file import FORMAT, VERSION
from domain.rules.declared_action import Action
from tests.chance import FakeChance
from tests.domain.filled_form import untouched
from tests.domain.random_play_cast import cast, tasks
from tests.domain.recorded_evenings import evenings
from tests.domain.starting_tables import BEGINNINGS

ST = Seat("st", "storyteller")
PLAYERS = (Seat("ANNA", "player"), Seat("BEN", "player"))
WATCHER = Seat("watcher", "spectator")
SEATS = (ST, *PLAYERS, WATCHER)
AUDIENCES = ("everyone", "storyteller", "seats:ANNA", "seats:BEN", "seats:ANNA,BEN")
WORDS = ("", "a", "the {door}", "{0} {1} {", "Strength", "Dexterity", "Brawl", "Melee", "Firearms", "Willpower", "Fate")

ID_LENGTH = 40
"""The length that identifies a field with an id (`domain.core.bounds.Id`)."""
BUSY = ("turns", "declare", "act", "change")
"""The groups of options that keep turns going."""
STOPPING = ("StopTurns", "LeaveTurns", "EndTurn", "CloseScene", "TakeBack")
"""Commands that end or stop play, or take it back."""

FILES = tuple(
    msgspec.json.encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "rules": rules.id,
            "notes": "owes the harbour master",
            **msgspec.structs.asdict(ready),
        }
    ).decode()
    for rules in catalogue().rulesets.values()
    for ready in rules.ready
)
"""The character files of every rule set's ready characters, with notes."""

PICTURE_PATTERN = next(one.pattern for one in get_args(PictureId) if isinstance(one, Meta))
"""The pattern of the ids of pictures."""

SHAPES: dict[type[object], inspect.StructType] = {}

T = TypeVar("T")
Snapshot = dict[Audience, tuple[int, list[tuple[str, list[Record]]], list[Record]]]


def random_picture(random: Random) -> str:
    """Return the id of one of three pictures, or "" for none."""
    return random.choice(("", "a" * 32, "b" * 32, "c" * 32))


def is_busy(option: Option) -> bool:
    """True if an option keeps turns going or if the table waits for it."""
    return (option.urgent or option.group in BUSY) and option.command not in STOPPING


def shape_of(type_: type[object]) -> inspect.StructType:
    """Return a struct's fields with their types, cached because the look-up is slow."""
    shape = SHAPES.get(type_)
    if shape is None:
        found = inspect.type_info(type_)
        assert isinstance(found, inspect.StructType)
        shape = SHAPES[type_] = found
    return shape


def snapshot(state: State, seat: Seat | None = None) -> Snapshot:
    """Return all contents of a state (or those a seat reads), in order, without empty tables."""
    found: Snapshot = {}
    for audience, partition in state.partitions.items():
        if seat is not None and not seat.reads(audience):
            continue
        tables = [(type_.__name__, list(table.values())) for type_, table in partition.tables.items() if table]
        if tables or partition.story or partition.count:
            found[audience] = (partition.count, tables, list(partition.story.values()))
    return found


class Wanderer:
    """Generator of random values and commands from a seed. `ids` are the ids that commands may name; `tried` counts
    the accepted options by command: the least tried command is chosen next."""

    def __init__(self, seed: int, tried: Counter[str] | None = None) -> None:
        self.random = Random(seed)
        self.ids: list[str] = ["", "nobody"]
        self.tried = Counter[str]() if tried is None else tried

    def value(self, shape: inspect.Type) -> Any:
        """Return a random value of a type, within the type's bounds, as input for msgspec."""
        random = self.random
        match shape:
            case inspect.BoolType():
                return random.random() < 0.5
            case inspect.IntType():
                return self.number(shape)
            case inspect.FloatType():
                return float(random.randint(0, 40)) / 2
            case inspect.StrType():
                return self.text(shape)
            case inspect.BytesType():
                return random.randbytes(shape.min_length or 4)
            case inspect.LiteralType():
                return random.choice(shape.values)
            case inspect.TupleType():
                return [self.value(item) for item in shape.item_types]
            case inspect.CollectionType():
                most = min(3, shape.max_length if shape.max_length is not None else 3)
                return [self.value(shape.item_type) for _ in range(random.randint(shape.min_length or 0, most))]
            case inspect.UnionType():
                return self.value(random.choice(shape.types))
            case inspect.StructType():
                return self.fields(shape, {})
            case inspect.NoneType():
                return None
            case _:
                raise TypeError(f"no value of {shape} is made yet: add a case")

    def number(self, shape: inspect.IntType) -> int:
        """Return a number, a small number more often than a large number."""
        least = shape.ge if shape.ge is not None else 0
        most = shape.le if shape.le is not None else 12
        return self.random.choice(
            (least, min(most, least + self.random.randint(0, 12)), self.random.randint(least, most))
        )

    def text(self, shape: inspect.StrType) -> str:
        """Return a known id, a trait, a name, or words with braces in them."""
        if shape.pattern == PICTURE_PATTERN:
            return random_picture(self.random)
        choices = (*WORDS, *catalogue().manoeuvres)
        if shape.max_length == ID_LENGTH and self.random.random() < 0.9:
            choices = tuple(self.ids)
        text = self.random.choice(choices)[: shape.max_length]
        return text.ljust(shape.min_length or 0, "x")

    def fields(self, shape: inspect.StructType, given: dict[str, Any], freely: float = 0.4) -> list[Any]:
        """Return a struct as its array on the wire. A field that is not given has its default, or, with probability
        `freely`, a random value."""
        values: list[Any] = [] if shape.tag is None else [shape.tag]
        for field in shape.fields:
            if field.name in given:
                values.append(given[field.name])
            elif not field.required and self.random.random() > freely:
                values.append(msgspec.to_builtins(field.default))
            else:
                values.append(self.value(field.type))
        return values

    def make(self, type_: type[T], given: dict[str, Any], freely: float = 0.4) -> T | None:
        """Return a struct of this type with some fields given, or None if those do not fit its types."""
        try:
            # A choice of numbers is answered in digits, as the page does.
            return msgspec.convert(self.fields(shape_of(type_), given, freely), type_, strict=False)
        except msgspec.ValidationError:
            return None

    def answer(self, asked: Input) -> Any:
        """Return an answer to an option's input; rarely used inputs mostly keep their default."""
        if asked.rarely and self.random.random() < 0.8:
            return untouched(asked)
        match asked.kind:
            case "choice":
                return self.random.choice(asked.choices).value if asked.choices else asked.default
            case "choices":
                most = min(asked.most or 2, len(asked.choices))
                chosen = self.random.sample(asked.choices, self.random.randint(min(asked.least, most), most))
                return [choice.value for choice in chosen]
            case "number":
                if self.random.random() < 0.7:
                    return int(asked.default or asked.least)
                return self.random.randint(asked.least, max(asked.least, asked.most))
            case "flag":
                return self.random.random() < 0.5
            case "text":
                return asked.default or self.random.choice(WORDS)
            case "seat":
                return self.random.choice((asked.default, "", "ANNA"))
            case "file":
                return self.random.choice((*FILES, "no file"))

    def accepted(self, option: Option) -> Command | None:
        """Return a command that accepts an option."""
        type_ = catalogue().commands[option.command]
        fields = type_.__struct_fields__
        given = {i.name: self.answer(i) for i in option.inputs}
        if "manoeuvre" in given:
            given |= self.action(fields, given)
        if "actor" in fields:
            given["actor"] = option.actor
        return self.make(type_, given, freely=0.03)

    def action(self, fields: tuple[str, ...], given: dict[str, Any]) -> dict[str, Any]:
        """Return the field that holds an action: inputs named like the action's fields fill those, the manoeuvre's
        own are its details."""
        own = Action.__struct_fields__
        details = [[name, str(answer)] for name, answer in given.items() if name not in (*own, *fields)]
        action = [given.get(name, empty) for name, empty in zip(own, msgspec.to_builtins(Action("")), strict=True)]
        action[own.index("details")] = details
        return {"actions": [action]} if "actions" in fields else {"action": action}

    def wish(self, state: State, seat: Seat) -> Command:
        """Return a seat's next command: mostly one of its options."""
        self.learn(state)
        while True:
            if self.random.random() < 0.7 and (option := self.chosen(state.view(seat))):
                found = self.accepted(option)
            else:
                known = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]
                found = self.make(self.random.choice(known), {})
            if found is not None:
                return found

    def chosen(self, view: View, names: Iterable[str] = ()) -> Option | None:
        """Return an option of this seat, of these commands or of all, chosen as by `favoured`; None if there is none.
        The options are computed command by command until the choice is certain, because they take most of the time of
        random play."""
        commands = catalogue().commands
        names = sorted(names or commands)
        self.random.shuffle(names)
        names.sort(key=self.tried.__getitem__)
        only_busy = self.random.random() < 0.6
        found: list[Option] = []
        for name in names:
            offered = list(options_of(commands[name], view))
            busy = [option for option in offered if is_busy(option)] if only_busy else offered
            found = busy or found or offered
            if busy:
                break
        if not found:
            return None
        self.tried[found[0].command] += 1
        return self.random.choice(found)

    def favoured(self, offered: list[Option]) -> Option:
        """Return an option. Choose by command first, so that a command with many options is no likelier; mostly
        prefer options that keep turns going or that the table waits for, so that play gets far."""
        busy = [option for option in offered if is_busy(option)]
        if busy and self.random.random() < 0.6:
            offered = busy
        names = sorted({o.command for o in offered})
        self.random.shuffle(names)
        name = min(names, key=self.tried.__getitem__)
        self.tried[name] += 1
        return self.random.choice([o for o in offered if o.command == name])

    def learn(self, state: State) -> None:
        """Collect the ids in the state, of every audience."""
        ids = {record.id for partition in state.partitions.values() for record in partition.records()}
        self.ids = [
            "",
            "nobody",
            *sorted(ids - {""})[-60:],
            *(seat.id for seat in SEATS),
            "anna",
            "ben",
            "guard",
            "shade",
        ]


class Play:
    """A stream with random commands. `commits` are its times and facts; `choices` are fixed switches; `tried` is the
    `Wanderer`'s; `begins` begins the stream, at random if None."""

    def __init__(
        self, seed: int, tried: Counter[str] | None = None, begins: Callable[[Play], None] | None = None, **choices: str
    ) -> None:
        self.wanderer = Wanderer(seed, tried)
        self.random = self.wanderer.random
        self.chance = FakeChance(seed=seed)
        self.state = State()
        self.commits: list[tuple[int, list[Fact]]] = []
        self.other: State | None = None
        """The past state that this stream is a fork of."""
        if begins is None:
            others = () if choices else (from_an_evening, self.random.choice(BEGINNINGS), from_another)
            (begins,) = self.random.choices(
                (partial(afresh, choices=choices), *others), (65, 20, 10, 5)[: 1 + len(others)]
            )
        begins(self)

    def does(self, seat: Seat, command: Command) -> Deciding | None:
        """Perform the command at a new time and keep its commit; return None if it is refused."""
        self.chance.now += 1
        try:
            admit(self.state.view(seat), command)
            done = perform(self.state, seat, command, self.chance, self.past(command))
        except Refusal:
            return None
        self.commits.append((self.chance.now, done.facts))
        return done

    def past(self, command: Command) -> State | None:
        """Return the past state that a command needs, at the earliest the opened table, or None."""
        if isinstance(command, OpenFork):
            return self.other
        if command.back_to is None:
            return None
        opened = as_of(self.commits[:1], ST, sys.maxsize).view(ST).moment
        return as_of(self.commits, ST, max(command.back_to, opened))

    def forks(self, past: State) -> None:
        """Begin as a fork of a past state, under the same rules."""
        was = setting(past.full)
        fork = OpenFork("scene/c/fork", "On", cast_members(past.full), was.switches, was.house, "", "", 1, b"chain")
        self.other = past
        self.does(TABLE, fork)

    def steps(self, count: int) -> Iterator[tuple[Seat, Command]]:
        """Generate a random seat and its next command, repeatedly; the caller performs it or not. The scene is
        seldom closed."""
        for _ in range(count):
            seat = self.random.choice((ST, ST, ST, ST, *PLAYERS, *PLAYERS, WATCHER))
            command = self.wanderer.wish(self.state, seat)
            if type(command).__name__ not in STOPPING or self.random.random() < 0.1:
                yield seat, command

    def wander(self, count: int) -> None:
        """Perform this many random commands, ignoring refusals."""
        for seat, command in self.steps(count):
            self.does(seat, command)


def afresh(play: Play, choices: dict[str, str]) -> None:
    """Open a scene, or now and then a chronicle, under any rules."""
    rules = play.random.choice(sorted(catalogue().rulesets))
    table = catalogue().rulesets[rules].switches
    switches = tuple((s.name, choices.get(s.name) or play.random.choice(s.choices)) for s in table)
    if play.random.random() < 0.2:
        play.does(TABLE, FoundChronicle("chronicle/c", "c", "A chronicle", rules, switches))
    else:
        brought = tasks() if play.random.random() < 0.5 else ()
        play.does(TABLE, OpenScene("scene/c/s", "c", "A scene", rules, switches, cast(), tasks=brought))


def from_an_evening(play: Play) -> None:
    """Continue from a random point of a recorded evening."""
    evening = play.random.choice(evenings())
    play.commits += evening[: play.random.randint(1, len(evening) - 1)]
    for at, facts in play.commits:
        play.state.fold(facts, at)
    play.state.settle()
    play.chance.now = play.commits[-1][0]


def from_another(play: Play) -> None:
    """Continue from a random moment of a second scene (`domain.features.storyteller.fork_scene`)."""
    other = Play(play.random.randint(0, 2**32 - 1), begins=partial(afresh, choices={}))
    other.wander(play.random.randint(1, 20))
    past = as_of(other.commits[: play.random.randint(1, len(other.commits))], ST, sys.maxsize)
    play.chance = FakeChance(seed=play.random.randint(0, 2**32 - 1), ids="on")  # no id there is is made again
    play.forks(past)


def as_of(commits: Iterable[tuple[int, Sequence[Fact]]], seat: Seat, moment: int) -> State:
    """Return the fold of commits, each with its time, until a seat had received this many parts."""
    state, parts = State(), 0
    for at, facts in commits:
        parts += len({fact.audience for fact in facts if seat.reads(fact.audience)})
        if parts > moment:
            break
        state.fold(facts, at)
    return state


def folded(commits: Iterable[tuple[int, Iterable[Fact]]]) -> State:
    """Return the fold of these commits in order."""
    state = State()
    for at, facts in commits:
        state.fold(facts, at)
    return state
