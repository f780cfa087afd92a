"""Foreseeing: what a declared action rolls as things stand, when it comes to it: on the actor's slot, and before it is
declared."""

from domain.core.state import View
from domain.features.actions.action import given, traits_of
from domain.features.actions.attack_in_progress import Blow, attack_of, struck
from domain.features.actions.available import hits_without_a_roll, strikes
from domain.features.actions.conditions_in_attacks import attacker_modifiers, target_modifiers
from domain.features.actions.declaration import Declaration, pool_now, share
from domain.features.actions.several_opponents import crowding
from domain.features.actions.weapon_reach import closing
from domain.features.rolls.pools import parts, with_dice
from domain.rules.ruleset import Part


def attack_pool(view: View, blow: Blow, declared: Declaration | None = None) -> tuple[Part, ...]:
    """What an attack rolls: the attacker's share, how it is aimed, and the state that both are in. `declared`: the
    attacker's declaration as it would be, where it stands on no table yet."""
    chosen = attack_of(blow.action)
    pool = with_dice(parts(view, blow.by, traits_of(view, blow.by, blow.action), acting=True), blow.dice)
    pool += given(view, blow.by, blow.action) + closing(view, blow)
    between = (*chosen.bonus(view, blow), *attacker_modifiers(view, blow), *target_modifiers(view, blow))
    return (*pool, *between, *crowding(view, blow, blow.by, declared))


def pool_of(view: View, declared: Declaration, place: int) -> tuple[Part, ...]:
    """All that a declared action rolls, part by part, but for what is ruled on it; () where nothing is rolled, or it is
    certain (C27)."""
    action = declared.actions[place]
    if hits_without_a_roll(view, action):
        return ()
    if strikes(action):
        blow = struck(view, declared.id, action, share(view, declared, place))
        return attack_pool(view, blow, declared)
    return pool_now(view, declared, place)
