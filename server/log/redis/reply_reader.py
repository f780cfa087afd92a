"""What Redis says on a connection, each reply as soon as it has come. redis-py reads with a timeout and two turns of
the event loop for each reply; and a task that reads is woken a turn after the bytes came."""

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
    """Hears a connection from where it is now, to which nobody else listens: every reply goes to `take`, in order."""

    def __init__(self, connection: Connection, take: Take) -> None:
        self.ended: asyncio.Future[NoReturn] = asyncio.get_running_loop().create_future()
        """Raises what ends it: redis-py's ConnectionError where nothing more will come, or what `take` has raised."""
        self._take = take
        parse_error = connection._parser.parse_error  # a refusal as the exception that redis-py has for it
        self._replies = hiredis.Reader(protocolError=InvalidResponse, replyError=parse_error, notEnoughData=_NOT_YET)
        self._before = asyncio.BaseProtocol()
        stream, writer = connection._reader, connection._writer
        if stream is None or writer is None:
            self.eof_received()
            return
        self._before = writer.transport.get_protocol()
        """Whoever writes still asks redis-py's own whether there is room, and whether it is over."""
        writer.transport.set_protocol(self)
        self.data_received(bytes(stream._buffer))  # type: ignore[attr-defined]  # asyncio's own
        if stream._eof:  # type: ignore[attr-defined]  # asyncio's own
            self.eof_received()

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        if self.ended.done():
            return
        try:
            self._replies.feed(data)
            for reply in iter(self._replies.gets, _NOT_YET):
                self._take(reply)
        except Exception as error:
            self.ended.set_exception(error)

    def eof_received(self) -> None:
        """Redis will say nothing more."""
        if not self.ended.done():
            self.ended.set_exception(Lost("the server closed the connection"))

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._before.connection_lost(exc)
        if not self.ended.done():
            self.ended.set_exception(exc or Lost("the server closed the connection"))

    def pause_writing(self) -> None:
        """The transport's buffer is full."""
        self._before.pause_writing()

    def resume_writing(self) -> None:
        """The transport's buffer drained."""
        self._before.resume_writing()
