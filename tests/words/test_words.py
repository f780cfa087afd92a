"""The texts are complete, and the check notices when they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.words import sentences, texts, uses
from tests.words.__main__ import problems


def test_all_texts_are_there_are_used_and_are_short() -> None:
    """Every message has a text in each language with the same arguments; no sentence stands in the code."""
    assert problems() == []


def written(folder: Path, language: str, text: str) -> dict[str, texts.Text]:
    """Write a Fluent file, and return what is read from it."""
    file = folder / "domain/words" / language / "area.ftl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    found, wrong = texts.read(folder, language)
    assert wrong == []
    return found


def test_a_language_that_lacks_a_message_or_an_argument_is_noticed(tmp_path: Path) -> None:
    en = written(tmp_path, "en", "one = { $a }\ntwo = Two\n")
    de = written(tmp_path, "de", "one = Eins\n")
    assert texts.compared({"en": en, "de": de}) == [
        "domain/words/de/area.ftl: one uses no arguments, and domain/words/en/area.ftl $a",
        "domain/words/en/area.ftl: two is missing in de",
    ]


@pytest.mark.parametrize("text", ["option-x = One two three { $n } five\n", f"x = {'word ' * 21}\n"])
def test_a_text_that_is_too_long_is_noticed(tmp_path: Path, text: str) -> None:
    assert len(texts.compared({"en": written(tmp_path, "en", text)})) == 1


def test_the_longest_variant_counts(tmp_path: Path) -> None:
    found = written(tmp_path, "en", "x = { $n ->\n    [one] { $n } die\n   *[other] { $n } of the dice\n } – rolled\n")
    assert (found["x"].words, found["x"].args) == (5, frozenset({"n"}))


def test_a_file_that_cannot_be_read_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "web/src/words/en/area.ftl"
    file.parent.mkdir(parents=True)
    file.write_text("one = { $a\ntwo = Two\n    .title = Title\nthree = 3\nthree = 3\n")
    found, wrong = texts.read(tmp_path, "en")
    assert set(found) == {"three"}
    assert [problem.split(": ", 1)[1] for problem in wrong] == [
        "cannot be read: one = { $a",
        "two has attributes, which the page does not read",
        "three is also in web/src/words/en/area.ftl",
    ]


TEXTS = "hit = { $who } hits\nspare = Spare\nfamily-a = A\npassed-on = Passed on\n"


def found_in(python: str = "", page: str = "") -> uses.Uses:
    """Return what these two sources name."""
    found = uses.Uses(beginnings=set())
    uses.in_python(python, "a.py", found)
    uses.in_page(page, "a.tsx", found)
    return found


def test_what_is_named_and_what_is_not_is_noticed(tmp_path: Path) -> None:
    read = written(tmp_path, "en", TEXTS)
    python = 'phrase("hit", who=character("x"), rule="C1")\nx = "passed-on"\nphrase(f"family-{x}")\nRefusal("gone")\n'
    assert uses.checked(found_in(python), read) == [
        "a.py:4: there is no message gone",
        "domain/words/en/area.ftl: nothing uses spare",
    ]
    page = '<p>{t("hit", { who, ...more })}{t("spare")}</p>;\nt(`family-${x}`); t("gone"); hint("passed-on");\n'
    assert uses.checked(found_in(page=page), read) == ["a.tsx:2: there is no message gone"]


@pytest.mark.parametrize(
    ("python", "page"),
    [
        ('phrase("hit", who=1, hidden=2)', 't("hit", { who, hidden: f({ a: 1, b }) })'),
        ('phrase("hit" if x else "hit", who=1, hidden=2)', 't("hit", { who, hidden })'),
        ('phrase(f"h{x}t", who=1, hidden=2)', 't("hit", { hidden: 1, who: 2 })'),
    ],
)
def test_an_argument_that_no_text_uses_is_noticed(tmp_path: Path, python: str, page: str) -> None:
    """An argument that is not shown can still be read on the wire, so it could tell a secret."""
    read = {"hit": written(tmp_path, "en", TEXTS)["hit"]}
    for found, place in ((found_in(python), "a.py:1"), (found_in(page=page), "a.tsx:1")):
        assert uses.checked(found, read) == [f"{place}: hit does not use the argument hidden"]


def test_an_id_that_is_put_together_is_like_a_message(tmp_path: Path) -> None:
    read = {"hit": written(tmp_path, "en", TEXTS)["hit"]}
    assert uses.checked(found_in('phrase("hit" if x else "miss", who=1)'), read) == ["a.py:1: there is no message miss"]
    assert uses.checked(found_in('phrase("hit", who=1), phrase(f"m{x}", who=1)'), read) == [
        "a.py:1: there is no message like m.+"
    ]


def test_an_argument_that_a_text_needs_is_noticed(tmp_path: Path) -> None:
    read = {"hit": written(tmp_path, "en", TEXTS)["hit"]}
    assert uses.checked(found_in('phrase("hit")', 't("hit")'), read) == [
        "a.py:1: hit needs the argument who",
        "a.tsx:1: hit needs the argument who",
    ]


def test_sentences_in_the_code_are_noticed() -> None:
    source = '''"""A docstring of many words."""
x = "one two"
"""Its docstring of many words."""
assert x, "a message for programmers"
def f() -> str:
    if x in ("Sleight of Hand", "Sleight of Hand 2, Brawl 3, Law"):
        raise ValueError(f"there is no such {x}")
    raise Refusal("code", "This is refused.")
    return f"{x} tries to dodge"
'''
    terms = frozenset({"term-sleight-of-hand", "term-brawl", "term-law"})
    assert sentences.sentences('x = "Brawl 2, Law 3, and more"', terms) == [(1, "Brawl 2, Law 3, and more")]
    found = sentences.sentences(source, terms)
    assert found == [(8, "This is refused."), (9, "{} tries to dodge")]
    assert sentences.checked({"a.py": found}) == [
        "a.py:8: a sentence in the code: 'This is refused.'",
        "a.py:9: a sentence in the code: '{} tries to dodge'",
    ]
