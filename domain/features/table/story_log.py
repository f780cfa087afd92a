"""The story log: lines that scroll by, one kind of record for everything that is told in words."""

from typing import ClassVar, Literal

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record

LineKind = Literal["said", "narrated", "whispered", "happened", "ruled"]
"""`said` by a character or a person, `narrated` by the Storyteller, `whispered` to few, `happened` in play,
`ruled` by the Storyteller (G0, G1)."""


class Line(Record, frozen=True):
    """One line. `text` holds {0}, {1}, ... for the characters whose ids are in `refs`; `who` is the seat that spoke
    or ruled ("": the table). `n` is the audience's count, `at` milliseconds since 1970."""

    story: ClassVar[bool] = True

    at: int
    n: int
    kind: LineKind
    who: str
    text: str
    refs: tuple[str, ...] = ()


def tell(records: Partition, at: int, text: str, *refs: str, kind: LineKind = "happened", who: str = "") -> None:
    """Add a line to an audience's story. Braces in what people typed must come in escaped (`literal`)."""
    records.put(Line(records.next_line(), at, records.count, kind, who, text, refs))


class Overridden(Event, frozen=True):
    """The Storyteller set something otherwise (G0): the history names her, and what it was."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    what: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}}: {literal(self.what)}", self.actor, kind="ruled", who=self.who)


class ToldInSecret(Event, frozen=True):
    """What the Storyteller alone is told of something that the others see, for her to override it (G0). `actor`: the
    character that the text says something of, "" for a text that stands by itself."""

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
    """What somebody typed, safe to stand in a line's text."""
    return text.replace("{", "{{").replace("}", "}}")
