"""`coterie doctor`: is every chronicle and scene whole, and if not, what is wrong and what can still be had of it.

It reads a log (`--log`, SQLite or Redis, also while it is served) or a backup (a file). Of each stream it checks that
no entry is missing, that the hash chain holds from the first to the last, that each entry is a commit, and that this
program can fold it; of an SQLite file its own structure, too, and of a Redis whether what it knows of commands fits the
entries, and whether another of its databases has the log or the rest of one. An export in JSON lines and an archive
have a checksum; for a file of Redis's own it says how Redis mends it.

`--repair NEW` writes a new file that has, of every stream, all entries up to the first that is damaged, and nothing
else: nothing is guessed, and what it was read from is not touched. What was left out is said. Then serve it:
`coterie serve --log sqlite:///NEW`. A backup that is whole is better, where it is newer than the damage.
"""

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgpack  # type: ignore[import-untyped] # it ships no types

from server.access.open import open_access_store
from server.cli import DONE, FAILED, Misuse
from server.cli._data_folder import log_argument
from server.cli._foreign_files import mending, told_otherwise
from server.cli.backup import copy_doors
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import BATCH_MOST, EMPTY, KEYS_KEPT, Entry, EventLog, LogError
from server.log.copy_entries import carry
from server.log.open import REDIS_SCHEMES, open_log, sqlite_path, url_of
from server.log.sqlite.file import connect

NAME = "doctor"
HELP = "check a log, a backup or an archive, say what is wrong with it, and save what is whole"

SHOWN: Final = 15
"""Damaged streams that are named; one screen is enough to know what to do."""

Streams = dict[str, list[Entry]]


class Health(NamedTuple):
    """How a stream is: its name, how many of its entries hold from the first on, and what is wrong ("": nothing)."""

    stream: str
    whole: int
    wrong: str
    readable: bool = True
    """Whether what holds can be folded by this program."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line may say."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", type=Path, help="a backup, an archive or an export; without one, the log")
    parser.add_argument("--repair", type=Path, metavar="NEW", help="write what is whole to a new file")
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check, say what was found, and save what is whole where that is asked for."""
    if args.file and (lines := told_otherwise(args.file)):
        sys.stdout.write("\n".join(lines) + "\n")
        return DONE if lines[0].startswith("Whole") else FAILED
    url = url_of(args.file) if args.file else args.log
    if args.repair and args.repair.exists():
        raise Misuse(f"{args.repair} exists already: name a file that does not.")
    try:
        general, streams = asyncio.run(read(url))
        found = [health(name, entries) for name, entries in sorted(streams.items())]
        lines = report(general, found)
        if args.repair:
            lines += asyncio.run(repair(url, args.repair, streams, found))
    except LogError as error:
        sys.stderr.write(f"coterie doctor: {error}\n")
        if url.startswith(REDIS_SCHEMES):
            sys.stderr.write(f"Does Redis not start? {mending(Path('appendonlydir'))}\n")
        return FAILED
    sys.stdout.write("\n".join(lines) + "\n")
    return FAILED if general or any(one.wrong for one in found) else DONE


async def read(url: str) -> tuple[list[str], Streams]:
    """What is wrong with the store itself, and every entry that can be read from it. Raises `LogError`."""
    if url.startswith("sqlite:"):
        return await asyncio.to_thread(read_file, sqlite_path(url))
    log = await open_log(url, read_only=True)
    try:
        streams = {name: [entry async for entry in entries_of(log, name)] for name in await log.streams()}
        found = [line for name in streams for line in await strays(log, name, streams[name])]
        return found + await displaced(log, streams), streams
    finally:
        await log.close()


async def entries_of(log: EventLog, stream: str) -> AsyncIterator[Entry]:
    """A stream's entries as they lie there."""
    after = 0
    while entries := await log.read(stream, after):
        for entry in entries:
            yield entry
        after = entries[-1].seq


async def strays(log: EventLog, stream: str, entries: list[Entry]) -> list[str]:
    """Whether a Redis knows of commands what its entries say; else one might apply twice, or never. Both may grow."""
    from server.log.redis.log import RedisLog  # takes 160 ms, which a file need not wait

    if not isinstance(log, RedisLog):
        return []
    known = await log.known(stream)
    head = (await log.head(stream)).seq
    stands = {entry.seq: entry.key for entry in entries}
    ahead = any(seq > head or stands.get(seq, key) != key for key, seq in known.items())
    missing = any(known.get(key) != seq for seq, key in stands.items() if seq > head - KEYS_KEPT)
    return [f"{stream}: what Redis knows of its commands does not fit its entries."] if ahead or missing else []


async def displaced(log: EventLog, streams: Streams) -> list[str]:
    """Whether a Redis has the log, or the rest of one, in another of its databases. Its append-only file says once for
    thousands of commands which database they are for, and has no checksum. Whole streams may be another server's."""
    from server.log.redis.log import RedisLog

    if not isinstance(log, RedisLog):
        return []
    lines: list[str] = []
    async for db, other in log.beside():
        names = await other.streams()
        torn = [name for name in names if (first := await other.read(name, 0, 1)) and first[0].seq > 1]
        if names and not streams:
            lines.append(f"Nothing is here, but database {db} of this Redis has {len(names)} chronicles and scenes.")
        elif torn:
            lines.append(f"Database {db} of this Redis has the rest of {', '.join(torn[:3])}: the log lies in two.")
    return lines


