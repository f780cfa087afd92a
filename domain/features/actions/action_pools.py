"""The dice of a declared action."""

from typing import Final

from domain.core.state import View
from domain.features.actions import called_shots
from domain.features.actions.action import Action, manoeuvre, outside_split
from domain.features.rolls.pools import dots, parts, size
from domain.features.table.settings import rules_of
from domain.manoeuvre import Harming, Manoeuvre
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Part

CELERITY: Final = "Celerity"
"""The trait whose dots are extra actions in a turn (M3)."""


def largest_pool(view: View, actor: str, chosen: Manoeuvre) -> int:
    """The most dice that a manoeuvre may have, before any sharing."""
    pools = chosen.pools_for(rules_of(view), view, actor)
    return max(size(parts(view, actor, traits, acting=True)) for traits in pools)


def pools_of(view: View, chosen: Manoeuvre) -> str:
    """What a manoeuvre may roll, in words."""
    return " or ".join(" + ".join(pool) for pool in chosen.pools_in(rules_of(view))) or "nothing"


def traits_of(view: View, actor: str, action: Action) -> tuple[str, ...]:
    """The traits that an action rolls, () for one that rolls nothing."""
    return manoeuvre(action.manoeuvre).traits(rules_of(view), view, actor, action)


def rolls_dice(view: View, actor: str, action: Action) -> bool:
    """Whether an action rolls anything of its own. One that does not neither pays nor makes others pay (M1, M2)."""
    return bool(traits_of(view, actor, action))


def in_split(view: View, actor: str, action: Action) -> bool:
    """Whether an action pays for being one of several (M1, M2)."""
    return rolls_dice(view, actor, action) and not outside_split(action)


def full_pool(view: View, actor: str, action: Action) -> int:
    """An action's whole pool with general modifiers, before any sharing (M2)."""
    return size(parts(view, actor, traits_of(view, actor, action), acting=True))


def given(view: View, actor: str, action: Action) -> tuple[Part, ...]:
    """Dice that an action gives or takes as it was declared, on its own share (M2). The weapon that it uses is among
    them, also one that parries (S3)."""
    chosen = manoeuvre(action.manoeuvre)
    weapon = BARE_HANDS
    if isinstance(chosen, Harming) and not chosen.natural:
        weapon = chosen.weapon(view, actor, action)
    called = called_shots.given(view, action) if chosen.can_call_shot else ()
    return (*chosen.modifiers(view, actor, action), *rules_of(view).weapon_dice(weapon), *called)


def extra_actions(view: View, actor: str) -> int:
    """How many extra actions a character may take in a turn: its dots in Celerity, where the rules know it (M3)."""
    return dots(view, actor, CELERITY) if CELERITY in rules_of(view).kinds else 0


def share_label(chosen: Manoeuvre) -> str:
    """What is asked of whoever shares out dice; what the manoeuvre itself gives or takes comes after (M2)."""
    own = f"; {chosen.modifier:+} for {chosen.label.lower()}" if chosen.modifier else ""
    return f"Share of the dice (0: all, or an even part{own})"
