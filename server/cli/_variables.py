"""Options that an environment variable can set too: `--public-url` by COTERIE_PUBLIC_URL, and so on. The variable of
an option that belongs to a single subcommand other than `serve` has the subcommand's name in it: COTERIE_BRIDGE_STATE.

A flag on the command line wins over its variable, and the variable over the default. An empty variable counts as not
set.
"""

import argparse
import os
from collections.abc import Callable
from typing import Final

ABOUT: Final = (
    "Each option can also be set by the environment variable in square brackets;\n"
    "the option wins. For an option without a value, write 1 or 0."
)
ON: Final = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class _Found(str):
    """The text of a variable. argparse converts it like an argument, but only if the option is not given."""

    variable: str


def variable(action: argparse.Action, *further: str, of: str = "") -> None:
    """Let an environment variable set this option: COTERIE_, the subcommand `of` and the option's name, or else the
    first of `further` that is set. argparse reports a bad value with the name of the variable."""
    own = action.option_strings[-1].lstrip("-") if action.option_strings else action.dest
    names = ("_".join(filter(None, ("COTERIE", of, own))).replace("-", "_").upper(), *further)
    action.help = f"{action.help} [{' or '.join(names)}]"
    convert = action.type if callable(action.type) else _switch if action.nargs == 0 else str
    action.type = _naming(convert, action.choices)
    for name in names:
        if text := os.environ.get(name):
            found = _Found(text)
            found.variable = name
            action.default, action.required = found, False
            return


def in_environment(args: argparse.Namespace) -> str:
    """Return a sentence that names the variables of these options that are set; "" if none is."""
    names = [name for name in (*(f"COTERIE_{option.upper()}" for option in vars(args)), "PORT") if os.environ.get(name)]
    return f" Set in the environment: {', '.join(names)}." if names else ""


def _switch(text: str) -> bool:
    if text.lower() not in ON:
        raise ValueError
    return ON[text.lower()]


def _naming(convert: Callable[[str], object], choices: object) -> Callable[[str], object]:
    """Return a converter that names the variable in its error."""
    wanted = {int: "a whole number", float: "a number", _switch: "1 or 0"}.get(convert, "")
    if isinstance(choices, (list, tuple)):
        wanted = " or ".join(choices)

    def converted(text: str) -> object:
        where = f"{text.variable} is" if isinstance(text, _Found) else "it is"
        error = argparse.ArgumentTypeError(f"{where} {str(text)!r}, but has to be {wanted}")
        try:
            value = convert(str(text))
        except ValueError:
            raise error from None
        # argparse compares an argument with the choices, but not a default.
        if isinstance(choices, (list, tuple)) and value not in choices:
            raise error
        return value

    return converted
