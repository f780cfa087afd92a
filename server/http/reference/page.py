"""Draws the OpenAPI and AsyncAPI documents as one HTML page. The page needs no script to be read; a small script of our
own (`search.js`) hides what does not match a search."""

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, Final

from domain.core.words import Words, phrase
from server.words.texts import texts

MANY: Final = 2**53 - 1
"""A limit that is shown as none."""
Node = dict[str, Any]


def drawn(language: str, http: Node, socket: Node) -> str:
    """Return the whole page, of the OpenAPI document `http` and the AsyncAPI document `socket`."""
    say = texts(language).sentence
    components, messages = socket["components"]["schemas"], socket["components"]["messages"]
    named = {name: message["payload"]["$ref"].rpartition("/")[2] for name, message in messages.items()}
    sides = [[ref["$ref"].rpartition("/")[2] for ref in side["messages"]] for side in socket["operations"].values()]
    groups: list[tuple[Words, Iterable[str]]] = [
        (phrase("api-http"), _operations(http)),
        (phrase("api-client-frames"), (_struct(components, "ws", named[name], name) for name in sides[0])),
        (phrase("api-server-frames"), (_struct(components, "ws", named[name], name) for name in sides[1])),
    ]
    for title, union in ((phrase("api-commands"), "Command"), (phrase("api-records"), "Record")):
        of = [ref["$ref"].rpartition("/")[2] for ref in components[union]["oneOf"]]
        groups.append((title, [_struct(components, "ws", name) for name in of]))
        named |= {name: name for name in of}
    rest = sorted(components.keys() - set(named.values()))
    groups.append((phrase("api-structs"), (_struct(components, "ws", name) for name in rest)))
    schemas = http["components"]["schemas"]
    groups.append((phrase("api-bodies"), (_struct(schemas, "http", name) for name in sorted(schemas))))
    sections = "".join(_section(say(title), entries) for title, entries in groups)
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(say(phrase("api-title")))}</title>
<link rel="stylesheet" href="api/page.css">
<script src="api/search.js" defer></script>
</head>
<body>
<header>
<h1>{escape(say(phrase("api-title")))}</h1>
<p>{escape(say(phrase("api-about")))}</p>
<p><a href="api/schema/openapi">OpenAPI</a> · <a href="api/schema/asyncapi">AsyncAPI</a></p>
<label for="search">{escape(say(phrase("api-search")))}</label>
<input type="search" id="search" autocomplete="off" spellcheck="false">
</header>
<main lang="en">
<p id="nothing" lang="{escape(language)}" role="status" hidden>{escape(say(phrase("api-nothing")))}</p>
{sections}</main>
</body>
</html>
"""


def _section(title: str, entries: Iterable[str]) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{''.join(entries)}</section>\n"


def _entry(anchor: str, name: str, description: str, body: str) -> str:
    first, *_ = re.split(r"\.\s", description, maxsplit=1)
    about = "".join(_paragraph(part) for part in description.split("\n\n") if part)
    return (
        f'<details id="{escape(anchor)}"><summary><code>{escape(name)}</code> '
        f"<span>{_with_code(first.rstrip('.'))}</span></summary>\n{about}{body}</details>\n"
    )


def _paragraph(text: str) -> str:
    """Return a paragraph of a description, or a list if its lines begin with hyphens."""
    if not text.startswith("- "):
        return f"<p>{_with_code(text)}</p>\n"
    entries = "".join(f"<li>{_with_code(entry)}</li>\n" for entry in text[2:].split("\n- "))
    return f"<ul>\n{entries}</ul>\n"


def _with_code(text: str) -> str:
    """Return a text as HTML, with the parts between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _struct(components: dict[str, Node], prefix: str, component: str, name: str = "") -> str:
    schema = components[component]
    rows = _rows(schema, prefix)
    table = f'<div class="wide"><table>\n{rows}</table></div>\n' if rows else ""
    return _entry(f"{prefix}-{component}", name or component.partition(".")[0], schema.get("description", ""), table)


