"""The lines of a script for `coterie play`, read as commands and expectations."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, get_args

import msgspec
from msgspec import inspect

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import Role, Seat
from domain.core.refusal import Refusal
from domain.rules.throw_syntax import face
from server.fold.commit_codec import malformed

Fields = dict[str, Any]
Find = Callable[[str], str]
"""A function from a name, written after an @, to the id that it stands for."""
ROLES: tuple[str, ...] = get_args(Role)
STORYTELLER_SEAT: Final = "st"
"""The seat id that belongs to the Storyteller, unless the script gives it another role."""


class BadLine(Exception):
    """A line that cannot be played. The message is a sentence that says why."""


class Line(NamedTuple):
    """A line: its number in the file, and its JSON object."""

    number: int
    fields: Fields


def read(text: str) -> Iterator[Line]:
    """Yield the lines of a script. Leave out empty lines and comments (`#`). Raise `BadLine`."""
    for number, raw in enumerate(text.split("\n"), 1):  # not splitlines(): a text may contain further line separators
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
    """Return every seat that the script names: seats with a role, senders of commands, and owners of characters. If a
    line cannot be read, stop there. The seat of the Storyteller comes first."""
    named = {STORYTELLER_SEAT: None}
    with suppress(BadLine):
        for line in read(text):
            seats = line.fields.get("seats")
            given = (*(seats if isinstance(seats, dict) else ()), *map(line.fields.get, ("seat", "player")))
            named |= {str(seat): None for seat in given if seat}
    return [*named]


def seat_of(id_: str, roles: dict[str, str]) -> Seat:
    """Return the seat with this id. If the script gives it no role, "st" is the Storyteller's seat, and any other id is
    a player's."""
    role = roles.get(id_, "storyteller" if id_ == STORYTELLER_SEAT else "player")
    return msgspec.convert({"id": id_, "role": role}, Seat)


def roles_of(declared: object) -> dict[str, str]:
    """Return the roles that a line declares. Raise `BadLine`."""
    if not isinstance(declared, dict) or not all(role in ROLES for role in declared.values()):
        raise BadLine(f"seats are given as names with one of the roles {', '.join(ROLES)}.")
    return dict(declared)


def faces_of(given: object) -> list[int]:
    """Return the faces on a line that loads dice. Raise `BadLine`."""
    if isinstance(given, list) and all(type(number) is int for number in given):
        with suppress(Refusal):
            return [face(number) for number in given]
    raise BadLine("faces are a list of numbers from 1 to 10, or 0 for a ten.")


def command_of(fields: Fields, find: Find) -> Command:
    """Return the command on a line; every value must have its exact type. Raise `BadLine` if the line cannot be read as
    a command. If a field has an illegal value, raise the same `Refusal` as at a table."""
    name = fields.get("command")
    type_ = catalogue().commands.get(str(name))
    if type_ is None:
        raise BadLine(f"there is no command {name!r}.")
    given = {field: value for field, value in fields.items() if field not in ("command", "seat")}
    shape = inspect.type_info(type_)
    try:
        return msgspec.convert(as_on_wire(with_ids(given, find), shape), type_, strict=True)
    except msgspec.ValidationError as error:
        raise malformed(error, type_) from None


def with_ids(value: Any, find: Find) -> Any:
    """Replace every "@Name" inside the value by the id that it stands for."""
    if isinstance(value, str) and value.startswith("@"):
        return find(value[1:])
    if isinstance(value, list):
        return [with_ids(item, find) for item in value]
    if isinstance(value, dict):
        return {name: with_ids(item, find) for name, item in value.items()}
    return value


def as_on_wire(value: Any, shape: inspect.Type) -> Any:
    """Turn each object with named fields into the array that is sent on the wire. Raise `BadLine`."""
    if isinstance(shape, inspect.StructType):
        return struct_as_array(value, shape) if isinstance(value, dict) else value
    if isinstance(shape, inspect.UnionType):
        (shape, *more) = (type_ for type_ in shape.types if not isinstance(type_, inspect.NoneType))
        return value if more else as_on_wire(value, shape)
    if isinstance(shape, inspect.TupleType) and isinstance(value, list):
        return [as_on_wire(item, part) for item, part in zip(value, shape.item_types, strict=False)]
    if isinstance(shape, inspect.CollectionType) and isinstance(value, list):
        return [as_on_wire(item, shape.item_type) for item in value]
    return value


def struct_as_array(fields: Fields, shape: inspect.StructType) -> list[Any]:
    """Return a struct's fields in their order on the wire, after its tag. Raise `BadLine`."""
    unknown = set(fields) - {field.name for field in shape.fields}
    if unknown:
        raise BadLine(f"{shape.cls.__name__} has no field {', '.join(sorted(unknown))}.")
    values = [] if shape.tag is None else [shape.tag]
    for field in shape.fields:
        if field.name in fields:
            values.append(as_on_wire(fields[field.name], field.type))
        elif field.required:
            raise BadLine(f"{shape.cls.__name__} needs the field {field.name}.")
        else:
            values.append(msgspec.to_builtins(field.default))
    return values
