"""The judgement of a soak on figures that have a limit in the plan."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.soak.bystanders import worse
from tests.soak.jobs import returned
from tests.soak.judged import Waiting, judged


def test_a_figure_beyond_its_limit_is_a_violation() -> None:
    """A figure beyond its limit is a violation; a figure within it is none, however busy the machine was."""
    assert judged("FLT22", "4 s", within=True, busy=True) == ({"FLT22": 1}, [])
    assert judged("FLT22", "4 s", within=False, busy=False) == ({"FLT22": 1}, ["FLT22: 4 s"])


def test_a_machine_too_busy_to_judge_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    """On a busy machine a figure beyond its limit is printed and counted in a row of its own, not as passed."""
    assert judged("FLT22", "4 s", within=False, busy=True) == ({"FLT22 (too busy)": 1}, [])
    assert capsys.readouterr().out == "FLT22, too busy to be judged: 4 s\n"


@pytest.mark.parametrize(
    ("seconds", "waited", "runs", "violations"),
    [(2.9, 0.0, {"FLT22": 1}, 0), (3.5, 0.1, {"FLT22": 1}, 1), (3.5, 1.0, {"FLT22 (too busy)": 1}, 0)],
)
def test_a_return_is_judged_without_what_others_took(
    seconds: float, waited: float, runs: dict[str, int], violations: int
) -> None:
    """FLT22: the seconds in which the server waited for a core do not count as a violation."""
    storm = {"clients": 1000, "converged": 1000, "seconds": seconds, "waited": waited}
    counted, found = returned("FLT22", storm, 3.0)
    assert (counted, len(found)) == (runs, violations)
    assert returned("FLT22", {**storm, "converged": 999}, 3.0)[1] == ["FLT22: 1 did not come back"]


def test_bystanders_are_compared_with_quiet_rounds() -> None:
    """FLT24, SEC18: bystanders are compared by the median of each kind of round."""
    assert worse({"quiet": [0.010, 0.010, 0.013], "flood": [0.014, 0.010, 0.014]}, "flood") == pytest.approx(1.4)


def test_whoever_waits_for_a_core_is_busy() -> None:
    """The machine is too busy if a measured process waited for a core, and not if none waited, however slow the
    figure."""
    rival = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        os.sched_setaffinity(rival.pid, {(core := min(before := os.sched_getaffinity(0)))})
        os.sched_setaffinity(0, {core})
        kept, idle = Waiting(os.getpid()), Waiting(1)
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            pass
        assert kept.busy()
        assert not idle.busy()
    finally:
        os.sched_setaffinity(0, before)
        rival.kill()
        rival.wait()