def _rows(schema: Node, prefix: str) -> str:
    """Return a row for each field: its position in an array, or none in an object; its name; its type."""
    if "oneOf" in schema:
        return f"<tr><td>{_type(schema, prefix)}</td></tr>\n"
    if "prefixItems" in schema:
        least = schema.get("minItems", 0)
        fields = [
            (str(place), one.get("title", ""), one, place < least) for place, one in enumerate(schema["prefixItems"])
        ]
    else:
        required = schema.get("required", ())
        fields = [("", name, one, name in required) for name, one in schema.get("properties", {}).items()]
    return "".join(
        f"<tr><td>{place}</td><th scope=row>{escape(name)}</th><td>{_type(one, prefix)}"
        f"{'' if needed else _default(one)}</td></tr>\n"
        for place, name, one, needed in fields
    )


def _default(schema: Node) -> str:
    shown = json.dumps(schema["default"]) if "default" in schema else "…"
    return f" <i>= {escape(shown)}</i>"


def _type(schema: Node, prefix: str) -> str:
    """Return a type as HTML, such as `text (1–60)` or a link to a struct."""
    match schema:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            return f'<a href="#{escape(prefix)}-{escape(name)}">{escape(name.partition(".")[0])}</a>'
        case {"enum": [*values]}:
            return " | ".join(f"<code>{escape(json.dumps(value))}</code>" for value in values)
        case {"anyOf": [*choices]} | {"oneOf": [*choices]}:
            return " | ".join(_type(choice, prefix) for choice in choices)
        case {"type": "array", "prefixItems": [*positions]}:
            return f"[{', '.join(_type(one, prefix) for one in positions)}]"
        case {"type": "array"}:
            item = _type(schema.get("items", {}), prefix)
            return f"[{item}, …]{_range(schema, 'minItems', 'maxItems')}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"{{text: {_type(values, prefix)}}}"
        case {"type": "string", "format": "binary"}:
            return f"bytes{_range(schema, 'minLength', 'maxLength')}"
        case {"type": "string"}:
            return f"text{_range(schema, 'minLength', 'maxLength')}"
        case {"type": "integer" | "number" as kind}:
            return f"{kind}{_range(schema, 'minimum', 'maximum')}"
        case {"type": str(kind)}:
            return escape(kind)
        case _:
            return "any"


def _range(schema: Node, least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if high is not None and high >= MANY:
        high = None
    match low, high:
        case None, None:
            return ""
        case _, None:
            return f" (≥ {low})"
        case None, _:
            return f" (≤ {high})"
        case _:
            return f" ({low})" if low == high else f" ({low}–{high})"


def _operations(http: Node) -> Iterator[str]:
    for path, methods in http["paths"].items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            yield _entry(f"http-{method}-{path}", name, operation["description"], _operation(operation))


def _operation(operation: Node) -> str:
    rows = [
        (one["in"], one["name"], _type(one["schema"], "http") + ("" if one["required"] else _default(one["schema"])))
        for one in operation.get("parameters", ())
    ]
    if "security" in operation:
        rows.insert(0, ("header", "Authorization", "<code>Bearer TOKEN</code>"))
    rows += [("body", kind, _content(of)) for kind, of in operation.get("requestBody", {}).get("content", {}).items()]
    for status, answer in operation["responses"].items():
        content = ", ".join(_content(of) for of in answer.get("content", {}).values())
        rows.append((status, answer.get("description", ""), content))
    shown = "".join(
        f"<tr><td>{escape(place)}</td><th scope=row>{escape(name)}</th><td>{what}</td></tr>\n"
        for place, name, what in rows
    )
    return f'<div class="wide"><table>\n{shown}</table></div>\n'


def _content(content: Node) -> str:
    return _type(content["schema"], "http") if "schema" in content else ""
