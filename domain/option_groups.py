"""The layout of options on a page: the groups with their titles, in order, and the commands that are drawn in a way of
their own.

The server sends both with every `welcome`, so that a page keeps no list of groups or of command names.
"""

from functools import cache
from typing import Final, Literal

import msgspec

from domain.catalogue import catalogue
from domain.core.option import Desk, Preview
from domain.core.words import Words, phrase


class OptionGroup(msgspec.Struct, frozen=True, array_like=True):
    """A heading under which options are listed; `id` is `Option.group`.

    `drawn` says where the page shows the options: `list`: among the actions; `character`: beside the option's
    character, or among the actions if the option has none; `own`: at a place for this group alone.
    """

    id: str
    title: Words
    drawn: Literal["list", "character", "own"]


OPTION_GROUPS: Final[tuple[OptionGroup, ...]] = (
    OptionGroup("act", phrase("group-act"), "list"),
    OptionGroup("declare", phrase("group-declare"), "list"),
    OptionGroup("change", phrase("group-change"), "list"),
    OptionGroup("turns", phrase("group-turns"), "character"),
    OptionGroup("dice", phrase("group-dice"), "list"),
    OptionGroup("tasks", phrase("group-tasks"), "character"),
    OptionGroup("story", phrase("group-story"), "character"),
    OptionGroup("secrets", phrase("group-secrets"), "character"),
    OptionGroup("cast", phrase("group-cast"), "character"),
    OptionGroup("time", phrase("group-time"), "character"),
    OptionGroup("scene", phrase("group-scene"), "character"),
    OptionGroup("house", phrase("group-house"), "own"),
    OptionGroup("past", phrase("group-past"), "own"),
    OptionGroup("points", phrase("group-points"), "own"),
    OptionGroup("sheet", phrase("group-sheet"), "own"),
    OptionGroup("taking", phrase("group-taking"), "own"),
    OptionGroup("handouts", phrase("group-handouts"), "own"),
)
"""All groups, in the order in which a page lists them."""


class CommandLayout(msgspec.Struct, frozen=True, array_like=True):
    """The layout of a command's options on a page, if it is not the default (see `Command`)."""

    command: str
    title: Words | str
    preview: Preview
    usual: int
    desk: Desk
    answers: str


@cache
def command_layouts() -> tuple[CommandLayout, ...]:
    """Return the layouts of all commands that do not have the default layout, by name."""
    found = (
        CommandLayout(n, c.title, c.preview, c.usual, c.desk, c.answers)
        for n, c in sorted(catalogue().commands.items())
    )
    return tuple(one for one in found if one.title or one.preview or one.usual or one.desk or one.answers)
