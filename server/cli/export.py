"""`coterie export`: write a scene to standard output, in the Storyteller's edition or a seat's.

An edition contains exactly what its seat may see. `--pictures FOLDER` also writes the pictures that the seat saw. Prose
is in the chosen language; data has message ids and arguments.
"""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.rolls.retractions import RETRACTABLE_KINDS
from server.cli import DONE, FAILED
from server.cli._data_folder import log_argument
from server.cli._export_checksum import checksum_line
from server.cli._language import language_argument, texts_in
from server.cli._open_log import OpenLog, StreamInfo, open_scene
from server.cli._seat_replay import SeatReplay, SeenCommit, is_retracted
from server.cli._variables import ABOUT, variable
from server.cli.replay import clock
from server.log.contract import LogError
from server.words.printable import in_one_line, printable, printable_json
from server.words.texts import Texts

NAME = "export"
HELP = "write a scene as prose (md) or as data (jsonl)"

_MARKS: Final = re.compile(r"[\\`*_\[\]<>#|!~]|&(?=\w+;)")
"""Finds characters that have a meaning anywhere in Markdown."""
_BEGINNING: Final = re.compile(r"^(?=[-+=]|:-)|^(\d+)(?=[.)](?:\s|$))", re.MULTILINE)
"""Finds the beginning of a line that Markdown would read as a list, a rule, a heading or a table. Elsewhere in a line
these characters are harmless."""
_STRONG: Final = re.compile(r"\\\*\\\*(?=\S)[^\n]*?\S\\\*\\\*")
"""Finds a text between two pairs of escaped asterisks."""
_SLANTED: Final = re.compile(r"\\\*(?=[^\s\\*])[^*\n]*?[^\s\\]\\\*")
"""Finds a text between two single escaped asterisks."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.epilog = ABOUT
    add = parser.add_argument
    add("scene", help="a scene's name, id or stream, or an archive file")
    edition = "the edition to write: storyteller, or a seat"
    variable(add("--as", dest="seat", required=True, metavar="SEAT", help=edition), of=NAME)
    format_ = "prose (md, the default), or JSON objects, each on a line"
    variable(add("--format", choices=("md", "jsonl"), default="md", help=format_), of=NAME)
    pictures = "also write the portraits and handouts of this edition there"
    variable(add("--pictures", type=Path, metavar="FOLDER", help=pictures), of=NAME)
    language_argument(parser)
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Write the export to standard output."""
    try:
        asyncio.run(_export(args))
    except (LogError, OSError) as error:
        sys.stderr.write(f"coterie export: {error}\n")
        return FAILED
    return DONE


async def _export(args: argparse.Namespace) -> None:
    async with open_scene(args.log, args.scene) as (source, info):
        replay = SeatReplay(await source.seat(info, args.seat))
        if args.format == "md":
            await markdown(source, info, replay, texts_in(args), args.pictures)
        else:
            await jsonl(source, info, replay)
        if args.pictures is not None:
            await write_pictures(source, info, replay, args.pictures)


async def write_pictures(source: OpenLog, info: StreamInfo, replay: SeatReplay, folder: Path) -> None:
    """Write every picture that the replayed seat has seen into the folder. Raise `LogError` or `OSError`."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    for picture in sorted(replay.pictures):
        data = await source.pictures.find(info.chronicle, picture)
        if data is not None:
            await asyncio.to_thread(picture_file(folder, picture).write_bytes, data)


def picture_file(folder: Path, picture: str) -> Path:
    """Return the file of an exported picture."""
    return folder / f"{picture}.webp"


async def jsonl(source: OpenLog, info: StreamInfo, replay: SeatReplay) -> None:
    """Write JSON lines: the scene and the edition, then each commit that the seat may see, then the checksum."""
    head = {"scene": info.name, "stream": info.stream, "edition": replay.seat.role, "seat": replay.seat.id}
    commits = [{"at": commit.at, "parts": commit.parts} async for commit in source.commits_seen(info, replay)]
    lines = [printable_json(json.dumps(line, ensure_ascii=False, default=bytes.hex)) for line in (head, *commits)]
    sys.stdout.write("".join(f"{line}\n" for line in (*lines, checksum_line(lines))))


async def markdown(
    source: OpenLog, info: StreamInfo, replay: SeatReplay, texts: Texts, pictures: Path | None = None
) -> None:
    """Write the story as Markdown, with a heading for each day of play. `pictures`: the folder of the exported
    pictures, None if they are not exported."""
    seats = source.names(info)
    name = Typed(seats[replay.seat.id]) if replay.seat.id in seats else phrase("export-table")
    seen = phrase("export-as-storyteller") if replay.seat.is_storyteller else phrase("export-as-seat", seat=name)
    edition = texts.sentence(seen)
    sys.stdout.write(f"# {escaped(in_one_line(info.name))}\n\n*{escaped(edition)}*\n\n")
    day = ""
    view = (await source.readable_fold(info)).state.view(replay.seat)
    async for commit in source.commits_seen(info, replay):
        today = clock(commit.at)[:10]
        if commit.new_story and today != day:
            day = today
            sys.stdout.write(f"## {day}\n\n")
        for paragraph in paragraphs(replay, commit, seats, view, texts, pictures):
            sys.stdout.write(paragraph + "\n\n")


def paragraphs(
    replay: SeatReplay,
    commit: SeenCommit,
    seats: dict[str, str],
    view: View,
    texts: Texts,
    pictures: Path | None = None,
) -> Iterator[str]:
    """Yield the story of a commit as paragraphs: rolls as quotations, acts and rulings in italics. `view` is what the
    seat sees at the end of the scene; a line that was taken back by then is struck through."""
    for record in commit.new_story:
        text = replay.text_of(record, seats, texts)
        mark = "~~" * is_retracted(view, record)
        if record["type"] == "Roll":
            yield f"> {mark}{escaped(text)}{mark}"
        elif record["kind"] in RETRACTABLE_KINDS:
            yield f"{mark}*{escaped(text)}*{mark}"
        else:
            yield escaped_speech(text)
        handout = commit.handouts.get(f"{record['audience']} {record['id']}", {})
        if handout.get("text"):
            yield escaped_speech(printable(handout["text"]))
        if handout.get("picture") and pictures is not None:
            place = quote(picture_file(pictures, handout["picture"]).as_posix())
            yield f"![{escaped(in_one_line(handout['title']))}](<{place}>)"


def escaped(text: str) -> str:
    """Escape all Markdown in the text of a user: then it has no tag, link, heading, list, code or emphasis, and stays
    one paragraph even if it has several lines."""
    marked = _MARKS.sub(r"\\\g<0>", "\n".join(line.strip() for line in text.strip().split("\n")))
    *lines, last = _BEGINNING.sub(r"\1\\", marked).split("\n")
    return "".join(f"{line}  \n" if line else "\\\n" for line in lines) + last


def escaped_speech(text: str) -> str:
    """Escape a spoken text but keep its emphasis (`*` and `**`), which the page shows too."""
    marked = escaped(text)
    for emphasis in (_STRONG, _SLANTED):
        marked = emphasis.sub(unescaped, marked)
    return marked


def unescaped(found: re.Match[str]) -> str:
    """Restore the asterisks around a text. If there are only asterisks between them, they stay escaped, because they
    would make a horizontal rule."""
    return found[0].replace("\\*", "*") if found[0].strip("\\*") else found[0]
