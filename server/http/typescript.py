"""The page's message types, made from the server's: `web/src/messages.ts`.

A struct is sent as an array, so the page needs two facts about each struct: its TypeScript interface, and its shape.
The shape is the names of its fields in order (`SHAPES`; `COMMAND_SHAPES` for commands, because a command and a record
may have the same name). If a field holds structs, their type follows its name: `inputs:Input*` is a list of `Input`;
`records:#*` is a list of records, whose tags give the types. In the shape of a command, the kind of a plain value
follows too (`s` text, `n` number, `b` yes or no), so that the page can turn a filled form into a command."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import inspect

from domain.core.option import Option
from domain.core.record import Record
from domain.core.words import Words
from domain.rules.character_file import CharacterFile
from server.http.json_schema import SEALED, commands, records
from server.protocol import frames

HEAD: Final = """\
// Made by `coterie schema --typescript` out of the server's own types. Not written by hand: `make messages`.

import type { SentWords, Words } from "./words/words";
"""

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
    """A type in a message that TypeScript cannot express. The error message names the type."""


class Writer:
    """Collects the structs that messages contain, and writes each of them once. `named`: the structs that a file
    contains; they are written as objects with field names, and not as arrays."""

    def __init__(self, *, named: bool = False) -> None:
        self.named = named
        self.bodies: dict[str, str] = {}
        self.shapes: dict[str, str] = {}
        self._seen: dict[str, type] = {}

    def struct(self, cls: type, head: str = "", *, from_client: bool = False, whole: bool = True) -> str:
        """Write a struct and the structs inside it, and return its name. `head`, the line of its tag, begins the
        interface. In a frame itself, a field with a default is optional; in the structs inside it (`whole`), it is
        required."""
        name = cls.__name__
        if self._seen.setdefault(name, cls) is not cls:
            raise Unwritable(f"two structs are called {name}: {cls.__module__} and {self._seen[name].__module__}")
        if name not in self.shapes:
            self.shapes[name] = ""
            body, self.shapes[name] = self.interface(cls, from_client=from_client, whole=whole)
            self.bodies[name] = head + body
        return name

    def interface(self, cls: type, *, from_client: bool, whole: bool) -> tuple[str, str]:
        """Return the lines of a struct's interface, and its shape."""
        lines, shape = "", []
        for field in fields_of(cls, named=self.named):
            if field.name in ("type", "frame"):
                raise Unwritable(f"{cls.__name__} has a field called {field.name}, which is the page's word for a tag")
            text, mark = self.type(field.type, from_client=from_client)
            optional = "" if whole or field.required else "?"
            lines += f"  readonly {field.name}{optional}: {text};\n"
            shape.append(f"{field.name}:{mark}" if mark else field.name)
        return lines, " ".join(shape)

    def type(self, type_: inspect.Type, *, from_client: bool) -> tuple[str, str]:
        """Return a type as TypeScript, and its mark in a shape."""
        match type_:
            case inspect.LiteralType(values):
                return " | ".join(json.dumps(v) for v in sorted(values, key=str)), "s" if from_client else ""
            case inspect.StructType(cls) if cls in (Words, frames.SentWords):
                return cls.__name__, ""  # the page keeps such a value as an array, and looks up its message
            case inspect.StructType(cls) if cls is Record:
                return "AnyRecord", "#"
            case inspect.StructType(cls) | inspect.NamedTupleType(cls):
                name = self.struct(cls, from_client=from_client)
                return name, name
            case inspect.VarTupleType(item) | inspect.ListType(item):
                text, mark = self.type(item, from_client=from_client)
                return f"readonly ({text})[]" if " " in text else f"readonly {text}[]", mark and f"{mark}*"
            case inspect.TupleType(items):
                texts = [self.type(i, from_client=from_client) for i in items]
                if any(mark not in ("", "s", "n", "b") for _, mark in texts):
                    raise Unwritable(f"a struct inside a tuple of fixed length: {type_}")
                return f"readonly [{', '.join(text for text, _ in texts)}]", ""
            case inspect.UnionType(types):
                return self._union(types, from_client=from_client)
            case _ if type(type_) in _PLAIN:
                text, mark = _PLAIN[type(type_)]
                return text, mark if from_client else ""
            case _:
                raise Unwritable(f"no TypeScript for {type_}")

    def _union(self, types: Sequence[inspect.Type], *, from_client: bool) -> tuple[str, str]:
        if all(isinstance(t, inspect.StructType) and issubclass(t.cls, Record) for t in types):
            return "AnyRecord", "#"
        written = [self.type(t, from_client=from_client) for t in types]
        marks = {mark for text, mark in written if text != "null"}
        if len(marks) > 1:
            raise Unwritable(f"a choice between structs and something else: {written}")
        return " | ".join(text for text, _ in written), marks.pop()


