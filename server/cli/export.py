"""`coterie export`: a scene to keep, in the Storyteller's edition or a player's, who gets what that seat may see."""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Iterator
from typing import Final

from domain.core.state import View
from domain.features.rolls.retractions import DEEDS
from server.cli import DONE, FAILED
from server.cli._data_folder import log_argument
from server.cli._export_checksum import ending
from server.cli._open_log import Shelf, Volume, one_scene
from server.cli._printable import in_one_line
from server.cli._seat_replay import Page, Told, struck
from server.cli.replay import clock
from server.log.contract import LogError

NAME = "export"
HELP = "write a scene as prose (md) or as data (jsonl)"

_MARKS: Final = re.compile(r"[\\`*_\[\]<>#|!~]|&(?=\w+;)")
# What makes a list, a rule, a heading or a table only where a line begins with it.
_BEGINNING: Final = re.compile(r"^(?=[-+=]|:-)|^(\d+)(?=[.)](?:\s|$))", re.MULTILINE)
# Asterisks that were escaped, in twos around what is strong and alone around what is slanted.
_STRONG = re.compile(r"\\\*\\\*(?=\S)[^\n]*?\S\\\*\\\*")
_SLANTED = re.compile(r"\\\*(?=[^\s\\*])[^*\n]*?[^\s\\]\\\*")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("scene", help="a scene's name, id or stream, or its archive")
    parser.add_argument(
        "--as", dest="seat", required=True, metavar="SEAT", help="whose edition: storyteller, or a seat"
    )
    parser.add_argument("--format", choices=("md", "jsonl"), default="md", help="prose, or one JSON object a line (md)")
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Write to standard output, and be done."""
    try:
        asyncio.run(_export(args))
    except LogError as error:
        sys.stderr.write(f"coterie export: {error}\n")
        return FAILED
    return DONE


async def _export(args: argparse.Namespace) -> None:
    async with one_scene(args.log, args.scene) as (found, volume):
        page = Page(await found.seat(volume, args.seat))
        write = markdown if args.format == "md" else jsonl
        await write(found, volume, page)


async def jsonl(found: Shelf, volume: Volume, page: Page) -> None:
    """What it is an edition of, everything the seat was told, commit by commit, and what seals both."""
    head = {"scene": volume.name, "stream": volume.stream, "edition": page.seat.role, "seat": page.seat.id}
    commits = [{"at": told.at, "parts": told.parts} async for told in found.told(volume, page)]
    lines = [json.dumps(line, ensure_ascii=False, default=bytes.hex) for line in (head, *commits)]
    sys.stdout.write("".join(f"{line}\n" for line in (*lines, ending(lines))))


async def markdown(found: Shelf, volume: Volume, page: Page) -> None:
    """The story to be read."""
    seats = found.names(volume)
    edition = (
        "the Storyteller's edition" if page.seat.is_storyteller else f"as {seats.get(page.seat.id, 'the table')} saw it"
    )
    sys.stdout.write(f"# {escaped(in_one_line(volume.name))}\n\n*{escaped(edition)}*\n\n")
    day = ""
    view = (await found.so_far(volume)).state.view(page.seat)
    async for told in found.told(volume, page):
        today = clock(told.at)[:10]
        if told.fresh and today != day:
            day = today
            sys.stdout.write(f"## {day}\n\n")
        for paragraph in paragraphs(page, told, seats, view):
            sys.stdout.write(paragraph + "\n\n")


def paragraphs(page: Page, told: Told, seats: dict[str, str], view: View) -> Iterator[str]:
    """A commit's story, one paragraph each: rolls as quotations, what was ruled or happened in italics; struck through
    where the view has it taken back in the end."""
    for record in told.fresh:
        words = page.words(record, seats)
        mark = "~~" * struck(view, record)
        if record["type"] == "Roll":
            yield f"> {mark}{escaped(words)}{mark}"
        elif record["kind"] in DEEDS:
            yield f"{mark}*{escaped(words)}*{mark}"
        else:
            yield spoken(words)


def escaped(text: str) -> str:
    """What people typed, safe to stand in Markdown: no tags, links, headings, lists, code or emphasis of its own, and
    one paragraph, whatever lines it has."""
    marked = _MARKS.sub(r"\\\g<0>", "\n".join(line.strip() for line in text.strip().split("\n")))
    *lines, last = _BEGINNING.sub(r"\1\\", marked).split("\n")
    return "".join(f"{line}  \n" if line else "\\\n" for line in lines) + last


def spoken(text: str) -> str:
    """What people said: as `escaped`, and with the emphasis that it has at the table."""
    marked = escaped(text)
    for emphasis in (_STRONG, _SLANTED):
        marked = emphasis.sub(unescaped, marked)
    return marked


def unescaped(found: re.Match[str]) -> str:
    """Emphasis of something; asterisks around asterisks would be a rule."""
    return found[0].replace("\\*", "*") if found[0].strip("\\*") else found[0]
