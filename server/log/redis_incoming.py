"""What Redis says on a connection, as much at a time as has come. redis-py's own way of reading makes a timeout, and
asks the event loop twice, for each reply."""

from collections.abc import Iterator
from typing import Final

import hiredis
from redis.asyncio.connection import Connection
from redis.exceptions import ConnectionError as Lost
from redis.exceptions import InvalidResponse, RedisError

from server.log.redis_checks import Reply

_READ_MOST: Final = 65536
_NOT_YET: Final = object()


class Incoming:
    """The replies of a connection to which nobody else listens, from where it is now."""

    def __init__(self, connection: Connection) -> None:
        self._stream = connection._reader
        parse_error = connection._parser.parse_error  # a refusal as the exception that redis-py has for it
        self._reader = hiredis.Reader(protocolError=InvalidResponse, replyError=parse_error, notEnoughData=_NOT_YET)

    async def replies(self) -> "Iterator[Reply | RedisError]":
        """Waits until something comes. Raises redis-py's ConnectionError where nothing will."""
        data = await self._stream.read(_READ_MOST) if self._stream is not None else b""
        if not data:
            raise Lost("the server closed the connection")
        self._reader.feed(data)
        return iter(self._reader.gets, _NOT_YET)
