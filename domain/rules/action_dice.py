"""The dice of several actions in one turn (M1, M2, M4). Pure functions of numbers, which return numbers or words or
raise `Refusal`."""

from collections.abc import Sequence
from functools import lru_cache

from domain.core.refusal import Refusal
from domain.core.words import NO_WORDS, Words, in_a_row, phrase, signed, summed
from domain.rules.rule_types import Split


def check_number(kind: Split, actions: int) -> None:
    """Raise `Refusal` if this number of actions may not be declared."""
    if kind == "none" and actions > 1:
        raise Refusal("one-action", rule="M4", actions=actions)


def cuts(kind: Split, actions: int) -> tuple[int, ...]:
    """Return the number of dice that each of N actions loses: N, N+1, N+2, ... in rules with growing penalties (M1),
    else 0."""
    if kind == "subtract" and actions > 1:
        return tuple(range(actions, 2 * actions))
    return (0,) * actions


def split(kind: Split, pools: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """Return the dice of each action.

    `pools` are the full pools. `shares` are the shares that the player chose. If all are 0, a single action gets the
    whole pool, and several actions get even shares. A result below 1 means that the action has no dice left (M1). Raise
    `Refusal` if the smallest pool is too small for the shares (M2).
    """
    check_number(kind, len(pools))
    if kind != "share" and any(shares):
        raise Refusal("no-shares", rule="M1")
    if any(shares):
        return shared(pools, shares)
    if kind == "share" and len(pools) > 1:
        return shared(pools, even(min(pools), len(pools)))
    return tuple(pool - cut for pool, cut in zip(pools, cuts(kind, len(pools)), strict=True))


def even(dice: int, actions: int) -> tuple[int, ...]:
    """Divide dice evenly. If some dice remain, the first actions get one more each (M2, ours)."""
    each, odd = divmod(max(dice, 0), actions)
    return tuple(each + (place < odd) for place in range(actions))


def shared(pools: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """Return the shares if the smallest pool is large enough for them, with at least one die for each action (M2).
    Raise `Refusal` if it is not."""
    smallest, asked = min(pools), sum(shares)
    dice = explained("share", pools, shares)
    if min(shares) < 1:
        raise Refusal("empty-share", rule="M2", dice=dice)
    if asked > smallest:
        raise Refusal("over-shared", rule="M2", dice=dice, asked=asked, more=asked - max(smallest, 0))
    return tuple(shares)


def explained(kind: Split, pools: Sequence[int], dice: Sequence[int]) -> Words:
    """Return the dice of each action in words: "3 actions from 7 dice: 3 + 2 + 2" (M2), or "2 actions: 6 − 2 = 4, then
    5 − 3 = 2" (M1)."""
    if kind == "share":
        shares = summed(dice)
        return phrase("dice-of-shared-actions", actions=len(dice), pool=max(min(pools), 0), dice=shares)
    so_far, *rest = (left_of_pool(pool, left) for pool, left in zip(pools, dice, strict=True))
    for one in rest:
        so_far = phrase("dice-of-next", first=so_far, next=one)
    return phrase("dice-of-actions", actions=len(dice), dice=so_far)


def left_of_pool(pool: int, left: int) -> int | Words:
    """Return in words how many dice of a pool are left: "6 − 2 = 4"."""
    rest = left if left >= 0 else signed(left)
    return phrase("dice-of-one", pool=pool, cut=pool - left, left=rest) if pool > left else left


@lru_cache(maxsize=1024)
def foreseen(kind: Split, pool: int) -> Words:
    """Return in words the dice that a pool keeps if its action is one of two or of three, for the first action, the
    second and so on: "as one of 2: 5, 4; as one of 3: 4, 3, 2" (M1). `NO_WORDS` if no dice would be left, or if the
    rules divide the pool into shares instead."""
    if kind != "subtract":
        return NO_WORDS
    left = ((n, [pool - cut for cut in cuts(kind, n) if pool > cut]) for n in (2, 3))
    said = [phrase("dice-foreseen", actions=n, dice=in_a_row(dice)) for n, dice in left if dice]
    if len(said) < 2:
        return said[0] if said else NO_WORDS
    return phrase("dice-foreseen-both", two=said[0], three=said[1])
