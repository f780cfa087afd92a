"""As much of JSON Schema (2020-12) as our own schemas use: enough to hold them against what the server takes."""

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
    """Whether a value is as the schema says. Fails on a word that it does not understand."""
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
    """An object has what it must have, nothing else, each as it should be."""
    known: Schema = schema["properties"]
    if not set(schema["required"]) <= value.keys() or (not schema["additionalProperties"] and value.keys() - known):
        return False
    return all(valid(inner, known[name], root) for name, inner in value.items())


def valid_array(value: list[Any], schema: Schema, root: Schema) -> bool:
    """A list is as long as it may be, and each entry is as it should be."""
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return False
    each = schema.get("prefixItems") or [schema["items"]] * len(value)
    return all(valid(inner, part, root) for inner, part in zip(value, each, strict=True))
