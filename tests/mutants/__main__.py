"""`make mutants`: bugs planted on purpose, to see whether the tests would notice.

    make mutants                          all of them
    make mutants ARGS="dice seq"          those whose names have one of these words

Each patch in this folder is one bug. Above the diff it says what is wrong (`Bug:`) and which file of tests must notice
(`Caught by:`). It is applied in a copy of the program, and that file is run there: a bug is caught where a test of it
fails. Tests that could not even be collected have caught nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUGS: Final = Path(__file__).parent
WORKERS: Final = 2
SECONDS: Final = 300
"""How long the tests of one bug may take."""
CAUGHT_LEAST: Final = 0.95
NEEDED: Final = ("domain", "server", "tests", "web", "compose", ".ci")
FILES: Final = (
    *("pyproject.toml", "constraints.txt", "Makefile", "README.md", "docker-compose.yml", ".env.example", ".gitignore"),
    *(".dockerignore", "LICENSE"),
)


@dataclass(frozen=True)
class Bug:
    """A planted bug: the patch, what is wrong, and the file of tests that must notice, or one test of it (`::`)."""

    patch: Path
    says: str
    test: str

    @property
    def name(self) -> str:
        return self.patch.stem

    @classmethod
    def read(cls, patch: Path) -> Bug:
        """Raises `ValueError` where the head is not as it must be."""
        head = dict(line.split(": ", 1) for line in patch.read_text().partition("\n---")[0].splitlines() if line)
        try:
            return cls(patch, head["Bug"], head["Caught by"])
        except KeyError as missing:
            raise ValueError(f"{patch.name} does not say {missing}") from None


@dataclass(frozen=True)
class Outcome:
    """What became of a bug. `caught` names the test that failed, "" where none did; `planted`: the patch applied."""

    bug: Bug
    caught: str
    trouble: str
    seconds: float
    planted: bool


def copied(folder: Path) -> None:
    """The program in another folder."""
    for name in NEEDED:
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__", "node_modules", "mutants"))
    for name in FILES:
        (folder / name).write_bytes((ROOT / name).read_bytes())


def tested(folder: Path, test: str) -> tuple[str, str]:
    """Run tests on the program in a folder: the first that failed, "" for none, and what else went wrong."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", test]
    path = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            command, check=False, cwd=folder, capture_output=True, text=True, timeout=SECONDS, env=os.environ | path
        )
    except subprocess.TimeoutExpired:
        return "", f"no end within {SECONDS} s"
    noticed = (line.split()[1] for line in ran.stdout.splitlines() if line.startswith(("FAILED tests", "ERROR tests")))
    failed = next(noticed, "") if ran.returncode == 1 else ""  # with another code they were not even collected
    return failed, "" if failed or not ran.returncode else (ran.stdout + ran.stderr)[-2000:]


def tried(bug: Bug) -> Outcome:
    """Plant the bug in a copy, and run its tests there. A test that fails without the bug as well has not caught it."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="coterie-mutant-") as there:
        folder = Path(there)
        copied(folder)
        applied = subprocess.run(
            ["git", "apply", "-C1", "--whitespace=nowarn", bug.patch], check=False, cwd=folder, capture_output=True,
            text=True, env=os.environ | {"GIT_CEILING_DIRECTORIES": str(folder.parent)},
        )  # fmt: skip
        if applied.returncode:
            failed, trouble = "", f"the patch does not apply: {applied.stderr.strip()}"
        else:
            failed, trouble = tested(folder, bug.test)
    if failed and tested(ROOT, failed) != ("", ""):
        failed, trouble = "", f"{failed} fails without the bug as well"
    return Outcome(bug, failed, trouble, time.monotonic() - began, not applied.returncode)


def main() -> int:
    """Try the bugs that were asked for, print a line for each, and say whether enough of them were caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="only bugs whose names have one of these words")
    words = parser.parse_args().words
    bugs = [Bug.read(patch) for patch in sorted(BUGS.glob("*.patch"))]
    bugs = [bug for bug in bugs if not words or any(word in bug.name for word in words)]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for outcome in pool.map(tried, bugs):
            outcomes.append(outcome)
            print(f"{outcome.bug.name:<28} {outcome.seconds:6.1f} s  {outcome.caught or 'NOT CAUGHT'}", flush=True)
            if not outcome.caught:
                print(f"    {outcome.bug.says}\n    {outcome.trouble or 'all of its tests passed'}")
    caught = sum(bool(outcome.caught) for outcome in outcomes)
    print(f"mutants: {caught} of {len(outcomes)} caught")
    planted = all(outcome.planted for outcome in outcomes)
    return 0 if outcomes and planted and caught >= CAUGHT_LEAST * len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
