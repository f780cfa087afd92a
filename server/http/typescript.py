"""The page's message types, made from the server's: `web/src/messages.ts`.

Everything on the wire is an array, so the page needs two things of every struct: its TypeScript interface, and the
names of its places in order (`SHAPES`, and `WISHES` for commands, whose names may be a record's too). A place that
holds structs says which: `inputs:Input*` is a list of `Input`, `records:#*` a list of whatever the tags say. The places
of a wish also say what kind of plain value they hold (`s` text, `n` number, `b` yes or no), so that a form can be made
into a command.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import inspect

from domain.catalogue import catalogue
from domain.core.command import Command, TableCommand
from domain.core.record import Record
from domain.features.rolls.player_nonces import Loan
from domain.features.table.settings import SceneKey
from domain.rules.character_file import VERSION, CharacterFile
from server.protocol import frames

HEAD: Final = """\
// Made by `coterie schema --typescript` out of the server's own types. Not written by hand: `make messages`.
"""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Fields = tuple[inspect.Field, ...]
_PLAIN: Final = {
    inspect.StrType: ("string", "s"),
    inspect.IntType: ("number", "n"),
    inspect.FloatType: ("number", "n"),
    inspect.BoolType: ("boolean", "b"),
    inspect.BytesType: ("Uint8Array", ""),
    inspect.NoneType: ("null", ""),
    inspect.RawType: ("unknown", ""),
}


class Unwritable(Exception):
    """A type on the wire that the page cannot be told of; the message names it."""


def commands() -> list[type[Command]]:
    """The commands that a seat can send, by name."""
    open_ = (c for c in catalogue().commands.values() if not issubclass(c, TableCommand))
    return sorted(open_, key=lambda c: c.__name__)


SEALED: Final = (Loan, SceneKey)
"""The records of what is sealed, of which no page is ever told."""


def records() -> list[type[Record]]:
    """All records, by name."""
    return sorted(catalogue().records.values(), key=lambda c: c.__name__)


class Writer:
    """Collects the structs that are reached from the messages, and writes them once each. `named`: those of a file,
    which are objects with their fields by name."""

    def __init__(self, *, named: bool = False) -> None:
        self.named = named
        self.bodies: dict[str, str] = {}
        self.shapes: dict[str, str] = {}
        self._seen: dict[str, type] = {}

    def struct(self, cls: type, head: str = "", *, wish: bool = False, whole: bool = True) -> str:
        """Write a struct and what it is made of; returns its name. `head` opens the interface with a tag's line. A
        frame's own places may be left out where they have a default; those of structs inside it are `whole`."""
        name = cls.__name__
        if self._seen.setdefault(name, cls) is not cls:
            raise Unwritable(f"two structs are called {name}: {cls.__module__} and {self._seen[name].__module__}")
        if name not in self.shapes:
            self.shapes[name] = ""
            body, self.shapes[name] = self.places(cls, wish=wish, whole=whole)
            self.bodies[name] = head + body
        return name

    def places(self, cls: type, *, wish: bool, whole: bool) -> tuple[str, str]:
        """The lines of a struct's interface, and its shape."""
        lines, places = "", []
        for field in fields_of(cls, named=self.named):
            if field.name in ("type", "frame"):
                raise Unwritable(f"{cls.__name__} has a field called {field.name}, which is the page's word for a tag")
            text, holds = self.type(field.type, wish=wish)
            optional = "" if whole or field.required else "?"
            lines += f"  readonly {field.name}{optional}: {text};\n"
            places.append(f"{field.name}:{holds}" if holds else field.name)
        return lines, " ".join(places)

    def type(self, type_: inspect.Type, *, wish: bool) -> tuple[str, str]:
        """A type in TypeScript, and how a shape says what it holds."""
        match type_:
            case inspect.LiteralType(values):
                return " | ".join(json.dumps(v) for v in sorted(values, key=str)), "s" if wish else ""
            case inspect.StructType(cls) if cls is Record:
                return "AnyRecord", "#"
            case inspect.StructType(cls) | inspect.NamedTupleType(cls):
                name = self.struct(cls, wish=wish)
                return name, name
            case inspect.VarTupleType(item) | inspect.ListType(item):
                text, place = self.type(item, wish=wish)
                return f"readonly ({text})[]" if " " in text else f"readonly {text}[]", place and f"{place}*"
            case inspect.TupleType(items):
                texts = [self.type(i, wish=wish) for i in items]
                if any(place not in ("", "s", "n", "b") for _, place in texts):
                    raise Unwritable(f"a struct inside a tuple of fixed length: {type_}")
                return f"readonly [{', '.join(text for text, _ in texts)}]", ""
            case inspect.UnionType(types):
                return self._union(types, wish=wish)
            case _ if type(type_) in _PLAIN:
                text, place = _PLAIN[type(type_)]
                return text, place if wish else ""
            case _:
                raise Unwritable(f"no TypeScript for {type_}")

    def _union(self, types: Sequence[inspect.Type], *, wish: bool) -> tuple[str, str]:
        if all(isinstance(t, inspect.StructType) and issubclass(t.cls, Record) for t in types):
            return "AnyRecord", "#"
        written = [self.type(t, wish=wish) for t in types]
        places = {place for text, place in written if text != "null"}
        if len(places) > 1:
            raise Unwritable(f"a choice between structs and something else: {written}")
        return " | ".join(text for text, _ in written), places.pop()


