"""The lines of a played script, read into wishes and expectations."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, get_args

import msgspec
from msgspec import inspect

from domain.catalogue import catalogue
from domain.core.audience import Role, Seat
from domain.core.command import Command, Refusal
from domain.rules.throw_syntax import face
from server.fold.commit_codec import malformed

Fields = dict[str, Any]
Find = Callable[[str], str]
"""The id that a name with an @ before it stands for."""
ROLES: tuple[str, ...] = get_args(Role)
STORYTELLERS: Final = "st"
"""The Storyteller's seat, in a script that declares it as nothing else."""


class BadLine(Exception):
    """A line that cannot be played; the message says why in one sentence."""


class Line(NamedTuple):
    """One line: its number in the file, and the object on it."""

    number: int
    fields: Fields


def read(text: str) -> Iterator[Line]:
    """The lines of a script; empty ones and those that begin with # are passed over. Raises `BadLine`."""
    for number, raw in enumerate(text.split("\n"), 1):  # words may hold other ends of lines
        if not raw.strip() or raw.lstrip().startswith("#"):
            continue
        try:
            fields = json.loads(raw)
        except ValueError as error:
            raise BadLine(f"line {number} is no JSON: {error}.") from None
        if not isinstance(fields, dict):
            raise BadLine(f"line {number} is no JSON object.")
        yield Line(number, fields)


def seats_named(text: str) -> list[str]:
    """The seats that the lines of a script name, up to one that cannot be read: whoever sits, acts or is given a
    character; the Storyteller's own first."""
    named = {STORYTELLERS: None}
    with suppress(BadLine):
        for line in read(text):
            seats = line.fields.get("seats")
            given = (*(seats if isinstance(seats, dict) else ()), *map(line.fields.get, ("seat", "player")))
            named |= {str(seat): None for seat in given if seat}
    return [*named]


def seat_of(id_: str, roles: dict[str, str]) -> Seat:
    """A seat by its id: as the script declared it, else "st" the Storyteller's and any other a player's."""
    role = roles.get(id_, "storyteller" if id_ == STORYTELLERS else "player")
    return msgspec.convert({"id": id_, "role": role}, Seat)


def roles_of(declared: object) -> dict[str, str]:
    """The roles a line declares. Raises `BadLine`."""
    if not isinstance(declared, dict) or not all(role in ROLES for role in declared.values()):
        raise BadLine(f"seats are given as names with one of the roles {', '.join(ROLES)}.")
    return dict(declared)


def faces_of(given: object) -> list[int]:
    """The faces a line loads. Raises `BadLine`."""
    if isinstance(given, list) and all(type(number) is int for number in given):
        with suppress(Refusal):
            return [face(number) for number in given]
    raise BadLine("faces are a list of numbers from 1 to 10, or 0 for a ten.")


def command_of(fields: Fields, find: Find) -> Command:
    """The command that a line's fields name, strictly typed. Raises `BadLine` where it cannot be read at all, and
    `Refusal` for a value that it does not take, in the words in which a table refuses it."""
    name = fields.get("command")
    type_ = catalogue().commands.get(str(name))
    if type_ is None:
        raise BadLine(f"there is no command {name!r}.")
    given = {field: value for field, value in fields.items() if field not in ("command", "seat")}
    shape = inspect.type_info(type_)
    try:
        return msgspec.convert(arranged(with_ids(given, find), shape), type_, strict=True)
    except msgspec.ValidationError as error:
        raise malformed(error, type_) from None


def with_ids(value: Any, find: Find) -> Any:
    """The value with every "@Name" in it turned into the id that it stands for."""
    if isinstance(value, str) and value.startswith("@"):
        return find(value[1:])
    if isinstance(value, list):
        return [with_ids(item, find) for item in value]
    if isinstance(value, dict):
        return {name: with_ids(item, find) for name, item in value.items()}
    return value


def arranged(value: Any, shape: inspect.Type) -> Any:
    """The value with fields by name put into the order in which they stand on the wire. Raises `BadLine`."""
    if isinstance(shape, inspect.StructType):
        return in_order(value, shape) if isinstance(value, dict) else value
    if isinstance(shape, inspect.UnionType):
        (shape, *more) = (one for one in shape.types if not isinstance(one, inspect.NoneType))
        return value if more else arranged(value, shape)
    if isinstance(shape, inspect.TupleType) and isinstance(value, list):
        return [arranged(item, part) for item, part in zip(value, shape.item_types, strict=False)]
    if isinstance(shape, inspect.CollectionType) and isinstance(value, list):
        return [arranged(item, shape.item_type) for item in value]
    return value


def in_order(fields: Fields, shape: inspect.StructType) -> list[Any]:
    """A struct's fields as the array it is on the wire, its tag first. Raises `BadLine`."""
    unknown = set(fields) - {field.name for field in shape.fields}
    if unknown:
        raise BadLine(f"{shape.cls.__name__} has no field {', '.join(sorted(unknown))}.")
    values = [] if shape.tag is None else [shape.tag]
    for field in shape.fields:
        if field.name in fields:
            values.append(arranged(fields[field.name], field.type))
        elif field.required:
            raise BadLine(f"{shape.cls.__name__} needs the field {field.name}.")
        else:
            values.append(msgspec.to_builtins(field.default))
    return values
