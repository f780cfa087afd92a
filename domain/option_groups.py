"""The layout of options on a page: the groups with their titles, in order, and the commands that are drawn in a way of
their own.

The server sends both with every `welcome`, so that a page keeps no list of groups or of command names.
"""

from functools import cache
from typing import Final, Literal

import msgspec

from domain.catalogue import catalogue
from domain.core.option import Preview
from domain.core.words import Words


class OptionGroup(msgspec.Struct, frozen=True, array_like=True):
    """A heading under which options are listed; `id` is `Option.group`.

    `drawn` is the place: `list` among the actions; `character` at the option's character, or among the actions if it
    has none; `own` at a place that the page has for this group alone.
    """

    id: str
    title: str
    drawn: Literal["list", "character", "own"]


OPTION_GROUPS: Final[tuple[OptionGroup, ...]] = (
    OptionGroup("act", "Your action", "list"),
    OptionGroup("declare", "Declaring", "list"),
    OptionGroup("change", "Think again", "list"),
    OptionGroup("turns", "Turns", "character"),
    OptionGroup("dice", "Dice", "list"),
    OptionGroup("tasks", "Tasks", "character"),
    OptionGroup("story", "Rulings", "character"),
    OptionGroup("secrets", "Behind the screen", "character"),
    OptionGroup("cast", "Cast", "character"),
    OptionGroup("time", "Time", "character"),
    OptionGroup("scene", "The scene", "character"),
    OptionGroup("house", "House rules", "own"),
    OptionGroup("past", "Earlier moments", "own"),
    OptionGroup("points", "Points", "own"),
    OptionGroup("sheet", "Sheet", "own"),
    OptionGroup("taking", "Free characters", "own"),
)
"""All groups, in the order in which a page lists them."""


class CommandLayout(msgspec.Struct, frozen=True, array_like=True):
    """The layout of a command's options, if it is not the default (see `Command`)."""

    command: str
    title: Words | str
    preview: Preview
    usual: int


@cache
def command_layouts() -> tuple[CommandLayout, ...]:
    """Return the layouts of all commands that have one, by name."""
    found = (CommandLayout(n, c.title, c.preview, c.usual) for n, c in sorted(catalogue().commands.items()))
    return tuple(one for one in found if one.title or one.preview or one.usual)
