"""The HTTP side described as OpenAPI, out of the table of its endpoints and their types. Nothing of it is written by
hand, so it is never behind."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from inspect import getdoc
from typing import Any, Final, Literal, NamedTuple

import msgspec

from server.http.types import Error
from server.protocol.frames import SUBPROTOCOL

VERSION: Final = "3.1.0"
Door = Literal["anyone", "host", "storyteller", "seat"]
"""Whose session a request must carry."""
Node = dict[str, Any]

WHY: Final = {
    400: "That is not what was expected.",
    401: "For nobody without a session that is still good.",
    403: "Not for whoever asks, or asked under a name or from a page that is not this server's.",
    404: "There is no such thing, or it is not theirs.",
    408: "The request stopped halfway.",
    409: "There is such a thing already, or no room for more.",
    410: "It was good once.",
    413: "Too much at once.",
    422: "It was understood, and is refused: by the rules, or because there is no such thing.",
    426: "By WebSocket only.",
    429: "Too often.",
    500: "Something is wrong with the server.",
    503: "The log cannot be reached or written just now.",
}
EVERYWHERE: Final = (403, 429, 500, 503)
WITH_BODY: Final = (400, 408, 413)


class Endpoint(NamedTuple):
    """One way to ask: where, what with, who may, and what comes of it. `takes` is the type of the body, `asks` that of
    the query; `answers` are types, or the media type of what is no JSON."""

    method: str
    path: str
    handler: Callable[..., Awaitable[object]]
    answers: Sequence[Any]
    status: int = 200
    takes: Any = None
    asks: Any = None
    door: Door = "anyone"
    fails: tuple[int, ...] = ()


def described(endpoints: Iterable[Endpoint]) -> Node:
    """The whole description."""
    table = list(endpoints)
    schemas, components = _schemas(table)
    paths: dict[str, Node] = {}
    for endpoint in table:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas, components)
    for asked in {endpoint.asks.__name__ for endpoint in table if endpoint.asks is not None}:
        del components[asked]
    return {
        "openapi": VERSION,
        "info": {
            "title": "Coterie",
            "version": "1",
            "description": f"Doors, rules and dice. The table itself talks over the WebSocket at /ws ({SUBPROTOCOL}).",
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}}},
    }


def _schemas(table: Sequence[Endpoint]) -> tuple[dict[Any, Node], dict[str, Node]]:
    types: list[Any] = [Error]
    for endpoint in table:
        types += [t for t in (*endpoint.answers, endpoint.takes, endpoint.asks) if t is not None and t not in types]
    types = [t for t in types if not isinstance(t, str)]
    found, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return dict(zip(types, found, strict=True)), components


def _operation(endpoint: Endpoint, schemas: dict[Any, Node], components: dict[str, Node]) -> Node:
    fails = {*EVERYWHERE, *endpoint.fails, *(WITH_BODY if endpoint.takes else ())}
    if endpoint.door != "anyone":
        fails.add(401)
    answers = {f"{endpoint.status}": _answered(endpoint, schemas)}
    answers |= {f"{status}": _json(schemas[Error], WHY[status]) for status in sorted(fails)}
    told: Node = {
        "operationId": endpoint.handler.__name__,
        "description": getdoc(endpoint.handler) or "",
        "responses": answers,
    }
    if parameters := [*_from_path(endpoint.path), *_from_query(endpoint, components)]:
        told["parameters"] = parameters
    if endpoint.takes is not None:
        told["requestBody"] = {"required": True, **_json(schemas[endpoint.takes])}
    if endpoint.door != "anyone":
        told["security"] = [{"session": []}]
    return told


def _answered(endpoint: Endpoint, schemas: dict[Any, Node]) -> Node:
    kinds = list(endpoint.answers)
    if kinds and isinstance(kinds[0], str):
        return {"description": "As it is.", "content": {kind: {} for kind in kinds}}
    found = [schemas[kind] for kind in kinds]
    return _json(found[0] if len(found) == 1 else {"anyOf": found}, "Done.") if found else {"description": "Done."}


def _json(schema: Node, description: str = "") -> Node:
    content: Node = {"content": {"application/json": {"schema": schema}}}
    return {"description": description, **content} if description else content


def _from_path(path: str) -> list[Node]:
    plain = {"type": "string", "pattern": "^[^/]+$"}
    return [{"name": name, "in": "path", "required": True, "schema": plain} for name in re.findall(r"{(\w+)}", path)]


def _from_query(endpoint: Endpoint, components: dict[str, Node]) -> list[Node]:
    if endpoint.asks is None:
        return []
    struct = components[endpoint.asks.__name__]
    return [
        {"name": name, "in": "query", "required": name in struct.get("required", ()), "schema": schema}
        for name, schema in struct["properties"].items()
    ]
