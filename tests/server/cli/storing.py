"""Logs for the doctor, and their contents if the doctor finds no damage."""

from __future__ import annotations

from pathlib import Path

from server.cli.doctor import Streams, check_stream, read, read_file
from server.log.contract import EMPTY, LogError, Pending
from server.log.open import open_log
from tests.golden.golden import logs, stored


async def filled(url: str, most: int = 99) -> None:
    """Fill a log with the golden evenings, at most `most` of them."""
    log = await open_log(url)
    try:
        for name in logs()[:most]:
            payloads = enumerate(stored(name))
            await log.append(f"scene/{name}/1", EMPTY, [Pending(n.to_bytes(16, "big"), raw) for n, raw in payloads])
    finally:
        await log.close()


def contents(path: Path) -> Streams | None:
    """Return all entries of a file; None if the doctor finds damage."""
    try:
        general, streams = read_file(path)
    except LogError:
        return None
    if general or any(check_stream(name, entries).fault for name, entries in streams.items()):
        return None
    return streams


async def whole_redis(url: str) -> Streams | None:
    """Return all entries of a Redis; None if the doctor finds damage."""
    try:
        general, streams = await read(url)
    except LogError:
        return None
    return None if general or any(check_stream(name, entries).fault for name, entries in streams.items()) else streams
