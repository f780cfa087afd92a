"""Pending consequences: after a botch or a dramatic failure the Storyteller is asked for a consequence (G4). After a
plain failure she is not asked, because it does no harm by itself (G5)."""

from typing import ClassVar

from domain.core.audience import STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.words import Words
from domain.features.characters.character import Face

OWED_MOST = 30
"""The number of pending consequences that are remembered; when there are more, the oldest is dropped."""


class Owed(Record, frozen=True):
    """A bad roll for which the Storyteller has not decided the consequence yet."""

    lasts: ClassVar[bool] = True

    actor: str
    reason: Words | str
    result: str
    roll: str = ""
    """The id of the Storyteller's copy of the roll."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class ConsequenceOwed(Event, frozen=True):
    """The Storyteller is asked for the consequence of a bad roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    actor: str
    reason: Words | str
    result: str
    roll: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Owed(self.id, self.actor, self.reason, self.result, self.roll))
        standing = [owed.id for owed in records.all(Owed)]
        for old in standing[:-OWED_MOST]:
            records.drop(Owed, old)


class ConsequenceSettled(Event, frozen=True):
    """The Storyteller gave a consequence, or decided that there is none."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Owed, self.id)


BAD_RESULTS: frozenset[str] = frozenset({"botch", "dramatic_failure"})
"""The results for which the Storyteller is asked for a consequence."""


def add_pending_consequence(table: Deciding, actor: str, reason: Words | str, result: str, roll: str) -> None:
    """Record a pending consequence if the result is bad and the character is still in the scene (X4)."""
    if result in BAD_RESULTS and table.full.get(Face, actor) is not None:
        table.emit(STORYTELLER, ConsequenceOwed(table.chance.id(STORYTELLER), actor, reason, result, roll))


def update_pending_consequence(
    table: Deciding, actor: str, reason: Words | str, results: tuple[str, str], roll: str
) -> None:
    """After the result of a roll was overridden, add or remove its pending consequence (G0, G4). `results` are the old
    and the new result. If the old result is no longer known, add none, because the Storyteller may already have given a
    consequence for it."""
    before, now = (result in BAD_RESULTS for result in results)
    if not now:
        for owed in [one for one in table.full.all(Owed) if one.roll == roll]:
            table.emit(STORYTELLER, ConsequenceSettled(owed.id))
    elif not before and results[0] != "untold":
        add_pending_consequence(table, actor, reason, results[1], roll)
