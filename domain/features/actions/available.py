"""Openings: which manoeuvres are open to a character as things stand, and what stands there in favour of an attack.

What is in an attack's favour when it is declared counts where its dice are counted (D19, M2). What is against it does
not yet: who is on the ground may get up before it strikes.
"""

from collections.abc import Iterator, Sequence

from domain.catalogue import catalogue
from domain.core.command import allowed
from domain.core.state import View
from domain.features.actions import called_shots
from domain.features.actions.action import Action, check_open, largest, manoeuvre, possible
from domain.features.actions.attack_in_progress import struck
from domain.features.actions.conditions_in_attacks import attacker_modifiers, target_modifiers
from domain.features.characters.wounds import can_stir
from domain.features.rolls.pools import permitted, throwable
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack, Manoeuvre
from domain.tracked_view import memoized


def favour(view: View, actor: str, action: Action, before: Sequence[Action] = ()) -> int:
    """The dice that an attack is given by the states that both are in (C14, C27), on its own share. `before`: what is
    done in the same turn before it: an attack with the weapon that was aimed has that aim."""
    if not strikes(action):
        return 0
    blow = struck(view, actor, action, 0)
    aimed = all(struck(view, actor, one, 0).weapon != blow.weapon for one in before if strikes(one))
    parts = (*(attacker_modifiers(view, blow) if aimed else ()), *target_modifiers(view, blow))
    return sum(max(dice, 0) for _, dice in parts)


def strikes(action: Action) -> bool:
    """Whether an action is an attack on somebody who is named by now, and whom it has still to hit."""
    return isinstance(manoeuvre(action.manoeuvre), Attack) and bool(action.targets)


def hits_without_a_roll(view: View, action: Action) -> bool:
    """Whether an attack hits without a roll: its target cannot stir, or is out (C27)."""
    return strikes(action) and any(not can_stir(view, target) for target in action.targets)


def certain(view: View, action: Action) -> bool:
    """Whether an attack hits without a roll and takes no dice. What a called shot gives up has to be there all the same
    (C3)."""
    gives_up = manoeuvre(action.manoeuvre).calls and called_shots.given(view, action)
    return hits_without_a_roll(view, action) and not gives_up


@memoized
def is_open(view: View, actor: str, chosen: Manoeuvre) -> bool:
    """Whether a manoeuvre is open to a character now: it has dice that may be rolled, and a pool that may be tried
    (S2), or takes none, and there is somebody to do it to."""
    if not allowed(check_open, view, actor, chosen):
        return False
    targets = [face.id for face in possible(view, actor, chosen)] if chosen.targets[0] else []
    if chosen.targets[0] and not targets:
        return False
    if not chosen.pools or chosen.unrolled:
        return True
    tried = any(permitted(view, actor, traits) for traits in chosen.pools_for(rules_of(view), view, actor))
    return tried and has_dice(view, actor, chosen, targets)


def has_dice(view: View, actor: str, chosen: Manoeuvre, targets: list[str]) -> bool:
    """Whether one of a manoeuvre's pools has dice that may be rolled; or, done to one of these as it is offered, it
    takes none."""
    dice = largest(view, actor, chosen) + chosen.modifier
    if throwable(view, dice):
        return True
    return any(
        certain(view, a) or throwable(view, dice + favour(view, actor, a))
        for a in offered(view, actor, chosen, targets)
    )


def offered(view: View, actor: str, chosen: Manoeuvre, targets: Sequence[str]) -> list[Action]:
    """A manoeuvre as its form has it before anybody fills it in: done to each of these, or to nobody."""
    usual = tuple((asked.name, asked.default) for asked in chosen.inputs(view, actor))
    done_to: list[tuple[str, ...]] = [(one,) for one in targets]
    return [Action(chosen.name, whom, details=usual) for whom in done_to or [()]]


def open_manoeuvres(view: View, actor: str) -> Iterator[Manoeuvre]:
    """Every manoeuvre that is open to a character now."""
    return (m for m in catalogue().manoeuvres.values() if is_open(view, actor, m))
