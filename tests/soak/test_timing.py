"""A response time that reveals a secret is noticed (FLT32, SEC11)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from domain.features.rolls.free_roll import Roll
from tests.server.socketless_tables import Page
from tests.server.whole_server import Client
from tests.soak.jobs import judge_times
from tests.soak.timing import Heard, Timed, area, compare_times, seconds, timed


def test_the_area_is_how_often_one_sort_takes_longer() -> None:
    """FLT32: the area is one if the second kind always takes longer, and a half if the times reveal nothing."""
    assert area([1.0, 2.0], [3.0, 4.0]) == 1.0
    assert area([3.0, 4.0], [1.0, 2.0]) == 0.0
    assert area([1.0, 4.0], [2.0, 3.0]) == 0.5


async def test_a_clock_that_tells_is_noticed(chance: Random) -> None:
    """FLT32, SEC11: a difference of a third of the usual spread is beyond the limit; the spread alone is not."""

    async def equal_times(_: bool) -> float:
        return chance.gauss(1.0, 0.1)

    async def revealing_times(second_kind: bool) -> float:
        return chance.gauss(1.0, 0.1) + 0.03 * second_kind

    assert (await compare_times(chance, equal_times, 10_000)).within
    found = await compare_times(chance, revealing_times, 10_000)
    assert not found.within
    assert abs(found.null - 0.5) <= 0.05, "a kind must not differ from itself"


class Answers:
    """A client at a table with many commits, which always receives this answer."""

    def __init__(self, *answer: str) -> None:
        self.page = Page()
        self.page.audiences = {"everyone": (12_000, b"", {})}
        self.answer, self.seen = list(answer), 0

    async def send(self, *frame: Any) -> None:
        pass

    async def do(self, command: Roll, seen: int) -> list[str]:
        self.seen = seen
        return self.answer


async def test_what_is_timed_is_sent_from_the_newest_view() -> None:
    """FLT32, SEC11: a timed command is sent from the newest view, since a table refuses a command from a view 10,000
    commits old at once."""
    client = Answers("accepted", "id")
    await seconds(cast("Client", client), Roll("", dice=1))
    assert client.seen == 12_000


@pytest.mark.parametrize("code", ["", "no-such-character"])
async def test_another_answer_than_the_one_to_be_timed_is_noticed(code: str) -> None:
    """FLT32, SEC11: a timed command that gets an unexpected answer fails the measurement."""
    with pytest.raises(AssertionError, match="too-old"):
        await seconds(cast("Client", Answers("refused", "id", "too-old")), Roll("", dice=1), code)


async def test_a_server_is_timed() -> None:
    """FLT32, SEC11: every timed command has the expected answer; the times themselves are not judged here."""
    heard = (await timed("", 20)).heard
    assert {fault: figure.number for fault, figure in heard.items()} == {
        "FLT32": 20,
        "FLT32 (50 ms later)": 4,
        "SEC11": 20,
    }


@pytest.mark.parametrize(
    ("busy", "runs", "broken"),
    [
        (False, {"FLT32": 9, "FLT32 (50 ms later)": 2, "SEC11": 9}, ["FLT32", "SEC11"]),
        (True, {"FLT32 (too busy)": 9, "FLT32 (50 ms later)": 2, "SEC11": 9}, ["SEC11"]),
    ],
)
def test_a_busy_machine_is_not_judged_by_the_clock(busy: bool, runs: dict[str, int], broken: list[str]) -> None:
    """FLT32: on a busy machine the time just after another command is not judged, since warm caches make it shorter and
    that reveals no secret; the times for hidden characters and some time after a roll are judged on any machine
    (SEC11)."""
    heard = {"FLT32": Heard(0.427, 0.499, 9), "FLT32 (50 ms later)": Heard(0.51, 0.5, 2), "SEC11": Heard(0.56, 0.5, 9)}
    found = judge_times(Timed(heard, busy))
    assert found[0] == runs
    assert [said.partition(":")[0] for said in found[1]] == broken
    assert all("against itself" in said for said in found[1])
