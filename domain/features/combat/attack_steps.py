"""Attacks: the order of their steps, from the roll to hit to the consequence (C1, C21, C29).

A step is a function that takes a `Blow` (an attack in progress) and returns it as it is after the step. Between two
steps an attack may wait for a person: before the defence for the target's player, if all see both fighters; before
every step for the Storyteller, if she has turned on step-by-step attacks (`step_by_step.py`). Until that person
answers, the `Blow` is a record of the scene. If nobody may react, the attack begins and ends in one commit.

A character does not defend against an attacker that it does not see (ours). So an attack by a hidden character waits
for no player, and uses up no defence that was declared openly.
"""

from collections.abc import Callable, Container
from typing import Final

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.attack_in_progress import BlowOver, audience_showing, blow_audience, harm_of, new_blow
from domain.features.actions.called_shots import take_effect
from domain.features.actions.declaration import ActionLost, declaration
from domain.features.actions.hidden_attack_numbers import (
    keep_numbers,
    kept_or_empty,
    known_blows,
    settle_count,
    store_blow,
)
from domain.features.actions.matching_defence import (
    attack_words,
    can_use,
    defences,
)
from domain.features.characters.character import face_audience, hidden
from domain.features.characters.wounds import incapacitated
from domain.features.combat.abortable import may_abort
from domain.features.combat.attack_damage import roll_damage, roll_soak, wound_target
from domain.features.combat.attack_to_hit import at_step, roll_attack, roll_defence
from domain.features.combat.step_by_step import step_by_step
from domain.features.rolls.make_roll import rolls_since
from domain.features.table.settings import rules_of
from domain.records.blow import Blow, Step, Waits
from domain.rules.declared_action import Action
from domain.rules.pool import Pool


def start_attack(table: Deciding, actor: str, action: Action, dice: int, extras: Pool) -> None:
    """Attack the target of the action with this many dice. Run the steps of the attack until it is over, or until a
    person may react. `extras`: the pool whose specialty and point of Willpower are added to the roll."""
    id_ = table.chance.id(audience_showing(table.full, actor, action.targets[0]))
    blow = new_blow(table.full, actor, action, dice)
    run_steps(table, msgspec.structs.replace(blow, id=id_, specialty=extras.specialty, willpower=extras.willpower))


def strike_without_roll(table: Deciding, actor: str, target: str, action: Action, *, ruled: bool = False) -> None:
    """Run an attack without a roll to hit and without a defence. It begins with the damage (C7, C8). `ruled`: True if
    the Storyteller ordered it."""
    run_steps(table, blow_without_roll(table, actor, target, action, ruled=ruled))


def strike_back(table: Deciding, answered: Blow, action: Action, hits: int, roll: str) -> None:
    """Run the attack that a successful defence makes in return (C16). `answered` is the attack that it defended
    against, `roll` the id of its roll, and `hits` the successes that are left of it. If the successes of the attack or
    of the defence are hidden, the new successes are hidden too (X2 iii, X3).

    With 0 successes the new attack deals no damage, but its steps run nevertheless. Otherwise the table could tell that
    the margin was 0.
    """
    blow = blow_without_roll(table, answered.on, answered.by, action, hits=hits, roll=roll)
    kept = kept_or_empty(table.full, answered)
    dealt = -1 if hits else 0
    if kept.hits >= 0:
        keep_numbers(table, blow, hits=hits, roll=roll, rolls=kept.rolls, dealt=dealt)
        blow = msgspec.structs.replace(blow, rolls=answered.rolls, dealt=dealt)
    else:
        if kept.rolls:
            keep_numbers(table, blow, rolls=kept.rolls)
        blow = msgspec.structs.replace(blow, rolls=(*answered.rolls, roll))
    run_steps(table, blow)


