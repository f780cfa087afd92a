"""What is owed: a botch or a dramatic failure asks the Storyteller for a consequence (G4). A plain failure asks for
none: it does no harm by itself (G5)."""

from typing import ClassVar

from domain.audience import STORYTELLER, Kind
from domain.deciding import Deciding
from domain.event import Event
from domain.record import Record
from domain.ruleset import Verdict
from domain.state import Partition

OWED_MOST = 30
"""How many the Storyteller is reminded of; the oldest is let go."""


class Owed(Record, frozen=True):
    """A roll that turned out badly enough for a consequence; its id is the roll's, as the Storyteller knows it."""

    actor: str
    reason: str
    result: str


class ConsequenceOwed(Event, frozen=True):
    """Something comes of a roll that the Storyteller has still to say."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    actor: str
    reason: str
    result: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Owed(self.id, self.actor, self.reason, self.result))
        standing = [owed.id for owed in records.all(Owed)]
        for old in standing[:-OWED_MOST]:
            records.drop(Owed, old)


class ConsequenceSettled(Event, frozen=True):
    """What was owed is said, or nothing comes of it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Owed, self.id)


def owe(table: Deciding, actor: str, reason: str, verdict: Verdict) -> None:
    """Remember that a roll of this character came to something bad enough."""
    if actor and verdict.result in ("botch", "dramatic_failure"):
        id_ = table.chance.id(STORYTELLER)
        table.emit(STORYTELLER, ConsequenceOwed(id_, actor, reason, verdict.result))
