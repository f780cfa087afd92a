"""The count of how often the Storyteller took control of a character from its player (X5)."""

from collections.abc import Iterable
from typing import ClassVar

from domain.core.audience import STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.features.characters.character import Face


class Wear(Record, frozen=True):
    """The number of times that the Storyteller took control from a player (X5). The id is the seat's."""

    lasts: ClassVar[bool] = True

    times: int


class ControlTaken(Event, frozen=True):
    """The Storyteller took control from a player. It is counted, because players are annoyed if it happens too often
    (X5)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    player: str

    def apply(self, records: Partition, at: int) -> None:
        worn = records.get(Wear, self.player)
        records.put(Wear(self.player, worn.times + 1 if worn else 1))


def take_control(table: Deciding, actor: str) -> None:
    """Count that control was taken from the character's player, if there is a player (X5)."""
    take_control_of_all(table, (actor,))


def take_control_of_all(table: Deciding, actors: Iterable[str]) -> None:
    """Count, once for each player of these characters, that the Storyteller took control (X5)."""
    faces = (table.full.get(Face, actor) for actor in actors)
    for player in dict.fromkeys(face.player for face in faces if face is not None and face.player):
        table.emit(STORYTELLER, ControlTaken(player))
