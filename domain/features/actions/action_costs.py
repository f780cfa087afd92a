"""Costs of several actions in one turn: how the dice of a declaration are split, and whether there are enough of them
(M1 to M4).

Extra actions take no part in the split: each has its whole pool, and the other actions lose no dice because of it (M3).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase, term
from domain.features.actions.action import manoeuvre, outside_split
from domain.features.actions.action_checks import check_action, check_not_alone, readied_by
from domain.features.actions.action_pools import CELERITY, extra_actions, full_pool, given, in_split, rolls_dice
from domain.features.actions.available import dice_in_favour, needs_no_dice
from domain.features.characters.conditions import states_of
from domain.features.rolls.pools import check_throw, size
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack
from domain.rules.action_dice import check_number, cuts, explained, split
from domain.rules.declared_action import Action
from domain.rules.rule_types import Split


def check_actions(view: View, actor: str, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Raise `Refusal` if a character may not declare these actions together. Return the actions with their shares of
    the dice; the shares are even if the player named none (I2, M2)."""
    ordinary = [action for action in actions if not outside_split(action)]
    check_number(rules_of(view).splits, len(ordinary))
    for place, action in enumerate(actions):
        check_action(view, actor, action, readied_by(actions[:place]))
    for action in ordinary if len(ordinary) > 1 else ():
        check_beside(view, actor, action)
    check_moves(actions)
    spent = sum(manoeuvre(action.manoeuvre).extra_actions(action) for action in actions)
    check_extra(view, actor, [action for action in actions if action.extra], spent)
    check_parts(view, actor, actions)
    dice = iter(check_dice(view, actor, [action for action in ordinary if in_split(view, actor, action)]))
    shared = (replace(a, dice=next(dice)) if in_split(view, actor, a) else a for a in actions)
    return tuple(manoeuvre(action.manoeuvre).complete(view, actor, action) for action in shared)


def check_beside(view: View, actor: str, action: Action) -> None:
    """Raise `Refusal` if an action does not allow another action in the same turn."""
    for state in states_of(view, actor):
        state.check_several_actions()
    check_not_alone(view, action)


def check_moves(actions: Iterable[Action]) -> None:
    """Raise `Refusal` if more than one action of a turn moves the character (F2)."""
    moving = [manoeuvre(action.manoeuvre) for action in actions if manoeuvre(action.manoeuvre).moves]
    if len(moving) > 1:
        raise Refusal("moves-once", rule="F2", manoeuvre=moving[0].words)


def penalties(view: View, actor: str, actions: tuple[Action, ...]) -> tuple[int, ...]:
    """Return the dice that each action loses because there are several (M1). An action without a roll, an extra action
    and a part of another action lose none and do not count (M3, C12)."""
    paying = [in_split(view, actor, action) for action in actions]
    lost = iter(cuts(rules_of(view).splits, sum(paying)))
    return tuple(next(lost) if pays else 0 for pays in paying)


def check_extra(view: View, actor: str, actions: list[Action], spent: int) -> None:
    """Raise `Refusal` if a character has too few extra actions, or if an extra action has a share of the dice. `spent`:
    the number of extra actions that make another action stronger, for example a sprint (M3, F2)."""
    most, asked = extra_actions(view, actor), len(actions) + spent
    if asked > most:
        if not most:
            raise Refusal("no-extra-action", rule="M3", trait=term(CELERITY))
        raise Refusal("too-many-extra-actions", rule="M3", asked=asked, most=most)
    for action in actions:
        if action.dice:
            raise Refusal("extra-undivided", rule="M3")
        if not manoeuvre(action.manoeuvre).unrolled:
            check_not_alone(view, action)
        check_whole(view, actor, action)


def check_parts(view: View, actor: str, actions: Sequence[Action]) -> None:
    """Raise `Refusal` if an action that is part of a power's use may not be declared. Each use of a power may have one
    such action. If the power takes no action, there may be a single one (C12). Each has its whole pool."""
    parts = [action for action in actions if not action.extra and not manoeuvre(action.manoeuvre).is_own_action]
    powers = sum(manoeuvre(action.manoeuvre).can_use_power for action in actions)
    most = powers or int(all(outside_split(action) for action in actions))
    for action in parts:
        chosen = manoeuvre(action.manoeuvre)
        if action.dice:
            raise Refusal("part-undivided", rule=chosen.rule, manoeuvre=chosen.words)
        if len(parts) > most:
            raise Refusal("part-of-power", rule=chosen.rule, manoeuvre=chosen.words)
        check_whole(view, actor, action)


def check_whole(view: View, actor: str, action: Action) -> None:
    """Raise `Refusal` if an action that rolls its whole pool has too few dice to roll."""
    if rolls_dice(view, actor, action):
        check_claim(view, claim(view, actor, action))


