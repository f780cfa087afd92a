"""A response time that reveals a secret is noticed (FLT32, SEC11)."""

from __future__ import annotations

from random import Random

import pytest

from tests.soak.jobs import judge_times
from tests.soak.timing import PROBES, Heard, Timed, area, compare_times, during, spread, timed_at

DURING = during("Say", "redis", 0)


def test_the_area_is_how_often_one_sort_takes_longer() -> None:
    """FLT32: the area is one if the second kind always takes longer, and a half if the times reveal nothing."""
    assert area([1.0, 2.0], [3.0, 4.0]) == 1.0
    assert area([3.0, 4.0], [1.0, 2.0]) == 0.0
    assert area([1.0, 4.0], [2.0, 3.0]) == 0.5


def test_a_clock_that_tells_is_noticed(chance: Random) -> None:
    """FLT32, SEC11: a difference of a third of the usual spread is beyond the limit; the spread alone is not."""

    def equal_times(_: bool) -> float:
        return chance.gauss(1.0, 0.1)

    def revealing_times(second_kind: bool) -> float:
        return chance.gauss(1.0, 0.1) + 0.03 * second_kind

    assert compare_times(chance, equal_times, 10_000).within
    found = compare_times(chance, revealing_times, 10_000)
    assert not found.within
    assert abs(found.null - 0.5) <= 0.05, "a kind must not differ from itself"


def test_few_rounds_are_judged_by_chance() -> None:
    """FLT32: with few rounds, an area that chance alone reaches is within the limit; with many it is not."""
    assert Heard(0.57, 0.5, 100).within
    assert not Heard(0.57, 0.5, 10_000).within
    assert not Heard(0.99, 0.5, 100).within
    assert spread(2_000) == pytest.approx(0.0129, abs=1e-4)


async def test_a_server_is_timed() -> None:
    """FLT32, SEC11: every probe has the expected answer while a secret roll is under way; the times themselves are not
    judged here."""
    heard = (await timed_at(Random(0), "sqlite", 5, 20)).heard
    assert {fault: figure.number for fault, figure in heard.items()} == {
        **{during(probe, "sqlite", 5): 20 for probe in PROBES},
        "FLT32 (50 ms later)": 4,
        "SEC11": 200,
    }


@pytest.mark.parametrize(
    ("busy", "runs", "broken"),
    [
        (False, {DURING: 900, "FLT32 (50 ms later)": 2, "SEC11": 9000}, [DURING, "SEC11"]),
        (True, {f"{DURING} (too busy)": 900, "FLT32 (50 ms later)": 2, "SEC11": 9000}, ["SEC11"]),
    ],
)
def test_a_busy_machine_is_not_judged_by_the_clock(busy: bool, runs: dict[str, int], broken: list[str]) -> None:
    """FLT32: on a busy machine the time of a probe while a roll is under way is not judged, since a server that waits
    for a core answers late without a secret; the times for hidden characters and some time after a roll are judged on
    any machine (SEC11)."""
    heard = {
        DURING: Heard(0.627, 0.499, 900),
        "FLT32 (50 ms later)": Heard(0.51, 0.5, 2),
        "SEC11": Heard(0.56, 0.5, 9000),
    }
    found = judge_times(Timed(heard, busy))
    assert found[0] == runs
    assert [said.partition(":")[0] for said in found[1]] == broken
    assert all("against itself" in said for said in found[1])
