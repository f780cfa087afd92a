"""The JSON Schema of all stored and sent types.

Structs are sent as arrays. In the schema of a struct, the `title` of each position is the name of its field; bytes are
strings with the format `binary`, whose lengths count bytes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import Any, Final

import msgspec
from msgspec import inspect

from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.event import Event
from domain.core.record import Record
from domain.features.rolls.player_nonces import Loan
from domain.features.table.settings import SceneKey
from domain.rules.character_file import VERSION, CharacterFile
from server.protocol import frames

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SEALED: Final = (Loan, SceneKey)
"""The records that nobody may read. No client ever receives them."""
HEADS: Final[dict[type, str]] = {
    frames.ClientFrame: "frame", frames.ServerFrame: "frame", Command: "command", Record: "record", Event: "event",
}  # fmt: skip
"""The title of the first position, by the base class of a struct."""

Node = dict[str, Any]
Arrays = inspect.StructType | inspect.NamedTupleType


def commands() -> list[type[Command]]:
    """Return the commands that a seat can send, sorted by name."""
    open_ = (c for c in catalogue().commands.values() if not issubclass(c, TableCommand))
    return sorted(open_, key=lambda c: c.__name__)


def records() -> list[type[Record]]:
    """Return all records, sorted by name."""
    return sorted(catalogue().records.values(), key=lambda c: c.__name__)


def schemas(types: Sequence[type], template: str) -> tuple[list[Node], dict[str, Node]]:
    """Return the schemas of these types, and the schemas of all structs in them by name. A command and a record may
    have the same name: then they are called `Roll.command` and `Roll.record`. `template`: the form of a reference, with
    `{name}`."""
    found, components = msgspec.json.schema_components(types, ref_template=template)
    names = {name: name for name in components}
    completed = {struct.cls for struct in _structs_in([t for t in types if issubclass(t, Command)])}
    for struct in _structs_in(types):
        cls, qualified = struct.cls, f"{struct.cls.__module__}.{struct.cls.__qualname__}"
        if qualified in names:
            names[qualified] = f"{cls.__name__}.{_head(cls)}"
        component = components[qualified if qualified in names else cls.__name__]
        if "prefixItems" in component:
            _name_positions(component, struct)
        if cls in completed:  # a client sends every field (server/fold/command_shape.py)
            component["minItems"] = len(component["prefixItems"]) - getattr(cls, "later_fields", 0)
    refs = {template.format(name=old): template.format(name=new) for old, new in names.items()}
    return [_tidied(node, refs) for node in found], {
        names[name]: _tidied(node, refs) for name, node in components.items()
    }


def _head(cls: type) -> str:
    """Return the title of the first position of a struct that begins with its own name."""
    return next((head for base, head in HEADS.items() if issubclass(cls, base)), "tag")


def _tidied(node: Any, refs: Mapping[str, str]) -> Any:
    """Return a part of a schema with new references, plain descriptions, and patterns as JSON Schema writes them."""
    match node:
        case dict():
            return {key: _tidied(value, refs) if key != "default" else value for key, value in node.items()} | {
                key: change(node[key])
                for key, change in (
                    ("$ref", lambda ref: refs.get(ref, ref)),
                    ("description", cleandoc),
                    ("pattern", lambda pattern: pattern.replace(r"\Z", "$")),
                )
                if isinstance(node.get(key), str)
            }
        case list():
            return [_tidied(one, refs) for one in node]
        case _:
            return node


def _name_positions(component: Node, struct: Arrays) -> None:
    """Give each position of an array the name of its field."""
    positions = component["prefixItems"]
    if isinstance(struct, inspect.StructType) and struct.tag is not None:
        positions[0]["title"] = _head(struct.cls)
    for field, position in zip(struct.fields, positions[len(positions) - len(struct.fields) :], strict=True):
        _in_bytes(position, field.type)
        position["title"] = field.name


def _in_bytes(schema: Node, type_: inspect.Type) -> None:
    """Say of bytes that they are sent as they are: msgspec writes the schema for JSON, in which they are base64."""
    match type_:
        case inspect.BytesType(least, most):
            for key in ("contentEncoding", "minLength", "maxLength"):
                schema.pop(key, None)
            lengths = {"minLength": least, "maxLength": most}
            schema |= {"format": "binary"} | {key: length for key, length in lengths.items() if length is not None}
        case inspect.VarTupleType(item) | inspect.ListType(item):
            _in_bytes(schema.get("items", {}), item)
        case inspect.TupleType(items):
            for position, item in zip(schema["prefixItems"], items, strict=True):
                _in_bytes(position, item)
        case inspect.UnionType(types):
            for choice, item in zip(schema.get("anyOf", ()), types, strict=False):
                _in_bytes(choice, item)
        case _:
            pass


def _structs_in(types: Iterable[type]) -> Iterator[Arrays]:
    """Yield every struct in these types once."""
    seen: set[type] = set()
    waiting = list(inspect.multi_type_info(types))
    while waiting:
        match waiting.pop():
            case inspect.StructType() | inspect.NamedTupleType() as struct if struct.cls not in seen:
                seen.add(struct.cls)
                waiting += [field.type for field in struct.fields]
                yield struct
            case inspect.VarTupleType(item) | inspect.ListType(item):
                waiting.append(item)
            case inspect.TupleType(items) | inspect.UnionType(items):
                waiting += items
            case _:
                pass


def schema() -> Node:
    """Return the JSON Schema of all stored and sent types: commands, events, records, frames, files."""
    groups: dict[str, list[type]] = {
        "commands": list(commands()),
        "events": sorted(catalogue().events.values(), key=lambda c: c.__name__),
        "records": list(records()),
        "frames": [*frames.CLIENT_FRAMES, *frames.SERVER_FRAMES],
        "files": [CharacterFile],
    }
    found, components = schemas([t for group in groups.values() for t in group], "#/$defs/{name}")
    refs = iter(found)
    index = {name: [next(refs) for _ in group] for name, group in groups.items()}
    return {"$schema": DIALECT, **index, "$defs": components}


def character_schema() -> Node:
    """Return the JSON Schema of a character file. It has an id, so that another schema can refer to it."""
    _, components = msgspec.json.schema_components([CharacterFile], ref_template="#/$defs/{name}")
    file = components.pop(CharacterFile.__name__)
    return {"$schema": DIALECT, "$id": f"urn:coterie:character:{VERSION}", **file, "$defs": components}
