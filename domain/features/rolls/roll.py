"""A roll as data: the pool that is thrown, the record of a roll that each audience has, and the events that write it
(D1, D3, D7, D11, D14). `make_roll.py` makes rolls and decides which seats learn which part."""

from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec

from domain.core.audience import Kind
from domain.core.dice_from_seed import Seal
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.words import NO_WORDS, Ref, Words, lifted, phrase, summed, term
from domain.rules.rule_types import Part, Result

Faces = tuple[tuple[int, ...], ...]
Told = Result | Literal["untold"]
"""The result of a roll as its audience knows it. "untold": only the Storyteller knows the difficulty, and so the result
(X3)."""

UNTOLD: Final = phrase("why-untold", rule="X3")
WON: frozenset[str] = frozenset({"success", "exceptional"})
"""The results that count as success."""


class Roll(Record, frozen=True):
    """A roll as its audience sees it; "" stands for an absent seat, character or id.

    `n` is the number of the part that brought it to its audience, `at` is in milliseconds. `who` is the seat that
    rolled, `actor` the character. `reason`: a text that a person typed, or words. `parts`: the pool, each with its name
    and its dice; a name that is a text is a term. `difficulty`: 0 if the rules have none. `faces` has, for each die,
    its first face and the faces of its re-rolls (empty if the audience may not see them). `worth` says how each face
    counts, in the same order: 0 not, 1 as a success, 2 as two, -1 takes one away (empty if hidden). `struck`: the
    indexes of the dice whose successes were removed by ones. `net`: the successes that remain. `result` is shown by the
    message `result-RESULT`, with "-" for each "_". `degree` is a term, "" for none. `why` is the part of the
    explanation that the figures do not show, or the whole explanation in a log of an older version. `ruled` says which
    seat overrode the result, and why: words, or a typed text. `seal` belongs to the dice; null in logs older than
    sealed dice. `shown`, in the Storyteller's own copy, is the id of the copy that players have. `on` is the target of
    an attack, "" unless all who have this copy see the target. The rolls and lines of one attack, of one turn's
    initiative, or of one round of a task have the same `group`. `called`: the roll answers a call; a success that the
    Storyteller grants herself does not.
    """

    story: ClassVar[bool] = True

    at: int
    n: int
    who: str
    actor: str
    reason: Words | str
    parts: tuple[Part, ...]
    pool: int
    difficulty: int
    faces: Faces
    struck: tuple[int, ...]
    successes: int
    ones: int
    net: int
    result: Told
    degree: str
    why: Words
    willpower: bool = False
    specialty: bool = False
    ruled: Words | str = ""
    worth: tuple[int, ...] = ()
    seal: Seal | None = None
    shown: str = ""
    on: str = ""
    group: str = ""
    called: bool = False

    @classmethod
    def lift(cls, fields: list[object]) -> list[object]:
        place = cls.__struct_fields__.index("why")
        if not isinstance(fields[place], str):
            return fields
        return [*fields[:place], lifted(fields[place]), *fields[place + 1 :]]


class Rolled(Event, frozen=True):
    """A roll was made. Each field means the same as in `Roll`."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("why",)

    id: str
    who: str
    actor: str
    reason: Words | str
    parts: tuple[Part, ...]
    pool: int
    difficulty: int
    faces: Faces
    struck: tuple[int, ...]
    successes: int
    ones: int
    net: int
    result: Told
    degree: str
    why: Words
    willpower: bool
    specialty: bool
    worth: tuple[int, ...] = ()
    seal: Seal | None = None
    on: str = ""
    group: str = ""
    called: bool = False

    def apply(self, records: Partition, at: int) -> None:
        if self.group:
            records.group = self.group
        # Positional arguments, because keyword arguments take ten times as long, and this is the most frequent event.
        records.put(
            Roll(
                self.id, at, records.count, self.who, self.actor, self.reason, self.parts, self.pool, self.difficulty,
                self.faces, self.struck, self.successes, self.ones, self.net, self.result, self.degree, self.why,
                self.willpower, self.specialty, "", self.worth, self.seal, "", self.on,
                records.group, self.called,
            )
        )  # fmt: skip


class CopyShown(Event, frozen=True):
    """Players have a copy with this id of `roll`, which is the Storyteller's own record of a roll. The copy lacks the
    result (X3), or shows hidden dice that she revealed later (X1)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    roll: str

    def apply(self, records: Partition, at: int) -> None:
        own = records.get(Roll, self.roll)
        if own is not None:
            records.put(msgspec.structs.replace(own, shown=self.id))


@lru_cache(maxsize=1024)
def rolled_as(traits: tuple[str, ...], dice: int = 0) -> Words:
    """Return the traits, the dice, or both, as the roller named them: "Strength + Brawl", "6 dice"."""
    terms: list[Words | Ref] = [*map(term, traits), *((phrase("some-dice", n=dice),) if dice else ())]
    return summed(terms) if terms else NO_WORDS
