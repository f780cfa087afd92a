"""The planted bugs match the program: each can be planted, and its tests exist."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile

import pytest

from tests.mutants.__main__ import BUGS, ROOT, Bug, CannotPlant, Change

BUG_FILES = sorted(BUGS.glob("*.toml"))


@pytest.mark.parametrize("path", BUG_FILES, ids=lambda path: path.stem)
def test_a_bug_can_still_be_planted(path: Path, tmp_path: Path) -> None:
    """Every bug finds its text in the program; without it the bug would prove nothing."""
    bug = Bug.read(path)
    for change in bug.changes:
        (tmp_path / change.file).parent.mkdir(parents=True, exist_ok=True)
        if change.old:
            copyfile(ROOT / change.file, tmp_path / change.file)
    before = {change.file: read(tmp_path / change.file) for change in bug.changes}
    bug.plant(tmp_path)
    assert all(read(tmp_path / file) != text for file, text in before.items())


def read(path: Path) -> str:
    """A file's text, or "" if it does not exist."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.parametrize(("text", "times"), [("b\n", 0), ("a\na\n", 2)])
def test_a_text_that_is_not_there_once_is_refused(tmp_path: Path, text: str, times: int) -> None:
    """A text that occurs not at all or several times is not replaced, and the file stays as it was."""
    (tmp_path / "file.py").write_text(text, encoding="utf-8")
    with pytest.raises(CannotPlant, match=f"{times} times, not once"):
        Change("file.py", "a\n", "c\n").plant(tmp_path)
    assert (tmp_path / "file.py").read_text(encoding="utf-8") == text


def test_there_are_many() -> None:
    """There are at least forty planted bugs."""
    assert len(BUG_FILES) >= 40


@pytest.mark.parametrize("path", BUG_FILES, ids=lambda path: path.stem)
def test_it_names_the_file_of_tests_that_must_notice(path: Path) -> None:
    """Each bug names a single test file that exists, or a test in it."""
    file, _, test = Bug.read(path).test.partition("::")
    assert re.fullmatch(r"tests/(\w+/)*test_\w+\.py", file), file
    said = (ROOT / file).read_text(encoding="utf-8")
    assert not test or f"def {test.partition('[')[0].rpartition('::')[2]}(" in said
