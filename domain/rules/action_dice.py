"""Splitting: how several actions in one turn are paid for (M1, M2, M4). Numbers in, numbers, words or a refusal out."""

from collections.abc import Sequence

from domain.core.command import Refusal
from domain.rules.rule_types import Split


def check_number(kind: Split, actions: int) -> None:
    """Whether so many actions may be declared at all. Raises `Refusal`."""
    if kind == "none" and actions > 1:
        raise Refusal("one-action", f"There is one action in a turn, not {actions}, and it cannot be divided (M4).")


def cuts(kind: Split, actions: int) -> tuple[int, ...]:
    """What each of so many actions loses: N, N+1, N+2 and so on where they are paid for by subtraction (M1)."""
    if kind == "subtract" and actions > 1:
        return tuple(range(actions, 2 * actions))
    return (0,) * actions


def split(kind: Split, pools: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """The dice of each action, from its full pool and the share asked for it (0 for all: the whole pool of one action,
    an even part for each of several); below 1 where nothing is left (M1). Raises `Refusal` where the smallest pool does
    not reach (M2)."""
    check_number(kind, len(pools))
    if kind != "share" and any(shares):
        raise Refusal("no-shares", "Dice are not shared out under these rules: name none (M1, M4).")
    if any(shares):
        return shared(pools, shares)
    if kind == "share" and len(pools) > 1:
        return shared(pools, even(min(pools), len(pools)))
    return tuple(pool - cut for pool, cut in zip(pools, cuts(kind, len(pools)), strict=True))


def even(dice: int, actions: int) -> tuple[int, ...]:
    """So many dice divided evenly; the first have the odd ones (M2, ours)."""
    each, odd = divmod(max(dice, 0), actions)
    return tuple(each + (place < odd) for place in range(actions))


def shared(pools: Sequence[int], shares: Sequence[int]) -> tuple[int, ...]:
    """The smallest of the pools, dealt out as asked: at least one die each (M2). Raises `Refusal`."""
    smallest, asked = min(pools), sum(shares)
    why = explained("share", pools, shares)
    if min(shares) < 1:
        raise Refusal("empty-share", f"{why}. Each of several actions gets at least one of the dice (M2).")
    if asked > smallest:
        raise Refusal("over-shared", f"{why} is {asked}, and {asked - max(smallest, 0)} too many (M2).")
    return tuple(shares)


def explained(kind: Split, pools: Sequence[int], dice: Sequence[int]) -> str:
    """What each action has of its pool, in words: "3 actions from 7 dice: 3 + 2 + 2" (M2), or "2 actions: 6 - 2 = 4,
    then 5 - 3 = 2" (M1)."""
    actions = f"{len(dice)} action{'s' if len(dice) > 1 else ''}"
    if kind == "share":
        smallest = max(min(pools), 0)
        return f"{actions} from {smallest} {'die' if smallest == 1 else 'dice'}: {' + '.join(map(str, dice))}"
    each = (f"{p} - {p - d} = {d}" if p > d else str(d) for p, d in zip(pools, dice, strict=True))
    return f"{actions}: {', then '.join(each)}"


def foreseen(kind: Split, pool: int) -> str:
    """What a pool comes to as one of two or three actions, by its place among them: "of 2: 5, 4; of 3: 4, 3, 2" (M1).
    "" where nothing would be left, or shares decide."""
    if kind != "subtract":
        return ""
    left = ((n, [str(pool - cut) for cut in cuts(kind, n) if pool > cut]) for n in (2, 3))
    return "; ".join(f"of {n}: {', '.join(dice)}" for n, dice in left if dice)
