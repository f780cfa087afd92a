"""Open the picture store that belongs to a log's URL."""

from server.log.open import REDIS_SCHEMES, sqlite_path, unknown_scheme
from server.pictures.contract import PictureStore
from server.pictures.memory import MemoryPictureStore
from server.pictures.sqlite import SqlitePictureStore


async def open_picture_store(url: str, *, read_only: bool = False) -> PictureStore:
    """Open the picture store beside the log that `open_log` opens at this URL. Raise `LogError`."""
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryPictureStore()
    if scheme == "sqlite":
        return await SqlitePictureStore.open(sqlite_path(url), read_only=read_only)
    if scheme in REDIS_SCHEMES:
        from server.pictures.redis import RedisPictureStore  # imported late: it takes 160 ms, and only Redis needs it

        return await RedisPictureStore.open(url, read_only=read_only)
    raise unknown_scheme(url)
