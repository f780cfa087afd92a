"""`coterie archive`: move a closed scene out of the log into one compressed file with a checksum, and back (`--back`).

The file contains every entry of the scene unchanged, with its hash chain, the names of the chronicle's seats, and the
pictures that the scene names. These pictures stay in the log too, because other scenes may show them. The file is
written, synced and read back before the scene is removed from the log. `coterie replay FILE`, `coterie export FILE` and
`coterie doctor FILE` read it like a scene of the log, and `coterie verify` checks an export of either. The chronicle
keeps the scene's card and all results of the scene; if a player opens the card, the page says that the scene was
archived.

A scene cannot be archived while it is open, or while it is in use at a table. A chronicle cannot be archived. If the
log is a file, stop the server first; the file does not get smaller, but later entries use the free space. With Redis
the servers keep running; they release a scene ten minutes after the last person has left it.

The archive is then the only copy: a backup of the log no longer has the scene.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from domain.features.table.scene_list import SceneCard
from domain.features.table.settings import setting
from server.cli import DONE, FAILED, Misuse
from server.cli._archive_file import (
    Archive,
    ArchiveHeader,
    StoredPicture,
    append_missing,
    head_of,
    read,
    store_pictures,
    write,
)
from server.cli._data_folder import log_argument
from server.cli._open_log import OpenLog, StreamInfo, open_for_reading
from server.log.contract import Entry, LogError, OutcomeUnknown
from server.log.open import open_log
from server.pictures.open import open_picture_store
from server.words.printable import in_one_line

NAME = "archive"
HELP = "move a closed scene into one file, and back"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("scene", nargs="?", help="a closed scene's name, id or stream")
    parser.add_argument("file", nargs="?", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="overwrite an older archive of the same scene")
    parser.add_argument(
        "--back", type=Path, metavar="FILE", help="put the scene of this archive back into the log; the file stays"
    )
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Move the scene out or back, and report where it is now."""
    if (args.back is None) == (args.file is None) or (args.back and args.scene):
        raise Misuse("name a scene and the file to write, or --back and a file.")
    try:
        report = _restore(args.log, args.back) if args.back else _archive(args.log, args.scene, args.file, args.force)
    except (LogError, OSError) as error:
        sys.stderr.write(f"coterie archive: {error}\n")
        return FAILED
    sys.stdout.write(report + "\n")
    return DONE


def _archive(url: str, scene: str, file: Path, force: bool) -> str:
    """Write the file, then remove the stream. If the stream was not removed, delete a file that is new."""
    if file.exists() and not force:
        raise Misuse(f"{file} exists already: choose another name, or add --force to overwrite it.")
    older = read(file).header.stream if file.exists() else ""
    try:
        header = asyncio.run(_write_and_remove(url, scene, file, older))
    except OutcomeUnknown as error:
        raise LogError(f"{error} {file} is whole: run the same command again with --force.") from error
    except LogError:
        if not older:
            file.unlink(missing_ok=True)
        raise
    return (
        f"{file}: {in_one_line(header.scene)}, {header.entries} commits, checked, and removed from the log.\n"
        f"To bring it back: coterie archive --back {file}"
    )


async def _write_and_remove(url: str, scene: str, file: Path, older: str) -> ArchiveHeader:
    async with open_for_reading(url) as source:
        info = await source.find(scene)
        if info.place != "scene":
            raise Misuse(f"{info.name!r} is a chronicle: only its closed scenes can be archived.")
        if older not in ("", info.stream):
            raise Misuse(f"{file} is the archive of another scene: choose another name.")
        log = await open_log(url)
        try:
            archive = await _read_closed_scene(source, info)
            write(file, archive)
            await log.remove(info.stream, head_of(archive.entries))
        finally:
            await log.close()
    return archive.header


async def _read_closed_scene(source: OpenLog, info: StreamInfo) -> Archive:
    """Read the whole scene. Raise `Misuse` if it may not be archived now, or `LogError`."""
    folded = await source.folded(info)
    if setting(folded.state.full).open:
        raise Misuse(f"{info.name!r} is open: close it first (T1).")
    cards = [
        card
        for chronicle in await source.stream_infos()
        if (chronicle.place, chronicle.chronicle) == ("chronicle", info.chronicle)
        for card in (await source.folded(chronicle)).state.full.all(SceneCard)
    ]
    if not any(card.stream == info.stream and not card.open for card in cards):
        raise Misuse(f"the chronicle does not have the results of {info.name!r} yet: open it once at the table (T1).")
    entries = [entry async for entry in source.entries(info)]
    chain = head_of(entries).chain.hex()
    header = ArchiveHeader(
        info.stream, info.name, info.chronicle, len(entries), chain, source.seats(info),
        await _pictures_named(source, info.chronicle, entries)
    )  # fmt: skip
    return Archive(header, entries)


async def _pictures_named(source: OpenLog, chronicle: str, entries: list[Entry]) -> list[StoredPicture]:
    """Return the pictures of a chronicle that these entries name."""
    keys = await source.pictures.keys(chronicle)
    named = [key for key in keys if any(key.id.encode() in entry.payload for entry in entries)]
    return [StoredPicture(key.id, key.seat, await source.pictures.find(chronicle, key.id) or b"") for key in named]


def _restore(url: str, file: Path) -> str:
    """Append the entries of an archive to the log again."""
    archive = read(file)
    asyncio.run(_append_archive(url, archive))
    header = archive.header
    scene = in_one_line(header.scene)
    return f"{scene}, {header.entries} commits, is in the log again ({header.stream}). {file} is unchanged."


async def _append_archive(url: str, archive: Archive) -> None:
    header = archive.header
    async with open_for_reading(url) as source:
        if f"chronicle/{header.chronicle}" not in await source.log.streams("chronicle/"):
            raise Misuse(f"this log does not have the chronicle of {header.scene!r}.")
    log = await open_log(url)
    try:
        pictures = await open_picture_store(url)
        try:
            await store_pictures(pictures, header)
        finally:
            await pictures.close()
        if await log.head(header.stream) == head_of(archive.entries):
            raise Misuse(f"this log has {header.scene!r} already.")
        await append_missing(log, archive)
    finally:
        await log.close()
