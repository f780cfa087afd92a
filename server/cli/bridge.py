"""`coterie bridge`: post the public story of a chronicle into a Discord channel, or to any program that takes webhooks.

The bridge sits in a spectator's seat, so it learns only what all may know. It stays connected, follows the group from
scene to scene, and posts rolls, speech, narration and turns: one message for each, and one for an attack with all its
rolls. Stop it with Ctrl-C; the next start posts what happened in the meantime.

docs/bridge.md shows how to make the link and the webhook. Other users of this machine can see a command's arguments:
COTERIE_BRIDGE_LINK and COTERIE_BRIDGE_WEBHOOK may stand in for them. COTERIE_BRIDGE_SECRET signs JSON.
"""

import argparse
import asyncio
import logging
import os
import sys
import time
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from server.cli import DONE, FAILED, Misuse
from server.cli._data_folder import data_folder
from server.cli._language import language_argument, texts_in
from server.cli._variables import ABOUT, variable

NAME = "bridge"
HELP = "post the public story into a Discord channel, or to a webhook"

LOCAL = ("localhost", "127.0.0.1", "::1")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = ABOUT
    add = parser.add_argument
    variable(add("link", nargs="?", default="", help="the link of a spectators' seat"), of=NAME)
    variable(add("--webhook", default="", metavar="URL", help="where to post"), of=NAME)
    variable(
        add(
            "--format",
            choices=("discord", "json"),
            help="a message for Discord, or signed JSON (default: discord for Discord's address, else json)",
        ),
        of=NAME,
    )
    variable(
        add(
            "--state",
            type=Path,
            metavar="FILE",
            help="the file that remembers what was posted (default: one for this link and webhook in your data folder)",
        ),
        of=NAME,
    )
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Post until Ctrl-C, or until the seat or the webhook is closed."""
    link, webhook = args.link, args.webhook
    if not link:
        raise Misuse("name the link of a spectators' seat.")
    texts_in(args)
    check_webhook(webhook)
    format_ = args.format or ("discord" if is_discord(webhook) else "json")
    secret = os.environ.get("COTERIE_BRIDGE_SECRET", "")
    if format_ == "json" and not secret:
        raise Misuse("set COTERIE_BRIDGE_SECRET to the secret with which the JSON is signed.")
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    state = args.state or default_state(link, webhook)
    try:
        return asyncio.run(_post(link, webhook, format_, secret, state, args.language))
    except KeyboardInterrupt:
        return DONE


def check_webhook(url: str) -> None:
    """Raise `Misuse` unless messages can be posted to this URL safely."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOCAL):
        raise Misuse("give --webhook the webhook's address, which begins with https://.")


def is_discord(url: str) -> bool:
    """True if this is the address of a Discord webhook."""
    parts = urlsplit(url)
    known = f".{parts.hostname}".endswith((".discord.com", ".discordapp.com"))
    return known and parts.path.startswith("/api/")


def default_state(link: str, webhook: str) -> Path:
    """Return the file for this link and webhook in the data folder, which is created."""
    data_folder().mkdir(0o700, parents=True, exist_ok=True)
    return data_folder() / f"bridge-{sha256(f'{link} {webhook}'.encode()).hexdigest()[:16]}.json"


async def _post(link: str, webhook: str, format_: str, secret: str, state: Path, language: str) -> int:
    from server.bridge.discord import Discord
    from server.bridge.exchange import Exchange
    from server.bridge.follow import Bridge, NoSpectator
    from server.bridge.posted import PostedFile, UnreadableFile
    from server.bridge.poster import Poster, TargetEnded
    from server.bridge.webhook import Webhook
    from server.client.enter import enter
    from server.client.errors import ClientError
    from server.log.contract import LogError
    from server.log.sqlite.file import locked

    exchange = Exchange()
    try:
        entrance = await enter(link)
        name = entrance.chronicle_name
        target = Discord(webhook) if format_ == "discord" else Webhook(webhook, secret.encode(), name, time.time)
        with locked(state):
            file = PostedFile(state)
            bridge = Bridge(entrance, language, Poster(target, file, exchange), file)
            sys.stdout.write(f"Posting what happens in {name!r}. What was posted is noted in {state}. Stop: Ctrl-C\n")
            sys.stdout.flush()
            await bridge.run()
    except NoSpectator:
        sys.stderr.write("coterie bridge: this link opens a seat that sees secrets: make a seat for spectators.\n")
    except ExceptionGroup as group:
        ended = group.subgroup((ClientError, TargetEnded, OSError))
        if ended is None or ended != group:
            raise
        sys.stderr.write(f"coterie bridge: {ended.exceptions[0]}\n")
    except (ClientError, LogError, UnreadableFile, ValueError, OSError) as error:
        sys.stderr.write(f"coterie bridge: {error}\n")
    finally:
        await exchange.close()
    return FAILED
