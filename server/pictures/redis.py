"""The picture store in Redis: for each chronicle a Redis hash with the bytes of its pictures, one with the ids that
each seat has uploaded, and one with these seats. All hashes of a chronicle are in the same hash slot."""

from typing import Final, cast

from server.log.redis.checks import Reply
from server.log.redis.commands import RedisCommands
from server.log.redis.pipeline import Part
from server.pictures.contract import PictureKey

# ARGV: the id, the bytes, the seat, the most pictures of a seat. Sending it twice changes nothing.
_PUT: Final = """
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], '')
redis.call('HSET', KEYS[3], ARGV[3], '')
return 1
"""


class RedisPictureStore:
    """A picture store in Redis. Use `RedisPictureStore.open`."""

    def __init__(self, redis: RedisCommands) -> None:
        self._redis = redis

    @classmethod
    async def open(cls, url: str, *, read_only: bool = False) -> "RedisPictureStore":
        """Open the store. Raise `LogError` as the log does."""
        return cls(await RedisCommands.open(url, _data(""), read_only=read_only))

    async def put(self, key: PictureKey, data: bytes, most: int) -> bool:
        keys = (_data(key.chronicle), _uploaded_by(key.chronicle, key.seat), _seats(key.chronicle))
        return await self._ask(key.chronicle, "EVAL", _PUT, 3, *keys, key.id, data, key.seat, most) == 1

    async def find(self, chronicle: str, picture: str) -> bytes | None:
        found = await self._ask(chronicle, "HGET", _data(chronicle), picture)
        return found if isinstance(found, bytes) else None

    async def has(self, key: PictureKey) -> bool:
        return await self._ask(key.chronicle, "HEXISTS", _uploaded_by(key.chronicle, key.seat), key.id) == 1

    async def keys(self, chronicle: str) -> list[PictureKey]:
        seats = await self._fields(chronicle, _seats(chronicle))
        found = [
            PictureKey(chronicle, id_, seat)
            for seat in seats
            for id_ in await self._fields(chronicle, _uploaded_by(chronicle, seat))
        ]
        return sorted(found)

    async def size(self, chronicle: str) -> int:
        found = await self._ask(chronicle, "MEMORY", "USAGE", _data(chronicle))
        return found if isinstance(found, int) else 0

    async def delete(self, chronicle: str) -> int:
        keys = await self.keys(chronicle)
        hashes = [_uploaded_by(chronicle, seat) for seat in sorted({key.seat for key in keys})]
        await self._ask(chronicle, "UNLINK", _data(chronicle), *hashes, _seats(chronicle))
        return len(keys)

    async def _fields(self, chronicle: str, hash_: bytes) -> list[str]:
        return [field.decode() for field in cast("list[bytes]", await self._ask(chronicle, "HGETALL", hash_))[::2]]

    async def _ask(self, chronicle: str, *command: Part) -> Reply:
        """Send a command. No command here does more the second time."""
        return await self._redis.ask(_data(chronicle), *command)

    async def close(self) -> None:
        await self._redis.close()


def _data(chronicle: str) -> bytes:
    return f"coterie:{{pictures:{chronicle}}}:data".encode()


def _seats(chronicle: str) -> bytes:
    return f"coterie:{{pictures:{chronicle}}}:seats".encode()


def _uploaded_by(chronicle: str, seat: str) -> bytes:
    return f"coterie:{{pictures:{chronicle}}}:uploaded-by:{seat}".encode()
