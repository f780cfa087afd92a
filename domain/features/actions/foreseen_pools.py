"""Foreseen pools: the dice that a declared action will roll if nothing changes before that. The page shows them before
the declaration, and when the character's slot comes."""

from domain.core.state import View
from domain.features.actions.action_pools import given, traits_of
from domain.features.actions.attack_in_progress import attack_of, new_blow
from domain.features.actions.available import hits_without_a_roll, is_targeted_attack
from domain.features.actions.conditions_in_attacks import attacker_modifiers, target_modifiers
from domain.features.actions.declaration import Declaration, pool_now, share
from domain.features.actions.several_opponents import opponents_penalty
from domain.features.actions.weapon_reach import closing_penalty
from domain.features.rolls.pools import parts, with_dice
from domain.records.blow import Blow
from domain.rules.rule_types import Part


def attack_pool(view: View, blow: Blow, declared: Declaration | None = None) -> tuple[Part, ...]:
    """Return the pool of an attack: the attacker's share, the called shot, and the conditions of both sides.
    `declared`: the declaration that the attacker would make, if it has not declared yet."""
    chosen = attack_of(blow.action)
    pool = with_dice(parts(view, blow.by, traits_of(view, blow.by, blow.action), acting=True), blow.dice)
    pool += given(view, blow.by, blow.action) + closing_penalty(view, blow)
    between = (*chosen.bonus(view, blow), *attacker_modifiers(view, blow), *target_modifiers(view, blow))
    return (*pool, *between, *opponents_penalty(view, blow, blow.by, declared))


def foreseen_pool(view: View, declared: Declaration, place: int) -> tuple[Part, ...]:
    """Return all parts of the pool that a declared action rolls, without rulings; () if it rolls none or hits without a
    roll (C27)."""
    action = declared.actions[place]
    if hits_without_a_roll(view, action):
        return ()
    if is_targeted_attack(action):
        blow = new_blow(view, declared.id, action, share(view, declared, place))
        return attack_pool(view, blow, declared)
    return pool_now(view, declared, place)
