"""`coterie serve`: run the server, on this machine, for a local network, or behind a TLS proxy."""

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

from server.app import Program, compose
from server.app import run as run_program
from server.cli._data_folder import data_folder, default_log, hidden_password, log_argument
from server.cli._logging import JsonFormatter, TextFormatter, WarningThrottle
from server.cli._variables import ABOUT, in_environment, variable
from server.limits_and_timeouts import Rate
from server.log.contract import LogError
from server.log.open import sqlite_path, url_of
from server.serve_settings import CannotServe, Settings

NAME = "serve"
HELP = "run the server and print the host link"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.epilog = ABOUT
    add = parser.add_argument
    variable(add("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1; with --lan: all addresses)"))
    variable(add("--port", type=int, default=8000, help="the port to listen on (8000; 0 picks a free one)"), "PORT")
    log_argument(parser)
    variable(add("--lan", action="store_true", help="serve the local network in plain HTTP, without encryption"))
    variable(
        add("--public-url", default="", metavar="URL", help="the https address of the TLS proxy in front of the server")
    )
    variable(
        add(
            "--base-path",
            default="",
            metavar="PATH",
            help="the path of another site under which people reach the server, such as /table",
        )
    )
    variable(
        add(
            "--hsts-subdomains",
            action="store_true",
            help="make browsers use https for all names below that of --public-url too",
        )
    )
    variable(add("--rate", type=float, default=20.0, help="the most messages a second from each seat (20)"))
    variable(
        add("--log-format", choices=("text", "json"), default="text", help="the format of the server's own log (text)")
    )
    variable(
        add(
            "--status",
            type=int,
            default=0,
            metavar="PORT",
            help="serve the status, /ready and /metrics on this port of 127.0.0.1 (default: only on the host's page)",
        )
    )
    variable(add("--no-open", action="store_true", help="do not open the page in a browser"))


def make_folder(folder: Path) -> None:
    """Create the data folder, with access for its owner only. Raise `CannotServe`."""
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(
            f"The data folder {folder} cannot be created ({error.strerror}): name a file with --log sqlite:///FILE."
        ) from error


def settings(args: argparse.Namespace) -> Settings:
    """Return the settings from the command line."""
    if args.log == default_log():
        make_folder(data_folder())
    rate = Rate(args.rate, max(120.0, args.rate * 6))
    base_path = args.base_path.rstrip("/")
    return Settings(
        args.log, args.host, args.port, args.lan, args.public_url, rate, args.status, base_path, args.hsts_subdomains,
        "" if args.log == default_log() else typed_again(args.log),
    )  # fmt: skip


def typed_again(url: str) -> str:
    """Return the URL of a log for a command that is typed later, perhaps in another folder. It has no password."""
    return url_of(sqlite_path(url).resolve()) if url.startswith("sqlite:///") else hidden_password(url)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if args.log_format == "json" else TextFormatter())
    handler.addFilter(WarningThrottle())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(args))
    except (CannotServe, LogError, OSError) as error:
        sys.stderr.write(f"coterie: {error}{in_environment(args) if isinstance(error, CannotServe) else ''}\n")
        return 1
    return 0


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's factory of event loops if the extra `fast` is installed; otherwise None, for Python's own."""
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
    await program.sessions.set_setting("address", program.site.origin)  # for `coterie host-link`
    link = program.site.host_link(secret)
    sys.stdout.write(greeting(program, wanted, link))
    sys.stdout.flush()
    if not args.no_open and sys.stdout.isatty() and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        webbrowser.open(link)
    collect_rarely()
    await run_program(program)
    sys.stdout.write(f"Coterie has stopped. {farewell(program, wanted)}\n")


def collect_rarely() -> None:
    """Make Python search for reference cycles less often, and never among the objects that are loaded already, because
    the server makes almost no cycles. By default the search took 4 % of the time of a busy server, in pauses of up to
    50 ms. New objects are searched in small portions: 20,000 at once would be a pause of 6 ms, after every hundred
    commands."""
    gc.freeze()
    gc.set_threshold(2_000, 100, 10)


def greeting(program: Program, wanted: Settings, link: str) -> str:
    """Return the text that is printed when the server has started."""
    lines = [
        "",
        "Coterie is open.",
        "",
        "  Host link (for you only; it works once, within a day):",
        f"    {link}",
        "",
    ]
    if wanted.lan and not link.startswith(("https:", "http://localhost", "http://127.0.0.1")):
        lines += [qr_code(link), ""]
        lines += ["  Plain HTTP on the local network: anybody on it could listen in. Use it among friends only.", ""]
    if program.site.public.set_by_host:
        lines += [f"  Players: {program.site.public.set_by_host} (set on the host's page)"]
    lines += [f"  Data:    {data_location(wanted.log)} (durability: {program.durability})"]
    lines += permission_warning(wanted.log)
    if not is_temporary(wanted.log):
        lines += [f"  Backup:  {program_name()} backup --log {hidden_password(wanted.log)} FILE"]
    lines += ["  Stop:    Ctrl-C", "", ""]
    return "\n".join(lines)


def farewell(program: Program, wanted: Settings) -> str:
    """Return the text that is printed when the server has stopped."""
    if is_temporary(wanted.log):
        return "This log was in memory only and is gone."
    if program.hub.streams.unfinished:
        return (
            "Every accepted command is saved; commands that were still waiting may not be, for the log did not answer."
        )
    return "Everything is saved."


def is_temporary(url: str) -> bool:
    """True if the log is lost when the process ends."""
    return url.startswith("memory:")


def permission_warning(url: str) -> list[str]:
    """Return a warning if other users of this machine can read the file. Files of an older version are like that, or
    the owner may have allowed it."""
    if not url.startswith("sqlite:") or os.name == "nt":  # on Windows, the folder of a user is closed to other users
        return []
    path = sqlite_path(url).resolve()
    if not path.stat().st_mode & (S_IRGRP | S_IROTH):
        return []
    return [f"           Others on this machine may read it. To end that: chmod go= {quote(str(path))}*"]


def program_name() -> str:
    """Return the command with which this program was started, in a form that the user can type again."""
    called = Path(sys.argv[0])
    if called.name != "coterie":
        return "coterie"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_relative_to(here) else called)


def qr_code(link: str) -> str:
    """Draw a link as a QR code in the terminal, for a phone's camera."""
    output = io.StringIO()
    segno.make(link).terminal(output, compact=True)
    return output.getvalue()


def data_location(url: str) -> str:
    """Return the place of a log's data, for people to read."""
    return str(sqlite_path(url)) if url.startswith("sqlite:") else hidden_password(url)
