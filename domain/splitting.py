"""Splitting: how several actions in one turn are paid for (M1, M2, M4). Numbers in, numbers or a refusal out."""

from collections.abc import Sequence

from domain.command import Refusal
from domain.ruleset import Split


def check_number(kind: Split, actions: int) -> None:
    """Whether so many actions may be declared at all. Raises `Refusal`."""
    if kind == "none" and actions > 1:
        raise Refusal("one-action", "There is one action in a turn, and it cannot be divided (M4).")


def cuts(kind: Split, actions: int) -> tuple[int, ...]:
    """What each of so many actions loses: N, N+1, N+2 and so on where they are paid for by subtraction (M1)."""
    if kind == "subtract" and actions > 1:
        return tuple(range(actions, 2 * actions))
    return (0,) * actions


def split(kind: Split, pools: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """The dice of each action, from its full pool and the share asked for it (0: the whole pool, for one action
    only). Raises `Refusal` where the smallest pool does not reach (M2)."""
    check_number(kind, len(pools))
    if kind == "share" and (len(pools) > 1 or any(shares)):
        return shared(pools, shares)
    return tuple(pool - cut for pool, cut in zip(pools, cuts(kind, len(pools)), strict=True))


def shared(pools: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """The smallest of the pools, dealt out as asked: at least one die each (M2). Raises `Refusal`."""
    smallest = min(pools)
    if min(shares) < 1:
        raise Refusal("empty-share", "Each of several actions gets at least one die of the shared pool (M2).")
    if sum(shares) > smallest:
        raise Refusal(
            "over-shared",
            f"The smallest of these pools has {max(smallest, 0)} dice, and {sum(shares)} are asked of it (M2).",
        )
    return tuple(shares)
