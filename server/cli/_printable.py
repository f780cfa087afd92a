"""What people typed, as it can be printed: a terminal takes some characters for commands to itself, and others turn the
order in which a line is read. What is data (JSON lines, archives) keeps them."""

import re
from typing import Final

_COMMANDS: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""C0, C1, and what embeds, overrides or isolates a direction; the marks that Arabic and Hebrew are typed with stay."""


def harmless(text: str) -> str:
    """A text of any number of lines, each of which but the last ends with a line feed, however it was typed."""
    return "\n".join(_COMMANDS.sub("\ufffd", line) for line in text.replace("\t", " ").splitlines())


def in_one_line(text: str) -> str:
    """The same, where it is to be a name or to stand in a list."""
    return harmless(text).replace("\n", " ")
