"""The record of a condition that a character bears, and the event that states it."""

from typing import Annotated, ClassVar

from msgspec import Meta

from domain.core.audience import Kind
from domain.core.bounds import ConditionName
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.words import Words, lifted

Value = Annotated[int, Meta(ge=0, le=100)]


class Bearing(Record, frozen=True):
    """A condition of one character. `label` names it together with its number `value`, in words that follow the
    bearer's name ("in good cover"), and `ends` says how it ends ("by standing up"). `since` and `until` are turn
    numbers; the condition expires at the end of turn `until` (0: it ends in another way). `source` is the grapple or
    weapon that caused the condition, or another character that it refers to."""

    face: ClassVar[bool] = True

    character: str
    name: ConditionName
    label: Words
    ends: Words
    value: int
    since: int
    until: int
    source: str
    helps: bool = False
    """True if it helps its bearer."""
    rule: str = ""
    """The rule that a reader can open, "" in what older versions stored."""

    @classmethod
    def lift(cls, fields: list[object]) -> list[object]:
        id_, actor, name, label, ends, value, *rest = fields
        if not isinstance(label, str):
            return fields
        called = label[:1].lower() + label[1:]  # as the old label stood inside a sentence
        return [id_, actor, name, lifted(f"{called} {value}" if value else called), lifted(ends), value, *rest]

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


class ConditionStated(Event, frozen=True):
    """The current state of a condition. The story shows no line for this event."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller"})

    version: ClassVar[int] = 2

    borne: Bearing

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1 or not isinstance(fields[0], list):
            return super().lift(version, fields)
        tag, *stored = fields[0]
        return [[tag, *Bearing.lift(stored)]]

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.borne)
