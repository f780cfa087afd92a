"""Reach (C24): who has the shorter weapon must first close with the one who has the longer; that attack loses a die. It
is being fended off that costs the die, so whoever cannot use the longer weapon at the moment takes none.

*(ours)* Who has attacked from close by has closed, hit or miss, and stays inside the other's reach until the end of the
turn after (`conditions/inside.py`), so whoever presses on pays once. A grapple is inside every reach. What counts is
what is in hand: a fist, claws and teeth are shorter than any weapon to strike with, a knife of no reach included; a gun
in hand keeps nobody off.
"""

from domain.core.command import allowed
from domain.core.state import View
from domain.deciding import Deciding
from domain.features.actions.action import manoeuvre
from domain.features.actions.attack_in_progress import Blow, is_blade
from domain.features.actions.grapples import grips, other_party
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.conditions import add_condition, borne_by, check_conditions, check_may_continue
from domain.features.characters.wounds import can_stir
from domain.features.table.settings import rules_of
from domain.rules.equipment import Item
from domain.rules.ruleset import Part, RuleSet


def outreached(view: View, blow: Blow) -> bool:
    """Whether an attack is one with the shorter reach, or a fist, against the longer."""
    rules = rules_of(view)
    return blow.close and length(rules, blow.weapon) < length(rules, in_hand(view, blow.on))


def length(rules: RuleSet, weapon: Item) -> tuple[int, bool]:
    """How far a weapon reaches, in metres, and of those that reach no further than a fist whether it is more than
    one."""
    return weapon.reach, is_blade(rules, weapon)


def fends(view: View, actor: str) -> bool:
    """Whether a character is free to keep somebody off with what it has in hand: its body obeys, and no condition
    (held, clinched, dazed ...) keeps it from striking."""
    strike = manoeuvre("attack")
    free = allowed(check_conditions, view, actor, strike) and allowed(check_may_continue, view, actor, strike)
    return free and can_stir(view, actor)


def closed(view: View, blow: Blow) -> bool:
    """Whether the attacker is inside the other's reach already."""
    grappled = any(other_party(view, grip.grapple, blow.by) == blow.on for grip in grips(view, blow.by))
    return grappled or any(b.name == "inside" and b.source == blow.on for b in borne_by(view, blow.by))


def closing(view: View, blow: Blow) -> tuple[Part, ...]:
    """What it takes from an attack that it has to close first."""
    dice = rules_of(view).number("closing")
    kept_off = outreached(view, blow) and fends(view, blow.on) and not closed(view, blow)
    return (("closing in", -dice),) if dice and kept_off else ()


def close_in(table: Deciding, blow: Blow) -> None:
    """Who has attacked with the shorter reach is inside the longer from now on."""
    full = table.full
    if outreached(full, blow) and rules_of(full).number("closing"):
        add_condition(table, blow.by, "inside", source=blow.on, quietly=True)
