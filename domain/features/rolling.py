"""Rolling: a pool and how it came about, the dice, and what they come to (D1 to D19, S1 to S8, C30)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from domain.audience import EVERYONE, Audience, Kind
from domain.deciding import Deciding
from domain.event import Event
from domain.features.cast import Sheet, face_audience
from domain.features.setting import rules_of
from domain.record import Record
from domain.ruleset import Result, RuleSet, Throw, Verdict
from domain.state import Partition

Part = tuple[str, int]
"""A label and the dice that it gives or takes."""

Faces = tuple[tuple[int, ...], ...]


class Roll(Record, frozen=True):
    """A roll as its audience sees it. `who` is the seat that rolled, `actor` the character ("": nobody), `difficulty`
    is 0 where the rules have none, `faces` the chain of each die, `struck` the places that ones took; `ruled` says
    who overrode it and why ("": nobody)."""

    story: ClassVar[bool] = True

    at: int
    n: int
    who: str
    actor: str
    reason: str
    parts: tuple[Part, ...]
    pool: int
    difficulty: int
    faces: Faces
    struck: tuple[int, ...]
    successes: int
    ones: int
    net: int
    result: Result
    degree: str
    why: str
    willpower: bool = False
    specialty: bool = False
    ruled: str = ""


class Rolled(Event, frozen=True):
    """Dice were thrown and judged."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    id: str
    who: str
    actor: str
    reason: str
    parts: tuple[Part, ...]
    pool: int
    difficulty: int
    faces: Faces
    struck: tuple[int, ...]
    successes: int
    ones: int
    net: int
    result: Result
    degree: str
    why: str
    willpower: bool
    specialty: bool

    def apply(self, records: Partition, at: int) -> None:
        records.put(
            Roll(
                self.id, at, records.count, self.who, self.actor, self.reason, self.parts, self.pool, self.difficulty,
                self.faces, self.struck, self.successes, self.ones, self.net, self.result, self.degree, self.why,
                self.willpower, self.specialty,
            )
        )  # fmt: skip


def roll(
    table: Deciding,
    *,
    actor: str,
    reason: str,
    parts: tuple[Part, ...],
    difficulty: int = 0,
    specialty: bool = False,
    willpower: bool = False,
    audience: Audience | None = None,
) -> Verdict:
    """Roll a pool, tell it to those who may know, and return what it came to.

    `difficulty` 0 is the rules' own. The audience is by default that of the actor's face. Never refuses: a pool that
    was emptied rolls nothing, or a chance die. The Storyteller's rulings on the actor's next roll are used up (X2).
    """
    rules = rules_of(table.view)
    heard = audience or (face_audience(table.full, actor) if actor else EVERYONE)
    throw = Throw(sum([dice for _, dice in parts]), rules.difficulty(difficulty), specialty, willpower)
    verdict = throw_openly(table, rules, throw, hidden=heard != EVERYONE)
    table.emit(heard, rolled(table, actor, reason, parts, throw, verdict))
    return verdict


def throw_openly(table: Deciding, rules: RuleSet, throw: Throw, *, hidden: bool) -> Verdict:
    """Draw the dice: `hidden` wherever any face is hidden from anybody, so that the seeds stay apart."""
    return rules.throw(throw, lambda count: table.chance.dice(count, hidden=hidden))


def rolled(table: Deciding, actor: str, reason: str, parts: tuple[Part, ...], throw: Throw, verdict: Verdict) -> Rolled:
    """The fact of a roll."""
    return Rolled(
        table.chance.id(), table.seat.id, actor, reason, parts, throw.pool, throw.difficulty, *verdict,
        throw.willpower, throw.specialty,
    )  # fmt: skip


def pool(rules: RuleSet, sheet: Sheet, traits: Iterable[str]) -> tuple[Part, ...]:
    """The parts that these traits of a character give, as the rules make them (D1, S2)."""
    return rules.parts([(trait, sheet.dots(rules.trait(trait))) for trait in traits])


def modifiers(parts: Iterable[Part]) -> Iterator[int]:
    """The dice of each part that is not nothing."""
    return (dice for _, dice in parts if dice)
