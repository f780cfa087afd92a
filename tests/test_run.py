"""The promises of tests/conftest.py for every run, checked by running pytest on small suites."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

DRAWS = """
import pathlib
from random import Random
from hypothesis import given, settings, strategies as st

def note(name, value):
    with (pathlib.Path(__file__).parents[2] / name).open("a") as file:
        file.write(f"{value}\\n")

def test_fixtures(seed: int, chance: Random) -> None:
    note("fixtures", (seed, chance.random()))

@settings(max_examples=20)
@given(st.integers())
def test_examples(n: int) -> None:
    note("examples", n)

def test_other_worker(seed: int) -> None:
    note("other", seed)
"""


def run(home: Path, code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in `home` on one test file in the area `area`, with the project's configuration."""
    (home / "tests" / "area").mkdir(parents=True)
    (home / "tests" / "area" / "test_it.py").write_text(code)
    for needed in ("conftest.py", "in_english.py", "redis_many.py", "redis_server.py"):
        shutil.copy(ROOT / "tests" / needed, home / "tests")
    shutil.copy(ROOT / "pyproject.toml", home)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COTERIE"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=home,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_seed_replays_a_run(tmp_path: Path) -> None:
    """A seed, given as an option or in the environment, is printed first and gives the same fixtures and Hypothesis
    examples with one worker as with two; another seed gives different ones."""
    alone = run(tmp_path / "alone", DRAWS, "--seed", "7")
    two = run(tmp_path / "two", DRAWS, "-n", "2", COTERIE_SEED="7")
    other = run(tmp_path / "other", DRAWS, "--seed", "8")
    for result in (alone, two, other):
        assert result.returncode == 0, result.stdout
    assert "seed: 7" in alone.stdout
    assert "seed: 7" in two.stdout
    for name in ("fixtures", "examples", "other"):
        assert (tmp_path / "alone" / name).read_text() == (tmp_path / "two" / name).read_text()
        assert (tmp_path / "alone" / name).read_text() != (tmp_path / "other" / name).read_text()


def test_a_drawn_seed_is_the_same_on_all_workers(tmp_path: Path) -> None:
    """Without a given seed, both workers use the seed that the header names."""
    result = run(tmp_path, DRAWS, "-n", "2")
    assert result.returncode == 0, result.stdout
    for name in ("fixtures", "other"):
        used = (tmp_path / name).read_text().strip("(\n").partition(",")[0]
        assert f"seed: {used}\n" in result.stdout


def test_the_run_ends_with_a_budget(tmp_path: Path) -> None:
    """A run prints the seconds and tests of each area after the tests, then the seed if a test failed; pytest's own
    summary is last."""
    result = run(tmp_path, "def test_wrong():\n    assert False\n", "--seed", "7")
    lines = result.stdout.splitlines()
    assert result.returncode == 1
    assert any(line.startswith("budget area") and line.endswith("1 tests") for line in lines)
    assert "Replay this run with: pytest --seed 7" in lines
    assert "1 failed" in lines[-1]


@pytest.mark.parametrize("address", ["0.0.0.0", "", "::", "192.0.2.1"])
def test_no_test_binds_beyond_loopback(address: str) -> None:
    """A test that binds a socket to any address but loopback fails before the socket is bound."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as it, pytest.raises(PermissionError, match="Tests bind to loopback only"):
        it.bind((address, 0))


def test_a_warning_fails_a_test(tmp_path: Path) -> None:
    """A warning fails a test, also the warning about a coroutine that was never awaited."""
    code = "async def forgotten():\n    pass\n\ndef test_it():\n    forgotten()\n"
    result = run(tmp_path, code)
    assert result.returncode == 1
    assert "never awaited" in result.stdout
