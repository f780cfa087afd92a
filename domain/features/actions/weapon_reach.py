"""Reach (C24): if the opponent's weapon is longer, the attacker must first get past it, and its attack loses a die. The
attack loses no die while the opponent cannot use that weapon.

*(ours)* After an attack in close combat, whether it hits or not, the attacker is inside the opponent's reach until the
end of the next turn (`conditions/inside.py`). So an attacker that attacks turn after turn loses the die only once. In a
grapple, both are inside each other's reach. Only the weapon in hand counts. A fist, claws and teeth are shorter than
any weapon that strikes, even a knife without reach; with a gun in hand, nobody can keep an attacker away.
"""

from domain.core.deciding import Deciding
from domain.core.refusal import allowed
from domain.core.state import View
from domain.core.words import phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.attack_in_progress import is_melee_weapon
from domain.features.actions.grapples import grips, other_party
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.conditions import add_condition, borne_by, check_conditions, check_may_continue
from domain.features.characters.wounds import can_stir
from domain.features.table.settings import rules_of
from domain.records.blow import Blow
from domain.rules.equipment import Item
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet


def outreached(view: View, blow: Blow) -> bool:
    """True if the attacker's weapon is shorter than the target's in a close attack, or if the attack is made with a
    fist against a weapon."""
    rules = rules_of(view)
    return blow.close and weapon_length(rules, blow.weapon) < weapon_length(rules, in_hand(view, blow.on))


def weapon_length(rules: RuleSet, weapon: Item) -> tuple[int, bool]:
    """Return a weapon's reach in metres, and whether it is more than a fist. So a knife without reach counts as longer
    than a fist."""
    return weapon.reach, is_melee_weapon(rules, weapon)


def can_fend_off(view: View, actor: str) -> bool:
    """True if a character can keep an attacker away with the weapon in its hand: it controls its body, and no condition
    (held, clinched, dazed, ...) keeps it from striking."""
    strike = manoeuvre("attack")
    free = allowed(check_conditions, view, actor, strike) and allowed(check_may_continue, view, actor, strike)
    return free and can_stir(view, actor)


def is_inside(view: View, blow: Blow) -> bool:
    """True if the attacker is already inside the target's reach."""
    grappled = any(other_party(view, grip.grapple, blow.by) == blow.on for grip in grips(view, blow.by))
    return grappled or any(b.name == "inside" and b.source == blow.on for b in borne_by(view, blow.by))


def closing_penalty(view: View, blow: Blow) -> tuple[Part, ...]:
    """Return the die that an attack loses because the attacker must get inside the target's reach."""
    dice = rules_of(view).number("closing")
    kept_off = outreached(view, blow) and can_fend_off(view, blow.on) and not is_inside(view, blow)
    return ((phrase("part-closing-in"), -dice),) if dice and kept_off else ()


def close_in(table: Deciding, blow: Blow) -> None:
    """Put an attacker with a shorter weapon inside the target's reach from now on."""
    full = table.full
    if outreached(full, blow) and rules_of(full).number("closing"):
        add_condition(table, blow.by, "inside", source=blow.on, quietly=True)
