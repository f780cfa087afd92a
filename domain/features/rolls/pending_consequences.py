"""What is owed: a botch or a dramatic failure asks the Storyteller for a consequence (G4). A plain failure asks for
none: it does no harm by itself (G5)."""

from typing import ClassVar

from domain.core.audience import STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.features.characters.character import Face

OWED_MOST = 30
"""How many the Storyteller is reminded of; the oldest is let go."""


class Owed(Record, frozen=True):
    """A roll that turned out badly enough for a consequence."""

    lasts: ClassVar[bool] = True

    actor: str
    reason: str
    result: str
    roll: str = ""
    """The roll as the Storyteller has it."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class ConsequenceOwed(Event, frozen=True):
    """Something comes of a roll that the Storyteller has still to say."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    actor: str
    reason: str
    result: str
    roll: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Owed(self.id, self.actor, self.reason, self.result, self.roll))
        standing = [owed.id for owed in records.all(Owed)]
        for old in standing[:-OWED_MOST]:
            records.drop(Owed, old)


class ConsequenceSettled(Event, frozen=True):
    """What was owed is said, or nothing comes of it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Owed, self.id)


BAD: frozenset[str] = frozenset({"botch", "dramatic_failure"})
"""The results that something comes of."""


def owe(table: Deciding, actor: str, reason: str, result: str, roll: str) -> None:
    """Remember that this roll of a character came to something bad enough; who has left owes nothing (X4)."""
    if result in BAD and table.full.get(Face, actor) is not None:
        table.emit(STORYTELLER, ConsequenceOwed(table.chance.id(STORYTELLER), actor, reason, result, roll))


def owe_anew(table: Deciding, actor: str, reason: str, results: tuple[str, str], roll: str) -> None:
    """What a roll came to was overridden (before, now): nothing is owed for it any more, or something is (G0, G4). Of
    one that came to what is not known by now it is not known either what was owed."""
    before, now = (result in BAD for result in results)
    if not now:
        for owed in [one for one in table.full.all(Owed) if one.roll == roll]:
            table.emit(STORYTELLER, ConsequenceSettled(owed.id))
    elif not before and results[0] != "untold":
        owe(table, actor, reason, results[1], roll)
