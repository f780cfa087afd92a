"""A roll as data: the pool that is thrown, the record that each audience has of a roll, and the events that write it
(D1, D3, D7, D11, D14). `make_roll.py` makes a roll and decides who learns what of it."""

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.record import Record
from domain.core.sealed_dice import Seal
from domain.core.state import Partition
from domain.rules.ruleset import Part, Result, RollKind, RuleSet, Throw

Faces = tuple[tuple[int, ...], ...]
Told = Result | Literal["untold"]
"""A roll's result as its audience knows it; `untold` under a difficulty that only the Storyteller knows (X3)."""

UNTOLD = "Only the Storyteller knows the difficulty."
WON: frozenset[str] = frozenset({"success", "exceptional"})
"""The results that a deed succeeds with."""


class Roll(Record, frozen=True):
    """A roll as its audience sees it. `who` is the seat that rolled, `actor` the character ("": nobody), `difficulty`
    is 0 where the rules have none, `faces` the chain of each die, `worth` what each face counts (`Verdict.worth`; ():
    untold), `struck` the places that ones took; `ruled` says who overrode it and why ("": nobody); `seal` is what
    its dice were drawn with, None where it has none or is from before dice were sealed; `shown` is its id as others
    have it, in the Storyteller's own copy of what they were shown less of, or later ("": as she has it); `on` is
    against whom it was rolled for an attack ("": nobody whom all who have it see)."""

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
    result: Told
    degree: str
    why: str
    willpower: bool = False
    specialty: bool = False
    ruled: str = ""
    worth: tuple[int, ...] = ()
    seal: Seal | None = None
    shown: str = ""
    on: str = ""


class Rolled(Event, frozen=True):
    """Dice were thrown and judged; each field is that of the `Roll`."""

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
    result: Told
    degree: str
    why: str
    willpower: bool
    specialty: bool
    worth: tuple[int, ...] = ()
    seal: Seal | None = None
    on: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(  # by place: by name costs ten times as much, and this is the commonest event
            Roll(
                self.id, at, records.count, self.who, self.actor, self.reason, self.parts, self.pool, self.difficulty,
                self.faces, self.struck, self.successes, self.ones, self.net, self.result, self.degree, self.why,
                self.willpower, self.specialty, "", self.worth, self.seal, "", self.on,
            )
        )  # fmt: skip


class CopyShown(Event, frozen=True):
    """Others have a copy of the Storyteller's own `roll`, of this id: without what it came to (X3), or of dice that
    were hidden (X1)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    roll: str

    def apply(self, records: Partition, at: int) -> None:
        own = records.get(Roll, self.roll)
        if own is not None:
            records.put(msgspec.structs.replace(own, shown=self.id))


class Pool(msgspec.Struct, frozen=True, gc=False):
    """What is to be rolled: for whom ("": nobody), what for, and how the dice come about."""

    actor: str
    reason: str
    parts: tuple[Part, ...]
    difficulty: int = 0
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    spared: str = ""
    """Why it cannot botch, "" where it can (F3)."""
    task: str = ""
    """The obstacle that it is a try at (D13), "" for none."""
    tried: int = 0
    """The dice that earlier failures at it took."""
    dearer: int = 0
    """What they added to the difficulty."""
    who: str = ""
    """The seat that rolls, "" for whoever sent the command."""
    on: str = ""
    """Against whom it is rolled for an attack, "" for nobody."""
    kind: RollKind = "action"
    """Which of the Storyteller's rulings bear on it (X6)."""
    traits: tuple[str, ...] = ()
    """The traits that are rolled, () for plain dice. Circumstances that name a trait or sight go by these, and not by
    the labels of the parts, which anybody may have written (X7)."""
    opposing: bool = False
    """Whether it is rolled against somebody else's try to get free (C7, C9): circumstances bear on it as on an action,
    the Storyteller's rulings as on a reflexive (X6, X7)."""
    subject: str = ""
    """The traits or the number of dice, as the roller named them. Told where the dice are hidden and no reason was
    given; so nothing that others do not know may stand in it (X2)."""

    def throw(self, rules: RuleSet) -> Throw:
        """The pool as the rules throw it."""
        special, strong = self.special_dice(rules), self.willpower_dice(rules)
        dice = special + strong
        for _, given in self.parts:
            dice += given
        specialty, willpower = self.specialty and not special, self.willpower and not strong
        return Throw(dice, rules.difficulty(self.difficulty), specialty, willpower, self.again)

    def special_dice(self, rules: RuleSet) -> int:
        """How many dice a specialty is of it, where it is dice (D7)."""
        return rules.specialty_dice if self.specialty else 0

    def willpower_dice(self, rules: RuleSet) -> int:
        """How many dice a point of Willpower gives it, where that is dice (D11)."""
        return rules.willpower_dice if self.willpower else 0

    def all_parts(self, rules: RuleSet) -> tuple[Part, ...]:
        """All parts, as the rules count them (S1), with what a specialty (D7) and Willpower (D11) add where those are
        dice."""
        added = (("specialty", self.special_dice(rules)), ("Willpower", self.willpower_dice(rules)))
        return rules.ordered((*self.parts, *(part for part in added if part[1])))


def rolled_as(traits: Sequence[str], dice: int = 0) -> str:
    """Traits, and dice beside them or in their place, as the roller named them: "Strength + Brawl", "6 dice"."""
    number = f"{dice} {'die' if dice == 1 else 'dice'}" if dice else ""
    return " + ".join((*traits, number) if number else traits)
