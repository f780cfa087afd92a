"""`coterie backup`: everything in one SQLite file, while it is served. To go back: `coterie serve --log sqlite:///FILE`.
From then on that file is a log, and no backup that another may replace.

A backup is put into a Redis that is empty in the same way: `coterie backup --log sqlite:///FILE redis://...`, while no
server runs on it.
"""

import argparse
import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from server.access.contract import AccessStore, Chronicle, Credential, SeatRow
from server.access.open import open_access_store
from server.cli import DONE, FAILED, Misuse
from server.cli._data_folder import hidden_password, log_argument
from server.log.contract import EMPTY, EventLog, Head, LogError
from server.log.copy_entries import carry
from server.log.open import REDIS_SCHEMES, open_log, sqlite_path, url_of
from server.log.sqlite.file import BESIDE, alone, connect, copy, explained, is_backup, mark_backup, sync
from server.log.verify_chain import walk

NAME = "backup"
HELP = "copy every chronicle, scene and seat into one file, while they are served"

Heads = dict[str, Head]
"""Where each stream ends, by its name."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "file", help="the file to write (or sqlite:///FILE); or redis://..., an empty one that is to have the log"
    )
    parser.add_argument(
        "--force", action="store_true", help="write over an older backup of that name, if not served since"
    )
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Copy, check the copy, and say how to go on with it."""
    scheme, is_url, _ = args.file.partition("://")
    try:
        if is_url and scheme in REDIS_SCHEMES:
            place = hidden_password(args.file)
            found, onward = asyncio.run(put_back(args.log, args.file)), f"To serve it: coterie serve --log {place}"
        else:
            file = sqlite_path(args.file) if is_url and scheme == "sqlite" else Path(args.file)
            place, file = str(file), file.resolve()
            found = written(args.log, file, force=args.force)
            onward = f"To go back to it: coterie serve --log {url_of(file)}"
    except (LogError, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"coterie backup: {error}\n")
        return FAILED
    commits = sum(head.seq for head in found.values())
    sys.stdout.write(
        f"{place}: {commits} commits of {len(found)} chronicles and scenes, every one checked.\n{onward}\n"
    )
    return DONE


def written(url: str, target: Path, *, force: bool) -> Heads:
    """Write the file, which has its name only once it is checked. Raises `Misuse`, `LogError`, `OSError`; whatever was
    there is then as it was."""
    check_other(url, target)
    with alone(target), TemporaryDirectory(dir=target.parent, prefix=".coterie-") as folder:
        check_older(target, force=force)
        fresh = Path(folder) / target.name
        copied = asyncio.run(_backup(url, fresh))
        if target.exists():
            _one_file(target)
        if left := [beside for end in BESIDE if (beside := target.with_name(target.name + end)).exists()]:
            raise LogError(f"{left[0]} is of another file, and would spoil this one: move it away.")
        fresh.replace(target)
        sync(target.parent)
    return copied


def check_other(url: str, target: Path) -> None:
    """Raises `Misuse` where it is the log itself, by whatever name."""
    if url.startswith("sqlite:") and target.exists() and (log := sqlite_path(url)).exists() and target.samefile(log):
        raise Misuse(f"{target} is the log itself: choose another name for its backup.")


def check_older(target: Path, *, force: bool) -> None:
    """Raises `Misuse` for a file that is not to be written over: one that is no backup, or was served since and may
    have what is nowhere else; and any without `force`."""
    if not target.exists():
        return
    try:
        older = is_backup(target)
    except LogError as error:
        raise Misuse(f"only an older backup is written over: {error}") from None
    if not older:
        raise Misuse(
            f"{target} is a log, or a backup that was served since, or an older Coterie's: choose another name, or "
            "move it away."
        )
    if not force:
        raise Misuse(f"{target} exists already: choose another name, or add --force to write over it.")


async def put_back(source: str, target: str) -> Heads:
    """Put a backup into a shared log that is empty. Raises `Misuse`, `LogError`."""
    await checked(source)
    await check_empty(target)
    try:
        return await read_back(target, await copy_over(source, target))
    except LogError as error:
        raise LogError(f"{error} Some of it may be there by now: empty that Redis, and begin again.") from error


