"""The OpenAPI description of the HTTP endpoints. It is made from the table of endpoints and from their types, so it is
always up to date."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from inspect import getdoc
from typing import Any, Final, Literal, NamedTuple

import msgspec

from server.http.types import Error
from server.protocol.frames import SUBPROTOCOL

VERSION: Final = "3.1.0"
Caller = Literal["anyone", "host", "storyteller", "seat"]
"""The people who may call an endpoint, by the kind of session that the request must have."""
Node = dict[str, Any]

WHY: Final = {
    400: "That is not what was expected.",
    401: "The request has no valid session.",
    403: "This session has no right to it, or the request has a foreign Host or Origin.",
    404: "It does not exist, or does not belong to the sender.",
    408: "The request stopped halfway.",
    409: "It exists already, or there is no room for more.",
    410: "It has expired.",
    413: "The body is too long.",
    422: "It was understood, but the rules refuse it, or a name in it is unknown.",
    426: "WebSocket only.",
    429: "Too many requests.",
    500: "The server failed.",
    503: "The log cannot be reached or written just now.",
}
EVERYWHERE: Final = (403, 429, 500, 503)
WITH_BODY: Final = (400, 408, 413)


class Endpoint(NamedTuple):
    """An endpoint. `takes`: the type of its body, or the media type of a body that is not JSON. `asks`: the type of its
    query. `answers`: the types of its answers, or the media type of an answer that is not JSON. `fails`: its error
    codes besides the usual ones."""

    method: str
    path: str
    handler: Callable[..., Awaitable[object]]
    answers: Sequence[Any]
    status: int = 200
    takes: Any = None
    asks: Any = None
    caller: Caller = "anyone"
    fails: tuple[int, ...] = ()


def described(endpoints: Iterable[Endpoint]) -> Node:
    """Return the whole description."""
    table = list(endpoints)
    schemas, components = _schemas(table)
    paths: dict[str, Node] = {}
    for endpoint in table:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas, components)
    for query in {endpoint.asks.__name__ for endpoint in table if endpoint.asks is not None}:
        del components[query]
    return {
        "openapi": VERSION,
        "info": {
            "title": "Coterie",
            "version": "1",
            "description": f"Links, rules and dice. A table itself uses the WebSocket at /ws ({SUBPROTOCOL}).",
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
    if endpoint.caller != "anyone":
        fails.add(401)
    answers = {f"{endpoint.status}": _answered(endpoint, schemas)}
    answers |= {f"{status}": _json(schemas[Error], WHY[status]) for status in sorted(fails)}
    operation: Node = {
        "operationId": endpoint.handler.__name__,
        "description": getdoc(endpoint.handler) or "",
        "responses": answers,
    }
    if parameters := [*_from_path(endpoint.path), *_from_query(endpoint, components)]:
        operation["parameters"] = parameters
    if isinstance(endpoint.takes, str):
        operation["requestBody"] = {"required": True, "content": {endpoint.takes: {}}}
    elif endpoint.takes is not None:
        operation["requestBody"] = {"required": True, **_json(schemas[endpoint.takes])}
    if endpoint.caller != "anyone":
        operation["security"] = [{"session": []}]
    return operation


def _answered(endpoint: Endpoint, schemas: dict[Any, Node]) -> Node:
    kinds = list(endpoint.answers)
    if kinds and isinstance(kinds[0], str):
        return {"description": "The file.", "content": {kind: {} for kind in kinds}}
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
