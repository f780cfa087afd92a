"""The layout of options is a single table, which the server sends and the page does not repeat."""

import ast
from pathlib import Path

from domain.catalogue import catalogue
from domain.option_groups import OPTION_GROUPS, command_layouts

ROOT = Path(__file__).parents[2]
GROUP_PLACE = 4
"""The place of `group` among the fields of `Option`."""


def groups_named() -> dict[str, set[str]]:
    """Return the groups that options name, with the files that name them; "" stands for a group that is not a
    constant."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "domain").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "Option":
                given = [k.value for k in call.keywords if k.arg == "group"] or call.args[GROUP_PLACE : GROUP_PLACE + 1]
                for value in given:
                    group = ast.literal_eval(value) if isinstance(value, ast.Constant) else ""
                    found.setdefault(group, set()).add(file.name)
    return found


def test_every_group_of_an_option_has_a_heading() -> None:
    """Every group of an option has a title; without it the option would be listed last, under the group's id."""
    groups = [group.id for group in OPTION_GROUPS]
    assert len(groups) == len(set(groups))
    named = groups_named()
    assert named.pop("") == {"free_roll.py"}  # "secrets" or "dice", by the command
    assert named.keys() == set(groups)


def test_a_layout_belongs_to_a_command() -> None:
    """Only commands with a special layout are sent, each once."""
    names = [layout.command for layout in command_layouts()]
    assert names == sorted(set(names) & catalogue().commands.keys())
    assert all(one.title or one.preview or one.usual or one.desk or one.answers for one in command_layouts())
