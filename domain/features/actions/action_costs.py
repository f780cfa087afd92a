"""Paying: how the dice of a declaration are found, and whether they add up (M1 to M4).

Extra actions stand outside all of this: they have their whole pools, and make no others pay (M3).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.core.command import Refusal
from domain.core.state import View
from domain.features.actions.action import Action, manoeuvre, outside_split
from domain.features.actions.action_checks import check_action, check_not_alone, readied_by
from domain.features.actions.action_pools import CELERITY, extra_actions, full_pool, given, in_split, rolls_dice
from domain.features.actions.available import dice_in_favour, needs_no_dice
from domain.features.characters.character import character
from domain.features.characters.conditions import states_of
from domain.features.rolls.pools import check_throw, size
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack
from domain.rules.action_dice import check_number, cuts, explained, split
from domain.rules.rule_types import Split


def check_actions(view: View, actor: str, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Whether a character may declare all this together. Returns it as it is declared, with the dice shared out, evenly
    where no shares are named (I2, M2). Raises `Refusal`."""
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
    shared = (replace(a, dice=next(dice)) if not outside_split(a) and in_split(view, actor, a) else a for a in actions)
    return tuple(manoeuvre(action.manoeuvre).complete(view, actor, action) for action in shared)


def check_beside(view: View, actor: str, action: Action) -> None:
    """Whether an action may be one of several in a turn. Raises `Refusal`."""
    for state in states_of(view, actor):
        state.check_several_actions()
    check_not_alone(view, action)


def check_moves(actions: Iterable[Action]) -> None:
    """Whether no more than one of a turn's actions takes its character from the spot (F2). Raises `Refusal`."""
    moving = [manoeuvre(action.manoeuvre) for action in actions if manoeuvre(action.manoeuvre).moves]
    if len(moving) > 1:
        extra = "extra actions are spent on that one, and each raises its multiplier by one"
        raise Refusal("moves-once", f"{moving[0].label} is done once in a turn; {extra} (F2, M3).")


def penalties(view: View, actor: str, actions: tuple[Action, ...]) -> tuple[int, ...]:
    """What each action loses for being one of several (M1); what rolls nothing, is an extra one or a part of another
    neither pays nor makes others pay (M3, C12)."""
    paying = [in_split(view, actor, action) for action in actions]
    lost = iter(cuts(rules_of(view).splits, sum(paying)))
    return tuple(next(lost) if pays else 0 for pays in paying)


def check_extra(view: View, actor: str, actions: list[Action], spent: int) -> None:
    """Whether a character may take these extra actions in one turn, and spend so many on others. Raises `Refusal`."""
    most, asked = extra_actions(view, actor), len(actions) + spent
    if asked > most:
        known = f"{CELERITY} {most} gives {most} in a turn" if most else f"this character has no {CELERITY} for one"
        raise Refusal("no-extra-action", f"{asked} declared as extra, and {known} (M3).")
    for action in actions:
        if action.dice:
            raise Refusal("extra-undivided", "An extra action has its whole pool, and is not divided (M3).")
        if not manoeuvre(action.manoeuvre).unrolled:
            check_not_alone(view, action)
        check_whole(view, actor, action)


def check_parts(view: View, actor: str, actions: Sequence[Action]) -> None:
    """Whether what is a part of a power's own action may be that: one of them for each such action, or one by itself,
    where the power takes no action (C12). Raises `Refusal`."""
    parts = [action for action in actions if not action.extra and not manoeuvre(action.manoeuvre).is_own_action]
    powers = sum(manoeuvre(action.manoeuvre).can_use_power for action in actions)
    most = powers or int(all(outside_split(action) for action in actions))
    for action in parts:
        chosen = manoeuvre(action.manoeuvre)
        if action.dice:
            raise Refusal("part-undivided", f"{chosen.label} has its whole pool, and is not divided ({chosen.rule}).")
        if len(parts) > most:
            raise Refusal("part", f"{chosen.label} is a part of a power's own action, one for each ({chosen.rule}).")
        check_whole(view, actor, action)


def check_whole(view: View, actor: str, action: Action) -> None:
    """Whether an action that has its whole pool may be thrown for. Raises `Refusal`."""
    if rolls_dice(view, actor, action):
        check_claim(view, claim(view, actor, action))


class Claim(NamedTuple):
    """What an action has to pay with: its whole pool, the share that it asks for (0: none), what it gives or takes
    as it is declared with what stands in its favour, and whether it is certain, so that no dice need be left."""

    label: str
    pool: int
    share: int
    own: int = 0
    certain: bool = False


