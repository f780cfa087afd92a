"""Absence: who is out of the scene, and may come back into it. Everybody knows it of those whom everybody saw, the
Storyteller alone of hidden ones (X4)."""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import FACES, Face
from domain.features.table.story_log import literal, tell


class Absent(Record, frozen=True):
    """A character that is out of the scene. Its id is the character's: what waits for it names it still, and nobody
    else looks for it on the table, so it is about nobody."""

    name: str
    player: str = ""
    """The seat that plays it, "" for the Storyteller's, or in a log from before this was told."""


class WentAway(Event, frozen=True):
    """A character is out of the scene, and may come back into it. `told`: whether the story says so."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    name: str
    player: str = ""
    told: bool = False

    def apply(self, records: Partition, at: int) -> None:
        records.put(Absent(self.id, self.name, self.player))
        if self.told:
            tell(records, at, f"{literal(self.name)} leaves the scene.")


class CameBack(Event, frozen=True):
    """A character that was out of the scene is in it. `told`: whether the story says so."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    told: bool = False

    def apply(self, records: Partition, at: int) -> None:
        gone = records.get(Absent, self.id)
        records.drop(Absent, self.id)
        if self.told and gone is not None:
            tell(records, at, f"{literal(gone.name)} comes back into the scene.")


def whoever(view: View, actor: str) -> Face | Absent | None:
    """A character as this view knows it, in the scene or out of it."""
    return view.get(Face, actor) or view.get(Absent, actor)
