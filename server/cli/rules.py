"""`coterie rules`: every rule of the book, the files that play it and the tests that prove it.

Read from the code: a file plays the rules that its docstrings and its texts cite, "(D13)" or "C7, C9: ..."; a test
proves those that its docstring cites. So this works in a checkout, where the tests are.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.rules.rule_index import BOOK
from server.cli import DONE, FAILED, Misuse

NAME = "rules"
HELP = "list every rule with the files that play it and the tests that prove it"

ROOT = Path(__file__).parents[2]
PLAYED, PROVED = ("domain", "server/cli"), ("tests/domain", "tests/cli", "tests/golden")
"""Where rules are played and proved. Elsewhere, in the browser too, the same letters number faults, invariants and
what the doors must keep."""
APART = ("book.py", "rules.py")
"""Files that name rules without playing them."""
NUMBER = re.compile(r"\b([A-Z])(\d{1,2})(?: to \1(\d{1,2}))?\b")


class Place(msgspec.Struct, frozen=True):
    """A rule, the files that cite it, and the tests that do, as "file::test"."""

    rule: str
    files: list[str]
    tests: list[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("--json", action="store_true", help="a list of {rule, files, tests}")


def run(args: argparse.Namespace) -> int:
    """Print the table. Fails where a rule has no file or no test."""
    if not (ROOT / "tests").is_dir():
        raise Misuse("the tests come with a checkout of Coterie, not with the installed program.")
    table = places(ROOT)
    if args.json:
        sys.stdout.write(json.dumps(msgspec.to_builtins(table), indent=2) + "\n")
    else:
        sys.stdout.writelines(line(place) for place in table)
    return FAILED if any(lacking(table)) else DONE


def line(place: Place) -> str:
    """A rule as one line of the table."""
    files = ", ".join(place.files) or "no file"
    tests = f"{len(place.tests)} tests" if len(place.tests) != 1 else "1 test"
    return f"{place.rule:4}{BOOK[place.rule]:52}{tests if place.tests else 'no test':10}{files}\n"


def places(root: Path) -> list[Place]:
    """Every rule of the book, in its order, with where it is played and proved."""
    files: dict[str, list[str]] = {rule: [] for rule in BOOK}
    tests: dict[str, list[str]] = {rule: [] for rule in BOOK}
    for path in sources(root, *PLAYED):
        for rule in cited(" ".join(texts(ast.parse(path.read_text(encoding="utf-8"))))):
            files[rule].append(path.relative_to(root).as_posix())
    for path in sources(root, *PROVED):
        for name, text in proofs(ast.parse(path.read_text(encoding="utf-8"))):
            for rule in cited(text):
                tests[rule].append(f"{path.relative_to(root).as_posix()}::{name}")
    return [Place(rule, files[rule], tests[rule]) for rule in BOOK]


def lacking(table: list[Place]) -> Iterator[str]:
    """The rules that nothing plays, or that no test proves."""
    return (place.rule for place in table if not place.files or not place.tests)


def sources(root: Path, *folders: str) -> Iterator[Path]:
    """The Python files of these folders, sorted."""
    for folder in folders:
        yield from sorted(path for path in (root / folder).rglob("*.py") if path.name not in APART)


def texts(tree: ast.AST) -> Iterator[str]:
    """Every text of a file: its docstrings, and the sentences that it tells people."""
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def proofs(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The tests of a file, each with its docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def cited(text: str) -> list[str]:
    """The rules that a text cites, in the book's order: "D13" is one, "D1 to D8" eight."""
    found: set[str] = set()
    for letter, first, last in NUMBER.findall(text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    return [rule for rule in BOOK if rule in found]
