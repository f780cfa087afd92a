"""Checks that the arrays of a client's command have a value for every field.

A command is sent as an array without field names. msgspec gives the last fields their defaults if the array ends early.
So a client that guessed the order of the fields would send another command than it meant, such as a roll of other dice.

Rule 1. A command and every struct inside it are complete: a shorter or longer array is refused, with the first missing
        field and the expected number of fields. Only fields that were added later (`later_fields`) may be left out.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect

from domain.command import Command
from domain.core.words import Typed, Words, phrase
from domain.rules.validation_words import fields_expected, path_in_words, shape

_lists: Final = msgspec.msgpack.Decoder(list[Any])
Places = list[Typed | Words]


class Shape(NamedTuple):
    """The possible lengths of a command's array, its name included. `nested`: True if a field holds structs."""

    least: int
    most: int
    nested: bool


def incomplete(raw: bytes | msgspec.Raw, command: Command) -> Words | None:
    """Return where the array of this decoded command has too few or too many values, and how many were expected.
    Return None if it is complete."""
    type_ = type(command)
    least, most, nested = _shape_of(type_)
    if not nested and least <= array_length(raw) <= most:
        return None
    places, what = next(_wrong(_lists.decode(raw), shape(type_), []), ([], None))
    if what is None:
        return None
    return phrase("wrong-at", where=path_in_words(places), what=what) if places else phrase("wrong-input", what=what)


def array_length(raw: bytes | msgspec.Raw) -> int:
    """Return the number of values of the MessagePack array that these bytes are."""
    head = bytes(memoryview(raw)[:5])
    if head[0] < 0xDC:
        return head[0] & 0x0F
    return int.from_bytes(head[1:3] if head[0] == 0xDC else head[1:5])


@cache
def _shape_of(type_: type[Command]) -> Shape:
    info = shape(type_)
    fields = info.fields if isinstance(info, inspect.StructType) else ()
    nested = any(True for field in fields for _ in _structs(field.type))
    return Shape(1 + len(fields) - type_.later_fields, 1 + len(fields), nested)


def _structs(type_: inspect.Type) -> Iterator[inspect.StructType]:
    """Yield the structs that a value of this type can hold, but not those inside them."""
    match type_:
        case inspect.StructType():
            yield type_
        case inspect.VarTupleType(item) | inspect.ListType(item):
            yield from _structs(item)
        case inspect.TupleType(items) | inspect.UnionType(items):
            for item in items:
                yield from _structs(item)
        case _:
            pass


def _wrong(value: Any, type_: inspect.Type, places: Places) -> Iterator[tuple[Places, Words]]:
    """Yield the places inside a decoded value whose struct is incomplete, with what was expected there."""
    match type_:
        case inspect.StructType():
            yield from _wrong_struct(value, type_, places)
        case inspect.VarTupleType(item) | inspect.ListType(item):
            for number, one in enumerate(value, 1):
                yield from _wrong(one, item, [*places, phrase("row-number", row=number)])
        case inspect.TupleType(items):
            for number, (one, item) in enumerate(zip(value, items, strict=True), 1):
                yield from _wrong(one, item, [*places, phrase("place-number", place=number)])
        case inspect.UnionType(types) if value is not None:  # a struct or list that may be absent
            for item in types:
                if not isinstance(item, inspect.NoneType):
                    yield from _wrong(value, item, places)
        case _:
            pass


def _wrong_struct(value: Sequence[Any], type_: inspect.StructType, places: Places) -> Iterator[tuple[Places, Words]]:
    values = value if type_.tag is None else value[1:]
    fields, got = type_.fields, len(values)
    later = getattr(type_.cls, "later_fields", 0)
    if not len(fields) - later <= got <= len(fields):
        missing, what = fields_expected(type_, got)
        yield [*places, *missing], what
    for field, one in zip(fields, values, strict=False):
        yield from _wrong(one, field.type, [*places, Typed(field.name)])
