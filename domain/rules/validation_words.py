"""Words for wrong input: the place of a wrong value, and the expected value."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from msgspec import inspect

WORDS: Final = (
    ("`int`", "a whole number"), ("`str`", "text"), ("`array`", "a list"), ("`object`", "an object"),
    ("`bool`", "true or false"), ("`null`", "nothing"), ("`float`", "a fraction"),
    (" >= ", " of at least "), (" <= ", " of at most "), ("of length of", "with a length of"),
    ("Object contains", "There is the"), ("Object missing required", "There is not the"),
)  # fmt: skip
"""Expressions of msgspec, with plain words for each."""

STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")


def mistake(error: str, type_: type, columns: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return an error of msgspec for a value of this type as a sentence that begins with the place: "traits, row 4,
    dots: expected a whole number of at most 10." `columns` holds the column names for the rows of a field."""
    said, _, path = error.partition(" - at `")
    at: inspect.Type | None = shape(type_)
    words: list[str] = []
    for name, number in STEP.findall(path):
        at = step(at, name, int(number or 0), words, columns or {})
    while isinstance(at, inspect.VarTupleType):
        at = at.item_type
    if isinstance(at, inspect.LiteralType):
        known = ", ".join(map(repr, at.values))
        said = f"expected one of {known}" if len(at.values) > 1 else f"expected {known}"
    for strange, plain in WORDS:
        said = said.replace(strange, plain)
    return f"{', '.join(words)}: {said[0].lower()}{said[1:]}." if words else f"{said[0].upper()}{said[1:]}."


@cache
def shape(type_: type) -> inspect.Type:
    """Return msgspec's description of a type, from a cache."""
    return inspect.type_info(type_)


def step(
    at: inspect.Type | None, name: str, number: int, words: list[str], columns: Mapping[str, Sequence[str]]
) -> inspect.Type | None:
    """Follow one step of a path: append the name of the place to `words`, and return the type there, if known."""
    if isinstance(at, inspect.UnionType):
        at = next((one for one in at.types if not isinstance(one, inspect.NoneType)), None)
    if isinstance(at, inspect.StructType):
        place = number - (at.tag is not None)
        found = [f for n, f in enumerate(at.fields) if (f.encode_name == name if name else n == place)]
        words.append(found[0].name if found else name or f"place {number + 1}")
        return found[0].type if found else None
    if isinstance(at, inspect.TupleType) and number < len(at.item_types):
        named = columns.get(words[0] if words else "", ())
        words.append(named[number] if number < len(named) else f"place {number + 1}")
        return at.item_types[number]
    words.append(name or f"row {number + 1}")
    return at.item_type if isinstance(at, inspect.CollectionType) else None
