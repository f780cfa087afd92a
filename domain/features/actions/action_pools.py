"""The dice of a declared action: its traits, its pool, its own modifiers, and whether it shares the dice of the turn
(M1 to M3)."""

from collections.abc import Sequence
from typing import Final

from domain.core.state import View
from domain.core.words import Words, listed, phrase, signed, summed, term
from domain.features.actions import called_shots
from domain.features.actions.action import manoeuvre, outside_split
from domain.features.rolls.pools import dots, parts, size
from domain.features.table.settings import rules_of
from domain.manoeuvre import Harming, Manoeuvre
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Part
from domain.tracked_view import memoized

CELERITY: Final = "Celerity"
"""The trait whose dots are extra actions in a turn (M3)."""


@memoized
def largest_pool(view: View, actor: str, chosen: Manoeuvre) -> int:
    """Return the most dice that a manoeuvre can have, before any split."""
    pools = chosen.pools_for(rules_of(view), view, actor)
    return max(size(parts(view, actor, traits, acting=True)) for traits in pools)


def pools_of(view: View, chosen: Manoeuvre) -> Words:
    """Return the pools of a manoeuvre in words."""
    pools = [traits_in_words(view, pool) for pool in chosen.pools_in(rules_of(view))]
    return listed(pools, "or") if pools else phrase("expected-nothing")


def traits_in_words(view: View, traits: Sequence[str]) -> Words:
    """Return the traits of a pool in words, by the names under which the rules roll them: "Strength + Brawl"."""
    return summed([term(rules_of(view).trait(trait)) for trait in traits])


def traits_of(view: View, actor: str, action: Action) -> tuple[str, ...]:
    """Return the traits that an action rolls, () if it rolls none."""
    return manoeuvre(action.manoeuvre).traits(rules_of(view), view, actor, action)


def rolls_dice(view: View, actor: str, action: Action) -> bool:
    """True if an action has a pool of its own to roll. Other actions take no part in the split (M1, M2)."""
    return bool(traits_of(view, actor, action))


def in_split(view: View, actor: str, action: Action) -> bool:
    """True if an action shares the turn's dice, or loses dice because there are several actions (M1, M2)."""
    return rolls_dice(view, actor, action) and not outside_split(action)


def full_pool(view: View, actor: str, action: Action) -> int:
    """Return the dice of an action's whole pool with general modifiers, before the split (M2)."""
    return size(parts(view, actor, traits_of(view, actor, action), acting=True))


def given(view: View, actor: str, action: Action) -> tuple[Part, ...]:
    """Return the modifiers of the action itself, which are added to its share of the dice (M2): from its manoeuvre,
    from its weapon (also if it parries, S3), and from a called shot."""
    chosen = manoeuvre(action.manoeuvre)
    weapon = BARE_HANDS
    if isinstance(chosen, Harming) and not chosen.natural:
        weapon = chosen.weapon(view, actor, action)
    called = called_shots.given(view, action) if chosen.can_call_shot else ()
    return (*chosen.modifiers(view, actor, action), *rules_of(view).weapon_dice(weapon), *called)


def extra_actions(view: View, actor: str) -> int:
    """Return how many extra actions a character may take in a turn: its dots in Celerity, if the rules have that trait
    (M3)."""
    return dots(view, actor, CELERITY) if CELERITY in rules_of(view).kinds else 0


def share_label(chosen: Manoeuvre) -> Words:
    """Return the label of the form's field for a share. The manoeuvre's own modifier comes after the split (M2)."""
    if chosen.modifier:
        return phrase("ask-share-modified", rule="M2", modifier=signed(chosen.modifier))
    return phrase("ask-share", rule="M2")
