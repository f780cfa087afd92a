"""A table for rolls: a scene with a cast, scripted faces, and each seat's view."""

from __future__ import annotations

from typing import TypeVar

import pytest

from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.core.event import Event, Fact
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.rolls.roll import Roll
from domain.features.scenes.scene import OpenScene
from domain.features.table.story_log import Line
from domain.options import options
from domain.perform import perform
from tests.chance import FakeChance
from tests.domain.fight import member
from tests.in_english import Offered, line_text, offered, refusal_text

ST = Seat("st", "storyteller")
ANNA = Seat("ANNA", "player")
BEN = Seat("BEN", "player")
WATCHER = Seat("watcher", "spectator")
SEATS = (ST, ANNA, BEN, WATCHER)

CAST = """
    anna   Strength 2  Dexterity 3  Perception 2  Firearms 2  Brawl 0  Willpower 5  Willpower:2
    ben    Strength 4
    guard  npc     Strength 3
    shade  hidden  Dexterity 4
"""

E = TypeVar("E", bound=Event)


class Table:
    """A scene in which each command draws given faces."""

    def __init__(self, rules: str = "revised", cast: str = CAST, **switches: str) -> None:
        self.state = State()
        self.chance = FakeChance()
        members = tuple(member(line) for line in cast.splitlines() if line.strip())
        self.facts: list[Fact] = []
        self.does(TABLE, OpenScene("stream", "chronicle", "A room", rules, tuple(switches.items()), members))

    def does(self, seat: Seat, command: Command, *faces: int) -> list[Fact]:
        """Perform a seat's command; exactly these faces are drawn."""
        self.chance.load(*faces)
        self.facts = perform(self.state, seat, command, self.chance).facts
        assert not faces or not self.chance.script, f"faces that were not drawn: {self.chance.script}"
        return self.facts

    def refuses(self, seat: Seat, command: Command, code: str) -> str:
        """Return the sentence of the refusal, which must have this code."""
        with pytest.raises(Refusal) as refused:
            perform(self.state, seat, command, self.chance)
        assert refused.value.code == code, f"{refused.value.code}: {refusal_text(refused.value)}"
        return refusal_text(refused.value)

    def told(self, seat: Seat) -> list[str]:
        """Return the names of the last commit's events that a seat may read."""
        return [type(fact.event).__name__ for fact in self.facts if seat.reads(fact.audience)]

    def fact(self, type_: type[E], seat: Seat = ST) -> E:
        """Return the only event of this type in the last commit that a seat may read."""
        (found,) = [f.event for f in self.facts if isinstance(f.event, type_) and seat.reads(f.audience)]
        return found

    def roll(self, seat: Seat = ANNA) -> Roll:
        """Return the newest roll that a seat has read."""
        return list(self.state.view(seat).all(Roll))[-1]

    def lines(self, seat: Seat) -> list[str]:
        """Return the story that a seat has read, with ids for names."""
        return [line_text(line) for line in self.state.view(seat).all(Line)]

    def offers(self, seat: Seat, command: type[Command]) -> list[Offered]:
        """Return a seat's options for a command, in English."""
        return [offered(o) for o in options(self.state.view(seat)) if o.command == command.__name__]

    def dump(self, seat: Seat) -> list[Record]:
        """Return all records that a seat may read."""
        return [record for partition in self.state.view(seat).partitions for record in partition.records()]
