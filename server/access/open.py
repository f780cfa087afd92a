"""The doors that stand on the same URL as the log."""

from server.access.contract import Doors
from server.access.memory import MemoryDoors
from server.access.sqlite import SqliteDoors
from server.log.open import REDIS_SCHEMES, sqlite_path, unknown


async def open_doors(url: str, *, read_only: bool = False) -> Doors:
    """Opens the doors beside the log that `open_log` opens at this URL. Raises LogError."""
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryDoors()
    if scheme == "sqlite":
        return await SqliteDoors.open(sqlite_path(url), read_only=read_only)
    if scheme in REDIS_SCHEMES:
        from server.access.redis import RedisDoors  # takes 160 ms, which a table without Redis need not wait

        return await RedisDoors.open(url, read_only=read_only)
    raise unknown(url)
