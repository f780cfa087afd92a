"""Damage: the pools that attacks do damage with (C1, C29)."""

from typing import Final

from domain.core.state import View
from domain.features.actions.attack_in_progress import Blow
from domain.features.rolls.pools import dots
from domain.features.table.settings import rules_of
from domain.rules.equipment import Item
from domain.rules.rule_types import Part

STRENGTH: Final = "Strength"


def weapon_damage(view: View, blow: Blow) -> tuple[Part, ...]:
    """The weapon's dice, or Strength for bare hands (C1), with what further successes of the attack add."""
    return (item_damage(view, blow.by, blow.weapon), *extra_success_dice(view, blow))


def item_damage(view: View, actor: str, item: Item) -> Part:
    """What a weapon does by itself in somebody's hand; without any, Strength (C1)."""
    return (item.name, item.damage) if item.damage else strength(view, actor)


def harm_in_words(view: View, item: Item) -> str:
    """What a weapon does, as a player reads it: its dice, where damage is rolled, and the kind."""
    dice = str(item.damage or "Strength,") if rules_of(view).rolls_damage else ""
    return f"{dice} {item.kind}".strip()


def strength(view: View, actor: str) -> Part:
    """Strength, as bare hands do damage with it (C1)."""
    return (STRENGTH, dots(view, actor, STRENGTH))


def damage_traits(item: Item) -> tuple[str, ...]:
    """The traits that are rolled for damage with this: Strength where it has no dice of its own (C1), else none,
    whatever the thing is called (X7)."""
    return () if item.damage else (STRENGTH,)


def extra_success_dice(view: View, blow: Blow) -> tuple[Part, ...]:
    """What attack successes beyond the first add, where the chronicle says so (switch `extra-successes`)."""
    if blow.hits < 2 or rules_of(view).choices.get("extra-successes") != "add":
        return ()
    return (("further successes", blow.hits - 1),)
