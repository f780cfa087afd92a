"""`coterie rules`: every rule of the book has code and tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from domain.rules.rule_index import BOOK, CHAPTERS
from domain.rules.rule_texts import TWO_LINES
from server.cli.rules import ROOT, cited, incomplete, rule_entries
from tests.server.cli.running import coterie


def test_every_rule_is_played_and_proved() -> None:
    """Every rule of the book has a file that plays it and a test that names it."""
    assert list(incomplete(rule_entries(ROOT))) == []


def test_the_table_names_files_and_tests() -> None:
    """As JSON it is a list of {rule, files, tests}, in the order of the book."""
    table = json.loads(coterie("rules", "--json").stdout)
    assert [place["rule"] for place in table] == list(BOOK)
    dodge = next(place for place in table if place["rule"] == "C18")
    assert "domain/manoeuvres/dodge.py" in dodge["files"]
    assert any(test.startswith("tests/domain/manoeuvres/") for test in dodge["tests"])


def test_a_rule_without_a_test_is_found(tmp_path: Path) -> None:
    """A rule that only a file cites, or only a test, is incomplete."""
    for folder in ("domain", "tests/domain"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "domain" / "one.py").write_text('"""Plays D4 and D5."""\n')
    (tmp_path / "tests" / "domain" / "test_one.py").write_text('def test_it():\n    """D5, D6: so it is."""\n')
    found = set(incomplete(rule_entries(tmp_path)))
    assert set(BOOK) - found == {"D5"}


def test_numbers_are_read_from_words() -> None:
    """A range counts for each of its rules; a number that is no rule does not count."""
    assert cited("As the book says (D1 to D3, C32; not Z9, D99 or H11).") == ["D1", "D2", "D3", "C32"]


def test_every_rule_has_two_lines() -> None:
    """Each rule of the book has two lines, in its order, and none is longer than 100 characters."""
    assert list(TWO_LINES) == list(BOOK)
    assert [(rule, line) for rule, lines in TWO_LINES.items() for line in lines if not 0 < len(line) <= 100] == []


def test_the_lines_cite_rules_that_exist() -> None:
    """A number in brackets is a rule of the book."""
    for rule, lines in TWO_LINES.items():
        numbers = re.findall(r"\(([A-Z]\d+)\)", " ".join(lines))
        assert set(numbers) <= set(BOOK) - {rule}


def test_every_letter_has_a_chapter() -> None:
    """The chapters are the letters of the rules, in the same order."""
    assert list(CHAPTERS) == list(dict.fromkeys(rule[0] for rule in BOOK))


def test_the_markdown_has_every_rule_once() -> None:
    """RULES.md has one heading for each rule, in the order of the book, with its two lines, code and tests."""
    page = (ROOT / "RULES.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (.*)$", page, re.MULTILINE) == [f"{rule}: {title}" for rule, title in BOOK.items()]
    for first, second in TWO_LINES.values():
        assert f"\n\n{first}\n{second}\n\n- Code: [" in page
    for line in re.findall(r"^- (?:Code|Tests): .*$", page, re.MULTILINE):
        links = re.findall(r"\]\(([^)]+)\)", line)
        assert 1 <= len(links) <= 3
        assert all((ROOT / link).is_file() for link in links)


def test_the_markdown_is_the_same_every_time() -> None:
    """Two processes with different hash seeds print the same bytes."""
    printed = [
        subprocess.run(
            [sys.executable, "-m", "server.cli", "rules", "--markdown"],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]


def test_the_most_specific_file_and_test_come_first(tmp_path: Path) -> None:
    """A file whose first docstring cites only this rule comes first, and so do the tests that mirror it."""
    for folder in ("domain", "tests/domain"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "domain" / "a.py").write_text('"""Plays D4 and D5."""\n')
    (tmp_path / "domain" / "b.py").write_text('"""Nothing."""\nTEXT = "No (D5)."\n')
    (tmp_path / "domain" / "c.py").write_text('"""Plays D5."""\n')
    (tmp_path / "tests" / "domain" / "test_a.py").write_text('def test_all():\n    """D1 to D8."""\n')
    (tmp_path / "tests" / "domain" / "test_c.py").write_text('def test_it():\n    """D4, D5."""\n')
    entry = next(entry for entry in rule_entries(tmp_path) if entry.rule == "D5")
    assert entry.files == ["domain/c.py", "domain/a.py", "domain/b.py"]
    assert entry.tests == ["tests/domain/test_c.py::test_it", "tests/domain/test_a.py::test_all"]
