"""The table of security requirements (`requirements.toml`) is complete, and the tests and jobs that it names exist."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from tests.soak.jobs import JOBS

ROOT = Path(__file__).parents[2]
MOST = 33


class Requirement(msgspec.Struct, forbid_unknown_fields=True):
    """A requirement: its text, the tests that show it, the soak jobs that measure slow parts of it (times, SEC11), and
    the reason why it, or a part of it, does not apply."""

    what: str
    shown_by: list[str] = []
    soaked_by: list[str] = []
    does_not_apply: str = ""


TABLE = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "requirements.toml").read_text(encoding="utf-8")), dict[str, Requirement]
)


def docstring(test: str) -> str:
    """The docstring of a test."""
    path, _, name = test.partition("::")
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return ast.get_docstring(node) or ""
    raise AssertionError(f"there is no {test}")


def test_no_number_is_missing() -> None:
    """SEC1 to SEC33 are in the table, in order, each with its tests or the reason why it has none."""
    assert list(TABLE) == [f"SEC{n}" for n in range(1, MOST + 1)]
    for number, requirement in TABLE.items():
        assert requirement.what.endswith("."), number
        assert requirement.shown_by or requirement.does_not_apply, number


@pytest.mark.parametrize("number", TABLE)
def test_every_test_says_what_it_shows(number: str) -> None:
    """The docstring of each named test and job cites the requirement's number."""
    for test in TABLE[number].shown_by:
        assert re.search(rf"\b{number}\b", docstring(test)), test
    for name in TABLE[number].soaked_by:
        _, job = JOBS[name]
        assert re.search(rf"\b{number}\b", job.__doc__ or ""), name


def test_every_test_is_run(request: pytest.FixtureRequest) -> None:
    """pytest collects each test that the table names."""
    named = sorted({test for requirement in TABLE.values() for test in requirement.shown_by})
    collected = names(item.nodeid for item in request.session.items)
    if missing := [test for test in named if test not in collected]:  # this run is of some tests only
        options = ("--collect-only", "-q", "-p", "no:cacheprovider", "-n", "0")
        command = [sys.executable, "-m", "pytest", *options, *missing]
        # An option -v would change the list.
        plain = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
        found = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr
        collected |= names(found.stdout.splitlines())
    assert [test for test in named if test not in collected] == []


def names(nodeids: Iterable[str]) -> set[str]:
    """Return the names of tests, without their parameters and their groups of xdist."""
    return {re.split(r"[\[@]", nodeid)[0] for nodeid in nodeids}
