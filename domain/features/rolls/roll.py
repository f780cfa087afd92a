"""A roll as data: the pool that is thrown, the record of a roll that each audience has, and the events that write it
(D1, D3, D7, D11, D14). `make_roll.py` makes rolls and decides which seats learn which part."""

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.sealed_dice import Seal
from domain.rules.rule_types import Part, Result, RollKind, Throw
from domain.rules.ruleset import RuleSet

Faces = tuple[tuple[int, ...], ...]
Told = Result | Literal["untold"]
"""A roll's result as its audience knows it; "untold" if only the Storyteller knows the difficulty (X3)."""

UNTOLD = "Only the Storyteller knows the difficulty."
WON: frozenset[str] = frozenset({"success", "exceptional"})
"""The results that count as success."""


class Roll(Record, frozen=True):
    """A roll as its audience sees it; "" stands for an absent seat, character or id.

    `who` is the seat that rolled, `actor` the character, `difficulty` 0 if the rules have none. `faces` has the chain
    of each die, `worth` the value of each face (`Verdict.worth`, or () if hidden), `struck` the places of successes
    that ones cancelled. `ruled` tells which seat overrode the result and why. `seal` belongs to the dice; None in logs
    older than sealed dice. `shown`, in the Storyteller's own copy, is the id of the copy that players have. `on` is the
    target of an attack, "" unless all who have this copy see the target.
    """

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
    """A roll was made; each field is that of the `Roll`."""

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
        records.put(  # positional: keywords cost ten times as much, and this is the most frequent event
            Roll(
                self.id, at, records.count, self.who, self.actor, self.reason, self.parts, self.pool, self.difficulty,
                self.faces, self.struck, self.successes, self.ones, self.net, self.result, self.degree, self.why,
                self.willpower, self.specialty, "", self.worth, self.seal, "", self.on,
            )
        )  # fmt: skip


class CopyShown(Event, frozen=True):
    """Players have a copy, with this id, of the Storyteller's own `roll`: without its result (X3), or of hidden dice
    that she showed later (X1)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    roll: str

    def apply(self, records: Partition, at: int) -> None:
        own = records.get(Roll, self.roll)
        if own is not None:
            records.put(msgspec.structs.replace(own, shown=self.id))


class Pool(msgspec.Struct, frozen=True, gc=False):
    """The dice to be rolled: for which character ("" for none), for what reason, and from which parts."""

    actor: str
    reason: str
    parts: tuple[Part, ...]
    difficulty: int = 0
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    spared: str = ""
    """The reason why it cannot botch, or "" (F3)."""
    task: str = ""
    """The obstacle that the roll is a try at (D13), or ""."""
    tried: int = 0
    """The dice that earlier failures at it cost."""
    dearer: int = 0
    """The difficulty that earlier failures at it added."""
    who: str = ""
    """The seat that rolls, "" for the sender of the command."""
    on: str = ""
    """The target of an attack, or ""."""
    kind: RollKind = "action"
    """The kind of roll, by which the Storyteller's rulings affect it (X6)."""
    traits: tuple[str, ...] = ()
    """The traits that are rolled, () for plain dice. Circumstances that name a trait or sight go by these, not by the
    labels of the parts, which players can write freely (X7)."""
    opposing: bool = False
    """True for a roll against another character's try to get free (C7, C9): circumstances affect it like an action, the
    Storyteller's rulings like a reflexive (X6, X7)."""
    subject: str = ""
    """The traits or the number of dice, as the roller named them. If the dice are hidden and the roll has no reason,
    the hearers read this instead; so it must not contain a secret (X2)."""

    def throw(self, rules: RuleSet) -> Throw:
        """Return the pool as the rules throw it."""
        special, strong = self.special_dice(rules), self.willpower_dice(rules)
        dice = special + strong
        for _, given in self.parts:
            dice += given
        specialty, willpower = self.specialty and not special, self.willpower and not strong
        return Throw(dice, rules.difficulty(self.difficulty), specialty, willpower, self.again)

    def special_dice(self, rules: RuleSet) -> int:
        """The dice that a specialty adds, in rules where it adds dice (D7)."""
        return rules.specialty_dice if self.specialty else 0

    def willpower_dice(self, rules: RuleSet) -> int:
        """The dice that a point of Willpower adds, in rules where it adds dice (D11)."""
        return rules.willpower_dice if self.willpower else 0

    def all_parts(self, rules: RuleSet) -> tuple[Part, ...]:
        """Return all parts in the order of the rules (S1), including the dice of a specialty (D7) and of Willpower
        (D11)."""
        added = (("specialty", self.special_dice(rules)), ("Willpower", self.willpower_dice(rules)))
        return rules.order_parts((*self.parts, *(part for part in added if part[1])))


def rolled_as(traits: Sequence[str], dice: int = 0) -> str:
    """Return the traits, the dice, or both, as the roller named them: "Strength + Brawl", "6 dice"."""
    number = f"{dice} {'die' if dice == 1 else 'dice'}" if dice else ""
    return " + ".join((*traits, number) if number else traits)
