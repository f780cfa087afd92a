"""`coterie host-link`: print a new host link, also while the server runs.

The link opens the list of chronicles on the server that uses this log. It works once, within a day. Links that were
printed earlier still work, and nobody is signed out. On Redis, any machine that reaches the Redis can print a link.
"""

import argparse
import asyncio
import secrets
import sys

from server.access.open import open_access_store
from server.access.sessions import Sessions
from server.app import SystemClock
from server.cli import DONE, FAILED, Misuse
from server.cli._data_folder import hidden_password, log_argument
from server.log.contract import LogError
from server.log.open import sqlite_path

NAME = "host-link"
HELP = "print a new host link, also while the server runs"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a new host link."""
    try:
        link = asyncio.run(new_link(args.log))
    except LogError as error:
        sys.stderr.write(f"coterie host-link: {error}\n")
        return FAILED
    sys.stdout.write(f"Host link (for you only; it works once, within a day):\n  {link}\n")
    return DONE


async def new_link(url: str) -> str:
    """Return a new host link for the servers of this log. Raise `Misuse` if no server has used the log yet, or
    `LogError`."""
    no_server = Misuse(f"no server has used {hidden_password(url)} yet: start one with `coterie serve`.")
    if url.startswith("memory:") or (url.startswith("sqlite:") and not sqlite_path(url).exists()):
        raise no_server
    store = await open_access_store(url)
    try:
        if not (address := (await store.kept("address")).decode()):
            raise no_server
        return f"{address}/#{await Sessions(store, SystemClock(), secrets.token_urlsafe).host_link()}"
    finally:
        await store.close()