def fields_of(cls: type, *, named: bool = False) -> Fields:
    """The places of a struct on the wire, in order; `named`: the fields of one that stands in a file."""
    info = inspect.type_info(cls)
    if isinstance(info, inspect.StructType) and info.array_like == named:
        raise Unwritable(f"{cls.__name__} is {'no object in a file' if named else 'no array on the wire'}")
    if not isinstance(info, inspect.StructType | inspect.NamedTupleType):
        raise Unwritable(f"{cls.__name__} is no struct")
    fields = info.fields
    if named:
        return fields
    if sorted(fields, key=lambda f: not f.required) != list(fields):
        raise Unwritable(f"{cls.__name__} has a field that must be given after one that need not")
    return fields


def defaults(cls: type) -> str:
    """What stands in the last places of a wish that were not filled in, as JSON."""
    values = [
        f.default_factory() if callable(f.default_factory) else f.default for f in fields_of(cls) if not f.required
    ]
    plain = msgspec.to_builtins(values)
    if any(isinstance(value, dict) for value in plain):
        raise Unwritable(f"{cls.__name__} has a default that is no array")
    return json.dumps(plain)


def typescript() -> str:
    """The whole file."""
    return HEAD + "\n".join(_parts())


def _parts() -> Iterator[str]:
    writer = Writer()
    wishes = {c.__name__: (c, *writer.places(c, wish=True, whole=False)) for c in commands()}
    client = {tag(f): writer.struct(f, wish=True, whole=False) for f in frames.CLIENT_FRAMES}
    rows = [writer.struct(r, f'  readonly type: "{r.__name__}";\n') for r in records() if r not in SEALED]
    server = {tag(f): writer.struct(f, f'  readonly frame: "{tag(f)}";\n') for f in frames.SERVER_FRAMES}
    for name, body in sorted(writer.bodies.items()):
        yield f"\nexport interface {name} {{\n{body}}}" if body else f"\nexport type {name} = object;"
    files = Writer(named=True)
    files.struct(CharacterFile)
    for name, body in sorted(files.bodies.items()):
        yield f"\n/** Of a character's file: `coterie schema --character`. */\nexport interface {name} {{\n{body}}}"
    yield f"\n{union('AnyRecord', rows)}"
    yield f"\n{union('ServerFrame', sorted(server.values()))}"
    yield "\nexport interface ClientFrames {"
    yield from (f'  readonly "{name}": {client[name]};' for name in sorted(client))
    yield "}\n\nexport interface Commands {"
    for name, (_, body, _) in wishes.items():
        yield f"  readonly {name}: {{\n{indented(body)}  }};" if body else f"  readonly {name}: object;"
    yield f'}}\n\nexport const SUBPROTOCOL = "{frames.SUBPROTOCOL}";'
    yield f"\nexport const STORY = {json.dumps([r.__name__ for r in records() if r.story])} as const;"
    yield f"\nexport const FRAMES: Readonly<Record<string, string>> = {_object(server)};"
    yield "\n/** The names of the places of each struct that is told, in order; see `decode.ts`. */"
    yield f"export const SHAPES: Readonly<Record<string, string>> = {_object(writer.shapes)};"
    yield "\n/** The same for commands. */"
    yield f"export const WISHES: Readonly<Record<string, string>> = {_object({n: w[2] for n, w in wishes.items()})};"
    yield "\n/** What stands in the last places of a wish where nothing was said. */"
    said = {f.__name__: defaults(f) for f in frames.CLIENT_FRAMES} | {n: defaults(w[0]) for n, w in wishes.items()}
    pairs = "".join(f"  {name}: {text},\n" for name, text in sorted(said.items()) if text != "[]")
    yield f"export const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {{\n{pairs}}};\n"


def tag(frame: type) -> str:
    """The first element of a frame."""
    info = inspect.type_info(frame)
    if not isinstance(info, inspect.StructType):
        raise Unwritable(f"{frame.__name__} is no frame")
    return str(info.tag)


def union(name: str, members: Iterable[str]) -> str:
    """A type that is one of several."""
    return f"export type {name} =\n" + "\n".join(f"  | {m}" for m in members) + ";"


def indented(lines: str) -> str:
    """Lines, two places further in."""
    return "".join(f"  {line}\n" for line in lines.splitlines())


def _object(entries: dict[str, str]) -> str:
    return "{\n" + "".join(f"  {json.dumps(k)}: {json.dumps(entries[k])},\n" for k in sorted(entries)) + "}"


def schema() -> dict[str, object]:
    """JSON Schema of everything stored and sent: commands, events, records, frames, files."""
    groups: dict[str, list[type]] = {
        "commands": list(commands()),
        "events": sorted(catalogue().events.values(), key=lambda c: c.__name__),
        "records": list(records()),
        "frames": [*frames.CLIENT_FRAMES, *frames.SERVER_FRAMES],
        "files": [CharacterFile],
    }
    all_types = [t for group in groups.values() for t in group]
    found, components = msgspec.json.schema_components(all_types, ref_template="#/$defs/{name}")
    refs = iter(found)
    index = {name: [next(refs) for _ in group] for name, group in groups.items()}
    return {"$schema": DIALECT, **index, "$defs": components}


def character_schema() -> dict[str, object]:
    """JSON Schema of a character's file, under the name by which others may refer to it."""
    _, components = msgspec.json.schema_components([CharacterFile], ref_template="#/$defs/{name}")
    file = components.pop(CharacterFile.__name__)
    return {"$schema": DIALECT, "$id": f"urn:coterie:character:{VERSION}", **file, "$defs": components}
