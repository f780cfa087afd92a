"""`coterie rules`: list every rule of the book, the files that play it and the tests that prove it.

The list is read from the code: a file plays the rules that its docstrings and string literals cite, "(D13)" or
"C7, C9: ..."; a test proves the rules that its docstring cites. This needs a checkout, because the installed program
has no tests. `--markdown` prints RULES.md. Titles and texts are in `domain/words/LANGUAGE/rules.ftl`.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.core.words import Words
from domain.rules.rule_index import BOOK, RELATED
from server.cli import DONE, FAILED, Misuse
from server.words.texts import DEFAULT_LANGUAGE, Texts, in_english, languages, texts

NAME = "rules"
HELP = "list every rule with the files that play it and the tests that prove it"

ROOT = Path(__file__).parents[2]
CODE, TESTS = ("domain", "server/cli"), ("tests/domain", "tests/server/cli", "tests/golden")
"""The folders with the code and with the tests that cite rules."""
EXCLUDED = ("rule_index.py", "rules.py")
"""Files that name rules but do not implement them."""
SHOWN = 3
"""The most files, and the most tests, that RULES.md names for each rule."""
HEAD = """\
<!-- Written by `coterie rules --markdown` (`make rules`); the words are in domain/words/en/rules.ftl. -->

# The rules that Coterie plays

Docstrings and tests cite a rule by its number, and the page opens its text. Each entry gives the number and title of
a rule, its content in two lines, the rules that it builds on, and the files and tests that cite it: at most three of
each, the most specific first. `coterie rules` lists all files, and `coterie rules --markdown --language de` prints this
page with German titles and texts.

