"""Text from users, made safe to print: some characters are commands to a terminal, and some change the order in which a
line is read. JSON lines keep these characters, as escapes; archives keep them as they are."""

import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""C0, C1, and all characters that embed, override or isolate a direction. The marks that Arabic and Hebrew are typed
with stay."""
_IN_JSON: Final = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""The same and the marks of a direction, which an escape keeps too: all that JSON may hold unescaped."""


def printable(text: str) -> str:
    """Replace control characters, and turn every kind of line end into a line feed, without a line feed at the end."""
    return "\n".join(_CONTROL.sub("\ufffd", line) for line in text.replace("\t", " ").splitlines())


def printable_json(text: str) -> str:
    """Return the same JSON with an escape for each character that changes the order of reading or commands a
    terminal. `json` itself escapes the controls below U+0020 only."""
    return _IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def in_one_line(text: str) -> str:
    """Return the text as a single printable line, for a name or a list."""
    return printable(text).replace("\n", " ")
