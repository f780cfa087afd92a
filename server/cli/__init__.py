"""The command line: `coterie SUBCOMMAND`, one file a subcommand, imported only when it is asked for.

To add one: a file here with `NAME`, `HELP`, `arguments(parser)` and `run(args)`.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules
from typing import NoReturn, Protocol, cast

DONE, FAILED, MISUSED = 0, 1, 2


class Subcommand(Protocol):
    """What a file here offers."""

    NAME: str
    HELP: str

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what the command line may hold."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it. Returns the exit code."""
        ...


class Misuse(Exception):
    """The command line asks for something that cannot be; the message is one sentence for whoever typed it."""


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line and points to its help."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message} (see {self.prog} --help)\n")
        sys.exit(MISUSED)


def names() -> list[str]:
    """Every subcommand, sorted."""
    return sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_"))


def subcommand(name: str) -> Subcommand:
    """The file of a subcommand."""
    return cast("Subcommand", import_module(f"{__name__}.{name}"))


def parser_for(asked: Sequence[str]) -> argparse.ArgumentParser:
    """A parser that knows the subcommand asked for, or all of them where none is: so that `dice` starts fast."""
    parser = _Parser(
        prog="coterie", description="A shared table for Storyteller-system chronicles.", allow_abbrev=False
    )
    subparsers = parser.add_subparsers(dest="subcommand", metavar="SUBCOMMAND", title="subcommands")
    known = names()
    for name in [asked[0]] if asked and asked[0] in known else known:
        found = subcommand(name)
        own = subparsers.add_parser(found.NAME, help=found.HELP, description=found.__doc__, allow_abbrev=False)
        found.arguments(own)
        own.set_defaults(run=found.run)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one subcommand and return its exit code: 0 done, 1 failed, 2 misused."""
    asked = sys.argv[1:] if argv is None else argv
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")  # a file's name need be no text: it is written as it is
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
        sys.stderr.close()  # whoever read us has gone: nothing left to say, and nobody to say it to
        return FAILED
