"""Conditions in an attack: the modifiers that an attack gets from the conditions of attacker and target (C25, C27)."""

from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.characters.conditions import borne_by, condition
from domain.records.blow import Blow
from domain.rules.rule_types import Part


def target_modifiers(view: View, blow: Blow) -> tuple[Part, ...]:
    """Return the modifiers from the target's conditions: the largest bonus and the largest penalty (C25, C27). Cover
    that a called shot ignores (C3) does not count."""
    borne_there = [b for b in borne_by(view, blow.on) if not (blow.past_cover and condition(b.name).is_cover)]
    found = [
        (condition(borne.name).words, condition(borne.name).dice_for_attackers(view, borne, blow))
        for borne in borne_there
    ]
    given = max((part for part in found if part[1] > 0), key=lambda part: part[1], default=None)
    taken = min((part for part in found if part[1] < 0), key=lambda part: part[1], default=None)
    return tuple(part for part in (given, taken) if part)


def attacker_modifiers(view: View, blow: Blow) -> tuple[Part, ...]:
    """Return the modifiers from the attacker's own conditions, which are added to the attack's share."""
    found = (
        (condition(borne.name).words, condition(borne.name).dice_for_own_attack(borne, blow))
        for borne in borne_by(view, blow.by)
    )
    return tuple(part for part in found if part[1])


def after_attack(table: Deciding, blow: Blow) -> None:
    """Tell an attacker's conditions that it has attacked."""
    for borne in borne_by(table.full, blow.by):
        condition(borne.name).on_own_attack(table, borne, blow)
