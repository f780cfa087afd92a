"""`coterie schema`: print the stored and sent types as JSON Schema or TypeScript, the HTTP interface as OpenAPI, or the
WebSocket as AsyncAPI."""

import argparse
import json
import sys
from typing import Any, Final

from server.http import asyncapi
from server.http.json_schema import character_schema, schema
from server.http.typescript import typescript

NAME = "schema"
HELP = "print the types of commands, events, records, frames, files and HTTP answers"

LEVELS: Final = 3
"""The levels of an API description that are spread over lines: its sections, their parts, the entries of each."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--typescript", action="store_true", help="the page's message types instead of JSON Schema")
    output.add_argument("--openapi", action="store_true", help="the HTTP interface as OpenAPI")
    output.add_argument("--asyncapi", action="store_true", help="the WebSocket as AsyncAPI")
    output.add_argument("--character", action="store_true", help="only the JSON Schema of a character's file")


def run(args: argparse.Namespace) -> int:
    """Print the chosen description."""
    if args.typescript:
        sys.stdout.write(typescript())
    elif args.openapi:
        from server.http.api import DESCRIBED  # imported late: it imports the whole server
        from server.http.openapi import described

        sys.stdout.write(in_lines(described(DESCRIBED)) + "\n")
    elif args.asyncapi:
        sys.stdout.write(in_lines(asyncapi.described()) + "\n")
    elif args.character:
        sys.stdout.write(json.dumps(character_schema(), indent=2) + "\n")
    else:
        sys.stdout.write(json.dumps(schema(), indent=2, sort_keys=True) + "\n")
    return 0


def in_lines(node: Any, depth: int = LEVELS, margin: str = "") -> str:
    """Return JSON in which everything below the first levels has a line of its own, so that a changed type shows as a
    changed line."""
    if not depth or not isinstance(node, dict) or not node:
        return json.dumps(node, ensure_ascii=False)
    inner = margin + "  "
    lines = (f"{inner}{json.dumps(key)}: {in_lines(value, depth - 1, inner)}" for key, value in node.items())
    return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
