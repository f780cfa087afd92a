"""That the clock would be seen to tell, if it did (F32, S11)."""

from __future__ import annotations

from random import Random

from tests.soak.timing import TELLS_MOST, area, told_apart


def test_the_area_is_how_often_one_sort_takes_longer() -> None:
    """F32: one where it always does, a half where it tells nothing."""
    assert area([1.0, 2.0], [3.0, 4.0]) == 1.0
    assert area([3.0, 4.0], [1.0, 2.0]) == 0.0
    assert area([1.0, 4.0], [2.0, 3.0]) == 0.5


async def test_a_clock_that_tells_is_noticed(chance: Random) -> None:
    """F32, S11: a third of the usual spread more is beyond what may be told; the spread alone is not."""

    async def honest(_: bool) -> float:
        return chance.gauss(1.0, 0.1)

    async def telling(sort: bool) -> float:
        return chance.gauss(1.0, 0.1) + 0.03 * sort

    assert abs(await told_apart(chance, honest, 10_000) - 0.5) <= TELLS_MOST
    assert abs(await told_apart(chance, telling, 10_000) - 0.5) > TELLS_MOST
