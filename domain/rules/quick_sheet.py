"""A sheet made of one number: the dice of a usual pool, which is an attribute and an ability (D2)."""

from collections.abc import Iterator
from typing import Final

from domain.rules.character_file import Traits
from domain.rules.ruleset import RuleSet

DICE_MOST: Final = 20
"""The most dice of a usual pool: ten dots in both traits."""


def quick_traits(rules: RuleSet, dice: int) -> Traits:
    """Return the traits of a character that rolls so many dice for every attribute with every ability. An odd die goes
    to the attributes. Traits of will that a pool has alone, such as Willpower, get the dots of an attribute."""
    return tuple(_dotted(rules, dice))


def _dotted(rules: RuleSet, dice: int) -> Iterator[tuple[str, int]]:
    half, rest = (dice + 1) // 2, dice // 2
    for group in rules.traits:
        for trait in group.traits:
            if group.kind == "attribute" or (group.kind == "alone" and trait in rules.will_traits):
                yield trait, half
            elif group.kind == "ability" and rest:
                yield trait, rest