def blow_without_roll(
    table: Deciding, actor: str, target: str, action: Action, *, hits: int = -1, roll: str = "", ruled: bool = False
) -> Blow:
    """Return a new attack whose next step is damage. It has these successes (`hits`), from this roll."""
    weapon = harm_of(action).weapon(table.full, actor, action)
    id_ = table.chance.id(audience_showing(table.full, actor, target))
    return Blow(id_, actor, target, action, 0, weapon, "hand", weapon.kind, "damage", hits, roll=roll, ruled=ruled)


def run_steps(table: Deciding, blow: Blow) -> None:
    """Run the steps of an attack until it is over, or until a person may react. The given `Blow` must contain all its
    numbers, also the hidden ones."""
    was_stored = table.full.get(Blow, blow.id) is not None
    audience = blow_audience(table.full, blow)
    while blow.step != "over":
        waits = waits_for(table, blow)
        if waits:
            store_blow(table, msgspec.structs.replace(blow, waits=waits))
            return
        mark = len(table.facts)
        blow = STEPS[blow.step](table, blow)
        blow = msgspec.structs.replace(blow, rolls=(*blow.rolls, *rolls_since(table, mark, audience)))
    settle_count(table, blow)
    if was_stored:
        table.emit(table.full.audience_of(Blow, blow.id) or STORYTELLER, BlowOver(blow.id))


def as_miss(table: Deciding, blow: Blow) -> Blow:
    """Return a waiting attack as a miss. It uses up no defence, and its hidden numbers are dropped."""
    settle_count(table, blow)
    return msgspec.structs.replace(blow, hits=0, defence=-1, answered=True, waits="")


def cancel_attack(table: Deciding, blow: Blow, why: Words) -> None:
    """Cancel a waiting attack, and tell its viewers the reason."""
    action = attack_words(blow)
    lost = phrase("action-rest", action=action) if blow.begun else action
    table.emit(blow_audience(table.full, blow), ActionLost(blow.by, lost, why))
    run_steps(table, at_step(blow, "over"))


def cancel_attacks(table: Deciding, why: Words, *, late: Container[str] = ()) -> None:
    """Cancel all attacks in progress, except those of the hidden characters in `late`, which may still act (X4)."""
    for blow in known_blows(table.full):
        if not (blow.by in late and hidden(table.full, blow.by)):
            cancel_attack(table, blow, why)


def waits_for(table: Deciding, blow: Blow) -> Waits:
    """Return for whom the attack waits before its next step, or "" if it need not wait."""
    if blow.answered:
        return ""
    if blow.step == "defence" and may_react(table.full, blow):
        return "defence"
    # A turn that the table sees must not wait because of an attack on a hidden character (X4).
    seen = audience_showing(table.full, blow.by, blow.on) == face_audience(table.full, blow.by)
    return "storyteller" if seen and step_by_step(table.full) else ""


def may_react(view: View, blow: Blow) -> bool:
    """True if, as far as public records show, the target might defend itself: with a declared defence, or by aborting
    to one (I5). The target's sheet may show that it cannot, but does not count here, because only its player reads
    it."""
    public = view.public
    if audience_showing(view, blow.by, blow.on) != EVERYONE or rules_of(view).choices.get("reactions") == "automatic":
        return False
    if incapacitated(public, blow.on) or not any(can_use(public, blow.on, d) for d in defences()):
        return False
    declared = declaration(public, blow.on)
    ready = declared is not None and any(manoeuvre(action.manoeuvre).defence for _, action in declared.left())
    return ready or may_abort(public, blow.on)


def apply_further_effects(table: Deciding, blow: Blow) -> Blow:
    """Apply the effects that the attack has beside damage."""
    take_effect(table, blow.action, blow.on)
    harm_of(blow.action).on_consequence(table, blow)
    return at_step(blow, "over")


STEPS: Final[dict[Step, Callable[[Deciding, Blow], Blow]]] = {
    "attack": roll_attack,
    "defence": roll_defence,
    "damage": roll_damage,
    "soak": roll_soak,
    "wound": wound_target,
    "consequence": apply_further_effects,
}
