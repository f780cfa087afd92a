"""The story log: every text that players read is a line of it."""

from typing import ClassVar, Literal

import msgspec

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.words import Words, as_it_was, character_ref, phrase

LineKind = Literal["said", "narrated", "whispered", "happened", "ruled"]
"""The source of a line: "said" by a character or a person, "narrated" by the Storyteller, "whispered" to a few seats;
"happened" in play, "ruled" by the Storyteller (G0, G1)."""


class Line(Record, frozen=True):
    """A line of the story. `who` is the seat that spoke or ruled, "" for none. `actor` is the character that speaks, ""
    for none. `n` is the number of the part that brought it to its audience, `at` is in milliseconds since 1970. The
    rolls and lines of one attack have the same `group`, "" for none."""

    story: ClassVar[bool] = True

    at: int
    n: int
    kind: LineKind
    who: str
    text: Words
    actor: str = ""
    group: str = ""


def tell(
    records: Partition, at: int, text: Words, *, kind: LineKind = "happened", who: str = "", actor: str = ""
) -> str:
    """Add a line to an audience's story, and return its id. A line of speech belongs to no group."""
    id_ = records.next_line()
    group = records.group if kind == "happened" else ""
    records.put(Line(id_, at, records.count, kind, who, text, actor, group))
    return id_


class Overridden(Event, frozen=True):
    """The Storyteller overrode a fact about a character (G0). The story line names her, the character and the fact."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("what",)

    who: str
    actor: str
    what: Words

    def apply(self, records: Partition, at: int) -> None:
        words = phrase("line-overridden", who=character_ref(self.actor), what=self.what)
        tell(records, at, words, kind="ruled", who=self.who)


class ToldInSecret(Event, frozen=True):
    """A note that only the Storyteller reads, about an event that players see too. With it she can override the event
    (G0). `actor`: the character that the note is about, "" for none."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 2

    actor: str
    text: Words

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, text = map(str, fields)
        return [actor, msgspec.to_builtins(_with_name(actor, text))]

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, self.text)


def _with_name(actor: str, text: str) -> Words:
    """Return as words a sentence that older versions stored without the name of the character at its beginning."""
    return phrase("line-about", who=character_ref(actor), text=as_it_was(text)) if actor else as_it_was(text)
