"""`coterie serve`: host tables, here or for the world."""

import argparse
import asyncio
import gc
import io
import logging
import os
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from stat import S_IRGRP, S_IROTH

import segno

from server.app import CannotServe, Program, Settings, compose
from server.app import run as run_program
from server.cli._data_folder import data_folder, default_log, hidden_password, log_argument
from server.cli._logging import JsonLines, Lines, Seldom
from server.log.contract import LogError
from server.log.open import sqlite_path
from server.rate_limits import Rate

NAME = "serve"
HELP = "host tables: prints the host link"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1; with --lan all)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000; 0 picks a free one)")
    log_argument(parser)
    parser.add_argument("--lan", action="store_true", help="serve the local network in plain HTTP, on purpose")
    parser.add_argument("--public-url", default="", metavar="URL", help="https address of the TLS proxy in front")
    parser.add_argument("--rate", type=float, default=20.0, help="messages a second from one seat (20)")
    parser.add_argument(
        "--log-format", choices=("text", "json"), default="text", help="how the server's own log is kept"
    )
    parser.add_argument(
        "--status",
        type=int,
        default=0,
        metavar="PORT",
        help="how it is doing, /ready and /metrics on this port of 127.0.0.1 (without it: on the host's page alone)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the page")


def make(folder: Path) -> None:
    """Make the folder for the data, its owner's alone. Raises `CannotServe`."""
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(
            f"The data folder {folder} cannot be made ({error.strerror}): name a file with --log sqlite:///FILE."
        ) from error


def settings(args: argparse.Namespace) -> Settings:
    """The settings that the command line asks for."""
    if args.log == default_log():
        make(data_folder())
    rate = Rate(args.rate, max(120.0, args.rate * 6))
    return Settings(args.log, args.host, args.port, args.lan, args.public_url, rate, args.status)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if args.log_format == "json" else Lines())
    handler.addFilter(Seldom())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(args))
    except (CannotServe, LogError, OSError) as error:
        sys.stderr.write(f"coterie: {error}\n")
        return 1
    return 0


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the event loop: uvloop where the extra `fast` is installed, else Python's own."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def _serve(args: argparse.Namespace) -> None:
    wanted = settings(args)
    program = await compose(wanted)
    secret = await program.sessions.host_link()
    link = program.site.link(secret)
    sys.stdout.write(greeting(program, wanted, link))
    sys.stdout.flush()
    if not args.no_open and sys.stdout.isatty() and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        webbrowser.open(link)
    collect_rarely()
    await run_program(program)
    sys.stdout.write(f"Coterie has stopped. {kept(program, wanted)}\n")


def collect_rarely() -> None:
    """Have Python look for what is only held by itself less often, and not at all among what is loaded by now. Next to
    nothing here ever is; as it comes, the search took 4 % of a busy server's time, in pauses of up to 50 ms. Among what
    is new it looks in small portions: 20,000 objects at once are a pause of 6 ms, every hundred commands."""
    gc.freeze()
    gc.set_threshold(2_000, 100, 10)


def greeting(program: Program, wanted: Settings, link: str) -> str:
    """What the person who starts the server reads."""
    lines = [
        "",
        "Coterie is open.",
        "",
        "  Host link (yours alone; it opens once, and within a day):",
        f"    {link}",
        "",
    ]
    if wanted.lan:
        lines += [picture(link), ""]
        lines += ["  Plain HTTP on the local network: anybody on it could listen in. Use it among friends only.", ""]
    lines += [f"  Data:    {where(wanted.log)} (durability: {program.durability})"]
    lines += exposed(wanted.log)
    if not forgets(wanted.log):
        lines += [f"  Backup:  {command()} backup --log {hidden_password(wanted.log)} FILE"]
    lines += ["  Stop:    Ctrl-C", "", ""]
    return "\n".join(lines)


def kept(program: Program, wanted: Settings) -> str:
    """What the person who stopped the server reads."""
    if forgets(wanted.log):
        return "Nothing was to be kept."
    if program.hub.streams.unfinished:
        return "What was accepted is saved; what was still under way may not be, for the log did not answer."
    return "Everything is saved."


def forgets(url: str) -> bool:
    """Whether a log is gone when its process ends."""
    return url.startswith("memory:")


def exposed(url: str) -> list[str]:
    """What to say of a file that others on this machine may read: an older Coterie made those, or somebody meant it."""
    if not url.startswith("sqlite:"):
        return []
    path = sqlite_path(url).resolve()
    if not path.stat().st_mode & (S_IRGRP | S_IROTH):
        return []
    return [f"           Others on this machine may read it. To end that: chmod go= {quote(str(path))}*"]


def command() -> str:
    """How this program was called, as the person in front of it can call it again."""
    called = Path(sys.argv[0])
    if called.name != "coterie":
        return "coterie"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_relative_to(here) else called)


def picture(link: str) -> str:
    """A link as a QR code, for a phone's camera in front of a terminal."""
    drawn = io.StringIO()
    segno.make(link).terminal(drawn, compact=True)
    return drawn.getvalue()


def where(url: str) -> str:
    """Where a log's data lies, for people."""
    return str(sqlite_path(url)) if url.startswith("sqlite:") else hidden_password(url)
