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
    """A heading under which a page lists options: those whose `group` is this `id`.

    `drawn` says where the page shows them: `list`: among the actions; `character`: beside the option's character, or
    among the actions if the option has none; `own`: at a place for this group alone.
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
    """The layout of a command's options on a page. Commands that are laid out as usual have none.

    - `title`: the heading above several options of the command, if their labels have no common beginning.
    - `preview`: the form shows beforehand the `pool` that would be rolled, or whether `dice` are split wrongly; "" for
      nothing.
    - `usual`: the place among the usual options about a character, attack or task, from 1; 0: behind "More".
    - `desk`: the part of the Storyteller's own column: `next` moves the table on, `often` is near at hand, `secret` is
      behind the screen; "" for none of them.
    - `answers`: the input that names a question of a player. An option with a single choice there answers it; "" if the
      command answers none.
    """

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
