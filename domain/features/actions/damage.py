"""Damage pools of attacks (C1, C29)."""

from typing import Final

from domain.core.state import View
from domain.core.words import Words, named, phrase, term
from domain.features.rolls.pools import dots
from domain.features.table.settings import rules_of
from domain.records.blow import Blow
from domain.rules.equipment import Item
from domain.rules.rule_types import Part

STRENGTH: Final = "Strength"


def weapon_damage(view: View, blow: Blow) -> tuple[Part, ...]:
    """Return the weapon's dice, or Strength for bare hands (C1), with the dice for extra successes."""
    return (item_damage(view, blow.by, blow.weapon), *extra_success_dice(view, blow))


def item_damage(view: View, actor: str, item: Item) -> Part:
    """Return the damage of a weapon in a character's hand, Strength if the weapon has no dice of its own (C1)."""
    return (item.name, item.damage) if item.damage else strength(view, actor)


def harm_in_words(view: View, item: Item) -> Words:
    """Return a weapon's damage in words: its dice, if damage is rolled, and its kind of damage."""
    if not rules_of(view).rolls_damage:
        return named(item.kind)
    if item.damage:
        return phrase("harm", dice=item.damage, kind=term(item.kind))
    return phrase("harm-by-trait", trait=term(STRENGTH), kind=term(item.kind))


def strength(view: View, actor: str) -> Part:
    """Return Strength as a part of a damage pool (C1)."""
    return (STRENGTH, dots(view, actor, STRENGTH))


def damage_traits(item: Item) -> tuple[str, ...]:
    """Return the traits that are rolled for damage: Strength if the weapon has no dice of its own (C1), else (), even
    if the weapon has the same name as a trait (X7)."""
    return () if item.damage else (STRENGTH,)


def extra_success_dice(view: View, blow: Blow) -> tuple[Part, ...]:
    """Return the dice for the attack's successes beyond the first, if the chronicle adds them (switch
    `extra-successes`)."""
    if blow.hits < 2 or rules_of(view).choices.get("extra-successes") != "add":
        return ()
    return ((phrase("part-further-successes"), blow.hits - 1),)
