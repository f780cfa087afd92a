"""Makes text from users safe to print. Some characters are commands to a terminal, and some change the order in which a
line is read. JSON lines keep these characters as escapes; archives keep them unchanged."""

import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""The control characters (C0 and C1), and all characters that embed, override or isolate a direction of reading. The
direction marks that people type in Arabic and Hebrew are not among them."""
_IN_JSON: Final = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""These characters and the direction marks: everything of this kind that JSON may contain without an escape."""


def printable(text: str) -> str:
    """Replace control characters, and turn every kind of line end into a line feed. The text does not end with a line
    feed."""
    return "\n".join(_CONTROL.sub("\ufffd", line) for line in text.replace("\t", " ").splitlines())


def printable_json(text: str) -> str:
    """Return the same JSON, with an escape for each character that changes the order of reading or commands a terminal.
    `json` by itself escapes only the controls below U+0020."""
    return _IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def in_one_line(text: str) -> str:
    """Return the text as a single printable line, for a name or a list."""
    return printable(text).replace("\n", " ")
