"""`coterie backup`: copy the whole log into one SQLite file, even while it is served.

To restore a backup, serve it: `coterie serve --log sqlite:///FILE`. From then on the file is a log, and no later backup
overwrites it.

To copy a backup into an empty Redis, while no server runs on that Redis:
`coterie backup --log sqlite:///FILE redis://...`.
"""

import argparse
import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from server.access.copy_rows import copy_access_store
from server.access.open import open_access_store
from server.cli import DONE, FAILED, Misuse
from server.cli._data_folder import hidden_password, log_argument
from server.cli._variables import ABOUT, variable
from server.log.contract import Head, LogError
from server.log.copy_entries import copy_stream
from server.log.open import REDIS_SCHEMES, open_log, sqlite_path, url_of
from server.log.sqlite.file import SIDE_FILES, connect, copy, errors_explained, is_backup, locked, mark_backup, sync
from server.log.verify_chain import walk
from server.pictures.copy_pictures import copy_pictures_of
from server.pictures.open import open_picture_store

NAME = "backup"
HELP = "copy every chronicle, scene, seat and picture into one file, even while they are served"

Heads = dict[str, Head]
"""The head of each stream, by the stream's name."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = ABOUT
    parser.add_argument(
        "file", help="the file to write (or sqlite:///FILE); or the redis://... of an empty Redis to copy the log into"
    )
    force = "overwrite an older backup of that name, if it was not served since"
    variable(parser.add_argument("--force", action="store_true", help=force), of=NAME)
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Copy the log, check the copy, and print the command that serves it."""
    scheme, is_url, _ = args.file.partition("://")
    try:
        if is_url and scheme in REDIS_SCHEMES:
            place = hidden_password(args.file)
            copied, next_step = asyncio.run(restore(args.log, args.file)), f"To serve it: coterie serve --log {place}"
        else:
            file = sqlite_path(args.file) if is_url and scheme == "sqlite" else Path(args.file)
            place, file = str(file), file.resolve()
            copied = write_backup(args.log, file, force=args.force)
            next_step = f"To restore it: coterie serve --log {url_of(file)}"
    except (LogError, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"coterie backup: {error}\n")
        return FAILED
    commits = sum(head.seq for head in copied.values())
    sys.stdout.write(f"{place}: {commits} commits of {len(copied)} chronicles and scenes, all checked.\n{next_step}\n")
    return DONE


def write_backup(url: str, target: Path, *, force: bool) -> Heads:
    """Write a temporary file and check it, then rename it to `target`. Raise `Misuse`, `LogError` or `OSError`; an
    older file named `target` is then unchanged."""
    check_not_the_log(url, target)
    with locked(target), TemporaryDirectory(dir=target.parent, prefix=".coterie-") as folder:
        check_replaceable(target, force=force)
        fresh = Path(folder) / target.name
        copied = asyncio.run(_backup(url, fresh))
        if target.exists():
            _merge_wal(target)
        if left := [beside for end in SIDE_FILES if (beside := target.with_name(target.name + end)).exists()]:
            raise LogError(f"{left[0]} belongs to another file, and would corrupt this backup: move it away.")
        fresh.replace(target)
        sync(target.parent)
    return copied


def check_not_the_log(url: str, target: Path) -> None:
    """Raise `Misuse` if the target is the log itself, even under another name."""
    if url.startswith("sqlite:") and target.exists() and (log := sqlite_path(url)).exists() and target.samefile(log):
        raise Misuse(f"{target} is the log itself: choose another name for its backup.")


def check_replaceable(target: Path, *, force: bool) -> None:
    """Raise `Misuse` if the file must not be overwritten: it is not a backup; or a server has opened it since, so it
    may hold new commits; or `force` is not set."""
    if not target.exists():
        return
    try:
        older = is_backup(target)
    except LogError as error:
        raise Misuse(f"only an older backup may be overwritten: {error}") from None
    if not older:
        raise Misuse(
            f"{target} is a log, or a backup that was served since, or of an older Coterie: choose another name, or "
            "move it away."
        )
    if not force:
        raise Misuse(f"{target} exists already: choose another name, or add --force to overwrite it.")


