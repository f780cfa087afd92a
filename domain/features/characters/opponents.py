"""Opponents: characters of the Storyteller's that were added for a single fight. The next scene begins without them,
unless the Storyteller takes them along."""

from collections.abc import Iterator
from typing import ClassVar

from domain.core.audience import STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import Face, character
from domain.features.characters.groups import common_name


class Opponent(Record, frozen=True):
    """A character was added as an opponent. The id is the character's; `name` is its name without a number. Only the
    Storyteller reads it."""

    lasts: ClassVar[bool] = True

    name: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)


class OpponentAdded(Event, frozen=True):
    """The Storyteller added a character as an opponent."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    name: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Opponent(self.id, self.name))


def count_as_opponent(table: Deciding, actor: str) -> None:
    """Make a character that was just added an opponent."""
    table.emit(STORYTELLER, OpponentAdded(actor, common_name(character(table.full, actor).name)))


def is_opponent(view: View, face: Face) -> bool:
    """True if the character is an opponent. A character that has a player, or that got a name of its own, is one no
    longer."""
    found = view.get(Opponent, face.id)
    return found is not None and not face.player and common_name(face.name) == found.name


def opponents(view: View) -> Iterator[str]:
    """Yield the ids of all opponents that this view sees. Only the Storyteller's view has any."""
    return (face.id for face in view.all(Face) if is_opponent(view, face))
