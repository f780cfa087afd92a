"""The Fluent files, read and checked: what each message says, which arguments it uses, and how long it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fluent.syntax import FluentParser, ast

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("domain/words", "web/src/words")
LANGUAGES: Final = ("en", "de")

LENGTHS: Final = {
    **dict.fromkeys(("option-", "do-", "group-", "manoeuvre-"), 4),
    "condition-": 8,
    **dict.fromkeys(("ask-", "hint-", "choice-", "switch-", "number-"), 12),
    **dict.fromkeys(("line-", "note-", "why-", "error-"), 20),
    **dict.fromkeys(("term-", "rule-", "chapter-", "ruleset-", "about-"), 0),
}
"""The most words of a message by the beginning of its id (`domain/words/README.md`): 0 is any number. `do-` is a button
of the page."""
MOST: Final = 20
"""The most words of any other message."""
PAGE: Final = "page-"
"""The ids of the page's own messages begin with this, before the kind."""


@dataclass(frozen=True)
class Text:
    """A message in one language. `args` are the names of the arguments that it uses, `words` its length."""

    id: str
    file: str
    args: frozenset[str]
    words: int


def files(root: Path, language: str) -> Iterator[Path]:
    """Yield the Fluent files of a language."""
    for folder in FOLDERS:
        yield from sorted((root / folder / language).glob("*.ftl"))


def read(root: Path, language: str) -> tuple[dict[str, Text], list[str]]:
    """Return the messages of a language by id, and what is wrong with its files."""
    found: dict[str, Text] = {}
    wrong: list[str] = []
    for file in files(root, language):
        name = str(file.relative_to(root))
        for entry in FluentParser(with_spans=False).parse(file.read_text()).body:
            if isinstance(entry, ast.Junk):
                wrong.append(f"{name}: cannot be read: {(entry.content or '').strip().splitlines()[0]}")
            if not isinstance(entry, ast.Message):
                continue
            if entry.attributes or entry.value is None:
                wrong.append(f"{name}: {entry.id.name} has attributes, which the page does not read")
                continue
            if entry.id.name in found:
                wrong.append(f"{name}: {entry.id.name} is also in {found[entry.id.name].file}")
            found[entry.id.name] = Text(entry.id.name, name, frozenset(_args(entry.value)), _words(entry.value))
    return found, wrong


def _args(node: ast.BaseNode) -> Iterator[str]:
    if isinstance(node, ast.VariableReference):
        yield node.id.name
    for value in vars(node).values():
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.BaseNode):
                yield from _args(child)


def _words(pattern: ast.Pattern) -> int:
    return len([word for word in _longest(pattern).split() if re.search(r"\w", word)])


def _longest(pattern: ast.Pattern) -> str:
    """The text with one word in place of each argument, and the longest of several variants."""
    return "".join(_written(element) for element in pattern.elements)


def _written(element: ast.TextElement | ast.Placeable) -> str:
    if isinstance(element, ast.TextElement):
        return element.value or ""
    if isinstance(element.expression, ast.SelectExpression):
        return max((_longest(v.value) for v in element.expression.variants), key=lambda text: len(text.split()))
    if isinstance(element.expression, ast.StringLiteral):
        return str(element.expression.parse()["value"])
    return "x"


def compared(texts: dict[str, dict[str, Text]]) -> list[str]:
    """Return what is missing in one language, differs in its arguments, or is too long."""
    wrong = []
    for id_ in sorted({id_ for found in texts.values() for id_ in found}):
        here = {language: found[id_] for language, found in texts.items() if id_ in found}
        first = next(iter(here.values()))
        wrong += [f"{first.file}: {id_} is missing in {language}" for language in texts if language not in here]
        wrong += [
            f"{text.file}: {id_} uses {_listed(text.args)}, and {first.file} {_listed(first.args)}"
            for text in here.values()
            if text.args != first.args
        ]
        most = next((most for kind, most in LENGTHS.items() if id_.removeprefix(PAGE).startswith(kind)), MOST)
        wrong += [
            f"{text.file}: {id_} has {text.words} words; at most {most} are clear at a glance"
            for text in here.values()
            if 0 < most < text.words
        ]
    return wrong


def _listed(args: frozenset[str]) -> str:
    return ", ".join(f"${arg}" for arg in sorted(args)) or "no arguments"