async def restore(source: str, target: str) -> Heads:
    """Copy a backup into an empty shared log. Raise `Misuse` or `LogError`."""
    await verified_heads(source)
    await check_empty(target)
    try:
        return await read_back(target, await copy_over(source, target))
    except LogError as error:
        raise LogError(f"{error} A part may have been copied: empty that Redis, and start again.") from error


async def check_empty(url: str) -> None:
    """Raise `Misuse` if the log is not empty. It is not empty even if it has only the host link of a server that was
    started on it."""
    log = await open_log(url, read_only=True)
    try:
        store = await open_access_store(url, read_only=True)
        try:
            if await log.streams() or await store.list_chronicles() or await store.list_credentials(""):
                raise Misuse(f"{hidden_password(url)} is not empty: nothing was copied.")
        finally:
            await store.close()
    finally:
        await log.close()


async def _backup(url: str, target: Path) -> Heads:
    if url.startswith("sqlite:"):
        await asyncio.to_thread(copy, sqlite_path(url), target)
        mark_backup(target)
        return await verified_heads(url_of(target))
    copied = await copy_over(url, url_of(target))
    _merge_wal(target)
    mark_backup(target)
    return await read_back(url_of(target), copied)


async def read_back(url: str, copied: Heads) -> Heads:
    """Read the copy and return its heads. Raise `LogError` if they differ from the heads that were copied."""
    if await verified_heads(url) != copied:
        raise LogError("the copy differs from the log that it was made of.")
    return copied


async def copy_over(source: str, target: str) -> Heads:
    """Copy all streams, the pictures and the access store. Chronicles come first: if a scene goes on during the copy,
    its chronicle catches up when it is next opened; but a scene that a chronicle knows must not be missing. Pictures
    come after the streams that name them. The access store comes last, so that nobody can connect before the copy is
    complete."""
    log, fresh = await open_log(source, read_only=True), await open_log(target)
    copied: Heads = {}
    try:
        for stream in [*await log.streams("chronicle/"), *await log.streams()]:
            if stream in copied:
                continue
            head = await copy_stream(log, fresh, stream)
            if head.seq:  # the head is 0 if the scene was archived after the list was read
                copied[stream] = head
        store, copies = await open_access_store(source, read_only=True), await open_access_store(target)
        try:
            if damaged := await copy_pictures(source, target):
                raise LogError(f"{damaged} pictures are damaged: `coterie doctor --repair` saves everything else.")
            await copy_access_store(store, copies)
        finally:
            await store.close()
            await copies.close()
    finally:
        await log.close()
        await fresh.close()
    return copied


async def copy_pictures(source: str, target: str) -> int:
    """Copy the pictures of all chronicles. Return the number of damaged pictures, which are left out."""
    store, damaged = await open_access_store(source, read_only=True), 0
    try:
        chronicles = [chronicle.id for chronicle in await store.list_chronicles()]
    finally:
        await store.close()
    pictures, copies = await open_picture_store(source, read_only=True), await open_picture_store(target)
    try:
        for chronicle in chronicles:
            damaged += await copy_pictures_of(chronicle, pictures, copies)
    finally:
        await pictures.close()
        await copies.close()
    return damaged


def _merge_wal(path: Path) -> None:
    """Merge SQLite's write-ahead log into the file, so that no file remains beside it. Raise `LogError`."""
    with errors_explained(path), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


async def verified_heads(url: str) -> Heads:
    """Check a whole log and return the head of each stream. Raise `LogError` if it is damaged."""
    if url.startswith("sqlite:"):
        path = sqlite_path(url)
        with closing(connect(path, read_only=True)) as connection, errors_explained(path):
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise LogError(f"{path} is damaged: {found}.")
    log = await open_log(url, read_only=True)
    try:
        return {stream: await walk(log, stream) for stream in await log.streams()}
    finally:
        await log.close()
