"""Which characters may still abort an action: until they have acted, and once in a turn (I5)."""

from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.actions.action import manoeuvre
from domain.features.actions.declaration import Declaration, declaration, has_begun_to_act
from domain.features.characters.wounds import check_will
from domain.features.combat.initiative import slot_of
from domain.features.combat.turns import running_phase, slot_usable


def abortable(view: View, actor: str) -> Declaration:
    """Return the declaration of a character that may still abort an action. Raise `Refusal` if it may not (I5)."""
    running_phase(view)
    declared = declaration(view, actor)
    if declared is None:
        raise Refusal("nothing-to-abort", rule="I5")
    check_will(view, actor)
    if not slot_usable(view, slot_of(view, actor), "waiting", "yielded", "late") or has_begun_to_act(view, actor):
        raise Refusal("too-late-to-abort", rule="I5")
    if declared.tried:
        raise Refusal("abort-tried", rule="I5")
    return declared


def may_abort(view: View, actor: str) -> bool:
    """True if, as far as this view shows, the character may still abort an action (I5)."""
    try:
        declared = abortable(view, actor)
    except Refusal:
        return False
    return any(not manoeuvre(action.manoeuvre).defence for _, action in declared.left())
