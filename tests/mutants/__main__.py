"""`make mutants`: plants known bugs, to see whether the tests notice them.

  make mutants                          all bugs
  make mutants ARGS="dice seq"          bugs whose names contain one of the words

Each file in `bugs/` is a planted bug: `reason` is the fault, `caught_by` names the test file (or the single test,
`FILE::TEST`) that must notice; each `change` replaces the lines `old`, which occur exactly once in `file`, with `new`.
An empty `old` makes a new file. A bug survives moves within its file; if a file moves, only `file` changes.

The bug is planted in a copy of the program and its tests run there: it is caught if one of them fails. Tests that could
not be collected do not count.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUGS: Final = Path(__file__).parent / "bugs"
WORKERS: Final = 2
SECONDS: Final = 300
"""The time limit for the tests of a bug."""
CAUGHT_LEAST: Final = 0.95
NEEDED: Final = ("domain", "server", "tests", "web", "compose", ".ci")
FILES: Final = (
    *("pyproject.toml", "constraints.txt", "Makefile", "README.md", "docker-compose.yml", ".env.example", ".gitignore"),
    *(".dockerignore", "LICENSE"),
)


class CannotPlant(Exception):
    """The text that a planted bug replaces is not in its file exactly once."""


@dataclass(frozen=True)
class Change:
    """A replacement in a file; `old` is whole lines."""

    file: str
    old: str
    new: str

    def plant(self, folder: Path) -> None:
        """Make the replacement in the program below `folder`. Raise `CannotPlant`."""
        path = folder / self.file
        if not self.old:
            if path.exists():
                raise CannotPlant(f"{self.file} exists already, but the bug adds it as a new file")
            path.write_text(self.new, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        places = [found.start() for found in re.finditer(f"^(?={re.escape(self.old)})", text, re.MULTILINE)]
        if len(places) != 1:
            raise CannotPlant(f"{self.file} has the text to replace {len(places)} times, not once:\n{self.old}")
        path.write_text(text[: places[0]] + self.new + text[places[0] + len(self.old) :], encoding="utf-8")


@dataclass(frozen=True)
class Bug:
    """A planted bug: its name, the reason why it is wrong, the test file that must notice it (or a test of that file,
    `::`), and the changes to the program."""

    name: str
    reason: str
    test: str
    changes: tuple[Change, ...]

    @classmethod
    def read(cls, path: Path) -> Bug:
        """Read a bug's file. Raise `KeyError` if a field is missing, `TypeError` if a change has an unknown field."""
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        return cls(path.stem, said["reason"], said["caught_by"], tuple(Change(**change) for change in said["change"]))

    def plant(self, folder: Path) -> None:
        """Plant it in the program below `folder`. Raise `CannotPlant`."""
        for change in self.changes:
            change.plant(folder)


@dataclass(frozen=True)
class Outcome:
    """The result for a bug. `caught` is the test that failed, or ""; `planted`: the text to replace was there."""

    bug: Bug
    caught: str
    trouble: str
    seconds: float
    planted: bool


def copy_program(folder: Path) -> None:
    """Copy the program to another folder."""
    for name in NEEDED:
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__", "node_modules", "mutants"))
    for name in FILES:
        (folder / name).write_bytes((ROOT / name).read_bytes())


def run_tests(folder: Path, test: str) -> tuple[str, str]:
    """Run tests on the program in a folder. Return the first that failed, or "", and any problem besides."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", test]
    path = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            command, check=False, cwd=folder, capture_output=True, text=True, timeout=SECONDS, env=os.environ | path
        )
    except subprocess.TimeoutExpired:
        return "", f"the tests did not end within {SECONDS} s"
    noticed = (line.split()[1] for line in ran.stdout.splitlines() if line.startswith(("FAILED tests", "ERROR tests")))
    failed = next(noticed, "") if ran.returncode == 1 else ""  # any other exit code means that they were not collected
    return failed, "" if failed or not ran.returncode else (ran.stdout + ran.stderr)[-2000:]


def try_bug(bug: Bug) -> Outcome:
    """Plant the bug in a copy, and run its tests there. A test that fails without the bug as well has not caught it."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="coterie-mutant-") as there:
        folder = Path(there)
        copy_program(folder)
        planted = True
        try:
            bug.plant(folder)
        except CannotPlant as error:
            failed, trouble, planted = "", str(error), False
        else:
            failed, trouble = run_tests(folder, bug.test)
    if failed and run_tests(ROOT, failed) != ("", ""):
        failed, trouble = "", f"{failed} fails without the bug, too"
    return Outcome(bug, failed, trouble, time.monotonic() - began, planted)


def main() -> int:
    """Try the chosen bugs, print a line for each, and return 0 if enough of them were caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="only bugs whose names have one of these words")
    words = parser.parse_args().words
    bugs = [Bug.read(path) for path in sorted(BUGS.glob("*.toml"))]
    bugs = [bug for bug in bugs if not words or any(word in bug.name for word in words)]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for outcome in pool.map(try_bug, bugs):
            outcomes.append(outcome)
            print(f"{outcome.bug.name:<28} {outcome.seconds:6.1f} s  {outcome.caught or 'NOT CAUGHT'}", flush=True)
            if not outcome.caught:
                print(f"    {outcome.bug.reason}\n    {outcome.trouble or 'all of its tests passed'}")
    caught = sum(bool(outcome.caught) for outcome in outcomes)
    print(f"mutants: {caught} of {len(outcomes)} caught")
    planted = all(outcome.planted for outcome in outcomes)
    return 0 if outcomes and planted and caught >= CAUGHT_LEAST * len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
