"""The subset of JSON Schema (2020-12) that our own schemas use, to compare them with the server's checks."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
TYPES: dict[str, type | tuple[type, ...]] = {"object": dict, "array": list, "string": str, "integer": int}
UNDERSTOOD = {
    "$schema", "$id", "$defs", "$ref", "title", "description", "default", "type", "enum", "properties", "required",
    "additionalProperties", "items", "prefixItems", "minItems", "maxItems", "minLength", "maxLength", "minimum",
    "maximum",
}  # fmt: skip


def valid(value: Any, schema: Schema, root: Schema) -> bool:
    """True if a value matches the schema. Raise an error on a keyword that is not supported."""
    assert schema.keys() <= UNDERSTOOD, schema.keys() - UNDERSTOOD
    if "$ref" in schema:
        return valid(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    if "enum" in schema:
        return any(value == known and type(value) is type(known) for known in schema["enum"])
    if not isinstance(value, TYPES[schema["type"]]) or isinstance(value, bool):
        return False
    match value:
        case dict():
            return valid_object(value, schema, root)
        case list():
            return valid_array(value, schema, root)
        case str():
            return bool(schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)))
        case _:
            return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


def valid_object(value: dict[str, Any], schema: Schema, root: Schema) -> bool:
    """True if an object has its required properties, no unknown ones, and each is valid."""
    known: Schema = schema["properties"]
    if not set(schema["required"]) <= value.keys() or (not schema["additionalProperties"] and value.keys() - known):
        return False
    return all(valid(inner, known[name], root) for name, inner in value.items())


def valid_array(value: list[Any], schema: Schema, root: Schema) -> bool:
    """True if a list has a legal length and each entry is valid."""
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return False
    each = schema.get("prefixItems") or [schema["items"]] * len(value)
    return all(valid(inner, part, root) for inner, part in zip(value, each, strict=True))
