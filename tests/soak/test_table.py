"""The table that a soak prints."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future

import pytest

from tests.soak.__main__ import Table, result_of
from tests.soak.jobs import JOBS, Done
from tests.soak.plan import PLAN, in_order


def test_a_row_says_how_much_of_the_plan_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """A row shows the number of runs beside the plan's figure, the number of runs that broke a law, and their seeds.
    Rows are ordered by fault number; the number of violations comes last."""
    table = Table()
    table.add("a", (Counter({"FLT12 (split)": 3}), []))
    table.add("b", (Counter({"FLT2 (Redis)": 1, "FLT12 (split)": 1}), ["INV1: lost", "INV3: not equal"]))
    table.show()
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["b: INV1: lost", "b: INV3: not equal"]
    rows = [line.split() for line in out[3:-1]]
    assert [row[0] for row in rows] == sorted(PLAN, key=in_order)
    (split,) = [row for row in rows if row[0] == "FLT12"]
    assert split[:5] == ["FLT12", "(split)", "4", f"{PLAN['FLT12'].long}", "1"]
    assert split[-1] == "b"
    assert out[-1] == "violations: 2"


def test_a_fault_that_did_not_run_is_a_row_that_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Every planned fault without a run has a row that says so, however the names of the runs extend the plan's."""
    table = Table()
    table.add("a", (Counter({"FLT1 at a step (simulated)": 3, "FLT2 (Redis)": 1}), []))
    table.show()
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:-1]]
    unheard = {row[0]: row[1] for row in rows if row[-3:] == ["DID", "NOT", "RUN"]}
    assert unheard == dict.fromkeys(PLAN.keys() - {"FLT1", "FLT2"}, "0")


def test_a_fault_of_which_no_run_was_judged_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """A fault is marked if none of its runs was judged, and not marked if one was."""
    table = Table()
    table.add("a", (Counter({"FLT24 (bystanders) (too busy)": 2, "FLT24": 1}), []))
    table.add("b", (Counter({"SEC19 (too busy)": 1, "SEC19": 1}), []))
    table.show()
    rows = capsys.readouterr().out.splitlines()
    assert [row.split("  ")[0] for row in rows if row.endswith("NOT JUDGED")] == ["FLT24 (bystanders) (too busy)"]


def test_a_run_that_stumbles_is_a_violation() -> None:
    """A run that raises an exception is a violation, and the soak continues."""
    run: Future[Done] = Future()
    run.set_exception(ZeroDivisionError("by nobody"))
    faults, violations = result_of(run, "storm")
    assert faults == {"storm": 1}
    assert "ZeroDivisionError: by nobody" in violations[0]


def test_the_shares_are_of_one_whole() -> None:
    """The shares of all jobs add up to the whole time."""
    assert sum(share for share, _ in JOBS.values()) == pytest.approx(1)
