"""The sentences of refusals: each about the game cites its rule (clause 11 of the rules)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import domain

FOLDER = Path(domain.__file__).parent
RULE = re.compile(r"\([^()]*\b[A-Z]\d{1,2}\b")
CITED = {"rule", "cited"}
"""Names of values that hold a rule number, filled into a sentence."""
HOUSEKEEPING = {
    "experience-for-what",  # the rules say nothing of experience
    "faces-impossible",  # faces from outside that these rules cannot throw
    "faces-too-few",
    "long-merits",
    "long-names",
    "long-notes",
    "no-character",  # a file that is none
    "no-such-entry",  # of the ledger of experience
    "no-fight",  # a rule set without a ready one
    "other-rules",  # a file for another rule set
    "players-only-nonces",  # whose numbers go into sealed dice
    "table-full",  # what a table holds
    "too-little-experience",
    "too-many-characters",
    "too-many-circles",
    "too-many-consequences",
    "too-many-obstacles",
    "too-many-tasks",
    "unprintable",  # a name with control characters
}
"""Codes of refusals about files and the table's own limits, which no rule of the game covers."""


class Said(NamedTuple):
    """A refusal in the source: its place, its code, its sentence (without the values filled in)."""

    where: str
    code: str
    sentence: str

    @property
    def cites(self) -> bool:
        """True if the sentence cites a rule."""
        return RULE.search(self.sentence) is not None


def words(node: ast.AST, module: ast.Module, depth: int = 2) -> str:
    """Return all text of an expression, including the text of names that it uses from its module; C0 stands for a
    rule filled in."""
    found = []
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            found.append(part.value)
        elif (
            isinstance(part, ast.FormattedValue) and getattr(part.value, "attr", getattr(part.value, "id", "")) in CITED
        ):
            found.append("(C0)")
        elif isinstance(part, ast.Name) and depth:
            found += [words(value, module, depth - 1) for value in defined(part.id, module)]
    return " ".join(found)


def defined(name: str, module: ast.Module) -> Iterator[ast.AST]:
    """Return the values that a module gives a name."""
    for node in ast.walk(module):
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            yield from (node.value for target in targets if isinstance(target, ast.Name) and target.id == name)
        elif isinstance(node, ast.FunctionDef) and node.name == name:
            yield from (part.value for part in ast.walk(node) if isinstance(part, ast.Return) and part.value)


def refusals(source: str, where: str = "") -> list[Said]:
    """Return all refusals in a module."""
    module = ast.parse(source)
    calls = [
        node for node in ast.walk(module) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"
    ]
    return [Said(f"{where}:{call.lineno}", words(call.args[0], module, 0), cited(call, module)) for call in calls]


def cited(call: ast.Call, module: ast.Module) -> str:
    """Return the text of a refusal that cites a rule: its argument `rule` in parentheses, or its sentence."""
    if any(keyword.arg == "rule" for keyword in call.keywords):
        return "(C0)"
    return words(call.args[1], module) if len(call.args) > 1 else ""


def test_every_refusal_of_the_game_cites_its_rule() -> None:
    """Clause 11, G0: refusals are sentences that a player understands, and cite the rule."""
    said = [one for path in sorted(FOLDER.rglob("*.py")) for one in refusals(path.read_text("utf-8"), path.name)]
    assert len(said) > 250
    assert [one for one in said if not one.cites and one.code not in HOUSEKEEPING] == []
    assert {one.code for one in said if not one.cites} == HOUSEKEEPING


def test_a_refusal_without_a_rule_is_found() -> None:
    """The search finds a rule number in parentheses, written or filled in, in the sentence or in a function that
    returns it."""
    source = """
LATE = "That is over (I2)."
def why(): return f"{name} is away ({self.rule})."
raise Refusal("bare", f"{name} cannot: C4 is a street.")
raise Refusal("named", LATE)
raise Refusal("made", why())
raise Refusal("filled", f"Nobody can ({rule}).")
raise Refusal("data", rule="C4", who=1)
raise Refusal("none", who=1)
"""
    assert {one.code: one.cites for one in refusals(source)} == {
        "bare": False, "named": True, "made": True, "filled": True, "data": True,
        "none": False,
    }  # fmt: skip
