"""Absent characters: characters that are out of the scene and can come back. Everybody knows of an absent character if
everybody saw it; only the Storyteller knows of a hidden one (X4)."""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.characters.character import FACES, Face
from domain.features.table.story_log import tell


class Absent(Record, frozen=True):
    """A character that is out of the scene. The id is the character's. Records with the mark `keeps_place` still name
    the character. `about` is empty, so that this record stays when the character leaves the table."""

    name: str
    player: str = ""
    """The seat that plays the character. "" for one of the Storyteller's characters, or in a log from before this field
    existed."""


class WentAway(Event, frozen=True):
    """A character left the scene and may come back. `told`: the story says so."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    name: str
    player: str = ""
    told: bool = False

    def apply(self, records: Partition, at: int) -> None:
        records.put(Absent(self.id, self.name, self.player))
        if self.told:
            tell(records, at, phrase("line-leaves", who=Typed(self.name)))


class CameBack(Event, frozen=True):
    """A character came back into the scene. `told`: the story says so."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    told: bool = False

    def apply(self, records: Partition, at: int) -> None:
        absent = records.get(Absent, self.id)
        records.drop(Absent, self.id)
        if self.told and absent is not None:
            tell(records, at, phrase("line-comes-back", who=Typed(absent.name)))


def face_or_absent(view: View, actor: str) -> Face | Absent | None:
    """Return a character's `Face` if the character is in the scene, or its `Absent` record if it is out of the scene.
    None if the view has neither."""
    return view.get(Face, actor) or view.get(Absent, actor)
