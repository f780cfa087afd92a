"""Receives the messages that other processes publish, in a task with its own connection. After a lost connection, the
task tries to connect until it succeeds.

Messages that are published while there is no connection are lost. So `began` is called whenever listening begins
(again), and the owner of the listener then reads the log.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from redis.asyncio.connection import Connection
from redis.exceptions import RedisError

from server.log.contract import LogError
from server.log.redis.checks import Reply
from server.log.redis.reply_reader import ReplyReader

QUIET_SECONDS: Final = 15.0
"""If no message has come for this many seconds, Redis gets a ping. If it does not answer within the same time, the
connection is closed. Both may take up to twice as long."""
_PAUSE_FIRST: Final = 0.05
_PAUSE_MOST: Final = 2.0

Received = Callable[[bytes, bytes], None]
"""Called with a channel and a message."""
Began = Callable[[bytes], None]
"""Called with a channel whenever listening begins, also when it begins again."""
Failed = Callable[[], Awaitable[None]]
"""Called when listening has failed, before the next try, because the channels may now be at another server."""
_log = logging.getLogger(__name__)


class ChannelListener:
    """Listens to the channels that were added. If a callback raises an error, listening ends, and `check` raises this
    error."""

    def __init__(
        self, dial: Callable[[], Awaitable[Connection]], received: Received, began: Began, failed: Failed
    ) -> None:
        self._dial = dial
        self._received = received
        self._began = began
        self._failed = failed
        self._channels: set[bytes] = set()
        self._leaving: set[bytes] = set()
        """Channels from which this task has unsubscribed, until Redis confirms that."""
        self._changed = asyncio.Event()
        self._quiet = True
        self._pause = 0.0
        self._warned = False
        """True if the server's log has reported that listening failed, and has not reported since that it works
        again."""
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def add(self, channel: bytes) -> None:
        self._channels.add(channel)
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="coterie-redis-listener")

    def remove(self, channel: bytes) -> None:
        self._channels.discard(channel)
        self._changed.set()

    def check(self) -> None:
        """Raise `LogError` if the task has died, so that its death does not stay unnoticed."""
        if self._task and self._task.done() and not self._task.cancelled() and (error := self._task.exception()):
            raise LogError(f"Listening to other servers failed: {type(error).__name__}.") from error

    async def close(self) -> None:
        self._closed = True
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            await self._wait_for_channels()
            await asyncio.sleep(self._pause)
            self._pause = min(_PAUSE_MOST, self._pause * 2 + _PAUSE_FIRST)
            try:
                connection = await self._dial()
                if self._closed:  # before Python 3.12 redis-py may swallow a cancellation while it connects
                    await connection.disconnect(nowait=True)
                    return
                await self._listen(connection)
            except (LogError, RedisError, OSError) as error:
                reason = (
                    error if isinstance(error, LogError) else LogError(f"the connection to Redis was lost ({error})")
                )
                _log.warning("Messages of other servers do not arrive at the moment: %s", reason)
                self._warned = True
                with contextlib.suppress(LogError):
                    await self._failed()
            except Exception:
                _log.exception("Listening to other servers has failed for good")
                raise

    async def _wait_for_channels(self) -> None:
        """Wait until there is a channel to listen to."""
        while not self._channels:
            self._changed.clear()
            await self._changed.wait()

    async def _listen(self, connection: Connection) -> None:
        """Listen until the connection is lost, or a part of this fails."""
        work = self._receive(connection), self._subscribe(connection), self._check_alive(connection)
        tasks = [asyncio.create_task(part, name="coterie-redis-listener") for part in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            done.pop().result()  # this raises the error that ended the task
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await connection.disconnect(nowait=True)

    async def _subscribe(self, connection: Connection) -> None:
        """Subscribe and unsubscribe, so that Redis sends exactly the channels that were added."""
        subscribed: set[bytes] = set()
        self._leaving.clear()
        while True:
            self._changed.clear()
            wanted = set(self._channels)
            self._leaving |= subscribed - wanted
            commands = [("SSUBSCRIBE", channel) for channel in sorted(wanted - subscribed)]
            commands += [("SUNSUBSCRIBE", channel) for channel in sorted(subscribed - wanted)]
            # Each channel has its own command, because a cluster refuses channels of different slots in one command.
            _send(connection, commands)
            subscribed = wanted
            await self._changed.wait()

    async def _check_alive(self, connection: Connection) -> None:
        """Ping a Redis that sends nothing. There is one timer for all messages: a timer for each message would cost
        more than receiving it."""
        pinged = False
        while True:
            self._quiet = True
            await asyncio.sleep(QUIET_SECONDS)
            if self._quiet and pinged:
                raise LogError("Redis went silent.")
            pinged = self._quiet
            if pinged:
                _send(connection, [("PING",)])

    async def _receive(self, connection: Connection) -> None:
        await ReplyReader(connection, self._handle).ended

    def _handle(self, message: "Reply | RedisError") -> None:
        self._quiet = False
        match message:
            case [b"smessage", bytes(channel), bytes(payload)]:
                self._received(channel, payload)
            case [b"ssubscribe", bytes(channel), *_]:
                # This is set only now, because a connection without the right to listen is closed at once.
                self._pause = _PAUSE_FIRST
                if self._warned:
                    _log.warning("Messages of other servers arrive again")
                    self._warned = False
                self._began(channel)
            case [b"sunsubscribe", bytes(channel), *_] if channel in self._leaving:
                self._leaving.discard(channel)
            case [b"sunsubscribe", bytes(channel), *_] if channel in self._channels:
                raise LogError("this server no longer has the channel")
            case RedisError():
                raise message
            case _:
                pass  # a reply to a ping


def _send(connection: Connection, commands: Sequence[tuple[bytes | str, ...]]) -> None:
    """Write commands without the method of redis-py. The time limit in that method may swallow a cancellation before
    Python 3.12: the cancelled task would then go on, and its owner would wait for ever. If the connection has just
    failed, no byte is written, and the receiving task notices the failure."""
    writer = connection._writer
    if writer and commands:
        writer.writelines(connection.pack_commands(commands))
