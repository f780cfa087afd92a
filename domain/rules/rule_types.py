"""The value types of the rules: a throw and its verdict, traits, words, stores, powers, switches and numbers.

The rule set that uses them is in `domain/rules/ruleset.py`.
"""

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.core.bounds import Modifier, Name, ShortText
from domain.rules.character_file import Character

Result = Literal["success", "failure", "botch", "dramatic_failure", "exceptional"]

Split = Literal["none", "subtract", "share"]
"""How several actions in a turn are paid for: not at all (M4), by growing penalties (M1), by sharing (M2)."""

Dice = Callable[[int], tuple[int, ...]]
"""Hands out that many faces, 1 to 10."""


Part = tuple[str, int]
"""A part of a pool: a label and the dice that it gives or takes."""


class Switch(msgspec.Struct, frozen=True, array_like=True):
    """A named option of a chronicle (G0): its choices, the default first, and what it decides, with the rule. One
    that is `fixed` stays as it is for a scene: changed, it holds from the next one on."""

    name: str
    choices: tuple[str, ...]
    label: str
    fixed: bool = False


RollKind = Literal["action", "initiative", "soak", "damage", "will", "reflex"]
"""What a character rolls for (X6): an action of its own, a reflexive that has a name here, or (`reflex`) any other
reflexive (D14)."""

TraitKind = Literal["attribute", "ability", "other", "alone", "never"]
"""What D2 asks of a trait: `alone` is one on a scale of 1 to 10, `other` stands alone or with an attribute, and what
is no more than a number (blood a turn) is `never` rolled."""


class TraitGroup(msgspec.Struct, frozen=True, array_like=True):
    """Traits that stand together on a sheet, e.g. ("Physical", ("Strength", ...))."""

    name: Name
    traits: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=40)]
    most: Annotated[int, Meta(ge=1, le=10)] = 5
    kind: TraitKind = "other"


class ReadyFight(msgspec.Struct, frozen=True):
    """A scene that can be played at once: its name, how it begins, and who stands against the players."""

    name: Name
    text: ShortText
    opponents: tuple[Character, ...]
    hidden: tuple[Name, ...] = ()
    """The names of those among them whom the players do not see at first (X4)."""


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A number that has a name: a difficulty (D8), a modifier (S10), a degree (D6)."""

    value: Modifier
    label: ShortText


class Store(msgspec.Struct, frozen=True, array_like=True):
    """A trait that has points beside its rating (D16). `a_turn` names the trait that says how many of them a character
    may spend in one turn (F4), "" where nothing does."""

    name: Name
    a_turn: ShortText = ""


class Power(msgspec.Struct, frozen=True, array_like=True):
    """A power that a character has or has not: the flag that a sheet carries, and what it is. `staked`: it takes blood
    even from one who is staked (C13)."""

    name: Name
    label: ShortText
    staked: bool = False


class ManoeuvrePools(msgspec.Struct, frozen=True, array_like=True):
    """The pools that a manoeuvre rolls, each as its traits joined by " + ", in the order of those that its own file
    names (M0)."""

    manoeuvre: Name
    pools: Annotated[tuple[ShortText, ...], Meta(max_length=10)]


class Number(msgspec.Struct, frozen=True, array_like=True):
    """A number of the rules that a chronicle may set otherwise (G0), within bounds, and what it says, with the rule."""

    name: Name
    value: int
    label: str
    least: int
    most: int


class Throw(msgspec.Struct, frozen=True, gc=False):
    """What is thrown: `pool` dice after all modifiers (0 or below is a chance roll where the rules know one)."""

    pool: int
    difficulty: int = 6
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    """Faces from here on are rolled again (S4), where the rules re-roll; 11: none are."""

    @property
    def dice(self) -> int:
        """How many dice fall where there is no chance roll: a pool that was cut to less than nothing has none."""
        return max(self.pool, 0)


Faces = tuple[tuple[int, ...], ...]
"""For each die of a pool its face, and what it was rolled again to."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a throw came to, each figure as `coterie dice` prints it."""

    faces: Faces
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


class Retry(NamedTuple):
    """What trying again costs (D13): so much more difficulty, or so many dice."""

    difficulty: int = 0
    dice: int = 0
