"""The picture store in memory, for tests and for trying Coterie out."""

from server.pictures.contract import PictureKey


class MemoryPictureStore:
    """A picture store made of a dictionary."""

    def __init__(self) -> None:
        self._pictures: dict[PictureKey, bytes] = {}

    async def put(self, key: PictureKey, data: bytes, most: int) -> bool:
        if (
            key not in self._pictures
            and sum((k.chronicle, k.seat) == (key.chronicle, key.seat) for k in self._pictures) >= most
        ):
            return False
        self._pictures[key] = data
        return True

    async def find(self, chronicle: str, picture: str) -> bytes | None:
        found = (data for key, data in self._pictures.items() if (key.chronicle, key.id) == (chronicle, picture))
        return next(found, None)

    async def has(self, key: PictureKey) -> bool:
        return key in self._pictures

    async def keys(self, chronicle: str) -> list[PictureKey]:
        return sorted(key for key in self._pictures if key.chronicle == chronicle)

    async def size(self, chronicle: str) -> int:
        return sum(len(data) for key, data in self._pictures.items() if key.chronicle == chronicle)

    async def delete(self, chronicle: str) -> int:
        keys = await self.keys(chronicle)
        for key in keys:
            del self._pictures[key]
        return len(keys)

    async def close(self) -> None:
        """Do nothing: this store holds no resources."""
