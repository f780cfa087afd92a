"""Which messages the program names, and with which arguments: found in the source of the domain, the server and the
page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.words.texts import ROOT, Text

FAMILIES: Final = (
    "term-", "rule-title-", "rule-text-", "chapter-", "degree-", "result-", "power-", "switch-", "number-", "ruleset-",
    "about-ruleset-", "manoeuvre-", "condition-", "language-",
)  # fmt: skip
"""Beginnings of ids that are put together from a name of the catalogue, such as a trait or a rule."""

NAMING: Final = ("phrase", "Refusal")
"""Python functions whose first argument is a message id; the arguments by name are the message's."""

OWN: Final = frozenset({"rule"})
"""Arguments by name that are not the message's."""

CALL: Final = re.compile(r"\b(?:t|tIf|phrase)\(\s*(?:\"([\w-]+)\"|`([\w-]+-)\$\{)")
LITERAL: Final = re.compile(r"[\"'`]([a-z][\w-]*)[\"'`]")


@dataclass
class Uses:
    """What the program names. `calls`: the place, the ids of which one is chosen, and the arguments (None if they are
    not written out); `patterns`: the same for an id that is put together, as a regular expression; `literals`: every
    short text, as any of them may be an id that is passed on; `beginnings`: the constant first part of an id that is
    put together."""

    calls: list[tuple[str, tuple[str, ...], frozenset[str] | None]] = field(default_factory=list)
    patterns: list[tuple[str, str, frozenset[str] | None]] = field(default_factory=list)
    literals: set[str] = field(default_factory=set)
    beginnings: set[str] = field(default_factory=lambda: set(FAMILIES))


def uses(root: Path = ROOT) -> Uses:
    """Return what the domain, the server and the page name."""
    found = Uses()
    for file in sorted([*(root / "domain").rglob("*.py"), *(root / "server").rglob("*.py")]):
        in_python(file.read_text(), str(file.relative_to(root)), found)
    for file in sorted([*(root / "web").glob("*.ts"), *(root / "web/src").rglob("*.ts*")]):
        if ".test." not in file.name and "testing" not in file.parts:
            in_page(file.read_text(), str(file.relative_to(root)), found)
    return found


def in_python(source: str, name: str, found: Uses) -> None:
    """Add what a Python file names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.literals.add(node.value)
        if not (isinstance(node, ast.Call) and _called(node) in NAMING and node.args):
            continue
        first, place = node.args[0], f"{name}:{node.lineno}"
        names = [keyword.arg for keyword in node.keywords]
        args = None if None in names else frozenset(str(n) for n in names) - OWN
        if isinstance(first, ast.JoinedStr):
            if isinstance(first.values[0], ast.Constant):
                found.beginnings.add(str(first.values[0].value))
            parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else ".+" for v in first.values]
            found.patterns.append((place, "".join(parts), args))
        elif ids := _ids(first):
            found.calls.append((place, ids, args))


def _ids(node: ast.expr) -> tuple[str, ...]:
    """The ids of which an expression is one; () if they are not written out."""
    if isinstance(node, ast.IfExp):
        ids = (*_ids(node.body), *_ids(node.orelse))
        return ids if _ids(node.body) and _ids(node.orelse) else ()
    return (node.value,) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ()


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def in_page(source: str, name: str, found: Uses) -> None:
    """Add what a file of the page names."""
    found.literals.update(LITERAL.findall(source))
    for match in CALL.finditer(source):
        id_, beginning = match.groups()
        if beginning:
            found.beginnings.add(beginning)
        else:
            line = source.count("\n", 0, match.start()) + 1
            found.calls.append((f"{name}:{line}", (id_,), _page_args(source[match.end() :])))


def _page_args(rest: str) -> frozenset[str] | None:
    """The names of the object in `t("id", { a, b: 1 })`, or None if it is not written out."""
    if rest.lstrip().startswith(")"):
        return frozenset()
    begin = re.match(r"\s*,\s*\{", rest)
    if begin is None:
        return None
    names = [re.match(r"\s*(\w+|\.\.\.)", part) for part in _top_level(rest[begin.end() :])]
    found = [name.group(1) for name in names if name is not None]
    return None if "..." in found else frozenset(found)


def _top_level(text: str) -> Iterator[str]:
    """The parts between the commas of an object, up to its closing brace. Quotes hold no brace in such a place."""
    depth, part = 0, ""
    for letter in text:
        if letter == "}" and depth == 0:
            break
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    yield part


def checked(found: Uses, texts: dict[str, Text]) -> list[str]:
    """Return ids that are named but have no text, texts that nobody names, and arguments that do not fit. An argument
    that no text uses can still be read by a seat that receives the words."""
    wrong = []
    for place, ids, args in found.calls:
        known = [texts[id_] for id_ in ids if id_ in texts]
        wrong += [f"{place}: there is no message {id_}" for id_ in ids if id_ not in texts]
        wrong += [
            f"{place}: {text.id} needs the argument {name}"
            for text in known
            if args is not None
            for name in sorted(text.args - args)
        ]
        wrong += _unused(place, known, args)
    for place, pattern, args in found.patterns:
        known = [text for text in texts.values() if re.fullmatch(pattern, text.id)]
        if not known:
            wrong.append(f"{place}: there is no message like {pattern}")
        wrong += _unused(place, known, args)
    named = {id_ for _, ids, _ in found.calls for id_ in ids} | found.literals
    beginnings = tuple(found.beginnings)
    wrong += [
        f"{text.file}: nothing uses {text.id}"
        for text in texts.values()
        if text.id not in named and not text.id.startswith(beginnings)
    ]
    return wrong


def _unused(place: str, known: list[Text], args: frozenset[str] | None) -> list[str]:
    """The arguments that none of these messages uses."""
    if args is None or not known:
        return []
    used = frozenset().union(*(text.args for text in known))
    return [f"{place}: {known[0].id} does not use the argument {name}" for name in sorted(args - used)]
