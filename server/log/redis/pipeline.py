"""One connection on which many commands are under way at once: written straight, answered in order.

Rule 1. Nothing is ever sent twice. What was sent and got no reply has an unknown outcome.
Rule 2. Commands of one turn of the event loop leave in one write, so Redis syncs them together.
Rule 3. A cut line is dialled again by its next use, at once, then after a growing pause; all who wait share the call.
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
"""A Redis that owes a reply and is silent for so long (at most twice as long) is given up on."""
_PAUSE_FIRST: Final = 0.05
_PAUSE_MOST: Final = 2.0

Part = bytes | str | int
Dial = Callable[[], Awaitable[Connection]]


class Pipeline:
    """Asks Redis. Raises in `ask`: LogError (nothing was sent), OutcomeUnknown (sent, no reply), ResponseError."""

    def __init__(self, dial: Dial) -> None:
        self._dial = dial
        self._connection: Connection | None = None
        self._calling: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: deque[asyncio.Future[Reply]] = deque()
        self._unsent: list[bytes] = []
        self._replies = 0
        self._watch: asyncio.TimerHandle | None = None
        self._pause = 0.0
        self._closed = False

    def ask(self, *command: Part, asking: bool = False) -> Awaitable[Reply]:
        """`asking`: a cluster's server is told that we know it is only about to hold this key."""
        if self._connection is None:
            return self._ask_anew(command, asking=asking)
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if asking:
            nobody: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
            nobody.cancel()
            self._send(("ASKING",), nobody)
        self._send(command, reply)
        if self._watch is None:
            self._watch_over(self._connection)
        return reply

    async def _ask_anew(self, command: tuple[Part, ...], *, asking: bool) -> Reply:
        while self._connection is None:
            await self._connected()
        return await self.ask(*command, asking=asking)

    def _send(self, command: tuple[Part, ...], reply: asyncio.Future[Reply]) -> None:
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.append(_packed(command))
        self._waiting.append(reply)

    def _watch_over(self, connection: Connection) -> None:
        """One timer for all who wait: one for each would cost a quarter of an append."""
        later = asyncio.get_running_loop().call_later
        self._watch = later(REPLY_SECONDS, self._check_progress, connection, self._replies)

    def _check_progress(self, connection: Connection, replies: int) -> None:
        self._watch = None
        if self._waiting and self._replies == replies:
            self._give_up(connection, f"no reply within {REPLY_SECONDS:.0f} s")
        elif self._waiting:
            self._watch_over(connection)

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        # Past redis-py's own way of writing, which awaits. Where the line has just failed this writes nothing; the
        # reading task finds out and tells whoever waits.
        writer = self._connection._writer if self._connection else None
        if writer and unsent:
            writer.write(b"".join(unsent))

    async def _connected(self) -> None:
        if self._closed:
            raise LogError("This log is closed.")
        if self._calling is None:
            self._calling = asyncio.create_task(self._call(), name="coterie-redis-dial")
            self._calling.add_done_callback(self._called)
        calling = self._calling
        await asyncio.wait([calling])
        if calling.cancelled():
            raise LogError("This log is closed.")
        calling.result()

    def _called(self, task: asyncio.Task[None]) -> None:
        self._calling = None
        if not task.cancelled():
            task.exception()  # whoever waits gets it; where nobody waits any more, nobody misses it

    async def _call(self) -> None:
        await asyncio.sleep(self._pause)
        self._pause = min(_PAUSE_MOST, max(_PAUSE_FIRST, self._pause * 2))
        connection = await self._dial()
        self._pause = 0.0
        self._connection = connection
        self._reading = asyncio.create_task(self._read(connection), name="coterie-redis-replies")

    async def _read(self, connection: Connection) -> None:
        """Hands each reply to whoever asked. Ends with its connection; whatever ends it reaches everyone in flight."""
        reason = "the line was closed"
        try:
            await ReplyReader(connection, self._answer).ended
        except (RedisError, OSError) as error:
            reason = str(error)
        finally:
            self._cut(connection, reason)
            await connection.disconnect(nowait=True)

    def _answer(self, reply: "Reply | RedisError") -> None:
        if isinstance(reply, RedisError) and not isinstance(reply, ResponseError):
            raise reply  # it will not have this connection at all
        if not self._waiting:
            raise InvalidResponse("Redis said what nobody had asked for")
        asker = self._waiting.popleft()
        self._replies += 1
        if asker.done():
            return  # cancelled meanwhile
        if isinstance(reply, RedisError):
            asker.set_exception(reply)
        else:
            asker.set_result(reply)

    def _cut(self, connection: Connection, reason: str) -> None:
        if connection is not self._connection:
            return
        self._connection = None
        self._unsent.clear()
        if self._watch:
            self._watch.cancel()
            self._watch = None
        waiting, self._waiting = self._waiting, deque()
        for asker in waiting:
            if not asker.done():
                asker.set_exception(OutcomeUnknown(f"The connection to Redis failed before it replied: {reason}."))

    def _give_up(self, connection: Connection, reason: str) -> None:
        if connection is self._connection:
            self._cut(connection, reason)
            if self._reading:
                self._reading.cancel()

    def drop(self) -> None:
        """Gives this connection up, so that the next use dials anew (after a failover another server answers)."""
        if self._connection:
            self._give_up(self._connection, "the line was given up")

    async def close(self) -> None:
        self._closed = True
        connection, reading = self._connection, self._reading
        if self._calling:
            self._calling.cancel()
            await asyncio.wait([self._calling])
        self.drop()
        if reading:
            await asyncio.wait([reading])
        if connection:
            await connection.disconnect()


def _packed(command: tuple[Part, ...]) -> bytes:
    packed: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]  # its stub says a tuple of one
    return packed
