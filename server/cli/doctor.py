"""`coterie doctor`: check every chronicle and scene, and report what is damaged and what can be saved.

It reads a log (`--log`, SQLite or Redis, even while it is served) or a backup (a file). For each stream it checks that
no entry is missing, that the hash chain holds from the first entry to the last, that each entry is a commit, and that
this program can fold it. It also checks the structure of an SQLite file. For Redis it also checks that the index of
command ids matches the entries, and that no other database of the same Redis has this log or a part of it. For an
export in JSON lines and for an archive it checks the checksum. For a file of Redis it explains how Redis repairs it.
It names each chronicle whose deletion is not finished.

`--repair NEW` writes a new file that has, for every stream, all entries before the first damaged entry. It does not
guess, does not change the log that it reads, and reports the entries that it leaves out. Then serve the new file:
`coterie serve --log sqlite:///NEW`. A whole backup is better if it is newer than the damage.
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

from server.access.copy_rows import copy_access_store
from server.access.open import open_access_store
from server.cli import DONE, FAILED, Misuse
from server.cli._data_folder import log_argument
from server.cli._foreign_files import check_foreign_file, redis_repair_hint
from server.cli.backup import copy_pictures
from server.fold.stream_fold import Diverged, StreamFold, Unreadable
from server.log.contract import BATCH_MOST, EMPTY, KEYS_KEPT, Entry, EventLog, LogError
from server.log.copy_entries import carry
from server.log.open import REDIS_SCHEMES, open_log, sqlite_path, url_of
from server.log.sqlite.file import connect

NAME = "doctor"
HELP = "check a log, a backup or an archive, report damage, and save what is whole"

SHOWN: Final = 15
"""The report names at most this many damaged streams, so that it fits on a screen."""

UNREADABLE: Final = (LogError, sqlite3.Error, UnicodeDecodeError, ValueError)
"""The errors of a store that is damaged."""

Streams = dict[str, list[Entry]]


class Health(NamedTuple):
    """The state of a stream: its name, how many sound entries it has before the first fault, and that fault ("" if
    there is none)."""

    stream: str
    whole: int
    fault: str
    readable: bool = True
    """True if this program can fold the sound entries."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", type=Path, help="a backup, an archive or an export; without a file, the log")
    parser.add_argument("--repair", type=Path, metavar="NEW", help="write all sound entries to a new file")
    log_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check, print the findings, and write the sound entries to a new file if `--repair` names it."""
    if args.file and (lines := check_foreign_file(args.file)):
        sys.stdout.write("\n".join(lines) + "\n")
        return DONE if lines[0].startswith("Whole") else FAILED
    url = url_of(args.file) if args.file else args.log
    if args.repair and args.repair.exists():
        raise Misuse(f"{args.repair} exists already: name a file that does not.")
    try:
        general, streams = asyncio.run(read(url))
        found = [check_stream(name, entries) for name, entries in sorted(streams.items())]
        lines = [*report(general, found), *asyncio.run(unfinished_deletions(url, streams))]
        if args.repair:
            lines += asyncio.run(repair(url, args.repair, streams, found))
    except LogError as error:
        sys.stderr.write(f"coterie doctor: {error}\n")
        if url.startswith(REDIS_SCHEMES):
            sys.stderr.write(f"Does Redis not start? {redis_repair_hint(Path('appendonlydir'))}\n")
        return FAILED
    sys.stdout.write("\n".join(lines) + "\n")
    return FAILED if general or any(health.fault for health in found) else DONE


async def read(url: str) -> tuple[list[str], Streams]:
    """Return the faults of the store itself, and every entry that can be read from it. Raise `LogError`."""
    if url.startswith("sqlite:"):
        return await asyncio.to_thread(read_file, sqlite_path(url))
    log = await open_log(url, read_only=True)
    try:
        streams = {name: [entry async for entry in entries_of(log, name)] for name in await log.streams()}
        found = [line for name in streams for line in await id_mismatch(log, name, streams[name])]
        return found + await other_databases(log, streams), streams
    finally:
        await log.close()


async def entries_of(log: EventLog, stream: str) -> AsyncIterator[Entry]:
    """Yield a stream's entries, unchecked."""
    after = 0
    while entries := await log.read(stream, after):
        for entry in entries:
            yield entry
        after = entries[-1].seq


