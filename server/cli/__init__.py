"""The command line: `coterie SUBCOMMAND`, a file for each subcommand, imported only when it is called.

To add a subcommand, add a file to this folder with `NAME`, `HELP`, `arguments(parser)` and `run(args)`. Its first
docstring is the text of `coterie SUBCOMMAND --help`.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules
from typing import NoReturn, Protocol, cast

from server.version import program_version

DONE, FAILED, MISUSED = 0, 1, 2


class Subcommand(Protocol):
    """The interface of a subcommand's file."""

    NAME: str
    HELP: str

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of this subcommand."""

    def run(self, args: argparse.Namespace) -> int:
        """Run it and return the exit code."""
        ...


class Misuse(Exception):
    """The command line cannot be carried out as the user typed it. The message is a sentence for the user."""


class _Version(argparse.Action):
    """Prints the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        sys.stdout.write(f"coterie {program_version()}\n")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, and tells the user how to get help."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message} (see {self.prog} --help)\n")
        sys.exit(MISUSED)


def names() -> list[str]:
    """Return the names of all subcommands, sorted."""
    return sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_"))


def subcommand(name: str) -> Subcommand:
    """Import the file of a subcommand."""
    return cast("Subcommand", import_module(f"{__name__}.{name}"))


def parser_for(asked: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows only the subcommand named in `asked`, so that `dice` starts fast. If `asked` names no
    subcommand, return a parser that knows all of them."""
    parser = _Parser(
        prog="coterie", description="A shared table for Storyteller-system chronicles.", allow_abbrev=False
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    subparsers = parser.add_subparsers(dest="subcommand", metavar="SUBCOMMAND", title="subcommands")
    known = names()
    named = asked[0].replace("-", "_") if asked else ""
    for name in [named] if named in known else known:
        found = subcommand(name)
        own = subparsers.add_parser(found.NAME, help=found.HELP, description=found.__doc__, allow_abbrev=False)
        found.arguments(own)
        own.set_defaults(run=found.run)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a subcommand and return its exit code: 0 done, 1 failed, 2 misused."""
    asked = sys.argv[1:] if argv is None else argv
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")  # a file name may be no valid text: print its bytes unchanged
    if os.name == "nt":  # scripts and exports have the same bytes on every system
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", newline="\n")
    parser = parser_for(asked)
    args = parser.parse_args(asked)
    if args.subcommand is None:
        parser.print_help()
        return DONE
    try:
        return int(args.run(args))
    except Misuse as misuse:
        sys.stderr.write(f"coterie {args.subcommand}: {misuse}\n")
        return MISUSED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output is gone; else Python would complain here when it exits
        return FAILED
