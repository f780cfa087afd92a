"""`coterie replay`: what a scene's history looked like to somebody, one line a commit."""

import argparse
import asyncio
import sys
from datetime import UTC, datetime

from domain.core.state import View
from server.cli import DONE, FAILED
from server.cli._data_folder import log_argument
from server.cli._open_log import Shelf, one_scene, shelf
from server.cli._printable import in_one_line
from server.cli._seat_replay import Page, Told, struck
from server.log.contract import LogError

NAME = "replay"
HELP = "print a scene's history as a seat saw it; without a scene, list them"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("scene", nargs="?", help="a scene's name, id or stream, or its archive; none lists all")
    parser.add_argument("--as", dest="seat", default="storyteller", metavar="SEAT", help="whose eyes (storyteller)")
    parser.add_argument("--at", type=int, default=-1, metavar="N", help="only the first N of what that seat was told")
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print, and be done."""
    try:
        asyncio.run(_replay(args))
    except LogError as error:
        sys.stderr.write(f"coterie replay: {error}\n")
        return FAILED
    return DONE


async def _replay(args: argparse.Namespace) -> None:
    if args.scene is None:
        async with shelf(args.log) as found:
            await listing(found)
        return
    async with one_scene(args.log, args.scene) as (found, volume):
        page = Page(await found.seat(volume, args.seat))
        view = (await found.so_far(volume)).state.view(page.seat)
        count = 0
        async for told in found.told(volume, page):
            if count == args.at:
                break
            count += 1
            sys.stdout.write(f"{count:5}  {clock(told.at)}  {summary(page, told, found.names(volume), view)}\n")


async def listing(found: Shelf) -> None:
    """Every chronicle, and its scenes."""
    volumes = await found.volumes()
    for chronicle in (v for v in volumes if v.place == "chronicle"):
        sys.stdout.write(f"{in_one_line(chronicle.name)}  ({chronicle.stream})\n")
        for scene in (v for v in volumes if v.place == "scene" and v.chronicle == chronicle.chronicle):
            sys.stdout.write(f"    {in_one_line(scene.name)}  ({scene.stream})\n")
    known = {v.chronicle for v in volumes if v.place == "chronicle"}
    for scene in (v for v in volumes if v.chronicle not in known):
        sys.stdout.write(f"{in_one_line(scene.name)}  ({scene.stream})\n")


def clock(at: int) -> str:
    """A commit's time, in this machine's time zone."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def summary(page: Page, told: Told, seats: dict[str, str], view: View) -> str:
    """A commit in one line: its story, or else the kinds of records that it changed; and what of it was taken back."""
    story = [page.words(r, seats).replace("\n", " ") + " (taken back)" * struck(view, r) for r in told.fresh]
    if story:
        return " | ".join(story)
    kinds = dict.fromkeys(about(page, record) for part in told.parts for record in part["changed"])
    gone = dict.fromkeys(f"{type_} gone" for part in told.parts for type_, _ in part["gone"])
    return f"[{', '.join([*kinds, *gone])}]"


def about(page: Page, record: dict[str, object]) -> str:
    """A record's kind, and whose it is."""
    name = page.names.get(str(record["id"])) or page.names.get(str(record.get("actor", "")))
    return f"{record['type']} of {name}" if name else str(record["type"])