async def id_mismatch(log: EventLog, stream: str, entries: list[Entry]) -> list[str]:
    """Compare the index of command ids in Redis with the entries. If they differ, a command might apply twice, or
    never. Both may grow while they are being read."""
    from server.log.redis.log import RedisLog  # this import takes 160 ms, and a check of a file does not need it

    if not isinstance(log, RedisLog):
        return []
    index = await log.known(stream)
    head = (await log.head(stream)).seq
    keys = {entry.seq: entry.key for entry in entries}
    ahead = any(seq > head or keys.get(seq, key) != key for key, seq in index.items())
    missing = any(index.get(key) != seq for seq, key in keys.items() if seq > head - KEYS_KEPT)
    return [f"{stream}: Redis's index of command ids does not match its entries."] if ahead or missing else []


async def other_databases(log: EventLog, streams: Streams) -> list[str]:
    """Report if another database of this Redis has the log, or the rest of a stream. That may be damage: the
    append-only file of Redis names the database only once for thousands of commands, and has no checksum. But whole
    streams in another database may also belong to another server."""
    from server.log.redis.log import RedisLog

    if not isinstance(log, RedisLog):
        return []
    lines: list[str] = []
    async for db, other in log.other_databases():
        names = await other.streams()
        torn = [name for name in names if (first := await other.read(name, 0, 1)) and first[0].seq > 1]
        if names and not streams:
            lines.append(f"Nothing is here, but database {db} of this Redis has {len(names)} chronicles and scenes.")
        elif torn:
            lines.append(f"Database {db} of this Redis has the rest of {', '.join(torn[:3])}: the log lies in two.")
    return lines


def read_file(path: Path) -> tuple[list[str], Streams]:
    """Read an SQLite file: the faults that SQLite finds, and the rows of the table as far as they are readable, without
    the indexes."""
    general: list[str] = []
    streams: Streams = {}
    with closing(connect(path, read_only=True)) as connection:
        try:
            findings = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
            general += [f"SQLite finds: {' '.join(finding.split())}" for finding in findings if finding != "ok"]
            rows = connection.execute("SELECT stream, seq, chain, key, payload FROM entries NOT INDEXED")
            for stream, *entry in rows:
                streams.setdefault(stream, []).append(Entry(*entry))
        except (sqlite3.Error, OverflowError, ValueError) as error:
            general.append(f"SQLite cannot read all of it: {error}")
    for entries in streams.values():
        entries.sort()
    return general, streams


def check_stream(stream: str, entries: list[Entry]) -> Health:
    """Check one stream. The rules of the log are programmed here a second time, because this check must not trust the
    code that wrote the entries."""
    chain = bytes(16)
    for whole, entry in enumerate(entries):
        if entry.seq != whole + 1:
            return folded_health(stream, entries[:whole], f"entry {whole + 1} is missing")
        chain = sha256(chain + entry.payload).digest()[:16]
        if chain != entry.chain:
            return folded_health(stream, entries[:whole], f"entry {entry.seq} is damaged: the chain does not hold")
        if why := malformed(entry):
            return folded_health(stream, entries[:whole], f"entry {entry.seq} is no commit: {why}")
    return folded_health(stream, entries, "")


def malformed(entry: Entry) -> str:
    """Return the reason why an entry is no commit; "" if it is a commit."""
    try:
        stored = msgpack.unpackb(entry.payload, raw=False, strict_map_key=True)
    except (ValueError, msgpack.UnpackException) as error:
        return f"{error or type(error).__name__}"
    if not isinstance(stored, list) or len(stored) != 5 or not isinstance(stored[4], list):
        return "it does not have the fields of a commit"
    return "" if len(entry.key) == 16 else "its command has no key"


