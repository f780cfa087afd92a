"""`coterie rules`: every rule of the book has code and tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from domain.rules.rule_index import BOOK, CHAPTERS, RELATED
from server.cli.rules import ROOT, cited, incomplete, rule_entries
from tests.domain.words.message_files import LANGUAGES, messages
from tests.server.cli.running import coterie

LINES = {"en": 2, "de": 3}
"""The most lines of a rule's text: German needs more room."""


def rule_texts(language: str) -> dict[str, str]:
    """Return the titles and texts of the rules in a language, without the indentation of the file."""
    return {id_: "\n".join(map(str.strip, text.splitlines())) for id_, text in messages(language, "rules").items()}


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_title_and_a_text(language: str) -> None:
    """The file has a title and a text for each rule, a subject for each letter, and nothing else."""
    rules = {f"rule-{part}-{rule}" for part in ("title", "text") for rule in BOOK}
    assert set(messages(language, "rules")) == rules | {f"chapter-{letter}" for letter in CHAPTERS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_short(language: str) -> None:
    """A title has at most 56 characters, a text two lines of 105 (three in German)."""
    words = rule_texts(language)
    assert [rule for rule in BOOK if len(words[f"rule-title-{rule}"]) > 56] == []
    for rule in BOOK:
        lines = words[f"rule-text-{rule}"].splitlines()
        assert 1 < len(lines) <= LINES[language]
        assert [line for line in lines if not 0 < len(line) <= 105] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_cite_no_rule(language: str) -> None:
    """The rules that a text builds on are data: no number stands in it."""
    assert {id_ for id_, text in rule_texts(language).items() if cited(text)} == set()


def test_related_rules_exist() -> None:
    """A rule builds on other rules of the book."""
    assert {*RELATED, *(other for others in RELATED.values() for other in others)} <= set(BOOK)
    assert [rule for rule, others in RELATED.items() if rule in others or not others] == []


def test_every_letter_has_a_chapter() -> None:
    """The chapters are the letters of the rules, in the same order."""
    assert list(CHAPTERS) == list(dict.fromkeys(rule[0] for rule in BOOK))


def test_the_book_is_whole() -> None:
    """The book has 99 rules, in the order of their numbers."""
    assert (len(BOOK), BOOK[:2], BOOK[-1]) == (99, ("G0", "G1"), "W2")


def test_the_markdown_has_every_rule_once() -> None:
    """RULES.md has one heading for each rule, in the order of the book, with its text, code and tests."""
    page = (ROOT / "RULES.md").read_text(encoding="utf-8")
    words = rule_texts("en")
    headings = [f"{rule}: {words[f'rule-title-{rule}']}" for rule in BOOK]
    assert re.findall(r"^### (.*)$", page, re.MULTILINE) == headings
    for rule in BOOK:
        related = f"- See also: {', '.join(RELATED[rule])}\n" if rule in RELATED else ""
        assert f"\n\n{words[f'rule-text-{rule}']}\n\n{related}- Code: [" in page
    for line in re.findall(r"^- (?:Code|Tests): .*$", page, re.MULTILINE):
        links = re.findall(r"\]\(([^)]+)\)", line)
        assert 1 <= len(links) <= 3
        assert all((ROOT / link).is_file() for link in links)


def test_the_list_and_the_page_speak_german() -> None:
    """With --language de, the titles and texts are the German ones."""
    words = rule_texts("de")
    listed = coterie("rules", "--language", "de").stdout
    assert re.search(r"^C14 Zielen {2,}\d+ tests? +domain/", listed, re.MULTILINE)
    page = coterie("rules", "--markdown", "--language", "de").stdout
    assert f"### C14: Zielen\n\n{words['rule-text-C14']}\n\n- Code: " in page
    assert f"## C: {words['chapter-C']}\n" in page


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
