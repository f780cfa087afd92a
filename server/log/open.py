"""Open a log by its URL."""

from os import fsdecode, fsencode
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from server.log.contract import EventLog, LogError
from server.log.memory import MemoryLog
from server.log.sqlite.log import SqliteLog

REDIS_SCHEMES = ("redis", "rediss", "redis+sentinel")


async def open_log(url: str, *, read_only: bool = False) -> EventLog:
    """Open the log at `memory:`, `sqlite:///file`, `redis://`, `rediss://` or `redis+sentinel://`.

    `read_only` is for tools: appends are refused. Raise `LogError` with a sentence for the host.
    """
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryLog()
    if scheme == "sqlite":
        return await SqliteLog.open(sqlite_path(url), read_only=read_only)
    if scheme in REDIS_SCHEMES:
        from server.log.redis.log import RedisLog  # imported late: it takes 160 ms, and only Redis needs it

        return await RedisLog.open(url, read_only=read_only)
    raise unknown_scheme(url)


def sqlite_path(url: str) -> Path:
    """Return the path in a URL. In `sqlite:///file` the path is relative to the working directory; in
    `sqlite:////folder/file` it is absolute. A path may contain bytes that are not valid text. Raise `LogError` if the
    URL has no path."""
    prefix, path = url[: len("sqlite:///")], url[len("sqlite:///") :]
    if prefix != "sqlite:///" or not path:
        raise LogError(f"{url!r} names no file: write sqlite:///file, or sqlite:////folder/file for a full path.")
    return Path(fsdecode(unquote_to_bytes(fsencode(path))))


def url_of(path: Path) -> str:
    """Return the URL of a SQLite file."""
    return f"sqlite:///{quote(fsencode(path.as_posix()), safe='/:')}"  # on Windows: sqlite:///C:/folder/file


def unknown_scheme(url: str) -> LogError:
    """Return the error for a URL of an unknown kind. It shows only the scheme, because the rest of the URL may contain
    a password."""
    scheme = url.partition(":")[0] if ":" in url else url
    return LogError(
        f"{scheme!r} is no kind of log; write memory:, sqlite:///file, redis://host:port/0, rediss://host:port/0 or "
        "redis+sentinel://host:port,host:port/service."
    )
