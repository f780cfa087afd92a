"""The first two steps of an attack: the roll to hit, and the defence against it (C21, C27). Which rolls only the
Storyteller sees is explained at the top of `hidden_attack_numbers.py`."""

from typing import Final

import msgspec

from domain.core.deciding import Deciding
from domain.core.words import Words
from domain.features.actions.action_pools import traits_of
from domain.features.actions.attack_in_progress import AttackMade, attack_of, audience_showing
from domain.features.actions.conditions_in_attacks import after_attack
from domain.features.actions.declaration import ActionUsed
from domain.features.actions.foreseen_pools import attack_pool
from domain.features.actions.hidden_attack_numbers import (
    clear_roll_inputs,
    keep_numbers,
    kept_or_empty,
)
from domain.features.actions.matching_defence import (
    UsableDefence,
    attack_words,
    chosen_defence,
    declared_at,
    defence_pool,
    defence_traits,
    lasts_all_turn,
)
from domain.features.actions.weapon_reach import close_in
from domain.features.characters.character import face_audience
from domain.features.characters.conditions import add_condition, bears
from domain.features.characters.wounds import can_stir
from domain.features.rolls.make_roll import RollRequest, roll, tell_success
from domain.records.blow import Blow, Step
from domain.rules.pool import Pool, RollOutcome
from domain.rules.rule_types import Part

HELPLESS_HITS: Final = 1
"""Successes of an attack on a target that cannot move (C27)."""


def roll_attack(table: Deciding, blow: Blow) -> Blow:
    """Roll to hit. An attack on a target that cannot move, or that is incapacitated, hits without a roll (C27)."""
    clear_roll_inputs(table, blow)
    deed: RollOutcome | None = None
    hits = blow.hits
    if hits < 0 and not can_stir(table.full, blow.on):
        hits = HELPLESS_HITS
    elif hits < 0:
        full = table.full
        pool, traits = attack_pool(full, blow), traits_of(full, blow.by, blow.action)
        deed = roll(
            table, RollRequest(step_pool(blow, blow.by, attack_words(blow), pool, traits), visible_effect="success")
        )
        hits = deed.successes
        blow = msgspec.structs.replace(blow, roll=deed.roll)
        if deed.kept:
            keep_numbers(table, blow, hits=hits, roll=deed.roll, rolls=(deed.roll,))
    close_in(table, blow)
    after_attack(table, blow)
    after = at_step(blow, "defence", hits=hits) if hits else end_as_miss(table, blow)
    if deed is not None:
        attack_of(blow.action).on_hit_roll(table, blow, deed)
    return after


def roll_defence(table: Deciding, blow: Blow) -> Blow:
    """If the target has declared a defence, roll it, and subtract its successes from those of the attack (C21). If no
    success is left, the attack misses."""
    met = chosen_defence(table.full, blow)
    deed = roll_declared_defence(table, blow, met) if met else None
    stopped = deed.successes if deed else 0
    if stopped >= blow.hits:
        missed = end_as_miss(table, blow)
        if met and deed:
            met.means.on_success(table, blow, declared_at(table.full, blow, met), deed)
        return missed
    hit = at_step(blow, "damage", hits=blow.hits - stopped, scored=blow.hits)
    if kept_or_empty(table.full, blow).hits >= 0:
        keep_numbers(table, blow, scored=blow.hits)
    tell_attack_made(table, blow, hit=True)
    attack_of(blow.action).on_hit(table, hit)
    return hit


def roll_declared_defence(table: Deciding, blow: Blow, met: UsableDefence) -> RollOutcome:
    """Roll a declared defence. A defence that lasts all turn has one die less each time (C19); every other defence is
    used up by one roll. If the successes of the attack are hidden, the dice of the defence are hidden too: dice and
    outcome together would reveal the number. If the attack or the defence is hidden, the table learns only whether the
    defence stopped the attack (X2 iii, X3)."""
    full = table.full
    pool = defence_pool(full, blow, met)
    if lasts_all_turn(declared_at(full, blow, met)):
        before = bears(full, blow.on, "defending")
        times = before.value if before else 0
        add_condition(table, blow.on, "defending", value=times + 1, quietly=True)
    else:
        table.emit(face_audience(full, blow.on), ActionUsed(blow.on, met.place))
    made = step_pool(blow, blow.on, met.means.words, pool, defence_traits(full, blow, met))
    kept = kept_or_empty(full, blow)
    request = RollRequest(made, visible_effect="success", hide_dice=kept.hits >= 0, tell_success=False)
    deed = roll(table, request)
    if deed.kept:
        keep_numbers(table, blow, hits=blow.hits, rolls=(*kept.rolls, deed.roll))
        tell_success(table, made, won=deed.successes >= blow.hits)
    return deed


def end_as_miss(table: Deciding, blow: Blow) -> Blow:
    """Announce that the attack missed, and end it (C21)."""
    tell_attack_made(table, blow, hit=False)
    return at_step(blow, "over", hits=0)


def tell_attack_made(table: Deciding, blow: Blow, *, hit: bool) -> None:
    """Announce whether the attack hits or misses, but not with how many successes (X2, X3)."""
    table.emit(
        audience_showing(table.full, blow.by, blow.on), AttackMade(blow.by, blow.on, attack_words(blow), hit, blow.id)
    )


def at_step(blow: Blow, step: Step, **now: int) -> Blow:
    """Return the attack as it is before this step: nobody has answered, and no specialty or Willpower is added to the
    roll."""
    return msgspec.structs.replace(blow, step=step, answered=False, waits="", specialty=False, willpower=False, **now)


def step_pool(blow: Blow, actor: str, reason: Words | str, pool: tuple[Part, ...], traits: tuple[str, ...]) -> Pool:
    """Return the pool for a step of the attack, with the specialty and the Willpower that its roller adds (D7, D11)."""
    special, strong = blow.specialty, blow.willpower
    other, group = opponent_in(blow, actor), blow.id
    return Pool(actor, reason, pool, specialty=special, willpower=strong, on=other, traits=traits, group=group)


def opponent_in(blow: Blow, actor: str) -> str:
    """Return the opponent of this character in the attack."""
    return blow.by if actor == blow.on else blow.on
