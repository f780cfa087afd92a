"""Rule sets: what differs between the games, behind one face. The core asks the rule set object, never its name.

A rule set is one file in `rulesets/` holding one subclass; it overrides only what differs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple

import msgspec

Result = Literal["success", "failure", "botch", "dramatic_failure", "exceptional"]

Dice = Callable[[int], tuple[int, ...]]
"""Hands out that many faces, 1 to 10."""


class Switch(msgspec.Struct, frozen=True, array_like=True):
    """A named option of a chronicle (G0): its choices, the default first, and what it decides, with the rule."""

    name: str
    choices: tuple[str, ...]
    label: str


class TraitGroup(msgspec.Struct, frozen=True, array_like=True):
    """Traits that stand together on a sheet, e.g. ("Attributes", ("Strength", ...))."""

    name: str
    traits: tuple[str, ...]
    most: int = 5


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A number that has a name: a difficulty (D8), a modifier (S10), a degree (D6)."""

    value: int
    label: str


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


class RuleSet:
    """Base of the rule sets. `switches` are a chronicle's choices; those not named have their default."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """One line for whoever picks a rule set."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    traits: ClassVar[tuple[TraitGroup, ...]] = ()
    difficulties: ClassVar[tuple[Word, ...]] = ()
    """Words for difficulties; empty where the rules have none that can be chosen."""
    initiative: ClassVar[tuple[str, str]] = ("Dexterity", "Wits")
    """The two traits of an initiative test (I1)."""
    splits: ClassVar[Literal["none", "subtract", "share"]] = "none"
    """How several actions in a turn are paid for: not at all (M4), by growing penalties (M1), by sharing (M2)."""

    def __init__(self, choices: Mapping[str, str] | None = None) -> None:
        self.choices = {s.name: s.choices[0] for s in self.switches} | dict(choices or {})

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        """Roll and judge. Raises `Refusal` where the throw itself is not legal (D8, D19)."""
        raise NotImplementedError

    def check(self, throw: Throw) -> None:
        """Raises `Refusal` where such a throw may not be made at all."""
        raise NotImplementedError

    def check_traits(self, traits: Sequence[str]) -> None:
        """Whether these traits may be added to a pool (D2). Raises `Refusal`."""
        raise NotImplementedError
