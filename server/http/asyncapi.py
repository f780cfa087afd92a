"""The AsyncAPI description of the WebSocket: every frame, command and record, with the names of their fields. It is
made from the types that the server decodes and encodes, so it is always up to date."""

from functools import cache
from inspect import getdoc
from typing import Any, Final

from msgspec import inspect

from domain.command import Command
from server.http.json_schema import SEALED, Node, commands, records, schemas
from server.protocol import frames
from server.protocol.frames import BEHIND_MOST, FRAME_MOST, HELLO_MOST, SUBPROTOCOL

VERSION: Final = "3.0.0"
MEDIA_TYPE: Final = "application/vnd.msgpack"
ABOUT: Final = f"""\
The table of a seat: one WebSocket with the subprotocol `{SUBPROTOCOL}`, without compression.

Every WebSocket message is binary. A message to the server is one frame; a message from the server is one frame or
several in a row. A frame is a MessagePack array whose first value is its name. Structs inside it are arrays too; the
`title` of each position in a schema is the name of the field. There are no maps and no floats. A string with the format
`binary` is MessagePack's `bin`, and its lengths count bytes.

`docs/protocol.md` of the program tells how a conversation goes, with examples.
"""


def tag(struct: type) -> str:
    """Return the name with which a struct begins on the wire."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - frames, commands and records are structs
    return str(info.tag)


@cache
def described() -> Node:
    """Return the whole description. It is made once, because it takes a tenth of a second."""
    readable = [r for r in records() if r not in SEALED]
    everything = [*frames.CLIENT_FRAMES, *frames.SERVER_FRAMES, *commands(), *readable]
    refs, components = schemas(everything, "#/components/schemas/{name}")
    by_type = dict(zip(everything, refs, strict=True))
    components["Record"] = _one_of(
        "A record. A client ignores records whose name it does not know.", [by_type[r] for r in readable]
    )
    components["Command"] = _one_of(
        "A command of a client. These are never among the options: "
        f"{', '.join(c.__name__ for c in commands() if is_never_offered(c))}.",
        [by_type[c] for c in commands()],
    )
    components["Submit"]["prefixItems"][-1] = {"$ref": "#/components/schemas/Command", "title": "command"}
    messages = {tag(f): _message(f, by_type[f]) for f in (*frames.CLIENT_FRAMES, *frames.SERVER_FRAMES)}
    return {
        "asyncapi": VERSION,
        "info": {"title": "Coterie: the WebSocket of a table", "version": SUBPROTOCOL, "description": ABOUT},
        "defaultContentType": MEDIA_TYPE,
        "servers": {
            "here": {
                "host": "{host}",
                "protocol": "wss",
                "description": "The server of the link, by `ws` if the link begins with `http://`.",
                "variables": {"host": {"default": "127.0.0.1:8000"}},
            }
        },
        "channels": {
            "table": {
                "address": "/ws",
                "description": f"A client's frame has at most {FRAME_MOST} bytes, its `hello` at most {HELLO_MOST}. "
                f"A command is refused if its sender has missed more than {BEHIND_MOST} parts of `everyone`.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            "fromClient": _operation("receive", "The frames that a client sends.", frames.CLIENT_FRAMES),
            "toClient": _operation("send", "The frames that the server sends.", frames.SERVER_FRAMES),
        },
        "components": {"messages": messages, "schemas": components},
    }


def is_never_offered(command: type[Command]) -> bool:
    """True if no seat ever has an option for this command, so that a client must know the command to send it."""
    return command.offer.__func__ is Command.offer.__func__  # type: ignore[attr-defined]  # a class method


def _message(frame: type, schema: Node) -> Node:
    return {"name": tag(frame), "title": frame.__name__, "summary": getdoc(frame) or "", "payload": schema}


def _operation(action: str, summary: str, of: tuple[type, ...]) -> Node:
    messages = [{"$ref": f"#/channels/table/messages/{tag(frame)}"} for frame in of]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "summary": summary, "messages": messages}


def _one_of(description: str, schemas_: list[Any]) -> Node:
    return {"description": description, "oneOf": schemas_}