def fields_of(cls: type, *, named: bool = False) -> Fields:
    """Return the fields of a struct in the order in which they are sent. `named`: the struct is in a file."""
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
    """Return the defaults of a struct's last fields, as JSON."""
    values = [
        f.default_factory() if callable(f.default_factory) else f.default for f in fields_of(cls) if not f.required
    ]
    plain = msgspec.to_builtins(values)
    if any(isinstance(value, dict) for value in plain):
        raise Unwritable(f"{cls.__name__} has a default that is no array")
    return json.dumps(plain)


def typescript() -> str:
    """Return the whole file."""
    return HEAD + "\n".join(_parts())


def _parts() -> Iterator[str]:
    writer = Writer()
    written = {c.__name__: (c, *writer.interface(c, from_client=True, whole=False)) for c in commands()}
    client = {tag(f): writer.struct(f, from_client=True, whole=False) for f in frames.CLIENT_FRAMES}
    rows = [writer.struct(r, f'  readonly type: "{r.__name__}";\n') for r in records() if r not in SEALED]
    server = {tag(f): writer.struct(f, f'  readonly frame: "{tag(f)}";\n') for f in frames.SERVER_FRAMES}
    writer.struct(Option)  # no message contains an `Option`: the page builds it from numbered parts
    for name, body in sorted(writer.bodies.items()):
        yield f"\nexport interface {name} {{\n{body}}}" if body else f"\nexport type {name} = object;"
    files = Writer(named=True)
    files.struct(CharacterFile)
    for name, body in sorted(files.bodies.items()):
        yield f"\n/** Part of a character file (`coterie schema --character`). */\nexport interface {name} {{\n{body}}}"
    yield f"\n{union('AnyRecord', rows)}"
    yield f"\n{union('ServerFrame', sorted(server.values()))}"
    yield "\nexport interface ClientFrames {"
    yield from (f'  readonly "{name}": {client[name]};' for name in sorted(client))
    yield "}\n\nexport interface Commands {"
    for name, (_, body, _) in written.items():
        yield f"  readonly {name}: {{\n{indented(body)}  }};" if body else f"  readonly {name}: object;"
    yield f'}}\n\nexport const SUBPROTOCOL = "{frames.SUBPROTOCOL}";'
    yield f"\nexport const STORY = {json.dumps([r.__name__ for r in records() if r.story])} as const;"
    yield f"\nexport const FRAMES: Readonly<Record<string, string>> = {_object(server)};"
    yield "\n/** The names of the fields of each struct on the wire, in order; `net/codec.ts` reads them. */"
    yield f"export const SHAPES: Readonly<Record<string, string>> = {_object(writer.shapes)};"
    yield "\n/** The same for commands. */"
    shapes = _object({name: shape for name, (_, _, shape) in written.items()})
    yield f"export const COMMAND_SHAPES: Readonly<Record<string, string>> = {shapes};"
    yield "\n/** The values of the last fields of a command or client frame that are left out. */"
    filled = {f.__name__: defaults(f) for f in frames.CLIENT_FRAMES} | {n: defaults(w[0]) for n, w in written.items()}
    pairs = "".join(f"  {name}: {text},\n" for name, text in sorted(filled.items()) if text != "[]")
    yield f"export const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {{\n{pairs}}};\n"


def tag(frame: type) -> str:
    """Return the tag of a frame, which is sent as its first element."""
    info = inspect.type_info(frame)
    if not isinstance(info, inspect.StructType):
        raise Unwritable(f"{frame.__name__} is no frame")
    return str(info.tag)


def union(name: str, members: Iterable[str]) -> str:
    """Return a union type of these members."""
    return f"export type {name} =\n" + "\n".join(f"  | {m}" for m in members) + ";"


def indented(lines: str) -> str:
    """Indent lines by two spaces."""
    return "".join(f"  {line}\n" for line in lines.splitlines())


def _object(entries: dict[str, str]) -> str:
    return "{\n" + "".join(f"  {json.dumps(k)}: {json.dumps(entries[k])},\n" for k in sorted(entries)) + "}"
