"""Available manoeuvres: which manoeuvres a character can use now, and which bonus dice an attack has.

When an attack is declared, the dice that conditions would add to it count already (D19, M2). The dice that they would
remove do not: a character on the ground may stand up before it attacks.
"""

from collections.abc import Sequence

from domain.catalogue import catalogue
from domain.core.refusal import allowed
from domain.core.state import View
from domain.features.actions import called_shots
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import check_open, possible_targets
from domain.features.actions.action_pools import largest_pool
from domain.features.actions.attack_in_progress import new_blow
from domain.features.actions.conditions_in_attacks import attacker_modifiers, target_modifiers
from domain.features.characters.wounds import can_stir
from domain.features.rolls.pools import permitted, throwable
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack, Manoeuvre
from domain.rules.declared_action import Action
from domain.tracked_view import memoized


def dice_in_favour(view: View, actor: str, action: Action, before: Sequence[Action] = ()) -> int:
    """Return the dice that the present conditions of both sides add to an attack's own share (C14, C27). `before`: the
    actions before it in the same turn. Only the first attack with an aimed weapon gets the dice of the aim."""
    if not is_targeted_attack(action):
        return 0
    blow = new_blow(view, actor, action, 0)
    aimed = all(new_blow(view, actor, one, 0).weapon != blow.weapon for one in before if is_targeted_attack(one))
    parts = (*(attacker_modifiers(view, blow) if aimed else ()), *target_modifiers(view, blow))
    return sum(max(dice, 0) for _, dice in parts)


def is_targeted_attack(action: Action) -> bool:
    """True if an action is an attack that names its target."""
    return isinstance(manoeuvre(action.manoeuvre), Attack) and bool(action.targets)


def hits_without_a_roll(view: View, action: Action) -> bool:
    """True if an attack hits without a roll, because its target is incapacitated or helpless (C27)."""
    return is_targeted_attack(action) and any(not can_stir(view, target) for target in action.targets)


def needs_no_dice(view: View, action: Action) -> bool:
    """True if an attack hits without a roll and needs no dice. A called shot needs the dice that it gives up, even if
    it hits without a roll (C3)."""
    gives_up = manoeuvre(action.manoeuvre).can_call_shot and called_shots.given(view, action)
    return hits_without_a_roll(view, action) and not gives_up


@memoized
def is_open(view: View, actor: str, chosen: Manoeuvre) -> bool:
    """True if a character can use a manoeuvre now: it has a target if it needs one, and either it needs no roll, or one
    of its pools is permitted (S2) and has enough dice."""
    if not allowed(check_open, view, actor, chosen):
        return False
    targets = [face.id for face in possible_targets(view, actor, chosen)] if chosen.targets[0] else []
    if chosen.targets[0] and not targets:
        return False
    if not chosen.pools or chosen.unrolled:
        return True
    tried = any(permitted(view, actor, traits) for traits in chosen.pools_for(rules_of(view), view, actor))
    return tried and has_dice(view, actor, chosen, targets)


def has_dice(view: View, actor: str, chosen: Manoeuvre, targets: list[str]) -> bool:
    """True if one of the manoeuvre's pools has enough dice to roll, against one of the targets or without a target; or
    if the manoeuvre hits one of the targets without dice."""
    dice = largest_pool(view, actor, chosen) + chosen.modifier
    if throwable(view, dice):
        return True
    return any(
        needs_no_dice(view, a) or throwable(view, dice + dice_in_favour(view, actor, a))
        for a in default_actions(view, actor, chosen, targets)
    )


def default_actions(view: View, actor: str, chosen: Manoeuvre, targets: Sequence[str]) -> list[Action]:
    """Return the actions that the empty form of a manoeuvre stands for: one for each target, or a single one if it has
    no target."""
    usual = tuple((asked.name, asked.default) for asked in chosen.inputs(view, actor))
    done_to: list[tuple[str, ...]] = [(one,) for one in targets]
    return [Action(chosen.name, whom, details=usual) for whom in done_to or [()]]


@memoized
def open_manoeuvres(view: View, actor: str) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres that a character can use now."""
    return tuple(m for m in catalogue().manoeuvres.values() if is_open(view, actor, m))
