"""Absence: who is out of the scene, and may come back into it. Everybody knows it of those whom everybody saw, the
Storyteller alone of hidden ones (X4)."""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.record import Record
from domain.core.state import Partition, View
from domain.features.characters.character import FACES, Face


class Absent(Record, frozen=True):
    """A character that is out of the scene. Its id is the character's: what waits for it names it still, and nobody
    else looks for it on the table, so it is about nobody."""

    name: str


class WentAway(Event, frozen=True):
    """A character is out of the scene, and may come back into it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    name: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Absent(self.id, self.name))


class CameBack(Event, frozen=True):
    """A character that was out of the scene is in it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Absent, self.id)


def whoever(view: View, actor: str) -> Face | Absent | None:
    """A character as this view knows it, in the scene or out of it."""
    return view.get(Face, actor) or view.get(Absent, actor)
