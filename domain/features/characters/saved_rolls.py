"""Saved rolls: pools that a person saved by name for a character. They stay with the person who saved them, from scene
to scene and on every device. A player's are read by that player and the Storyteller, the Storyteller's by her alone."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.audience import Kind
from domain.core.bounds import Id, Modifier, Name
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import own
from domain.features.characters.notes import note_audience, note_id, writer_of
from domain.features.table.scene_list import played_here


class SavedRoll(msgspec.Struct, frozen=True, array_like=True):
    """A pool without what belongs to a single roll: the reason, and spent points. A `difficulty` of 0 is the usual
    one."""

    name: Name
    traits: Annotated[tuple[Name, ...], Meta(max_length=6)]
    modifier: Modifier = 0
    difficulty: Annotated[int, Meta(ge=0, le=10)] = 0
    specialty: bool = False


SavedRollList = Annotated[tuple[SavedRoll, ...], Meta(max_length=20)]
"""The saved rolls of one person for one character."""


class SavedRolls(Record, frozen=True):
    """The rolls that a seat saved for a character, the oldest first. `writer` is the player's seat, "" for the
    Storyteller."""

    irrevocable: ClassVar[bool] = True
    lasts: ClassVar[bool] = True
    keeps_place: ClassVar[bool] = True

    actor: str
    writer: str
    rolls: SavedRollList

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class RollsSaved(Event, frozen=True):
    """A seat saved these rolls for a character, in place of all that it had saved before. Nothing is told in the
    story."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    actor: str
    writer: str
    rolls: SavedRollList

    def apply(self, records: Partition, at: int) -> None:
        id_ = note_id(self.actor, self.writer)
        if self.rolls:
            records.put(SavedRolls(id_, self.actor, self.writer, self.rolls))
        else:
            records.drop(SavedRolls, id_)


class SaveRolls(Command, frozen=True):
    """Save the whole list of the sender's rolls for a character, in place of the earlier list. An empty list deletes
    it."""

    places = BOTH

    actor: Id
    rolls: SavedRollList = ()

    def check(self, view: View) -> None:
        own(view, self.actor)
        played_here(view)

    def decide(self, table: Deciding) -> None:
        writer = writer_of(table.seat)
        table.emit(note_audience(writer), RollsSaved(self.actor, writer, self.rolls))