def claims_of(view: View, actor: str, actions: Sequence[Action]) -> list[Claim]:
    """What the actions of a turn have to pay with, in their order."""
    return [claim(view, actor, action, actions[:place]) for place, action in enumerate(actions)]


def claim(view: View, actor: str, action: Action, before: Sequence[Action] = ()) -> Claim:
    """What a declared action has to pay with; `before` are those that pay before it."""
    own = size(given(view, actor, action)) + dice_in_favour(view, actor, action, before)
    label, pool = manoeuvre(action.manoeuvre).label, full_pool(view, actor, action)
    return Claim(label, pool, action.dice, own, needs_no_dice(view, action))


def check_claim(view: View, asked: Claim, dice: int | None = None) -> None:
    """Whether what is left of so many dice, or of the whole pool, may be thrown (D19); what hits without a roll takes
    none (C27). Raises `Refusal`."""
    if not asked.certain:
        check_throw(view, (asked.pool if dice is None else dice) + asked.own)


def split_dice(kind: Split, claims: Sequence[Claim]) -> tuple[int, ...]:
    """The dice that each action has, but for what it gives or takes itself. Raises `Refusal` where they do not add up,
    or nothing is left of one of several (M1, M2)."""
    dice = split(kind, [c.pool for c in claims], [c.share for c in claims])
    left = [base + c.own for c, base in zip(claims, dice, strict=True)]
    empty = [place for place, after in enumerate(left) if after < 1 and not claims[place].certain]
    if len(left) < 2 or not empty:
        return dice
    if kind == "share":
        place = empty[0]
        taken = f"{claims[place].label} takes {-claims[place].own} of its share, and none are left to attempt it with"
        raise Refusal("no-dice", f"{explained(kind, [c.pool for c in claims], dice)}. {taken} (M2).")
    why = explained(kind, [c.pool + c.own for c in claims], left)
    raise Refusal("no-dice", f"{why}. What has no dice left may not be attempted (M1).")


def check_dice(view: View, actor: str, actions: Sequence[Action]) -> tuple[int, ...]:
    """Whether the pools pay for all these actions, which share them (M1, M2). Returns the share of each, 0 for one that
    has none of its own. Raises `Refusal`."""
    if not actions:
        return ()
    claims = claims_of(view, actor, actions)
    kind = rules_of(view).splits
    if kind == "share":
        check_one_target(view, actions)
    dice = split_dice(kind, claims)
    for asked, base in zip(claims, dice, strict=True):
        check_claim(view, asked, base)
    return dice if kind == "share" and len(claims) > 1 else tuple(asked.share for asked in claims)


def split_in_words(view: View, actor: str, actions: tuple[Action, ...]) -> str:
    """How the dice of several actions are found, in words; "" for one (M1, M2). Raises `Refusal`."""
    paying = [action for action in actions if not outside_split(action) and in_split(view, actor, action)]
    return claims_in_words(rules_of(view).splits, claims_of(view, actor, paying))


def claims_in_words(kind: Split, claims: Sequence[Claim]) -> str:
    """How the dice of all that pays together are found, in words; "" for one alone (M1, M2). Raises `Refusal`."""
    if len(claims) < 2:
        return ""
    dice = split_dice(kind, claims)
    if kind == "share":
        return f"{explained(kind, [c.pool for c in claims], dice)} (M2)."
    left = [base + c.own for c, base in zip(claims, dice, strict=True)]
    return f"{explained(kind, [c.pool + c.own for c in claims], left)} (M1)."


def check_one_target(view: View, actions: Sequence[Action]) -> None:
    """Whether no more shares of ranged attacks go against one target than may, but for those of a manoeuvre that may
    send more (M2, C17). Raises `Refusal`."""
    if len(actions) < 2:
        return
    most = {number.name: number.value for number in rules_of(view).numbers}.get("shares")
    shots = Counter(target for action in actions if is_limited_shot(action) for target in action.targets)
    for target, shares in shots.items():
        if most is not None and shares > most:
            name = character(view, target).name
            sentence = (
                f"At most {most} shares of ranged attacks go against one target, not {shares} against {name} (M2)."
            )
            raise Refusal("shares-on-one-target", sentence)


def is_limited_shot(action: Action) -> bool:
    """Whether an action is a ranged attack of which only so many may go against one target (M2)."""
    chosen = manoeuvre(action.manoeuvre)
    ranged = chosen.reaches(action) == "ranged" if isinstance(chosen, Attack) else chosen.reach == "ranged"
    return ranged and not chosen.fans
