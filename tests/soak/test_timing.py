"""That the clock would be seen to tell, if it did (F32, S11)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from domain.features.rolls.free_roll import Roll
from tests.server.socketless_tables import Page
from tests.server.whole_server import Client
from tests.soak.jobs import of_the_clock
from tests.soak.timing import Heard, Timed, area, seconds, timed, told_apart


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

    assert (await told_apart(chance, honest, 10_000)).within
    found = await told_apart(chance, telling, 10_000)
    assert not found.within
    assert abs(found.null - 0.5) <= 0.05, "one sort is not told apart from itself"


class Answers:
    """A client at a table that has come far, which is always answered in the same way."""

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
    """F32, S11: a table does not look at a command from a view that is 10,000 commits old, whoever it is about."""
    client = Answers("accepted", "id")
    await seconds(cast("Client", client), Roll("", dice=1))
    assert client.seen == 12_000


@pytest.mark.parametrize("code", ["", "no-such-character"])
async def test_another_answer_than_the_one_to_be_timed_is_noticed(code: str) -> None:
    """F32, S11: how long other refusals take tells nothing."""
    with pytest.raises(AssertionError, match="too-old"):
        await seconds(cast("Client", Answers("refused", "id", "too-old")), Roll("", dice=1), code)


async def test_a_server_is_timed() -> None:
    """F32, S11: every probe is answered as it should be; of the times themselves nothing is said here."""
    heard = (await timed("", 20)).heard
    assert {fault: one.number for fault, one in heard.items()} == {"F32": 20, "F32 (50 ms later)": 4, "S11": 20}


@pytest.mark.parametrize(
    ("busy", "runs", "broken"),
    [
        (False, {"F32": 9, "F32 (50 ms later)": 2, "S11": 9}, ["F32", "S11"]),
        (True, {"F32 (too busy)": 9, "F32 (50 ms later)": 2, "S11": 9}, ["S11"]),
    ],
)
def test_a_busy_machine_is_not_judged_by_the_clock(busy: bool, runs: dict[str, int], broken: list[str]) -> None:
    """F32: there a command just after another finds warm caches, and is answered sooner; that tells nothing of what is
    hidden, or of a roll some time ago, which are judged on any machine (S11)."""
    heard = {"F32": Heard(0.427, 0.499, 9), "F32 (50 ms later)": Heard(0.51, 0.5, 2), "S11": Heard(0.56, 0.5, 9)}
    found = of_the_clock(Timed(heard, busy))
    assert found[0] == runs
    assert [said.partition(":")[0] for said in found[1]] == broken
    assert all("against itself" in said for said in found[1])
