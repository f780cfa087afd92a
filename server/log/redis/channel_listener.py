"""Hears what other processes publish. One task on one connection; a cut line is dialled again for as long as it takes.

What is published while the line is cut is lost, so every beginning is announced (`begun`), and its owner reads.
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
"""When nothing was heard for so long (at most twice as long) the server is asked whether it is there; if it has not
answered when as much has passed again, the line is cut."""
_PAUSE_FIRST: Final = 0.05
_PAUSE_MOST: Final = 2.0

Heard = Callable[[bytes, bytes], None]
"""Called with a channel and a message."""
Begun = Callable[[bytes], None]
"""Called with a channel when the hearing begins, and each time when it begins again."""
Strayed = Callable[[], Awaitable[None]]
"""Called when the hearing has failed, before it is tried again: perhaps the channels are elsewhere now."""
_log = logging.getLogger(__name__)


class ChannelListener:
    """Listens to the channels that were added. An error in a callback ends it, and shows in `check`."""

    def __init__(self, dial: Callable[[], Awaitable[Connection]], heard: Heard, begun: Begun, strayed: Strayed) -> None:
        self._dial = dial
        self._heard = heard
        self._begun = begun
        self._strayed = strayed
        self._channels: set[bytes] = set()
        self._leaving: set[bytes] = set()
        """Channels whose end we asked for."""
        self._changed = asyncio.Event()
        self._quiet = True
        self._pause = 0.0
        self._deaf = False
        """Whether it was said that nothing is heard."""
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def add(self, channel: bytes) -> None:
        self._channels.add(channel)
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="coterie-redis-ear")

    def remove(self, channel: bytes) -> None:
        self._channels.discard(channel)
        self._changed.set()

    def check(self) -> None:
        """Raises LogError where the task has died, so that its death is not overlooked."""
        if self._task and self._task.done() and not self._task.cancelled() and (error := self._task.exception()):
            raise LogError(f"Listening to other servers failed: {type(error).__name__}.") from error

    async def close(self) -> None:
        self._closed = True
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            await self._wanted()
            await asyncio.sleep(self._pause)
            self._pause = min(_PAUSE_MOST, self._pause * 2 + _PAUSE_FIRST)
            try:
                connection = await self._dial()
                if self._closed:  # before Python 3.12 what redis-py dials with may swallow that it was cancelled
                    await connection.disconnect(nowait=True)
                    return
                await self._hear(connection)
            except (LogError, RedisError, OSError) as error:
                reason = error if isinstance(error, LogError) else LogError(f"the line to Redis was cut ({error})")
                _log.warning("Not hearing other servers for the moment: %s", reason)
                self._deaf = True
                with contextlib.suppress(LogError):
                    await self._strayed()
            except Exception:
                _log.exception("Listening to other servers has ended")
                raise

    async def _wanted(self) -> None:
        """Waits while there is nothing to hear."""
        while not self._channels:
            self._changed.clear()
            await self._changed.wait()

    async def _hear(self, connection: Connection) -> None:
        """Runs until the line is cut, or any of this fails."""
        work = self._receive(connection), self._subscribe(connection), self._watch(connection)
        tasks = [asyncio.create_task(part, name="coterie-redis-ear") for part in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            done.pop().result()  # raises what ended it
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await connection.disconnect(nowait=True)

    async def _subscribe(self, connection: Connection) -> None:
        """Keeps the server's idea of our channels equal to ours."""
        subscribed: set[bytes] = set()
        self._leaving.clear()
        while True:
            self._changed.clear()
            wanted = set(self._channels)
            self._leaving |= subscribed - wanted
            commands = [("SSUBSCRIBE", channel) for channel in sorted(wanted - subscribed)]
            commands += [("SUNSUBSCRIBE", channel) for channel in sorted(subscribed - wanted)]
            _send(connection, commands)  # one each, for a cluster takes no two of different slots together
            subscribed = wanted
            await self._changed.wait()

    async def _watch(self, connection: Connection) -> None:
        """One timer for all messages: one for each would cost more than hearing it."""
        asked = False
        while True:
            self._quiet = True
            await asyncio.sleep(QUIET_SECONDS)
            if self._quiet and asked:
                raise LogError("Redis went silent.")
            asked = self._quiet
            if asked:
                _send(connection, [("PING",)])

    async def _receive(self, connection: Connection) -> None:
        await ReplyReader(connection, self._take).ended

    def _take(self, message: "Reply | RedisError") -> None:
        self._quiet = False
        match message:
            case [b"smessage", bytes(channel), bytes(payload)]:
                self._heard(channel, payload)
            case [b"ssubscribe", bytes(channel), *_]:
                self._pause = _PAUSE_FIRST  # not before: a line on which nothing may be heard is cut at once
                if self._deaf:
                    _log.warning("Redis is reachable again, and other servers are heard")
                    self._deaf = False
                self._begun(channel)
            case [b"sunsubscribe", bytes(channel), *_] if channel in self._leaving:
                self._leaving.discard(channel)
            case [b"sunsubscribe", bytes(channel), *_] if channel in self._channels:
                raise LogError("this server holds it no longer")
            case RedisError():
                raise message
            case _:
                pass  # the answer to a ping


def _send(connection: Connection, commands: Sequence[tuple[bytes | str, ...]]) -> None:
    """Past redis-py's own way of writing, whose time limit may swallow a cancellation before Python 3.12: what was
    cancelled would go on, and whoever waits for its end wait for ever. Where the line has just failed this writes
    nothing; who receives finds out."""
    writer = connection._writer
    if writer and commands:
        writer.writelines(connection.pack_commands(commands))
