"""Rule sets: what differs between the games, behind one face. The core asks the rule set object, never its name.

A rule set is one file in `rulesets/` holding one subclass; it overrides only what differs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple

import msgspec

Result = Literal["success", "failure", "botch", "dramatic_failure", "exceptional"]

Split = Literal["none", "subtract", "share"]
"""How several actions in a turn are paid for: not at all (M4), by growing penalties (M1), by sharing (M2)."""

Dice = Callable[[int], tuple[int, ...]]
"""Hands out that many faces, 1 to 10."""


Part = tuple[str, int]
"""A part of a pool: a label and the dice that it gives or takes."""


class Switch(msgspec.Struct, frozen=True, array_like=True):
    """A named option of a chronicle (G0): its choices, the default first, and what it decides, with the rule."""

    name: str
    choices: tuple[str, ...]
    label: str


TraitKind = Literal["attribute", "ability", "other", "alone"]
"""What D2 asks of a trait: `alone` is one on a scale of 1 to 10, `other` stands alone or with an attribute."""


TURN_SWITCHES = (
    Switch("initiative", ("scene", "turn"), "When initiative is rolled: once a scene, or anew every turn (I1)"),
    Switch("declare", ("lowest-first", "any-order"), "Who declares first: the slowest, or whoever likes (I2)"),
    Switch("declarations", ("open", "hidden"), "What is declared is seen at once, or hidden until all are in (I2)"),
    Switch("turns", ("storyteller", "automatic"), "Who begins the next turn: the Storyteller, or it begins by itself"),
)
"""What every rule set that plays in turns lets a chronicle choose. Public, and fixed for a scene."""


class TraitGroup(msgspec.Struct, frozen=True, array_like=True):
    """Traits that stand together on a sheet, e.g. ("Physical", ("Strength", ...))."""

    name: str
    traits: tuple[str, ...]
    most: int = 5
    kind: TraitKind = "other"


class Ready(msgspec.Struct, frozen=True):
    """A character that can be played at once: what a sheet and a face hold."""

    name: str
    concept: str
    kind: str
    traits: tuple[Part, ...]
    specialties: tuple[str, ...] = ()
    pools: tuple[tuple[str, int, int], ...] = ()


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A number that has a name: a difficulty (D8), a modifier (S10), a degree (D6)."""

    value: int
    label: str


DOTS = ("abysmal", "poor", "average", "good", "exceptional", "outstanding")
"""D1's words for a trait's dots, from none on."""


class Throw(NamedTuple):
    """What is thrown: `pool` dice after all modifiers (0 or below is a chance roll where the rules know one)."""

    pool: int
    difficulty: int = 6
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    """Faces from here on are rolled again (S4), where the rules re-roll; 11: none are."""


class Verdict(NamedTuple):
    """What a throw came to, each figure as `coterie dice` prints it."""

    faces: tuple[tuple[int, ...], ...]
    """For each die of the pool its face and what it was rolled again to."""
    struck: tuple[int, ...]
    """Places in the pool of the successes that ones took away."""
    successes: int
    ones: int
    net: int
    result: Result
    degree: str
    """D6's word, or "" where the rules have none or nothing succeeded."""
    explanation: str
    """Why it is so, in one plain sentence or two."""
    worth: tuple[int, ...]
    """What each face counts, die by die with all that it was rolled again to, before ones strike: 1 a success, 2 one
    that counts twice (D7), -1 a one that does harm (D4, S6), else 0."""


class RuleSet:
    """Base of the rule sets. `switches` are a chronicle's choices; those not named have their default."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """One line for whoever picks a rule set."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    traits: ClassVar[tuple[TraitGroup, ...]] = ()
    dots: ClassVar[tuple[str, ...]] = DOTS
    """Words for a trait's dots, from none on; more dots than that have no word (D1)."""
    difficulties: ClassVar[tuple[Word, ...]] = ()
    """Words for difficulties; empty where the rules have none that can be chosen."""
    ready: ClassVar[tuple[Ready, ...]] = ()
    """Characters to take and play."""
    aliases: ClassVar[Mapping[str, str]] = {}
    """Traits that the manoeuvres name and these rules do not have, each with the one that is rolled for it."""
    initiative: ClassVar[tuple[str, str]] = ("Dexterity", "Wits")
    """The two traits of an initiative test (I1)."""
    splits: ClassVar[Split] = "none"
    turn_seconds: ClassVar[tuple[int, int]] = (3, 180)
    """The least and most seconds that a turn may take; it takes the least until somebody says otherwise (T1)."""
    soak: ClassVar[str] = "Stamina"
    """The trait that takes levels off damage (C29)."""
    change_cost: ClassVar[str] = "Willpower"
    """The store that pays for changing a declared action (I4)."""
    health: ClassVar[tuple[Word, ...]] = (
        Word(0, "Bruised"),
        Word(-1, "Hurt"),
        Word(-1, "Injured"),
        Word(-2, "Wounded"),
        Word(-2, "Mauled"),
        Word(-5, "Crippled"),
        Word(-5, "Incapacitated"),
    )
    """What each level of damage is called and takes from every pool; the last one cannot act (C29)."""

    results: ClassVar[tuple[Result, ...]] = ("success", "failure", "botch")
    """What a roll may come to."""
    willpower: ClassVar[bool] = False
    """Whether a point of Willpower buys a success (D11)."""
    specialties: ClassVar[bool] = False
    """Whether a specialty changes a roll (D7)."""
    rerolls: ClassVar[bool] = False
    """Whether high faces are rolled again (S4)."""

    def __init__(self, choices: Mapping[str, str] | None = None) -> None:
        self.choices = {s.name: s.choices[0] for s in self.switches} | dict(choices or {})
        self.kinds: dict[str, TraitKind] = {t: g.kind for g in self.traits for t in g.traits}

    def difficulty(self, asked: int = 0) -> int:
        """The difficulty of a roll for which `asked` was named, 0 for none (D18); 0 where the rules know none."""
        return asked or 6

    def trait(self, name: str) -> str:
        """The trait on the sheet that this one really is (a chronicle may alias one to another)."""
        return self.aliases.get(name, name)

    def parts(self, traits: Sequence[Part]) -> tuple[Part, ...]:
        """How these traits, with their dots, make a pool: labels and dice (D1, D15, S2)."""
        return tuple(traits)

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        """Roll and judge, whatever `check` would say: a pool that something hidden emptied throws nothing. Re-rolls
        are drawn one by one after the pool's own dice, die by die."""
        raise NotImplementedError

    def check(self, throw: Throw) -> None:
        """Raises `Refusal` where such a throw may not be made at all (D8, D19)."""
        raise NotImplementedError

    def check_traits(self, traits: Sequence[str], *, called: bool = False) -> None:
        """Whether these traits may make a pool (D2); `called`: the Storyteller asks for it. Raises `Refusal`."""
        raise NotImplementedError

    def check_modifiers(self, modifiers: Sequence[int]) -> None:
        """Whether these may be added to a pool, each by itself (S3). Raises `Refusal`."""