class Claim(NamedTuple):
    """The needs of one action, from the dice of its turn: its whole pool; the share that the player named (0: none);
    its own modifiers and the dice in its favour, as one number; and whether it hits without a roll, so that it needs no
    dice."""

    label: Words
    pool: int
    share: int
    own: int = 0
    certain: bool = False


def claims_of(view: View, actor: str, actions: Sequence[Action]) -> list[Claim]:
    """Return the claims of a turn's actions, in their order."""
    return [claim(view, actor, action, actions[:place]) for place, action in enumerate(actions)]


def claim(view: View, actor: str, action: Action, before: Sequence[Action] = ()) -> Claim:
    """Return the claim of a declared action; `before` are the actions before it in the same turn."""
    own = size(given(view, actor, action)) + dice_in_favour(view, actor, action, before)
    pool = full_pool(view, actor, action)
    return Claim(manoeuvre(action.manoeuvre).words, pool, action.dice, own, needs_no_dice(view, action))


def check_claim(view: View, claimed: Claim, dice: int | None = None) -> None:
    """Raise `Refusal` if too few dice to roll are left (D19). `dice` is the action's share (None: the whole pool), to
    which the modifiers of the action itself are added. An attack that hits without a roll needs none (C27)."""
    if not claimed.certain:
        check_throw(view, (claimed.pool if dice is None else dice) + claimed.own)


def split_dice(kind: Split, claims: Sequence[Claim]) -> tuple[int, ...]:
    """Return the dice that each action gets, before its own modifiers. Raise `Refusal` if the shares exceed the pool,
    or if an action among several has no dice left (M1, M2)."""
    dice = split(kind, [c.pool for c in claims], [c.share for c in claims])
    left = [base + c.own for c, base in zip(claims, dice, strict=True)]
    empty = [place for place, after in enumerate(left) if after < 1 and not claims[place].certain]
    if len(left) < 2 or not empty:
        return dice
    if kind == "share":
        place = empty[0]
        said = explained(kind, [c.pool for c in claims], dice)
        cost = -claims[place].own
        raise Refusal("no-dice-of-share", rule="M2", dice=said, action=claims[place].label, cost=cost)
    said = explained(kind, [c.pool + c.own for c in claims], left)
    raise Refusal("no-dice-of-several", rule="M1", dice=said)


def check_dice(view: View, actor: str, actions: Sequence[Action]) -> tuple[int, ...]:
    """Raise `Refusal` if there are not enough dice for all actions that share them (M1, M2). Return the share of each
    action, 0 for an action without a share."""
    if not actions:
        return ()
    claims = claims_of(view, actor, actions)
    kind = rules_of(view).splits
    if kind == "share":
        check_one_target(view, actions)
    dice = split_dice(kind, claims)
    for claimed, base in zip(claims, dice, strict=True):
        check_claim(view, claimed, base)
    return dice if kind == "share" and len(claims) > 1 else tuple(claimed.share for claimed in claims)


def split_in_words(view: View, actor: str, actions: tuple[Action, ...]) -> Words:
    """Return in words how many dice each of several actions gets, and why; `NO_WORDS` for a single action (M1, M2).
    Raise `Refusal` if there are too few dice."""
    paying = [action for action in actions if in_split(view, actor, action)]
    return claims_in_words(rules_of(view).splits, claims_of(view, actor, paying))


def claims_in_words(kind: Split, claims: Sequence[Claim]) -> Words:
    """Return in words how many dice each of several claims gets, and why; `NO_WORDS` for a single claim (M1, M2). Raise
    `Refusal` if there are too few dice."""
    if len(claims) < 2:
        return NO_WORDS
    dice = split_dice(kind, claims)
    if kind == "share":
        return phrase("split", rule="M2", dice=explained(kind, [c.pool for c in claims], dice))
    left = [base + c.own for c, base in zip(claims, dice, strict=True)]
    return phrase("split", rule="M1", dice=explained(kind, [c.pool + c.own for c in claims], left))


def check_one_target(view: View, actions: Sequence[Action]) -> None:
    """Raise `Refusal` if more shares of ranged attacks go against the same target than the rules allow. Manoeuvres such
    as fanning the hammer may exceed the limit (M2, C17)."""
    if len(actions) < 2:
        return
    most = {number.name: number.value for number in rules_of(view).numbers}.get("shares")
    shots = Counter(target for action in actions if is_limited_shot(action) for target in action.targets)
    for target, shares in shots.items():
        if most is not None and shares > most:
            raise Refusal("shares-on-one-target", rule="M2", most=most, shares=shares, target=character_ref(target))


def is_limited_shot(action: Action) -> bool:
    """True if an action counts towards the limit on shares of ranged attacks against one target (M2)."""
    chosen = manoeuvre(action.manoeuvre)
    ranged = chosen.reaches(action) == "ranged" if isinstance(chosen, Attack) else chosen.reach == "ranged"
    return ranged and not chosen.fans
