"""Names that people give. They contain no control characters, and no characters that change the direction in which a
line is read.

Names in old logs may contain such characters; only a newly given name is checked.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from domain.core.refusal import Refusal
from domain.core.words import Typed, Words, typed_in

UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0 and C1 control characters, separators of lines and paragraphs, characters that embed, override or isolate a text
direction, and surrogates. The direction marks that Arabic and Hebrew need are allowed."""


def check_printable(*names: str) -> None:
    """Raise `Refusal` if a name contains a character that cannot be printed."""
    if found := next((name for name in names if UNPRINTABLE.search(name)), ""):
        shown = UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", found)
        raise Refusal("unprintable", text=Typed(shown))


def texts_in(value: object) -> Iterator[str]:
    """Yield all texts that a value contains, for example a record. From `Words`, yield only the texts that people
    typed."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Words):
        yield from typed_in(value)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from texts_in(getattr(value, field))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
