"""Pools: the dice of a roll with their origin, and the result of a roll for the code that requested it."""

from typing import Final, NamedTuple

import msgspec

from domain.core.words import NO_WORDS, Words, phrase
from domain.rules.rule_types import Part, RollKind, Throw, Verdict
from domain.rules.ruleset import RuleSet

SPECIALTY: Final = phrase("part-specialty")


class Pool(msgspec.Struct, frozen=True, gc=False):
    """The dice to be rolled: for which character ("" for none), for what reason, and from which parts. If the reason is
    a `str`, a person typed it."""

    actor: str
    reason: Words | str
    parts: tuple[Part, ...]
    difficulty: int = 0
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    spared: Words = NO_WORDS
    """The reason why this pool cannot botch (F3), or `NO_WORDS`."""
    task: str = ""
    """The id of the obstacle that the roll tries to overcome (D13), or ""."""
    tried: int = 0
    """The dice that this roll loses because of earlier failures at the obstacle `task`."""
    dearer: int = 0
    """The amount by which earlier failures at the obstacle `task` raised the difficulty."""
    who: str = ""
    """The seat that rolls, "" for the sender of the command."""
    on: str = ""
    """The target of an attack, or ""."""
    kind: RollKind = "action"
    """The kind of roll, by which the Storyteller's rulings affect it (X6)."""
    traits: tuple[str, ...] = ()
    """The traits that are rolled, () for plain dice. Circumstances that name a trait or sight depend on these traits,
    not on the labels of the parts, because players can type any label (X7)."""
    opposing: bool = False
    """True for a roll that opposes another character's try to get free (C7, C9). Circumstances affect it like an
    action; the Storyteller's rulings affect it like a reflexive roll (X6, X7)."""
    subject: Words = NO_WORDS
    """The traits or the number of dice, as the roller named them. The audience reads this if the dice are hidden and
    the roll has no reason, so it must not contain a secret (X2)."""
    group: str = ""
    """The group of the roll in the story: its attack, turn or round of a task, or "" (`Roll.group`)."""

    def throw(self, rules: RuleSet) -> Throw:
        """Return the throw that this pool makes under these rules."""
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
        added = ((SPECIALTY, self.special_dice(rules)), ("Willpower", self.willpower_dice(rules)))
        return rules.order_parts((*self.parts, *(part for part in added if part[1])))


class RollOutcome(NamedTuple):
    """The result of a roll, for the code that requested it."""

    verdict: Verdict
    kept: bool
    """True if the audience of the roll does not know the successes (X2 iii, X3). The events that follow must not show
    them either."""
    roll: str
    """The id of the `Roll` record that shows the successes."""

    @property
    def successes(self) -> int:
        """The net successes, never below 0."""
        return max(self.verdict.net, 0)
