"""S12, F32: a write takes as long as most do, whatever the disk did just before."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from threading import Event

import pytest

from server.log import sqlite_writer
from server.log.contract import EMPTY
from server.log.sqlite import SqliteLog
from server.log.sqlite_writer import Wish, Writer
from server.log.steady import FEW, LATELY, Steady
from tests.log.play import pending

MS = 0.001
UNTIL = 20


def filled(durations: Callable[[], float]) -> Steady:
    """It knows of as many writes as it keeps."""
    steady = Steady()
    for _ in range(LATELY):
        steady.rest(durations())
    return steady


def test_a_short_write_is_made_as_long_as_most_and_a_long_one_no_longer(chance: Random) -> None:
    """Cold or warm, it ends at the same time."""
    steady = filled(lambda: chance.choice([1.0, 1.5]) * MS)
    for took in (0.9, 1.0, 1.2, 1.5):
        assert took * MS + steady.rest(took * MS) == pytest.approx(1.5 * MS)
    assert steady.rest(7 * MS) == 0


def test_a_disk_that_stands_still_now_and_then_makes_nobody_wait_at_other_times(chance: Random) -> None:
    """Twice as long as usual at most, however many of the last writes took for ever."""
    steady = filled(lambda: chance.choice([MS, MS, MS, 800 * MS]))
    assert steady.rest(MS) <= 1.001 * MS


def test_of_few_writes_nothing_is_concluded() -> None:
    """Else the first of all would say how long the others take."""
    steady = Steady()
    assert [steady.rest(took * MS) for took in (9, *[1] * (FEW - 1))] == [0] * FEW


def test_whoever_wakes_late_sleeps_less() -> None:
    """A tenth of a millisecond late, each time: it is not added to what the others take."""
    cold_and_warm = cycle([1.5 * MS, MS])
    steady = filled(cold_and_warm.__next__)
    for took in islice(cold_and_warm, 200):
        if rest := steady.rest(took):
            steady.rested(rest, rest + 0.1 * MS)
    assert steady.rest(MS) == pytest.approx(0.4 * MS, rel=0.01)


async def test_the_writer_rests_after_a_single_command_where_nothing_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits would wait for that, too."""
    slept: list[float] = []
    writing, goes_on = Event(), Event()
    goes_on.set()
    write = Writer._write

    def held(self: Writer, wishes: list[Wish]) -> Sequence[object]:
        writing.set()
        assert goes_on.wait(UNTIL)
        return write(self, wishes)

    monkeypatch.setattr(sqlite_writer, "sleep", slept.append)
    monkeypatch.setattr(Steady, "rest", lambda _self, _took: MS)
    monkeypatch.setattr(Writer, "_write", held)
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append("alone", EMPTY, [pending()])
    assert slept == [MS]
    writing.clear()
    goes_on.clear()
    first = asyncio.create_task(log.append("first", EMPTY, [pending()]))
    assert await asyncio.to_thread(writing.wait, UNTIL)
    second = asyncio.create_task(log.append("second", EMPTY, [pending()]))
    await asyncio.sleep(0)
    goes_on.set()
    await asyncio.gather(first, second)
    assert slept == [MS, MS]
    await log.append("several", EMPTY, [pending(), pending()])
    await log.close()
    assert slept == [MS, MS]
