"""`coterie archive`: move a closed scene out of the log into one compressed, checksummed file, and back (`--back`).

The file has every entry of the scene as it is, its chain of hashes, and the names of the chronicle's seats. It is
written, synced and read back before the log lets go of anything. `coterie replay FILE`, `coterie export FILE` and
`coterie doctor FILE` read it like a scene of the log, and `coterie verify` an export of either. The chronicle keeps the
scene's card and all that the scene brought; whoever opens the card is told that the scene was archived.

It is refused for a scene that is open or that somebody has open, and for chronicles. A log in a file has to be stopped
first; that file does not get smaller, but what is written next takes the room that has become free. With Redis the
servers go on; they let go of a scene ten minutes after the last has left it.

The file is then the only copy: a backup of the log no longer has the scene.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from domain.features.table.scene_list import SceneCard
from domain.features.table.settings import setting
from server.cli import DONE, FAILED, Misuse
from server.cli._archive_file import Archive, Label, end_of, put, read, write
from server.cli._data_folder import log_argument
from server.cli._open_log import Shelf, Volume, shelf
from server.cli._printable import in_one_line
from server.log.contract import LogError, OutcomeUnknown
from server.log.open import open_log

NAME = "archive"
HELP = "move a closed scene into one file, and back"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("scene", nargs="?", help="a closed scene's name, id or stream")
    parser.add_argument("file", nargs="?", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="write over an older archive of the same scene")
    parser.add_argument("--back", type=Path, metavar="FILE", help="bring back the scene of this file, which stays")
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Move the scene one way or the other, and say where it is now."""
    if (args.back is None) == (args.file is None) or (args.back and args.scene):
        raise Misuse("name a scene and the file to write, or --back and a file.")
    try:
        done = _back(args.log, args.back) if args.back else _away(args.log, args.scene, args.file, args.force)
    except (LogError, OSError) as error:
        sys.stderr.write(f"coterie archive: {error}\n")
        return FAILED
    sys.stdout.write(done + "\n")
    return DONE


def _away(url: str, scene: str, file: Path, force: bool) -> str:
    """Write the file, then remove the stream. Where nothing was removed, no new file is left."""
    if file.exists() and not force:
        raise Misuse(f"{file} exists already: choose another name, or add --force to write over it.")
    older = read(file).label.stream if file.exists() else ""
    try:
        label = asyncio.run(_move(url, scene, file, older))
    except OutcomeUnknown as error:
        raise LogError(f"{error} {file} is whole: say the same again with --force.") from error
    except LogError:
        if not older:
            file.unlink(missing_ok=True)
        raise
    return (
        f"{file}: {in_one_line(label.scene)}, {label.entries} commits, checked; the log has them no more.\n"
        f"To bring it back: coterie archive --back {file}"
    )


async def _move(url: str, scene: str, file: Path, older: str) -> Label:
    async with shelf(url) as found:
        volume = await found.find(scene)
        if volume.place != "scene":
            raise Misuse(f"{volume.name!r} is a chronicle: only its closed scenes can be archived.")
        if older not in ("", volume.stream):
            raise Misuse(f"{file} is the archive of another scene: choose another name.")
        log = await open_log(url)
        try:
            archive = await _archived(found, volume)
            write(file, archive)
            await log.remove(volume.stream, end_of(archive.entries))
        finally:
            await log.close()
    return archive.label


async def _archived(found: Shelf, volume: Volume) -> Archive:
    """The whole scene, if it may go. Raises `Misuse`, `LogError`."""
    folded = await found.folded(volume)
    if setting(folded.state.full).open:
        raise Misuse(f"{volume.name!r} is open: close it first (T1).")
    cards = [
        card
        for chronicle in await found.volumes()
        if (chronicle.place, chronicle.chronicle) == ("chronicle", volume.chronicle)
        for card in (await found.folded(chronicle)).state.full.all(SceneCard)
    ]
    if not any(card.stream == volume.stream and not card.open for card in cards):
        raise Misuse(f"the chronicle has not kept yet what {volume.name!r} brought: open it once at the table (T1).")
    entries = [entry async for entry in found.entries(volume)]
    chain = end_of(entries).chain.hex()
    label = Label(volume.stream, volume.name, volume.chronicle, len(entries), chain, found.seats(volume))
    return Archive(label, entries)


def _back(url: str, file: Path) -> str:
    """Append what the file has."""
    archive = read(file)
    asyncio.run(_put_back(url, archive))
    label = archive.label
    scene = in_one_line(label.scene)
    return f"{scene}, {label.entries} commits, is in the log again ({label.stream}). {file} is as it was."


async def _put_back(url: str, archive: Archive) -> None:
    label = archive.label
    async with shelf(url) as found:
        if f"chronicle/{label.chronicle}" not in await found.log.streams("chronicle/"):
            raise Misuse(f"this log does not have the chronicle that {label.scene!r} is of.")
    log = await open_log(url)
    try:
        if await log.head(label.stream) == end_of(archive.entries):
            raise Misuse(f"this log has {label.scene!r} already.")
        await put(log, archive)
    finally:
        await log.close()
