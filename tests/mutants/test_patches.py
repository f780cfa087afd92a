"""The planted bugs keep up with the program: each can be planted, and the tests that must notice it are there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.mutants.__main__ import BUGS, ROOT, Bug

PATCHES = sorted(BUGS.glob("*.patch"))


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_a_bug_can_still_be_planted(patch: Path) -> None:
    """A patch that no longer applies would prove nothing, in silence."""
    checked = subprocess.run(
        ["git", "apply", "--check", "-C1", str(patch)], check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr


def test_there_are_many() -> None:
    """Forty at least."""
    assert len(PATCHES) >= 40


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_it_names_the_file_of_tests_that_must_notice(patch: Path) -> None:
    """One file of tests that there is, or one test in it: no folder, and no choice of several."""
    file, _, test = Bug.read(patch).test.partition("::")
    assert re.fullmatch(r"tests/(\w+/)*test_\w+\.py", file), file
    said = (ROOT / file).read_text(encoding="utf-8")
    assert not test or f"def {test.partition('[')[0].rpartition('::')[2]}(" in said
