"""The types of all frames and commands of a client bound their size (SEC17)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import inspect

from domain.catalogue import catalogue
from domain.command import TableCommand
from server.protocol.frames import CLIENT_FRAMES

COMMANDS = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]
MADE = (
    inspect.BoolType, inspect.LiteralType, inspect.NoneType, inspect.EnumType, inspect.RawType,
    inspect.TupleType, inspect.UnionType, inspect.StructType, inspect.NamedTupleType,
)  # fmt: skip
"""Types that are bounded if their parts are. A raw command is checked by itself."""


def inner(type_: inspect.Type) -> Iterator[tuple[str, inspect.Type]]:
    """Yield the parts of a type, and the place of each."""
    match type_:
        case inspect.VarTupleType() | inspect.ListType():
            yield "[]", type_.item_type
        case inspect.TupleType():
            yield from ((f"[{n}]", item) for n, item in enumerate(type_.item_types))
        case inspect.UnionType():
            yield from (("", one) for one in type_.types)
        case inspect.StructType() | inspect.NamedTupleType():
            yield from ((f".{field.name}", field.type) for field in type_.fields)
        case _:
            pass


def endless(type_: inspect.Type) -> bool:
    """True if the type itself is unbounded, or is not allowed in a frame."""
    match type_:
        case inspect.StrType() | inspect.BytesType() | inspect.VarTupleType() | inspect.ListType():
            return type_.max_length is None
        case inspect.IntType():
            return None in (type_.ge, type_.le)
        case _:
            return not isinstance(type_, MADE)


def unbounded(type_: inspect.Type, place: str) -> Iterator[str]:
    """Yield the places of all unbounded parts of a type."""
    if endless(type_):
        yield place
    for where, part in inner(type_):
        yield from unbounded(part, place + where)


@pytest.mark.parametrize("type_", [*CLIENT_FRAMES, *COMMANDS], ids=lambda type_: type_.__name__)
def test_every_length_and_number_is_bounded(type_: type) -> None:
    """SEC17: a client's frames and commands have no unbounded text, list or number, no map and no float."""
    assert list(unbounded(inspect.type_info(type_), type_.__name__)) == []
