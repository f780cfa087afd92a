"""Resuming an attack that waited for an answer, or cancelling it (I2)."""

from domain.core.deciding import Deciding
from domain.core.refusal import why_not
from domain.core.state import View
from domain.core.words import NO_WORDS, Words
from domain.features.actions.action import manoeuvre
from domain.features.actions.hidden_attack_numbers import known_blows
from domain.features.characters.conditions import check_may_continue
from domain.features.characters.wounds import can_stir
from domain.features.combat.attack_steps import as_miss, cancel_attack, may_react, run_steps
from domain.features.combat.finish_slot import finish_slots_after
from domain.features.combat.next_action import why_lost
from domain.records.blow import Blow


def why_held(view: View, blow: Blow) -> Words:
    """If an attacker was seized after its attack began, so that it cannot continue, return that reason, else `NO_WORDS`
    (C7, C9)."""
    return why_not(check_may_continue, view, blow.by, manoeuvre(blow.action.manoeuvre))


def resume_attack(table: Deciding, blow: Blow) -> None:
    """Resume a waiting attack, and then the slot in which it was made. Before its first roll the attack may be lost,
    like any action (I2). Before the defence it becomes a miss if the attacker has been struck down or seized in the
    meantime (C7, C9, C13), unless the Storyteller has ruled the hits."""
    seized = why_held(table.full, blow)
    why = NO_WORDS if blow.begun else why_lost(table.full, blow.by, blow.action) or seized
    if why:
        cancel_attack(table, blow, why)
    elif blow.step == "defence" and not blow.ruled and (seized or not can_stir(table.full, blow.by)):
        run_steps(table, as_miss(table, blow))
    else:
        run_steps(table, blow)
    finish_slots_after(table, blow)


def cancel_attacks_of(table: Deciding, actor: str, why: Words) -> None:
    """Cancel all attacks in progress by this character or on it, for this reason."""
    for blow in [blow for blow in known_blows(table.full) if actor in blow.about]:
        cancel_attack(table, blow, why)
        finish_slots_after(table, blow)


def resume_unanswerable_attacks(table: Deciding) -> None:
    """Resume the attacks whose target, as far as public records show, can no longer defend itself."""
    for blow in [b for b in known_blows(table.full) if b.waits == "defence"]:
        if not may_react(table.full, blow):
            resume_attack(table, blow)
