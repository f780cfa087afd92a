"""Whatever a client sends, its type says how much of it there may be (S17)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import inspect

from domain.catalogue import catalogue
from domain.core.command import TableCommand
from server.protocol.frames import CLIENT_FRAMES

COMMANDS = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]
MADE = (
    inspect.BoolType, inspect.LiteralType, inspect.NoneType, inspect.EnumType, inspect.RawType,
    inspect.TupleType, inspect.UnionType, inspect.StructType, inspect.NamedTupleType,
)  # fmt: skip
"""What has an end if its parts have one; a command that is kept raw is looked at by itself."""


def inner(type_: inspect.Type) -> Iterator[tuple[str, inspect.Type]]:
    """What a type is made of, and where."""
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
    """Whether a type by itself has no end, or is none that is spoken."""
    match type_:
        case inspect.StrType() | inspect.BytesType() | inspect.VarTupleType() | inspect.ListType():
            return type_.max_length is None
        case inspect.IntType():
            return None in (type_.ge, type_.le)
        case _:
            return not isinstance(type_, MADE)


def unbounded(type_: inspect.Type, place: str) -> Iterator[str]:
    """Every place in a type that has no end."""
    if endless(type_):
        yield place
    for where, part in inner(type_):
        yield from unbounded(part, place + where)


@pytest.mark.parametrize("type_", [*CLIENT_FRAMES, *COMMANDS], ids=lambda type_: type_.__name__)
def test_every_length_and_number_is_bounded(type_: type) -> None:
    """S17: in every frame and every command of a client: no text, list or number without an end, no map, no float."""
    assert list(unbounded(inspect.type_info(type_), type_.__name__)) == []
