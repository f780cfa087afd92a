"""Reads the replies on a connection, each as soon as its bytes arrive. It is faster than redis-py, which needs a
timeout and two turns of the event loop for each reply; and than a task that reads, which wakes up one turn after the
bytes arrive."""

import asyncio
from collections.abc import Callable
from typing import Final, NoReturn

import hiredis
from redis.asyncio.connection import Connection
from redis.exceptions import ConnectionError as Lost
from redis.exceptions import InvalidResponse, RedisError

from server.log.redis.checks import Reply

_NOT_YET: Final = object()

Take = Callable[["Reply | RedisError"], None]


class ReplyReader(asyncio.Protocol):
    """Takes over the reading from a connection, and passes every reply to `take`, in order."""

    def __init__(self, connection: Connection, take: Take) -> None:
        self.ended: asyncio.Future[NoReturn] = asyncio.get_running_loop().create_future()
        """Raises the error that ended reading: ConnectionError (of redis-py) when the connection ended, or the error
        that `take` raised."""
        self._take = take
        parse_error = connection._parser.parse_error  # returns redis-py's exception for an error reply
        self._replies = hiredis.Reader(protocolError=InvalidResponse, replyError=parse_error, notEnoughData=_NOT_YET)
        self._before = asyncio.BaseProtocol()
        stream, writer = connection._reader, connection._writer
        if stream is None or writer is None:
            self.eof_received()
            return
        self._before = writer.transport.get_protocol()
        """The protocol object of redis-py. Its writer still asks this object whether the buffer has room, and whether
        the connection has ended."""
        writer.transport.set_protocol(self)
        self.data_received(bytes(stream._buffer))  # type: ignore[attr-defined]  # asyncio's own
        if stream._eof:  # type: ignore[attr-defined]  # asyncio's own
            self.eof_received()

    def data_received(self, data: bytes) -> None:
        """Decode the bytes, and pass on the complete replies."""
        if self.ended.done():
            return
        try:
            self._replies.feed(data)
            for reply in iter(self._replies.gets, _NOT_YET):
                self._take(reply)
        except Exception as error:
            self.ended.set_exception(error)

    def eof_received(self) -> None:
        """End reading: Redis has closed its side."""
        if not self.ended.done():
            self.ended.set_exception(Lost("the server closed the connection"))

    def connection_lost(self, exc: Exception | None) -> None:
        """End reading: the connection is lost."""
        self._before.connection_lost(exc)
        if not self.ended.done():
            self.ended.set_exception(exc or Lost("the server closed the connection"))

    def pause_writing(self) -> None:
        """Tell redis-py's writer that the transport's buffer is full."""
        self._before.pause_writing()

    def resume_writing(self) -> None:
        """Tell redis-py's writer that the transport's buffer has drained."""
        self._before.resume_writing()