def read_file(path: Path) -> tuple[list[str], Streams]:
    """An SQLite file: its own findings, and the rows of its table as far as they can be read, without its indexes."""
    general: list[str] = []
    streams: Streams = {}
    with closing(connect(path, read_only=True)) as connection:
        try:
            findings = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
            general += [f"SQLite finds: {' '.join(one.split())}" for one in findings if one != "ok"]
            rows = connection.execute("SELECT stream, seq, chain, key, payload FROM entries NOT INDEXED")
            for stream, *entry in rows:
                streams.setdefault(stream, []).append(Entry(*entry))
        except (sqlite3.Error, OverflowError, ValueError) as error:
            general.append(f"SQLite cannot read all of it: {error}")
    for entries in streams.values():
        entries.sort()
    return general, streams


def health(stream: str, entries: list[Entry]) -> Health:
    """How one stream is. What it should be is written out here once more, apart from the program that writes it."""
    chain = bytes(16)
    for whole, entry in enumerate(entries):
        if entry.seq != whole + 1:
            return known(stream, entries[:whole], f"entry {whole + 1} is missing")
        chain = sha256(chain + entry.payload).digest()[:16]
        if chain != entry.chain:
            return known(stream, entries[:whole], f"entry {entry.seq} is damaged: the chain does not hold")
        if why := malformed(entry):
            return known(stream, entries[:whole], f"entry {entry.seq} is no commit: {why}")
    return known(stream, entries, "")


def malformed(entry: Entry) -> str:
    """Why an entry is no commit, "" where it is one."""
    try:
        stored = msgpack.unpackb(entry.payload, raw=False, strict_map_key=True)
    except (ValueError, msgpack.UnpackException) as error:
        return f"{error or type(error).__name__}"
    if not isinstance(stored, list) or len(stored) != 5 or not isinstance(stored[4], list):
        return "it does not have the places of one"
    return "" if len(entry.key) == 16 else "its command has no key"


def known(stream: str, whole: list[Entry], wrong: str) -> Health:
    """The health of a stream of which so much is whole, folded by this program."""
    folded = StreamFold()
    try:
        for entry in whole:
            folded.take(entry)
    except (Diverged, Unreadable) as error:
        return Health(stream, len(whole), wrong or f"this program cannot read it: {error}", readable=False)
    return Health(stream, len(whole), wrong)


def report(general: list[str], found: list[Health]) -> list[str]:
    """One screen."""
    sick = [one for one in found if one.wrong]
    entries = sum(one.whole for one in found)
    lines = [*general[:3]]
    lines += [f"{one.stream}: {one.wrong}. Whole up to entry {one.whole}." for one in sick[:SHOWN]]
    if len(sick) > SHOWN:
        lines.append(f"... and {len(sick) - SHOWN} more that are damaged.")
    if not lines:
        return [f"Whole: {len(found)} chronicles and scenes, {entries} commits, every chain holds."]
    lines.append(f"{len(found) - len(sick)} of {len(found)} chronicles and scenes are whole; {entries} commits hold.")
    if any(one.wrong and not one.readable for one in sick):
        lines.append("What this program cannot read, a newer one may: nothing is lost. Do not repair that away.")
    if general or any(one.readable for one in sick):
        lines.append("Stop the server. Serve a backup that is whole, or save what holds with --repair NEW.")
    return lines


async def repair(url: str, target: Path, streams: Streams, found: list[Health]) -> list[str]:
    """Write what holds to a new file; says what was left out."""
    fresh = await open_log(url_of(target))
    try:
        for one in found:
            whole, head = streams[one.stream][: one.whole], EMPTY
            for at in range(0, len(whole), BATCH_MOST):
                end = await carry(fresh, one.stream, head, whole[at : at + BATCH_MOST])
                if end is None:
                    raise LogError(f"{target} is written by somebody else meanwhile.")
                head = end
    finally:
        await fresh.close()
    lost = [(one.stream, len(streams[one.stream]) - one.whole) for one in found]
    lines = [f"{target}: {sum(one.whole for one in found)} commits."]
    lines += [f"Left out of {stream}: {count} entries that could be read." for stream, count in lost if count][:SHOWN]
    return [*lines, await doors(url, target)]


async def doors(url: str, target: Path) -> str:
    """Copy the seats and what opens them; says whether that went well."""
    try:
        source = await open_access_store(url, read_only=True)
        try:
            copies = await open_access_store(url_of(target))
            try:
                await copy_doors(source, copies)
            finally:
                await copies.close()
        finally:
            await source.close()
    except (LogError, sqlite3.Error, UnicodeDecodeError, ValueError) as error:
        return f"The seats could not all be read ({error}): issue their links anew."
    return "The seats and their links were kept."