def folded_health(stream: str, whole: list[Entry], fault: str) -> Health:
    """Fold the sound entries of a stream, and return its health."""
    folded = StreamFold()
    try:
        for entry in whole:
            folded.take(entry)
    except (Diverged, Unreadable) as error:
        return Health(stream, len(whole), fault or f"this program cannot read it: {error}", readable=False)
    return Health(stream, len(whole), fault)


def report(general: list[str], found: list[Health]) -> list[str]:
    """Return the report, which fits on a screen."""
    damaged = [health for health in found if health.fault]
    entries = sum(health.whole for health in found)
    lines = [*general[:3]]
    lines += [f"{health.stream}: {health.fault}. Whole up to entry {health.whole}." for health in damaged[:SHOWN]]
    if len(damaged) > SHOWN:
        lines.append(f"... and {len(damaged) - SHOWN} more damaged streams.")
    if not lines:
        return [f"Whole: {len(found)} chronicles and scenes, {entries} commits, every chain holds."]
    lines.append(
        f"{len(found) - len(damaged)} of {len(found)} chronicles and scenes are whole; {entries} commits hold."
    )
    if any(health.fault and not health.readable for health in damaged):
        lines.append("A newer version may read what this one cannot: nothing is lost. Do not repair that away.")
    if general or any(health.readable for health in damaged):
        lines.append("Stop the server. Serve a whole backup, or save the sound entries with --repair NEW.")
    return lines


async def unfinished_deletions(url: str, streams: Streams) -> list[str]:
    """Return a line for each chronicle that is being deleted: how much of it is still here, and who removes the rest. A
    store that cannot be read gives no line."""
    try:
        store = await open_access_store(url, read_only=True)
        try:
            chronicles = await store.list_chronicles()
        finally:
            await store.close()
    except UNREADABLE:
        return []
    lines = []
    for chronicle in chronicles:
        if chronicle.status == "deleting":
            left = sum(name.split("/")[1] == chronicle.id for name in streams)
            lines.append(
                f"The deletion of chronicle {chronicle.id} is not finished (logs that are still here: {left}). "
                "This is no damage: a running server removes the rest, otherwise the next start does."
            )
    return lines


async def repair(url: str, target: Path, streams: Streams, found: list[Health]) -> list[str]:
    """Write the sound entries to a new file, and report the entries left out."""
    fresh = await open_log(url_of(target))
    try:
        for health in found:
            whole, head = streams[health.stream][: health.whole], EMPTY
            for at in range(0, len(whole), BATCH_MOST):
                end = await carry(fresh, health.stream, head, whole[at : at + BATCH_MOST])
                if end is None:
                    raise LogError(f"another program is writing to {target} at the same time.")
                head = end
    finally:
        await fresh.close()
    lost = [(health.stream, len(streams[health.stream]) - health.whole) for health in found]
    lines = [f"{target}: {sum(health.whole for health in found)} commits."]
    lines += [f"Left out of {stream}: {count} entries that could be read." for stream, count in lost if count][:SHOWN]
    return [*lines, await copy_seats(url, target), await save_pictures(url, target)]


async def copy_seats(url: str, target: Path) -> str:
    """Copy the seats with their links and sessions, and report the result."""
    try:
        source = await open_access_store(url, read_only=True)
        try:
            copies = await open_access_store(url_of(target))
            try:
                await copy_access_store(source, copies)
            finally:
                await copies.close()
        finally:
            await source.close()
    except UNREADABLE as error:
        return f"Some seats could not be read ({error}): issue new links for them."
    return "The seats and their links were kept."


async def save_pictures(url: str, target: Path) -> str:
    """Copy the pictures, and report the result."""
    try:
        damaged = await copy_pictures(url, url_of(target))
    except UNREADABLE as error:
        return f"Some pictures could not be read ({error}): upload them again."
    return f"{damaged} damaged pictures were left out: upload them again." if damaged else "The pictures were kept."
