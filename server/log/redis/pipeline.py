"""A connection on which many commands wait for their replies at the same time. Redis answers them in order.

Rule 1. A command is never sent twice. If a command was sent and got no reply, its outcome is unknown.
Rule 2. Commands of the same turn of the event loop are sent in one write, so that Redis writes them to the disk
        together.
Rule 3. After a lost connection, the next command connects again. The first try is made at once, each later one after a
        longer pause. All waiting commands share one try.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import hiredis
from redis.asyncio.connection import Connection
from redis.exceptions import InvalidResponse, RedisError, ResponseError

from server.log.contract import LogError, OutcomeUnknown
from server.log.redis.checks import Reply
from server.log.redis.reply_reader import ReplyReader

REPLY_SECONDS: Final = 10.0
"""If an expected reply has not come after this many seconds, the connection is closed. This may take up to twice as
long."""
_PAUSE_FIRST: Final = 0.05
_PAUSE_MOST: Final = 2.0

Part = bytes | str | int
Dial = Callable[[], Awaitable[Connection]]


class Pipeline:
    """Sends commands to Redis. `ask` raises `LogError` (not sent), `OutcomeUnknown` (sent, no reply) or
    ResponseError."""

    def __init__(self, dial: Dial) -> None:
        self._dial = dial
        self._connection: Connection | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: deque[asyncio.Future[Reply]] = deque()
        self._unsent: list[bytes] = []
        self._replies = 0
        self._timer: asyncio.TimerHandle | None = None
        self._pause = 0.0
        self._closed = False

    def ask(self, *command: Part, asking: bool = False) -> Awaitable[Reply]:
        """Send a command and return its reply. With `asking`, a server of a cluster accepts the command for a key that
        is still moving to this server."""
        if self._connection is None:
            return self._connect_and_ask(command, asking=asking)
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if asking:
            ignored: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
            ignored.cancel()
            self._send(("ASKING",), ignored)
        self._send(command, reply)
        if self._timer is None:
            self._start_timer(self._connection)
        return reply

    async def _connect_and_ask(self, command: tuple[Part, ...], *, asking: bool) -> Reply:
        while self._connection is None:
            await self._connected()
        return await self.ask(*command, asking=asking)

    def _send(self, command: tuple[Part, ...], reply: asyncio.Future[Reply]) -> None:
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.append(_packed(command))
        self._waiting.append(reply)

    def _start_timer(self, connection: Connection) -> None:
        """Start one timer for all waiting commands. A timer for each command would cost a quarter of an append."""
        later = asyncio.get_running_loop().call_later
        self._timer = later(REPLY_SECONDS, self._check_progress, connection, self._replies)

    def _check_progress(self, connection: Connection, replies: int) -> None:
        self._timer = None
        if self._waiting and self._replies == replies:
            self._give_up(connection, f"no reply within {REPLY_SECONDS:.0f} s")
        elif self._waiting:
            self._start_timer(connection)

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        # Write without redis-py's own method, which awaits. If the connection has just failed, this writes no byte, and
        # the reading task notices and answers the waiting commands.
        writer = self._connection._writer if self._connection else None
        if writer and unsent:
            writer.write(b"".join(unsent))

    async def _connected(self) -> None:
        if self._closed:
            raise LogError("This log is closed.")
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._connect(), name="coterie-redis-dial")
            self._connecting.add_done_callback(self._connect_done)
        connecting = self._connecting
        await asyncio.wait([connecting])
        if connecting.cancelled():
            raise LogError("This log is closed.")
        connecting.result()

    def _connect_done(self, task: asyncio.Task[None]) -> None:
        self._connecting = None
        if not task.cancelled():
            task.exception()  # the waiting commands get the error; this call only marks it as handled

    async def _connect(self) -> None:
        await asyncio.sleep(self._pause)
        self._pause = min(_PAUSE_MOST, max(_PAUSE_FIRST, self._pause * 2))
        connection = await self._dial()
        self._pause = 0.0
        self._connection = connection
        self._reading = asyncio.create_task(self._read(connection), name="coterie-redis-replies")

    async def _read(self, connection: Connection) -> None:
        """Pass each reply to its command until the connection ends. Then give every command without a reply the error
        that ended the connection."""
        reason = "the connection was closed"
        try:
            await ReplyReader(connection, self._answer).ended
        except (RedisError, OSError) as error:
            reason = str(error)
        finally:
            self._lost(connection, reason)
            await connection.disconnect(nowait=True)

    def _answer(self, reply: "Reply | RedisError") -> None:
        if isinstance(reply, RedisError) and not isinstance(reply, ResponseError):
            raise reply  # Redis refuses the connection itself, not a command
        if not self._waiting:
            raise InvalidResponse("Redis sent a reply without a command")
        waiting = self._waiting.popleft()
        self._replies += 1
        if waiting.done():
            return  # its caller was cancelled
        if isinstance(reply, RedisError):
            waiting.set_exception(reply)
        else:
            waiting.set_result(reply)

    def _lost(self, connection: Connection, reason: str) -> None:
        if connection is not self._connection:
            return
        self._connection = None
        self._unsent.clear()
        if self._timer:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, deque()
        for reply in waiting:
            if not reply.done():
                reply.set_exception(OutcomeUnknown(f"The connection to Redis failed before it replied: {reason}."))

    def _give_up(self, connection: Connection, reason: str) -> None:
        if connection is self._connection:
            self._lost(connection, reason)
            if self._reading:
                self._reading.cancel()

    def drop(self) -> None:
        """Close this connection. The next command connects again, after a failover to another server."""
        if self._connection:
            self._give_up(self._connection, "the connection was closed")

    async def close(self) -> None:
        self._closed = True
        connection, reading = self._connection, self._reading
        if self._connecting:
            self._connecting.cancel()
            await asyncio.wait([self._connecting])
        self.drop()
        if reading:
            await asyncio.wait([reading])
        if connection:
            await connection.disconnect()


def _packed(command: tuple[Part, ...]) -> bytes:
    packed: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]  # its stub says a tuple of one
    return packed
