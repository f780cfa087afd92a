"""What a soak says of figures that the plan sets a limit to."""

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
    """One that is within is none, whatever else the machine did."""
    assert judged("F22", "4 s", within=True, busy=True) == ({"F22": 1}, [])
    assert judged("F22", "4 s", within=False, busy=False) == ({"F22": 1}, ["F22: 4 s"])


def test_a_machine_too_busy_to_judge_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    """In a row of its own, and with the figure: it has not passed."""
    assert judged("F22", "4 s", within=False, busy=True) == ({"F22 (too busy)": 1}, [])
    assert capsys.readouterr().out == "F22, too busy to be judged: 4 s\n"


@pytest.mark.parametrize(
    ("seconds", "waited", "runs", "violations"),
    [(2.9, 0.0, {"F22": 1}, 0), (3.5, 0.1, {"F22": 1}, 1), (3.5, 1.0, {"F22 (too busy)": 1}, 0)],
)
def test_a_return_is_judged_without_what_others_took(
    seconds: float, waited: float, runs: dict[str, int], violations: int
) -> None:
    """F22: seconds in which others on the machine had the cores are not the server's."""
    storm = {"clients": 1000, "converged": 1000, "seconds": seconds, "waited": waited}
    counted, found = returned("F22", storm, 3.0)
    assert (counted, len(found)) == (runs, violations)
    assert returned("F22", {**storm, "converged": 999}, 3.0)[1] == ["F22: 1 did not come back"]


def test_bystanders_are_compared_with_quiet_rounds() -> None:
    """F24, S18: by the median of each kind."""
    assert worse({"quiet": [0.010, 0.010, 0.013], "flood": [0.014, 0.010, 0.014]}, "flood") == pytest.approx(1.4)


def test_whoever_waits_for_a_core_is_busy() -> None:
    """The rule of every figure: so long as nobody waited, the machine was not too busy, however slow something was."""
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        os.sched_setaffinity(other.pid, {(core := min(before := os.sched_getaffinity(0)))})
        os.sched_setaffinity(0, {core})
        kept, idle = Waiting(os.getpid()), Waiting(1)
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            pass
        assert kept.busy()
        assert not idle.busy()
    finally:
        os.sched_setaffinity(0, before)
        other.kill()
        other.wait()
