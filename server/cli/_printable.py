"""Text from users, made safe to print: some characters are commands to a terminal, and some change the order in which a
line is read. Data (JSON lines, archives) keeps these characters."""

import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""C0, C1, and all characters that embed, override or isolate a direction. The marks that Arabic and Hebrew are typed
with stay."""


def printable(text: str) -> str:
    """Replace control characters, and turn every kind of line end into a line feed, without a line feed at the end."""
    return "\n".join(_CONTROL.sub("\ufffd", line) for line in text.replace("\t", " ").splitlines())


def in_one_line(text: str) -> str:
    """Return the text as a single printable line, for a name or a list."""
    return printable(text).replace("\n", " ")
