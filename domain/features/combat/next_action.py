"""The action that comes next on a character's slot: which it is, its pool, and the reason why it would be lost (I2)."""

from domain.core.refusal import Refusal, why_not
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import check_open, check_sight
from domain.features.actions.action_pools import traits_of
from domain.features.actions.declaration import Declaration, declaration
from domain.features.actions.foreseen_pools import foreseen_pool
from domain.features.actions.weapon_in_hand import check_ready
from domain.features.characters.character import Face, hidden
from domain.features.characters.wounds import incapacitated
from domain.features.combat.slot_conditions import slot_taker
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part
from domain.tracked_view import memoized


def next_action(declared: Declaration | None) -> tuple[int, Action] | None:
    """Return the index of the action that comes next, and the action. Defences are skipped, because they wait for an
    attack."""
    if declared is None:
        return None
    return next(((p, a) for p, a in declared.left() if not manoeuvre(a.manoeuvre).defence), None)


def next_traits(view: View, actor: str) -> tuple[str, ...]:
    """Return the traits that a character's next action rolls, () if there are none."""
    coming = next_action(declaration(view, actor))
    return traits_of(view, actor, coming[1]) if coming else ()


def why_lost(view: View, actor: str, action: Action) -> Words:
    """Return the reason why a declared action can no longer be carried out, or `NO_WORDS` if it can."""
    if incapacitated(view, actor):
        return phrase("actor-is-out", rule="C29", who=character_ref(actor))
    return why_not(check_still_possible, view, actor, action)


def check_still_possible(view: View, actor: str, action: Action) -> None:
    """Raise `Refusal` if a declared action is no longer possible."""
    chosen = manoeuvre(action.manoeuvre)
    check_open(view, actor, chosen)
    check_present(view, actor, action)
    check_ready(view, actor, chosen.wielded_item(action))
    check_sight(view, actor, chosen, action)
    chosen.check_still_useful(view, actor, action)


def check_present(view: View, actor: str, action: Action) -> None:
    """Raise `Refusal` if a target has left, as far as the acting character can see, or can no longer be a target."""
    for target in action.targets:
        if view.get(Face, target) is None or (hidden(view, target) and not hidden(view, actor)):
            raise Refusal("target-gone", rule="I2")
        manoeuvre(action.manoeuvre).check_target(view, actor, target)


@memoized
def why_next_lost(view: View, actor: str) -> Words:
    """Return the reason why a character's next action would be lost. `NO_WORDS` if it would not be lost, or if there is
    no next action."""
    coming = next_action(declaration(view, actor))
    return why_lost(view, actor, coming[1]) if coming else NO_WORDS


@memoized
def next_pool(view: View, actor: str) -> tuple[Part, ...]:
    """Return the pool of a character's next action as it is now, before rulings. Return () if no dice are rolled:
    because there is no action, because a condition takes effect first, because the action is lost, or because it
    succeeds without a roll (C27)."""
    declared = declaration(view, actor)
    coming = next_action(declared)
    if declared is None or coming is None or slot_taker(view, actor) is not None or why_lost(view, actor, coming[1]):
        return ()
    return foreseen_pool(view, declared, coming[0])
