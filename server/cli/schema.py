"""`coterie schema`: print the stored and sent types as JSON Schema or TypeScript, or the HTTP interface as OpenAPI."""

import argparse
import json
import sys

from server.http.typescript import character_schema, schema, typescript

NAME = "schema"
HELP = "print the types of commands, events, records, frames, files and HTTP answers"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--typescript", action="store_true", help="the page's message types instead of JSON Schema")
    output.add_argument("--openapi", action="store_true", help="the HTTP interface as OpenAPI")
    output.add_argument("--character", action="store_true", help="only the JSON Schema of a character's file")


def run(args: argparse.Namespace) -> int:
    """Print the chosen description."""
    if args.typescript:
        sys.stdout.write(typescript())
    elif args.openapi:
        from server.http.api import DESCRIBED  # imported late: it imports the whole server
        from server.http.openapi import described

        sys.stdout.write(json.dumps(described(DESCRIBED), indent=2) + "\n")
    elif args.character:
        sys.stdout.write(json.dumps(character_schema(), indent=2) + "\n")
    else:
        sys.stdout.write(json.dumps(schema(), indent=2, sort_keys=True) + "\n")
    return 0
