"""The value types of the rules: a throw and its verdict, traits, words, stores, powers, switches and numbers.

The rule set that uses them is in `domain/rules/ruleset.py`.
"""

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.core.bounds import Modifier, Name, ShortText
from domain.core.words import NO_WORDS, Words, phrase
from domain.rules.character_file import Character

Result = Literal["success", "failure", "botch", "dramatic_failure", "exceptional"]

Split = Literal["none", "subtract", "share"]
"""The cost of several actions in one turn, in dice: `none`: only one action is allowed (M4); `subtract`: each action
has a growing penalty (M1); `share`: the actions share one pool (M2)."""

Dice = Callable[[int], tuple[int, ...]]
"""A source of dice: called with a number, it returns this many faces, each from 1 to 10."""


Part = tuple[Words | str, int]
"""A part of a pool: its name, and the dice that it adds or removes. A name that the program made is `Words`; a `str` is
the stored name of a trait or weapon, or text that a person typed."""


class Switch(msgspec.Struct, frozen=True, array_like=True):
    """A named option of a chronicle (G0): its choices, the default first, and the number of its rule, or "". A change
    of a `fixed` switch takes effect in the next scene. Its texts are the messages `switch-NAME` and
    `switch-NAME-CHOICE`."""

    name: str
    choices: tuple[str, ...]
    rule: str = ""
    fixed: bool = False

    @property
    def words(self) -> Words:
        """The name of the switch, as words."""
        return phrase(f"switch-{self.name}", rule=self.rule)

    def choice_words(self, choice: str) -> Words:
        """Return one of the choices in words."""
        return phrase(f"switch-{self.name}-{choice.lower()}")


RollKind = Literal["action", "initiative", "soak", "damage", "will", "reflex"]
"""The kind of a roll (X6): an action, one of the reflexive rolls that have a name of their own, or `reflex` for every
other reflexive roll (D14)."""

TraitKind = Literal["attribute", "ability", "other", "alone", "never"]
"""The use of a trait in pools (D2): `alone` for a scale of 1 to 10, which is rolled by itself; `other` for a trait that
is rolled by itself or with an attribute; `never` for a number that is not rolled, such as blood per turn."""


class TraitGroup(msgspec.Struct, frozen=True, array_like=True):
    """A group of traits on a sheet, e.g. ("Physical", ("Strength", ...))."""

    name: Name
    traits: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=40)]
    most: Annotated[int, Meta(ge=1, le=10)] = 5
    kind: TraitKind = "other"


class ReadyFight(msgspec.Struct, frozen=True):
    """A fight that is ready to play: its name, its opening text, and the opponents of the players."""

    name: Name
    text: Words
    opponents: tuple[Character, ...]
    hidden: tuple[Name, ...] = ()
    """The names of the opponents that the players do not see at first (X4)."""


class Word(msgspec.Struct, frozen=True, array_like=True):
    """A number with a name: a difficulty (D8), a modifier (S10), a degree (D6)."""

    value: Modifier
    label: ShortText


class Store(msgspec.Struct, frozen=True, array_like=True):
    """A trait with points beside its rating (D16). `a_turn` names the trait that limits the points a character may
    spend in one turn (F4), "" for no limit."""

    name: Name
    a_turn: ShortText = ""


class Power(msgspec.Struct, frozen=True, array_like=True):
    """A power that a character has or lacks: the flag on the sheet, and a label. A staked character can still spend
    blood on a power that is marked `staked` (C13)."""

    name: Name
    label: ShortText
    staked: bool = False


class ManoeuvrePools(msgspec.Struct, frozen=True, array_like=True):
    """The pools of a manoeuvre. Each pool is its traits joined by " + ". The pools have the same order as in the file
    of the manoeuvre (M0)."""

    manoeuvre: Name
    pools: Annotated[tuple[ShortText, ...], Meta(max_length=10)]


class Number(msgspec.Struct, frozen=True, array_like=True):
    """A number of the rules that a chronicle may change (G0): its value, the number of its rule, and its bounds. Its
    text is the message `number-NAME`."""

    name: Name
    value: int
    rule: str
    least: int
    most: int

    @property
    def words(self) -> Words:
        """The number's text, without its value."""
        return phrase(f"number-{self.name}", rule=self.rule)


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A throw of dice: `pool` dice after all modifiers. A pool of 0 or less is a chance roll, if the rules have chance
    rolls."""

    pool: int
    difficulty: int = 6
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    """The lowest face that is re-rolled (S4), in rules with re-rolls; 11 means that no face is."""

    @property
    def dice(self) -> int:
        """The number of dice of the pool, 0 for a chance roll."""
        return max(self.pool, 0)


Faces = tuple[tuple[int, ...], ...]
"""For each die its first face, then the faces of its re-rolls."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a throw. `coterie dice` prints each of its figures."""

    faces: Faces
    struck: tuple[int, ...]
    """The indexes of the dice whose successes were removed by ones."""
    successes: int
    ones: int
    net: int
    result: Result
    degree: str
    """The word for the degree (D6), "" if the rules have none or the throw failed."""
    worth: tuple[int, ...]
    """The value of each face, in the order of `faces` and before ones remove successes: 1 for a success, 2 for a
    success that counts twice (D7), -1 for a harmful one (D4, S6), else 0."""
    why: Words = NO_WORDS
    """The part of the explanation that the figures do not show, such as a botch that counts as a failure (D12)."""


class Retry(NamedTuple):
    """The cost of a further try (D13): a higher difficulty, or fewer dice."""

    difficulty: int = 0
    dice: int = 0
