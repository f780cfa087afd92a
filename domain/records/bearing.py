"""The record of a condition that a character bears, and the event that states it."""

from typing import Annotated, ClassVar

from msgspec import Meta

from domain.core.audience import Kind
from domain.core.bounds import ConditionName
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record

Value = Annotated[int, Meta(ge=0, le=100)]


class Bearing(Record, frozen=True):
    """A condition of one character. `label` and `ends` are its texts, `value` its number ("cover 2"). `since` and
    `until` are turn numbers; the condition expires at the end of turn `until` (0: it ends in another way). `source` is
    the grapple or weapon that it came from, or the character that it refers to."""

    face: ClassVar[bool] = True

    character: str
    name: ConditionName
    label: str
    ends: str
    value: int
    since: int
    until: int
    source: str

    @property
    def character_id(self) -> str:
        return self.character

    @property
    def about(self) -> tuple[str, ...]:
        return (self.character, self.source)

    def on_hiding(self, actor: str) -> Fate:
        return "goes" if actor == self.character else "ends"

    def restating_event(self) -> Event:
        return ConditionStated(self)

    @property
    def called(self) -> str:
        """The label for use inside a sentence: its first letter is lower case, names keep their capitals."""
        return self.label[:1].lower() + self.label[1:]

    @property
    def words(self) -> str:
        """The label with the number."""
        return f"{self.called} {self.value}" if self.value else self.called


class ConditionStated(Event, frozen=True):
    """A condition as it is now, without a line in the story."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller"})

    borne: Bearing

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.borne)
