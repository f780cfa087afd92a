"""The planted bugs keep up with the program: each can be planted, and the tests that must notice it are there."""

from __future__ import annotations

import subprocess

import pytest

from tests.mutants.__main__ import BUGS, ROOT, Bug

PATCHES = sorted(BUGS.glob("*.patch"))


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_a_bug_can_still_be_planted(patch: object) -> None:
    """A patch that no longer applies would prove nothing, in silence."""
    checked = subprocess.run(
        ["git", "apply", "--check", "-C1", str(patch)], check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr


def test_the_tests_that_must_notice_are_there() -> None:
    """Each names a file of tests, or a test in one."""
    assert len(PATCHES) >= 40
    for bug in map(Bug.read, PATCHES):
        for named in bug.tests:
            file, _, test = named.partition("::")
            said = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
            assert said or (ROOT / file).is_dir(), f"{bug.name} names {named}"
            assert not test or f"def {test.partition('[')[0].rpartition('::')[2]}(" in said, f"{bug.name} names {named}"
