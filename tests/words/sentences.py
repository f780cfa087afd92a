"""Sentences in the code of the domain, where none may stand: they belong into the Fluent files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from server.words.texts import slug
from tests.words.texts import ROOT

NOT_SHOWN: Final = {"domain/released.py"}
"""Files whose sentences are for maintainers alone: the reasons why a field is released."""

WORDS: Final = 3
"""A text of so many words is a sentence."""


def sentences(source: str, terms: frozenset[str] = frozenset()) -> list[tuple[int, str]]:
    """Return the texts of three or more words in a Python file, with their lines. Docstrings, errors for programmers,
    patterns and the names of things of the rules (`terms`) are none."""
    tree = ast.parse(source)
    passed_over = {id(inner) for node in _not_shown(tree) for inner in ast.walk(node)}
    found = []
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.JoinedStr):
            passed_over.update(id(inner) for inner in ast.walk(node))
            text = "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if len([word for word in text.split() if re.search(r"[A-Za-z]", word)]) >= WORDS and not of_terms(text, terms):
            found.append((node.lineno, text))
    return sorted(found)


def of_terms(text: str, terms: frozenset[str]) -> bool:
    """True for a thing of the rules and for a list of such things, each with or without a number, as on a sheet:
    "Strength 2, Self-Control 3"."""
    names = [text, *(re.sub(r" \d+$", "", name) for name in text.split(", "))]
    whole, *listed = (f"term-{slug(name)}" in terms for name in names)
    return whole or all(listed)


def _not_shown(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.JoinedStr):
            yield node.value
        elif isinstance(node, ast.Assert):
            yield node
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = node.exc.func
            if isinstance(name, ast.Name) and name.id != "Refusal":
                yield node.exc
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            yield node


def in_domain(terms: frozenset[str], root: Path = ROOT) -> dict[str, list[tuple[int, str]]]:
    """Return the sentences of each file of the domain that has any."""
    files = sorted((root / "domain").rglob("*.py"))
    found = {str(file.relative_to(root)): sentences(file.read_text(), terms) for file in files}
    return {name: there for name, there in found.items() if there and name not in NOT_SHOWN}


def checked(found: dict[str, list[tuple[int, str]]]) -> list[str]:
    """Return what is wrong: each sentence in the code."""
    return [
        f"{name}:{line}: a sentence in the code: {text[:60]!r}" for name, there in found.items() for line, text in there
    ]
