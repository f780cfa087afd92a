"""The bench itself: it counts everything that was sent. No times are checked."""

import os
import signal
import threading
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.bench.history import History
from tests.bench.plot import of_growth, of_load
from tests.bench.run import Measurement, Target, cores, measure
from tests.bench.width import contended

SMALL = {"scenes": 2, "clients": 3, "window": 4, "seconds": 0.5}
STALL_SECONDS = 3.0
"""Longer than joining, warm-up and measurement together."""


@pytest.mark.parametrize("target", ["ws", "coterie"])
def test_every_update_of_a_short_load_reaches_everybody(target: Target) -> None:
    """In half a second with two scenes of three clients, many commands are sent, and each client receives every update
    and stays connected."""
    cores()  # fails with a sentence where the bench cannot run
    result = measure(target, "load", SMALL)
    assert result["commands"] > 0
    assert result["updates"] > 0
    assert (result["lost"], result["cut"]) == (0, 0)


def test_a_time_in_which_nothing_comes_through_is_not_what_is_measured(tmp_path: Path) -> None:
    """A load lasts longer if Redis stands still for a while, as with a disk that is slow to flush."""
    measurement = Measurement(tmp_path, "ws", "redis")
    measurement.start()
    try:
        os.kill(measurement.redis.pid, signal.SIGSTOP)
        goes_on = threading.Timer(STALL_SECONDS, os.kill, (measurement.redis.pid, signal.SIGCONT))
        goes_on.start()
        result = measurement.measure("load", SMALL)
        goes_on.join()
    finally:
        measurement.stop()
    assert result["commands"] > 0
    assert result["updates"] > 0
    assert result["lost"] == 0


def test_what_is_refused_is_not_counted_as_lost() -> None:
    """Commands beyond a seat's limit are counted as refused, and every client receives all updates of the rest."""
    # A seat may send 120 commands at once. Twelve at a time exceed that within 4 s, even if each waits for 0.4 s.
    result = measure("coterie", "load", {**SMALL, "seconds": 3, "window": 12}, rate="1")
    assert result["refused"] > 0
    assert (result["lost"], result["cut"]) == (0, 0)


def test_the_append_by_itself_is_a_floor() -> None:
    """The append by itself is measured with the same loads: its commands, and the time of each."""
    assert measure("append", "load", SMALL)["commands"] > 0
    curve = measure("append", "pace", {**SMALL, "rate": 50})["curve"]
    assert [ms for _, ms in curve] == sorted(ms for _, ms in curve)


def test_growth_is_measured_where_it_was_asked_for() -> None:
    """The cost of a command is measured at each requested length of a scene's history, and no update is lost."""
    result = measure("coterie", "grow", {**SMALL, "seconds": 20, "lengths": [10, 100], "count": 50})
    assert [length for length, _ in result["costs"]] == [10, 100]
    assert all(cost > 0 for _, cost in result["costs"])
    assert result["lost"] == 0


async def test_processes_that_contend_all_get_something() -> None:
    """When two processes serve one scene for half a second, commands of both are accepted."""
    result = await contended(2, 0.5, window=4)
    assert 0 < result["least"] <= result["most"] < result["commands"]
    assert result["p99"] > 0


@pytest.mark.parametrize("latencies", [{}, {"coterie": [(0.01, 0.5), (0.5, 1.0), (0.999, 9.0)]}])
def test_a_plot_is_a_picture(latencies: dict[str, list[tuple[float, float]]]) -> None:
    """A plot is well-formed SVG, with a bar for each target and a curve for each latency."""
    drawn = ET.fromstring(of_load("W1 <&>", {"raw ws": [3.0, 2.9], "coterie": [2.0]}, latencies))
    shapes = [part.tag.partition("}")[2] for part in drawn.iter()]
    assert shapes.count("rect") == 1 + 2
    assert sum(part.get("fill") == "none" for part in drawn.iter()) == len(latencies)


def test_growth_is_drawn_over_tens() -> None:
    """A growth plot has a tick for each power of ten."""
    drawn = ET.fromstring(of_growth("History", "µs a command", {"coterie": [(10, 99.0), (1000, 101.0)]}))
    assert "1,000" in [part.text for part in drawn.iter()]


def test_rows_are_kept_to_compare_with(tmp_path: Path) -> None:
    """A row is a JSON line with the expected names, and the newest row of a load is found again."""
    history = History(tmp_path / "history.jsonl")
    assert history.last("W2") is None
    ratio = {"us_per_update": 3.0, "raw_us_per_update": 2.0, "ratio": 1.5, "p99_ms": 4.0, "raw_p99_ms": 3.0}
    history.add([{"load": "W2", **ratio}, {"load": "W1", **ratio}])
    history.add([{"load": "W2", **ratio, "ratio": 1.25}])
    assert history.last("W2") == {"load": "W2", **ratio, "ratio": 1.25}
