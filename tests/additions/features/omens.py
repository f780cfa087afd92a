"""Omens: the Storyteller shows an omen to everyone, and it stays (T1)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import Command
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell


class Omen(Record, frozen=True):
    """A sign of coming harm."""

    text: str


class OmenSeen(Event, frozen=True):
    """An omen appeared."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Omen(self.id, self.text))
        tell(records, at, phrase("line-omen", text=Typed(self.text)), kind="narrated")


class ShowOmen(Command, frozen=True):
    """Show an omen to everyone."""

    text: ShortText

    def check(self, view: View) -> None:
        storyteller_only(view)

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, OmenSeen(table.chance.id(EVERYONE), self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            yield Option(
                cls.__name__, "", "Show an omen", group="story", inputs=(Input("text", "What", "text", most=200),)
            )
