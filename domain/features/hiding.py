"""Hiding and revealing: a character's face goes from one audience to the other (X4)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.audience import EVERYONE, STORYTELLER, Kind
from domain.bounds import Id
from domain.command import Command, Option, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.cast import (
    Face,
    character,
    hidden,
    own,
)
from domain.features.parting import move_face
from domain.features.setting import storyteller_only
from domain.features.story import literal, tell
from domain.record import Record
from domain.state import Partition, View


class Unseen(Record, frozen=True):
    """A character that everybody saw, and sees no more (X4): what was told of it names it still. Its id is the
    character's; nobody looks for it on the table, so it is about nobody."""

    name: str


class Revealed(Event, frozen=True):
    """A character that was not to be seen steps out (X4)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Unseen, self.id)
        tell(records, at, "{0} appears.", self.id)


class Vanished(Event, frozen=True):
    """A character can no longer be seen. The name is in the fact: the face is gone."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str
    id: str = ""

    def apply(self, records: Partition, at: int) -> None:
        if self.id:  # the facts of an older Coterie have none
            records.put(Unseen(self.id, self.name))
        tell(records, at, f"{literal(self.name)} is no longer to be seen.")


class RevealCharacter(Command, frozen=True):
    """Let everybody see a hidden character (X4)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        if not hidden(view, self.actor):
            raise Refusal("not-hidden", "Everybody sees this character already (X4).")

    def decide(self, table: Deciding) -> None:
        move_face(table, self.actor, EVERYONE)
        table.emit(EVERYONE, Revealed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            for face in view.all(Face):
                if hidden(view, face.id):
                    yield Option(cls.__name__, face.id, f"Reveal {face.name}", group="cast")


class HideCharacter(Command, frozen=True):
    """Take one of the Storyteller's characters out of everybody's sight (X4)."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if face.player:
            raise Refusal("hidden-player", "A player's character cannot be hidden from its player (X4).")
        if hidden(view, self.actor):
            raise Refusal("already-hidden", "This character is hidden already (X4).")

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, Vanished(character(table.full, self.actor).name, self.actor))
        move_face(table, self.actor, STORYTELLER)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            for face in view.all(Face):
                if not face.player and not hidden(view, face.id):
                    read = f'the players read: "{face.name} is no longer to be seen."'
                    yield Option(cls.__name__, face.id, f"Hide {face.name}", read, "cast")
