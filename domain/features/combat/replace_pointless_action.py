"""Replacing a pointless action: a character whose declared action has become pointless takes another action on its
slot, at no cost and without a test (I4, ours). An action is pointless if, for example, the clinch has ended, or the
target has left or is incapacitated. The new action takes over the dice of the old one, and the rest of the declaration
stays."""

from typing import NamedTuple

from msgspec.structs import replace

from domain.core.refusal import allowed, why_not
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import possible_targets
from domain.features.actions.action_costs import (
    check_beside,
    check_claim,
    check_moves,
    check_one_target,
    check_parts,
    claim,
)
from domain.features.actions.action_pools import in_split, rolls_dice
from domain.features.actions.available import default_actions, is_targeted_attack
from domain.features.actions.declaration import Declaration, declaration, has_declared, replace_action, share
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.wounds import incapacitated
from domain.features.combat.next_action import check_present, next_action
from domain.features.rolls.pools import permitted
from domain.features.table.settings import rules_of
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action


class Pointless(NamedTuple):
    """A character's next action, with the reason why it has become pointless since it was declared."""

    declared: Declaration
    place: int
    action: Action
    why: Words

    @property
    def beside(self) -> bool:
        """True if further actions were declared for the same turn."""
        return len(self.declared.actions) > 1


def find_pointless(view: View, actor: str) -> Pointless | None:
    """Return a character's next action if it has become pointless: its target has left, is incapacitated, or is no
    longer in the state that the action needs; or the situation in which it was declared has ended (I2). An action that
    only cannot succeed for the moment is not pointless, e.g. because the weapon is not ready (F3) or the character is
    blinded (C22)."""
    declared = declaration(view, actor)
    coming = next_action(declared)
    if declared is None or coming is None:
        return None
    place, action = coming
    chosen = manoeuvre(action.manoeuvre)
    why = why_not(check_present, view, actor, action) or why_not(chosen.check_still_useful, view, actor, action)
    why = why or why_target_out(view, action)
    return Pointless(declared, place, action, why) if why else None


def why_target_out(view: View, action: Action) -> Words:
    """If the target of an attack was incapacitated in this turn, return that as the reason why the attack is pointless;
    else `NO_WORDS`. If the target was incapacitated before the turn, the attacker knew it when it declared, so the
    attack is not pointless."""
    down = [target for target in action.targets if incapacitated(view, target) and has_declared(view, target)]
    lost = bool(down) and is_targeted_attack(action)
    return phrase("target-is-out", rule="C29", target=character_ref(down[0])) if lost else NO_WORDS


def replacement(view: View, old: Pointless, action: Action) -> Declaration:
    """Return the declaration with this action, which is legal, in place of the pointless one. Raise `Refusal` if it
    does not fit."""
    declared, place = old.declared, old.place
    actor, chosen = declared.id, manoeuvre(action.manoeuvre)
    if old.beside and not (old.action.extra and chosen.unrolled):
        check_beside(view, actor, action)
    check_moves((action, *(other for at, other in declared.left() if at != place)))
    changed = replace_action(view, declared, place, chosen.complete(view, actor, action), "I4")
    new = changed.actions[place]
    check_parts(view, actor, changed.actions)
    if rules_of(view).splits == "share":
        check_one_target(view, [other for other in changed.actions if in_split(view, actor, other)])
    if rolls_dice(view, actor, new):
        check_claim(view, claim(view, actor, new), share(view, changed, place))
    return changed


def may_replace(view: View, old: Pointless, chosen: Manoeuvre) -> bool:
    """True if this manoeuvre may replace a character's pointless action, in the form in which the page offers it. The
    weapon in the character's hand must suit it."""
    actor = old.declared.id
    if not allowed(chosen.check_hand, view, in_hand(view, actor)):
        return False
    pools = (" + ".join(pool) for pool in chosen.pools_in(rules_of(view)) if permitted(view, actor, pool))
    traits = next(pools, "") if chosen.unrolled and old.beside else ""
    targets = [face.id for face in possible_targets(view, actor, chosen)] if chosen.targets[0] else []
    ways = (replace(way, traits=traits) for way in default_actions(view, actor, chosen, targets))
    return any(allowed(replacement, view, old, way) for way in ways)
