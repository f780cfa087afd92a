"""The doors that stand on the same URL as the log."""

from server.access.contract import AccessStore
from server.access.memory import MemoryAccessStore
from server.access.sqlite import SqliteAccessStore
from server.log.open import REDIS_SCHEMES, sqlite_path, unknown


async def open_access_store(url: str, *, read_only: bool = False) -> AccessStore:
    """Opens the doors beside the log that `open_log` opens at this URL. Raises LogError."""
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryAccessStore()
    if scheme == "sqlite":
        return await SqliteAccessStore.open(sqlite_path(url), read_only=read_only)
    if scheme in REDIS_SCHEMES:
        from server.access.redis import RedisAccessStore  # takes 160 ms, which a table without Redis need not wait

        return await RedisAccessStore.open(url, read_only=read_only)
    raise unknown(url)
