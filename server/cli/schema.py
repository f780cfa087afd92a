"""`coterie schema`: what is stored and sent, as JSON Schema or as the page's TypeScript; the answers, as OpenAPI."""

import argparse
import json
import sys

from server.http.typescript import character_schema, schema, typescript

NAME = "schema"
HELP = "print the types of commands, events, records, frames, files and answers"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--typescript", action="store_true", help="the page's message types instead of JSON Schema")
    one.add_argument("--openapi", action="store_true", help="what the server answers over HTTP, as OpenAPI")
    one.add_argument("--character", action="store_true", help="the JSON Schema of a character's file alone")


def run(args: argparse.Namespace) -> int:
    """Print, and be done."""
    if args.typescript:
        sys.stdout.write(typescript())
    elif args.openapi:
        from server.http.api import DESCRIBED  # which brings the whole server with it
        from server.http.openapi import described

        sys.stdout.write(json.dumps(described(DESCRIBED), indent=2) + "\n")
    elif args.character:
        sys.stdout.write(json.dumps(character_schema(), indent=2) + "\n")
    else:
        sys.stdout.write(json.dumps(schema(), indent=2, sort_keys=True) + "\n")
    return 0