async def check_empty(url: str) -> None:
    """Raises `Misuse` for a log that has anything, be it only the host link of a server that was started on it."""
    log = await open_log(url, read_only=True)
    try:
        doors = await open_access_store(url, read_only=True)
        try:
            if await log.streams() or await doors.list_chronicles() or await doors.list_credentials(""):
                raise Misuse(f"{hidden_password(url)} is not empty: nothing was put there.")
        finally:
            await doors.close()
    finally:
        await log.close()


async def _backup(url: str, target: Path) -> Heads:
    if url.startswith("sqlite:"):
        await asyncio.to_thread(copy, sqlite_path(url), target)
        mark_backup(target)
        return await checked(url_of(target))
    copied = await copy_over(url, url_of(target))
    _one_file(target)
    mark_backup(target)
    return await read_back(url_of(target), copied)


async def read_back(url: str, copied: Heads) -> Heads:
    """What was copied, once it is read where it was put. Raises `LogError` where something else is."""
    if await checked(url) != copied:
        raise LogError("what was written does not read as what was copied.")
    return copied


async def copy_over(source: str, target: str) -> Heads:
    """Everything from one log and its doors to another. Chronicles come first: what a scene of theirs has become since
    is told them when they are next opened, while a scene that they know of must not be missing. Doors come last: until
    all is there, nobody comes in."""
    log, fresh = await open_log(source, read_only=True), await open_log(target)
    copied: Heads = {}
    try:
        for stream in [*await log.streams("chronicle/"), *await log.streams()]:
            if stream not in copied and (head := await copy_stream(log, fresh, stream)).seq:  # else archived meanwhile
                copied[stream] = head
        doors, copies = await open_access_store(source, read_only=True), await open_access_store(target)
        try:
            await copy_doors(doors, copies)
        finally:
            await doors.close()
            await copies.close()
    finally:
        await log.close()
        await fresh.close()
    return copied


async def copy_stream(log: EventLog, fresh: EventLog, stream: str) -> Head:
    """One stream, as far as it is now; returns where it ends. Raises `LogError` where its chain does not hold."""
    head = EMPTY
    while entries := await log.read(stream, head.seq):
        end = await carry(fresh, stream, head, entries)
        if end is None:
            raise LogError(f"{stream} is written by somebody else meanwhile.")
        if end != Head(entries[-1].seq, entries[-1].chain):
            raise LogError(f"{stream} is damaged after entry {head.seq}: its chain does not hold.")
        head = end
    return head


async def copy_doors(doors: AccessStore, copies: AccessStore) -> None:
    """Chronicles, seats, and the hashes of what opens them. Raises `LogError` where they do not read as they were."""
    rows = await rows_of(doors)
    for row in rows:
        match row:
            case Chronicle():
                await copies.put_chronicle(row)
            case SeatRow():
                await copies.put_seat(row)
            case Credential():
                await copies.put_credential(row)
    if await rows_of(copies) != rows:
        raise LogError("the seats do not read as they were copied.")


async def rows_of(doors: AccessStore) -> list[Chronicle | SeatRow | Credential]:
    rows: list[Chronicle | SeatRow | Credential] = []
    for chronicle in await doors.list_chronicles():
        rows.append(chronicle)
        for seat in await doors.list_seats(chronicle.id):
            rows += [seat, *await doors.list_credentials(seat.id)]
    return rows


def _one_file(path: Path) -> None:
    """Fold what SQLite keeps beside the file into it. Raises `LogError`."""
    with explained(path), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


async def checked(url: str) -> Heads:
    """Where each stream of a log ends. Raises `LogError` unless it is whole and every chain holds."""
    if url.startswith("sqlite:"):
        path = sqlite_path(url)
        with closing(connect(path, read_only=True)) as connection, explained(path):
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise LogError(f"{path} is damaged: {found}.")
    log = await open_log(url, read_only=True)
    try:
        return {stream: await walk(log, stream) for stream in await log.streams()}
    finally:
        await log.close()
