"""Words for wrong input: the place of a wrong value, and the expected value."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Final

from msgspec import inspect

from domain.core.words import Typed, Words, listed, phrase

STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
GOT: Final = re.compile(r"Expected `([\w |]+)`, got `(\w+)`")
BOUND: Final = re.compile(r"Expected `([\w |]+)` (of length )?(>= |<= |)(-?\d+)")
FIELD: Final = re.compile(r"Object (contains unknown|missing required) field `(\w+)`")
"""Matches the messages of msgspec for a wrong field."""
LENGTH: Final = re.compile(r"Expected `array` of at (least|most) length \d+, got (\d+)")
"""Matches the messages of msgspec for an array with too few or too many fields of a struct. In a message for too few,
the numbers include the tag of the struct."""
BOUNDS: Final = {
    (False, ">= "): "expected-least",
    (False, "<= "): "expected-most",
    (False, ""): "expected-exactly",
    (True, ">= "): "expected-length-least",
    (True, "<= "): "expected-length-most",
    (True, ""): "expected-length-exactly",
}
"""The messages for values that exceed a limit, of a number or of a length."""


def mistake(error: str, type_: type, columns: Mapping[str, Sequence[str]] | None = None) -> Words:
    """Return an error message of msgspec as words that begin with the place of the error: "traits, row 4, dots:
    expected a whole number of at most 10." `columns` holds the column names for the rows of a field."""
    said, _, path = error.partition(" - at `")
    at: inspect.Type | None = shape(type_)
    places: list[Typed | Words] = []
    for name, number in STEP.findall(path):
        at = step(at, name, int(number or 0), places, columns or {})
    while isinstance(at, inspect.VarTupleType):
        at = at.item_type
    if isinstance(at, inspect.StructType) and (match := LENGTH.fullmatch(said)):
        missing, what = fields_expected(at, int(match[2]) - (match[1] == "least" and at.tag is not None))
        places += missing
    else:
        what = one_of(at.values) if isinstance(at, inspect.LiteralType) else expected(said)
    return phrase("wrong-at", where=path_in_words(places), what=what) if places else phrase("wrong-input", what=what)


def fields_expected(struct: inspect.StructType, got: int) -> tuple[list[Typed | Words], Words]:
    """Return the first missing field of a struct of which `got` fields were sent, if any, and words that say how many
    fields were expected."""
    tag = struct.tag
    name, fields = Typed(tag if isinstance(tag, str) else struct.cls.__name__), struct.fields
    missing: list[Typed | Words] = [Typed(field.name) for field in fields[got : got + 1]]
    return missing, phrase("expected-fields", name=name, fields=len(fields), got=got)


def one_of(values: Sequence[object]) -> Words:
    """Return words that list the expected values."""
    return phrase("expected-one-of", values=listed([Typed(repr(value)) for value in values], "or"))


def expected(said: str) -> Words:
    """Return a message of msgspec as words. Rare messages are left in English, as msgspec writes them."""
    if match := GOT.fullmatch(said):
        return phrase("expected-got", expected=type_in_words(match[1]), got=type_in_words(match[2]))
    if match := BOUND.fullmatch(said):
        return phrase(BOUNDS[bool(match[2]), match[3]], expected=type_in_words(match[1]), bound=int(match[4]))
    if match := FIELD.fullmatch(said):
        return phrase("unknown-field" if match[1] == "contains unknown" else "missing-field", field=Typed(match[2]))
    return phrase("typed", text=Typed(said))


def type_in_words(name: str) -> Words:
    """Return a type name of msgspec as words. For a value that may be missing ("int | null"), only its type is
    named."""
    return phrase(f"type-{name.removesuffix(' | null').lower()}")


def path_in_words(places: Sequence[Typed | Words]) -> Words | Typed:
    """Return the steps of a path as words with commas between them: "traits, row 4, dots"."""
    return reduce(lambda before, place: phrase("list-more", first=before, next=place), places)


@cache
def shape(type_: type) -> inspect.Type:
    """Return msgspec's description of a type. It is stored for later calls."""
    return inspect.type_info(type_)


def step(
    at: inspect.Type | None, name: str, number: int, places: list[Typed | Words], columns: Mapping[str, Sequence[str]]
) -> inspect.Type | None:
    """Follow one step of a path: append the place to `places`, and return the type there, if known."""
    if isinstance(at, inspect.UnionType):
        at = next((one for one in at.types if not isinstance(one, inspect.NoneType)), None)
    nth = phrase("place-number", place=number + 1)
    if isinstance(at, inspect.StructType):
        place = number - (at.tag is not None)
        found = [f for n, f in enumerate(at.fields) if (f.encode_name == name if name else n == place)]
        places.append(Typed(found[0].name) if found else Typed(name) if name else nth)
        return found[0].type if found else None
    if isinstance(at, inspect.TupleType) and number < len(at.item_types):
        named = columns.get(str(places[0]) if places else "", ())
        places.append(Typed(named[number]) if number < len(named) else nth)
        return at.item_types[number]
    places.append(Typed(name) if name else phrase("row-number", row=number + 1))
    return at.item_type if isinstance(at, inspect.CollectionType) else None
