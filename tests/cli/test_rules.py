"""`coterie rules`: that every rule of the book is played and proved, and where."""

from __future__ import annotations

import json
from pathlib import Path

from domain.rules.rule_index import BOOK
from server.cli.rules import ROOT, cited, lacking, places
from tests.cli.running import coterie


def test_every_rule_is_played_and_proved() -> None:
    """No rule of the book is without a file that plays it and a test that names it."""
    assert list(lacking(places(ROOT))) == []


def test_the_table_names_files_and_tests() -> None:
    """As JSON it is a list of {rule, files, tests}, in the order of the book."""
    table = json.loads(coterie("rules", "--json").stdout)
    assert [place["rule"] for place in table] == list(BOOK)
    dodge = next(place for place in table if place["rule"] == "C18")
    assert "domain/manoeuvres/dodge.py" in dodge["files"]
    assert any(test.startswith("tests/domain/manoeuvres/") for test in dodge["tests"])


def test_a_rule_without_a_test_is_found(tmp_path: Path) -> None:
    """A rule that only a file cites, or only a test, is lacking."""
    for folder in ("domain", "tests/domain"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "domain" / "one.py").write_text('"""Plays D4 and D5."""\n')
    (tmp_path / "tests" / "domain" / "test_one.py").write_text('def test_it():\n    """D5, D6: so it is."""\n')
    found = set(lacking(places(tmp_path)))
    assert set(BOOK) - found == {"D5"}


def test_numbers_are_read_from_words() -> None:
    """A range counts for each of its rules; what looks like a number and is none counts for nothing."""
    assert cited("As the book says (D1 to D3, C32; not Z9, D99 or H11).") == ["D1", "D2", "D3", "C32"]
