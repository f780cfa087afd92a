"""L1: whole servers, people and a failing store in one thread under a seeded loop; the history checker on each run.

A violation names its seed: `python -m tests.simulation SEED` repeats the run and prints its events.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.simulation.faults import STEPS
from tests.simulation.run import KINDS, Outcome, run

SEEDS = 160
"""Together with the runs for `FIGURES`, over 200."""
AT_ONCE = 20
FIGURES: dict[str, dict[str, int]] = {
    "FLT1": dict.fromkeys(("FLT1", *(f"FLT1 {step}" for step in STEPS)), 10),
    "FLT13": {"FLT13 cut": 50, "FLT13 slow": 50},
    "FLT14": {"FLT14": 50, "FLT14 unsure": 50},
    "FLT15": {"FLT15": 20, "FLT13 cut": 20, "FLT14 unsure": 20},
    "FLT18": {"FLT18": 20},
}
"""How often each fault must take effect here, whichever faults the seeds choose."""
RUNS_MOST = 100
"""Fails a fault that never takes effect."""


def good(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Assert that these runs broke no law; return their faults, counted."""
    faults: Counter[str] = Counter()
    for outcome in outcomes:
        assert not outcome.violations, f"python -m tests.simulation '{outcome.seed}'\n" + "\n".join(outcome.violations)
        faults += outcome.faults
    return faults


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_is_done_to_it_no_law_is_broken(seed: int, first: int) -> None:
    """INV1 to INV6, INV8, INV9, INV11 hold in safety runs, in liveness runs, and when the log loses its end."""
    assert good(run(f"{seed}-{n}") for n in range(first, first + AT_ONCE))


@pytest.mark.parametrize("fault", FIGURES)
def test_each_fault_as_often_as_the_plan_says(seed: int, fault: str) -> None:
    """Each fault takes effect as often as the fault plan demands for this layer."""
    figures, done = FIGURES[fault], Counter[str]()
    for n in range(RUNS_MOST):
        done += good([run(f"{seed}-{fault}-{n}", "safety", only=[*figures])])
        if all(done[name] >= figure for name, figure in figures.items()):
            return
    raise AssertionError(f"in {RUNS_MOST} runs there were only {done}")


def test_a_seed_is_the_same_run_again(seed: int) -> None:
    """A seed gives the same run again, to the last byte sent to a client, with any hash seed of Python."""
    here = [run(f"{seed}-again", kind).trace for kind in KINDS]
    assert len(set(here)) == len(KINDS)
    there = f"from tests.simulation.run import run; print(*[run('{seed}-again', kind).trace for kind in {KINDS}])"
    for salt in ("1", "2"):
        answer = subprocess.run(
            [sys.executable, "-c", there], cwd=Path(__file__).parents[2], env=os.environ | {"PYTHONHASHSEED": salt},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert answer.stdout.split() == here
