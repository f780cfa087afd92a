"""`coterie rules`: every rule of the book, the files that play it and the tests that prove it.

Read from the code: a file plays the rules that its docstrings and its texts cite, "(D13)" or "C7, C9: ..."; a test
proves those that its docstring cites. So this works in a checkout, where the tests are. `--markdown` prints RULES.md.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.rules.rule_index import BOOK, CHAPTERS
from domain.rules.rule_texts import TWO_LINES
from server.cli import DONE, FAILED, Misuse

NAME = "rules"
HELP = "list every rule with the files that play it and the tests that prove it"

ROOT = Path(__file__).parents[2]
PLAYED, PROVED = ("domain", "server/cli"), ("tests/domain", "tests/server/cli", "tests/golden")
"""The folders with the code and with the tests that cite rules. In other folders the same letters can number faults and
invariants."""
APART = ("rule_index.py", "rule_texts.py", "rules.py")
"""Files that name rules without playing them."""
MOST = 3
"""The most files, and the most tests, that RULES.md names for one rule."""
HEAD = """\
<!-- Written by `coterie rules --markdown` (`make rules`); the words are in domain/rules/rule_texts.py. -->

# The rules that Coterie plays

Docstrings, refusals and tests cite a rule by its number. Each entry gives the number and title of a rule, its content
in two lines, and the files and tests that cite it: at most three of each, the most specific first. `coterie rules`
lists all files. A number in brackets refers to another rule.

The rule sets are `revised` (classic World of Darkness), `v20` (20th anniversary), `storytelling` (the Storytelling
System of 2004) and `nightfall` (house-ruled combat on classic dice). Dice are d10, and a 0 on the die is a 10.
Every number is a default that a chronicle or its Storyteller can change.
"""
Rank = tuple[float, float, bool]
"""How closely a file or a test belongs to a rule; the smallest is the most specific."""
NUMBER = re.compile(r"\b([A-Z])(\d{1,2})(?: to \1(\d{1,2}))?\b")


class Place(msgspec.Struct, frozen=True):
    """A rule, the files that cite it, and the tests that do, as "file::test"; the most specific first."""

    rule: str
    files: list[str]
    tests: list[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--json", action="store_true", help="a list of {rule, files, tests}")
    one.add_argument(
        "--markdown", action="store_true", help="RULES.md: each rule in two lines, its main files and tests"
    )


def run(args: argparse.Namespace) -> int:
    """Print the table. Fails where a rule has no file or no test."""
    if not (ROOT / "tests").is_dir():
        raise Misuse("the tests come with a checkout of Coterie, not with the installed program.")
    table = places(ROOT)
    if args.json:
        sys.stdout.write(json.dumps(msgspec.to_builtins(table), indent=2) + "\n")
    elif args.markdown:
        sys.stdout.write(markdown(table))
    else:
        sys.stdout.writelines(line(place) for place in table)
    return FAILED if any(lacking(table)) else DONE


def line(place: Place) -> str:
    """A rule as one line of the table."""
    files = ", ".join(place.files) or "no file"
    tests = f"{len(place.tests)} tests" if len(place.tests) != 1 else "1 test"
    return f"{place.rule:4}{BOOK[place.rule]:52}{tests if place.tests else 'no test':10}{files}\n"


def markdown(table: list[Place]) -> str:
    """RULES.md: the rules by chapter, each with its title, its two lines, and its main files and tests."""
    parts = [HEAD]
    chapter = ""
    for place in table:
        if place.rule[0] != chapter:
            chapter = place.rule[0]
            parts.append(f"## {chapter}: {CHAPTERS[chapter]}\n")
        files = ", ".join(f"[`{file}`]({file})" for file in place.files[:MOST]) or "none"
        tests = ", ".join(f"[`{name}`]({file})" for file, name in map(file_and_test, place.tests[:MOST])) or "none"
        title = BOOK[place.rule]
        first, second = TWO_LINES[place.rule]
        parts.append(f"### {place.rule}: {title}\n\n{first}\n{second}\n\n- Code: {files}\n- Tests: {tests}\n")
    return "\n".join(parts)


def file_and_test(test: str) -> tuple[str, str]:
    """The two parts of "file::test"."""
    file, _, name = test.partition("::")
    return file, name


def places(root: Path) -> list[Place]:
    """Every rule of the book, in its order, with where it is played and proved."""
    files: dict[str, list[tuple[Rank, str]]] = {rule: [] for rule in BOOK}
    tests: dict[str, list[tuple[Rank, str]]] = {rule: [] for rule in BOOK}
    for path in sources(root, *PLAYED):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        head, whole = ast.get_docstring(tree) or "", " ".join(texts(tree))
        for rule in cited(whole):
            files[rule].append((file_rank(rule, path.stem, head, whole), path.relative_to(root).as_posix()))
    in_files = {rule: [file for _, file in sorted(found)] for rule, found in files.items()}
    for path in sources(root, *PROVED):
        for name, text in proofs(ast.parse(path.read_text(encoding="utf-8"))):
            rules = cited(text)
            for rule in rules:
                rank = proof_rank(path.stem, len(rules), in_files[rule][:MOST])
                tests[rule].append((rank, f"{path.relative_to(root).as_posix()}::{name}"))
    return [Place(rule, in_files[rule], [test for _, test in sorted(tests[rule])]) for rule in BOOK]


def file_rank(rule: str, stem: str, head: str, whole: str) -> Rank:
    """First the files that cite the rule in their first docstring; of these, first those that cite it often in
    proportion to how many rules that docstring cites; of equals, those that are named like the rule's title."""
    in_head = cited(head)
    times = sum(rule in cited(match[0]) for match in NUMBER.finditer(whole))
    return rule not in in_head, max(len(in_head), 1) / times, stem not in BOOK[rule].split()


def proof_rank(stem: str, rules: int, main: list[str]) -> Rank:
    """First the tests in a file named after one of the rule's main files; of these, those that cite few rules."""
    stems = [f"test_{Path(file).stem}" for file in main]
    return stems.index(stem) if stem in stems else MOST, rules, False


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
