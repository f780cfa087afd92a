"""Open the access store that belongs to a log's URL."""

from server.access.contract import AccessStore
from server.access.memory import MemoryAccessStore
from server.access.sqlite import SqliteAccessStore
from server.log.open import REDIS_SCHEMES, sqlite_path, unknown_scheme


async def open_access_store(url: str, *, read_only: bool = False) -> AccessStore:
    """Open the access store beside the log that `open_log` opens at this URL. Raise `LogError`."""
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryAccessStore()
    if scheme == "sqlite":
        return await SqliteAccessStore.open(sqlite_path(url), read_only=read_only)
    if scheme in REDIS_SCHEMES:
        from server.access.redis import RedisAccessStore  # imported late: it takes 160 ms, and only Redis needs it

        return await RedisAccessStore.open(url, read_only=read_only)
    raise unknown_scheme(url)
