"""The log that a URL names."""

from os import fsdecode, fsencode
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from server.log.contract import EventLog, LogError
from server.log.memory import MemoryLog
from server.log.sqlite.log import SqliteLog

REDIS_SCHEMES = ("redis", "rediss", "redis+sentinel")


async def open_log(url: str, *, read_only: bool = False) -> EventLog:
    """Opens the log at `memory:`, `sqlite:///file`, `redis://`, `rediss://` or `redis+sentinel://`.

    Raises LogError with a sentence that says what is wrong. `read_only` is for tools: appends are refused.
    """
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryLog()
    if scheme == "sqlite":
        return await SqliteLog.open(sqlite_path(url), read_only=read_only)
    if scheme in REDIS_SCHEMES:
        from server.log.redis.log import RedisLog  # takes 160 ms, which a table without Redis need not wait

        return await RedisLog.open(url, read_only=read_only)
    raise unknown_scheme(url)


def sqlite_path(url: str) -> Path:
    """`sqlite:///file` is relative to the working directory, `sqlite:////folder/file` is not. A name is
    what bytes it is, and need be no text. Raises LogError."""
    prefix, path = url[: len("sqlite:///")], url[len("sqlite:///") :]
    if prefix != "sqlite:///" or not path:
        raise LogError(f"{url!r} names no file: write sqlite:///file, or sqlite:////folder/file for a full path.")
    return Path(fsdecode(unquote_to_bytes(fsencode(path))))


def url_of(path: Path) -> str:
    """What names a file to whoever opens logs."""
    return f"sqlite:///{quote(fsencode(path))}"


def unknown_scheme(url: str) -> LogError:
    """What to say about a URL of no known kind; only its scheme is shown, for it may hold a password."""
    scheme = url.partition(":")[0] if ":" in url else url
    return LogError(
        f"{scheme!r} is no kind of log; write memory:, sqlite:///file, redis://host:port/0, rediss://host:port/0 or "
        "redis+sentinel://host:port,host:port/service."
    )
