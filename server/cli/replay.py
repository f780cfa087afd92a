"""`coterie replay`: print a scene's history as a seat saw it, with a line for each commit."""

import argparse
import asyncio
import sys
from datetime import UTC, datetime

from domain.core.state import View
from domain.core.words import phrase
from server.cli import DONE, FAILED
from server.cli._data_folder import log_argument
from server.cli._language import language_argument, texts_in
from server.cli._open_log import OpenLog, open_for_reading, open_scene
from server.cli._seat_replay import SeatReplay, SeenCommit, is_retracted
from server.log.contract import LogError
from server.words.printable import in_one_line
from server.words.texts import Texts

NAME = "replay"
HELP = "print a scene's history as a seat saw it; without a scene, list the scenes"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.add_argument(
        "scene", nargs="?", help="a scene's name, id or stream, or an archive file; without it, all scenes are listed"
    )
    parser.add_argument(
        "--as", dest="seat", default="storyteller", metavar="SEAT", help="the seat to look as (storyteller)"
    )
    parser.add_argument("--at", type=int, default=-1, metavar="N", help="print only the first N commits of that seat")
    language_argument(parser)
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print the history, or the list of scenes."""
    try:
        asyncio.run(_replay(args))
    except LogError as error:
        sys.stderr.write(f"coterie replay: {error}\n")
        return FAILED
    return DONE


async def _replay(args: argparse.Namespace) -> None:
    if args.scene is None:
        async with open_for_reading(args.log) as source:
            await print_streams(source)
        return
    chosen = texts_in(args)
    async with open_scene(args.log, args.scene) as (source, info):
        replay = SeatReplay(await source.seat(info, args.seat))
        view = (await source.readable_fold(info)).state.view(replay.seat)
        count = 0
        async for commit in source.commits_seen(info, replay):
            if count == args.at:
                break
            count += 1
            sys.stdout.write(
                f"{count:5}  {clock(commit.at)}  {summary(replay, commit, source.names(info), view, chosen)}\n"
            )


async def print_streams(source: OpenLog) -> None:
    """Print every chronicle with its scenes, then the scenes whose chronicle is missing."""
    infos = await source.stream_infos()
    for chronicle in (i for i in infos if i.place == "chronicle"):
        sys.stdout.write(f"{in_one_line(chronicle.name)}  ({chronicle.stream})\n")
        for scene in (i for i in infos if i.place == "scene" and i.chronicle == chronicle.chronicle):
            sys.stdout.write(f"    {in_one_line(scene.name)}  ({scene.stream})\n")
    known = {i.chronicle for i in infos if i.place == "chronicle"}
    for scene in (i for i in infos if i.chronicle not in known):
        sys.stdout.write(f"{in_one_line(scene.name)}  ({scene.stream})\n")


def clock(at: int) -> str:
    """Return a commit's time in this machine's time zone."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def summary(replay: SeatReplay, commit: SeenCommit, seats: dict[str, str], view: View, texts: Texts) -> str:
    """Return a commit in a line: its story, with the retracted lines marked, or else the kinds of records that it
    changed."""
    taken_back = f" ({texts.sentence(phrase('taken-back'))})"
    story = [
        replay.text_of(r, seats, texts).replace("\n", " ") + taken_back * is_retracted(view, r)
        for r in commit.new_story
    ]
    if story:
        return " | ".join(story)
    changed = dict.fromkeys(record_label(replay, record) for part in commit.parts for record in part["changed"])
    gone = dict.fromkeys(f"{type_} gone" for part in commit.parts for type_, _ in part["gone"])
    return f"[{', '.join([*changed, *gone])}]"


def record_label(replay: SeatReplay, record: dict[str, object]) -> str:
    """Return a record's type, with the name of its character, if any."""
    name = replay.names.get(str(record["id"])) or replay.names.get(str(record.get("actor", "")))
    return f"{record['type']} of {name}" if name else str(record["type"])
