"""L1: whole servers, people and a store that fails, in one thread under a seeded loop; the history checker on each run.

A violation names its seed: `python -m tests.simulation SEED` does it again, and says what was done when.
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
"""With those of `FIGURES`, 200 and more."""
AT_ONCE = 20
FIGURES: dict[str, dict[str, int]] = {
    "F1": dict.fromkeys(("F1", *(f"F1 {step}" for step in STEPS)), 10),
    "F13": {"F13 cut": 50, "F13 slow": 50},
    "F14": {"F14": 50, "F14 unsure": 50},
    "F15": {"F15": 20, "F13 cut": 20, "F14 unsure": 20},
    "F18": {"F18": 20},
}
"""How often each fault is to take effect here, whatever else a seed chose."""
RUNS_MOST = 100
"""A fault that never takes effect is none."""


def good(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Their faults, counted; every one of them broke no law."""
    faults: Counter[str] = Counter()
    for outcome in outcomes:
        assert not outcome.violations, f"python -m tests.simulation '{outcome.seed}'\n" + "\n".join(outcome.violations)
        faults += outcome.faults
    return faults


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_is_done_to_it_no_law_is_broken(seed: int, first: int) -> None:
    """I1 to I6, I8, I9, I11 hold in safety runs, in liveness runs, and where the log loses its end."""
    assert good(run(f"{seed}-{n}") for n in range(first, first + AT_ONCE))


@pytest.mark.parametrize("fault", FIGURES)
def test_each_fault_as_often_as_the_plan_says(seed: int, fault: str) -> None:
    """The figures of the fault plan for this layer: as many of each, however they fall."""
    figures, done = FIGURES[fault], Counter[str]()
    for n in range(RUNS_MOST):
        done += good([run(f"{seed}-{fault}-{n}", "safety", only=[*figures])])
        if all(done[name] >= figure for name, figure in figures.items()):
            return
    raise AssertionError(f"in {RUNS_MOST} runs there were only {done}")


def test_a_seed_is_the_same_run_again(seed: int) -> None:
    """The same seed does the same, to the last byte that anybody is told, whatever Python hashes strings to."""
    here = [run(f"{seed}-again", kind).trace for kind in KINDS]
    assert len(set(here)) == len(KINDS)
    there = f"from tests.simulation.run import run; print(*[run('{seed}-again', kind).trace for kind in {KINDS}])"
    for salt in ("1", "2"):
        answer = subprocess.run(
            [sys.executable, "-c", there], cwd=Path(__file__).parents[2], env=os.environ | {"PYTHONHASHSEED": salt},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert answer.stdout.split() == here