The rule sets are `revised` (classic World of Darkness), `v20` (20th anniversary), `storytelling` (the Storytelling
System of 2004) and `nightfall` (house-ruled combat on classic dice). Dice are d10, and a 0 on the die is a 10.
Every number is a default that a chronicle or its Storyteller can change.
"""
Rank = tuple[float, float, bool]
"""A sort key for the files or tests of a rule: the smallest key is the one that fits the rule best."""
NUMBER = re.compile(r"\b([A-Z])(\d{1,2})(?: to \1(\d{1,2}))?\b")


class RuleEntry(msgspec.Struct, frozen=True):
    """A rule with the files and the tests ("file::test") that cite it, the most specific first."""

    rule: str
    files: list[str]
    tests: list[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.add_argument(
        "--language", choices=languages(), default=DEFAULT_LANGUAGE, help="the language of titles and texts"
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print a list of {rule, files, tests}")
    output.add_argument(
        "--markdown", action="store_true", help="print RULES.md: each rule in two lines, with its main files and tests"
    )


def run(args: argparse.Namespace) -> int:
    """Print the list. Fail if a rule has no file or no test."""
    if not (ROOT / "tests").is_dir():
        raise Misuse("this needs a checkout of Coterie: the installed program has no tests.")
    words = texts(args.language)
    table = rule_entries(ROOT)
    if args.json:
        sys.stdout.write(json.dumps(msgspec.to_builtins(table), indent=2) + "\n")
    elif args.markdown:
        sys.stdout.write(markdown(table, words))
    else:
        sys.stdout.writelines(list_line(entry, words) for entry in table)
    return FAILED if any(incomplete(table)) else DONE


def list_line(entry: RuleEntry, words: Texts) -> str:
    """Return the line of a rule in the list."""
    named = ", ".join(entry.files) or "no file"
    tests = f"{len(entry.tests)} tests" if len(entry.tests) != 1 else "1 test"
    title = words.sentence(Words(f"rule-title-{entry.rule}"))
    return f"{entry.rule:4}{title:58}{tests if entry.tests else 'no test':10}{named}\n"


def markdown(table: list[RuleEntry], words: Texts) -> str:
    """Return RULES.md: the rules by chapter, each with its title, its text, and its main files and tests."""
    parts = [HEAD]
    chapter = ""
    for entry in table:
        rule = entry.rule
        if rule[0] != chapter:
            chapter = rule[0]
            parts.append(f"## {chapter}: {words.sentence(Words(f'chapter-{chapter}'))}\n")
        code = ", ".join(f"[`{file}`]({file})" for file in entry.files[:SHOWN]) or "none"
        tests = ", ".join(f"[`{name}`]({file})" for file, name in map(file_and_test, entry.tests[:SHOWN])) or "none"
        related = f"- See also: {', '.join(RELATED[rule])}\n" if rule in RELATED else ""
        title, text = (words.sentence(Words(f"rule-{part}-{rule}")) for part in ("title", "text"))
        parts.append(f"### {rule}: {title}\n\n{text}\n\n{related}- Code: {code}\n- Tests: {tests}\n")
    return "\n".join(parts)


def file_and_test(test: str) -> tuple[str, str]:
    """Split "file::test"."""
    file, _, name = test.partition("::")
    return file, name


def rule_entries(root: Path) -> list[RuleEntry]:
    """Return an entry for every rule, in the order of the book."""
    titles = {rule: in_english(Words(f"rule-title-{rule}")) for rule in BOOK}
    found_in: dict[str, list[tuple[Rank, str]]] = {rule: [] for rule in BOOK}
    tests: dict[str, list[tuple[Rank, str]]] = {rule: [] for rule in BOOK}
    for path in sources(root, *CODE):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        head, whole = ast.get_docstring(tree) or "", " ".join(string_constants(tree))
        for rule in cited(whole):
            rank = file_rank(rule, titles[rule], path.stem, head, whole)
            found_in[rule].append((rank, path.relative_to(root).as_posix()))
    in_files = {rule: [file for _, file in sorted(found)] for rule, found in found_in.items()}
    for path in sources(root, *TESTS):
        for name, text in docstrings_of_tests(ast.parse(path.read_text(encoding="utf-8"))):
            rules = cited(text)
            for rule in rules:
                proof = proof_rank(path.stem, len(rules), in_files[rule][:SHOWN])
                tests[rule].append((proof, f"{path.relative_to(root).as_posix()}::{name}"))
    return [RuleEntry(rule, in_files[rule], [test for _, test in sorted(tests[rule])]) for rule in BOOK]


def file_rank(rule: str, title: str, stem: str, head: str, whole: str) -> Rank:
    """Rank the files that cite a rule. Files that cite it in their first docstring come first. Among these, files come
    first that cite it often, in proportion to the number of rules in that docstring; then files that are named like the
    title of the rule."""
    in_head = cited(head)
    times = sum(rule in cited(match[0]) for match in NUMBER.finditer(whole))
    return rule not in in_head, max(len(in_head), 1) / times, stem not in title.lower().split()


def proof_rank(stem: str, rules: int, main: list[str]) -> Rank:
    """Rank the tests of a rule. Tests in a file that is named after a main file of the rule come first, then tests that
    cite few rules."""
    stems = [f"test_{Path(file).stem}" for file in main]
    return stems.index(stem) if stem in stems else SHOWN, rules, False


def incomplete(table: list[RuleEntry]) -> Iterator[str]:
    """Yield the rules that no file implements or that no test proves."""
    return (entry.rule for entry in table if not entry.files or not entry.tests)


def sources(root: Path, *folders: str) -> Iterator[Path]:
    """Yield the Python files of the folders, sorted."""
    for folder in folders:
        yield from sorted(path for path in (root / folder).rglob("*.py") if path.name not in EXCLUDED)


def string_constants(tree: ast.AST) -> Iterator[str]:
    """Yield every string constant of a file, docstrings too."""
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def docstrings_of_tests(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the tests of a file by name, each with its docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def cited(text: str) -> list[str]:
    """Return the rules that a text cites, in the order of the book: "D1 to D8" are eight."""
    found: set[str] = set()
    for letter, first, last in NUMBER.findall(text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    return [rule for rule in BOOK if rule in found]
