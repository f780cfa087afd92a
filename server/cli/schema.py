"""`coterie schema`: what is stored and sent, as JSON Schema or as the page's TypeScript."""

import argparse
import json
import sys

from server.typescript import schema, typescript

NAME = "schema"
HELP = "print the types of commands, events, records and frames"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("--typescript", action="store_true", help="the page's message types instead of JSON Schema")


def run(args: argparse.Namespace) -> int:
    """Print, and be done."""
    text = typescript() if args.typescript else json.dumps(schema(), indent=2, sort_keys=True) + "\n"
    sys.stdout.write(text)
    return 0
