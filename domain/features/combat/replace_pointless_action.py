"""Replacing: on its own slot a character does something else for a declared action that has become pointless, without a
cost and without a test (I4, ours): the grip is gone, the target has left or is out. The new action takes over the
dice of the old one, and everything else that was declared stays as it is.
"""

from typing import NamedTuple

from msgspec.structs import replace

from domain.core.command import allowed, why_not
from domain.core.state import View
from domain.features.actions.action import Action, manoeuvre, pays, possible, rolls
from domain.features.actions.action_costs import (
    check_beside,
    check_claim,
    check_moves,
    check_one_target,
    check_parts,
    claim,
)
from domain.features.actions.available import offered, strikes
from domain.features.actions.declaration import Declaration, declaration, has_declared, in_place, share
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.character import name_of
from domain.features.characters.wounds import incapacitated
from domain.features.combat.take_action import check_present, next_action
from domain.features.rolls.pools import permitted
from domain.features.table.settings import rules_of
from domain.manoeuvre import Manoeuvre


class Pointless(NamedTuple):
    """A character's next action, which has become pointless since it was declared, and why."""

    declared: Declaration
    place: int
    action: Action
    why: str

    @property
    def beside(self) -> bool:
        """Whether something else was declared for the same turn."""
        return len(self.declared.actions) > 1


def pointless(view: View, actor: str) -> Pointless | None:
    """A character's next action where it has become pointless: whom it is done to has left, is out or is no longer as
    the action needs it, or what it was declared in is over (I2). What merely fails for now is not pointless: a weapon
    that is not ready (F3), eyes that do not see (C22)."""
    declared = declaration(view, actor)
    coming = next_action(declared)
    if declared is None or coming is None:
        return None
    place, action = coming
    chosen = manoeuvre(action.manoeuvre)
    why = why_not(check_present, view, actor, action) or why_not(chosen.check_still_useful, view, actor, action)
    why = why or out_by_now(view, action)
    return Pointless(declared, place, action, why) if why else None


def out_by_now(view: View, action: Action) -> str:
    """Why an attack has nobody left to strike down, "" where it has. Who was out before the turn began has declared
    nothing in it: whoever strikes at that one means to."""
    down = [one for one in action.targets if incapacitated(view, one) and has_declared(view, one)]
    return f"{name_of(view, down[0])} is out by now (C29)." if down and strikes(action) else ""


def replacement(view: View, old: Pointless, action: Action) -> Declaration:
    """What is declared once this action, legal by itself, stands in place of the pointless one. Raises `Refusal`."""
    declared, place = old.declared, old.place
    actor, chosen = declared.id, manoeuvre(action.manoeuvre)
    if old.beside and not (old.action.extra and chosen.unrolled):
        check_beside(view, actor, action)
    check_moves((action, *(one for at, one in declared.left() if at != place)))
    made = in_place(view, declared, place, chosen.complete(view, actor, action), "I4")
    new = made.actions[place]
    check_parts(view, actor, made.actions)
    if rules_of(view).splits == "share":
        check_one_target(view, [one for one in made.actions if pays(view, actor, one)])
    if rolls(view, actor, new):
        check_claim(view, claim(view, actor, new), share(view, made, place))
    return made


def may_replace(view: View, old: Pointless, chosen: Manoeuvre) -> bool:
    """Whether a manoeuvre that is open to a character fits in the place of its pointless action, as it is offered, and
    can be done with what the character has in hand."""
    actor = old.declared.id
    if not allowed(chosen.check_hand, view, in_hand(view, actor)):
        return False
    pools = (" + ".join(pool) for pool in chosen.pools_in(rules_of(view)) if permitted(view, actor, pool))
    traits = next(pools, "") if chosen.unrolled and old.beside else ""
    targets = [face.id for face in possible(view, actor, chosen)] if chosen.targets[0] else []
    ways = (replace(one, traits=traits) for one in offered(view, actor, chosen, targets))
    return any(allowed(replacement, view, old, one) for one in ways)
