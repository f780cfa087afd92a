"""The story log: every text that players read is a line of it."""

from typing import ClassVar, Literal

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.words import Words

LineKind = Literal["said", "narrated", "whispered", "happened", "ruled"]
""""said" by a character or a person, "narrated" by the Storyteller, "whispered" to a few seats, "happened" in play,
"ruled" by the Storyteller (G0, G1)."""


class Line(Record, frozen=True):
    """A line. `who` is the seat that spoke or ruled, "" for none. `n` is the audience's count, `at` milliseconds since
    1970. Where `text` is no `Words` yet, it has {0}, {1}, ... for the characters in `refs`."""

    story: ClassVar[bool] = True

    at: int
    n: int
    kind: LineKind
    who: str
    text: Words | str
    refs: tuple[str, ...] = ()


def tell(
    records: Partition, at: int, text: Words | str, *refs: str, kind: LineKind = "happened", who: str = ""
) -> None:
    """Add a line to an audience's story. Text that people typed must first go through `literal`, which escapes
    braces."""
    records.put(Line(records.next_line(), at, records.count, kind, who, text, refs))


class Overridden(Event, frozen=True):
    """The Storyteller overrode a fact (G0): the line names her and the fact."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    what: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}}: {literal(self.what)}", self.actor, kind="ruled", who=self.who)


class ToldInSecret(Event, frozen=True):
    """A note for the Storyteller alone about an event that players see too, so that she can override it (G0). `actor`:
    the character that is the subject of the text, "" for a whole sentence."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    actor: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        text = literal(self.text)
        if self.actor:
            tell(records, at, f"{{0}} {text}", self.actor)
        else:
            tell(records, at, text)


def literal(text: str) -> str:
    """Escape the braces in a text that a person typed, for use in a line."""
    return text.replace("{", "{{").replace("}", "}}")
