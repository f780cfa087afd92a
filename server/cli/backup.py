"""`coterie backup`: everything in one SQLite file, while it is served. To go back: `coterie serve --log sqlite:///FILE`."""

import argparse
import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from server.cli import DONE, FAILED, Misuse
from server.cli._place import log_argument
from server.doors.contract import Doors
from server.doors.open import open_doors
from server.log.contract import EMPTY, Appended, EventLog, Head, LogError, Pending
from server.log.open import open_log, sqlite_path
from server.log.sqlite_file import BESIDE, alone, connect, copy, explained, sync
from server.log.walk import walk

NAME = "backup"
HELP = "copy every chronicle, scene and seat into one file, while they are served"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.add_argument("file", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="write over an older backup of that name")
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Copy, check the copy, and say how to go back."""
    target: Path = args.file.resolve()
    try:
        streams, commits = written(args.log, target, force=args.force)
    except (LogError, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"coterie backup: {error}\n")
        return FAILED
    sys.stdout.write(
        f"{args.file}: {commits} commits of {streams} chronicles and scenes, every one checked.\n"
        f"To go back to it: coterie serve --log sqlite:///{target}\n"
    )
    return DONE


def written(url: str, target: Path, *, force: bool) -> tuple[int, int]:
    """Write the file, which has its name only once it is checked. How many streams and commits it holds. Raises
    `Misuse`, `LogError`, `OSError`; whatever was there is then as it was."""
    check_target(url, target, force=force)
    with alone(target), TemporaryDirectory(dir=target.parent, prefix=".coterie-") as folder:
        fresh = Path(folder) / target.name
        copied = asyncio.run(_backup(url, fresh))
        if target.exists():
            _one_file(target)
        if left := [beside for end in BESIDE if (beside := target.with_name(target.name + end)).exists()]:
            raise LogError(f"{left[0]} is of another file, and would spoil this one: move it away.")
        fresh.replace(target)
        sync(target.parent)
    return copied


def check_target(url: str, target: Path, *, force: bool) -> None:
    """Raises `Misuse` for a file that is not to be written over: the log, no backup, or any without `force`."""
    if not target.exists():
        return
    if url.startswith("sqlite:") and (log := sqlite_path(url)).exists() and target.samefile(log):
        raise Misuse(f"{target} is the log itself: choose another name for its backup.")
    try:
        connect(target, read_only=True).close()
    except LogError as error:
        raise Misuse(f"only an older backup is written over: {error}") from None
    if not force:
        raise Misuse(f"{target} exists already: choose another name, or add --force to write over it.")


async def _backup(url: str, target: Path) -> tuple[int, int]:
    if url.startswith("sqlite:"):
        await asyncio.to_thread(copy, sqlite_path(url), target)
    else:
        await copy_over(url, f"sqlite:///{target}")
        _one_file(target)
    return await checked(target)


async def copy_over(source: str, target: str) -> None:
    """Everything from one log and its doors to another. Chronicles come first: what a scene of theirs has become since
    is told them when they are next opened, while a scene that they know of must not be missing."""
    log, fresh = await open_log(source, read_only=True), await open_log(target)
    try:
        for stream in [*await log.streams("chronicle/"), *await log.streams("scene/")]:
            await copy_stream(log, fresh, stream)
        doors, copies = await open_doors(source, read_only=True), await open_doors(target)
        try:
            await copy_doors(doors, copies)
        finally:
            await doors.close()
            await copies.close()
    finally:
        await log.close()
        await fresh.close()


async def copy_stream(log: EventLog, fresh: EventLog, stream: str) -> None:
    """One stream, as far as it is now. Raises `LogError` where its chain does not hold."""
    head = EMPTY
    while entries := await log.read(stream, head.seq):
        outcome = await fresh.append(stream, head, [Pending(entry.key, entry.payload) for entry in entries])
        if not isinstance(outcome, Appended) or outcome.head != Head(entries[-1].seq, entries[-1].chain):
            raise LogError(f"{stream} is damaged after entry {head.seq}: its chain does not hold.")
        head = outcome.head


async def copy_doors(doors: Doors, copies: Doors) -> None:
    """Chronicles, seats, and the hashes of what opens them."""
    for chronicle in await doors.list_chronicles():
        await copies.put_chronicle(chronicle)
        for seat in await doors.list_seats(chronicle.id):
            await copies.put_seat(seat)
            for door in await doors.list_doors(seat.id):
                await copies.put_door(door)


def _one_file(path: Path) -> None:
    """Fold what SQLite keeps beside the file into it. Raises `LogError`."""
    with explained(path), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


async def checked(path: Path) -> tuple[int, int]:
    """How many streams and commits a file holds. Raises `LogError` unless it is whole and every chain holds."""
    with closing(sqlite3.connect(path)) as connection:
        (found,) = connection.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise LogError(f"the copy is damaged: {found}.")
    log = await open_log(f"sqlite:///{path}", read_only=True)
    try:
        streams = await log.streams()
        return len(streams), sum([(await walk(log, stream)).seq for stream in streams])
    finally:
        await log.close()
