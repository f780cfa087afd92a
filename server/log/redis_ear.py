"""Hears what other processes publish. One task on one connection; a cut line is dialled again for as long as it takes.

What is published while the line is cut is lost, so every beginning is announced (`begun`), and its owner reads.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from redis.asyncio.connection import Connection
from redis.exceptions import RedisError

from server.log.contract import LogError
from server.log.redis_checks import Reply

QUIET_SECONDS: Final = 15.0
"""After so long without a message the server is asked whether it is there; after twice as long the line is cut."""
_PAUSE_MOST: Final = 2.0

Heard = Callable[[bytes, bytes], None]
"""Called with a channel and a message."""
Begun = Callable[[bytes], None]
"""Called with a channel when the hearing begins, and each time when it begins again."""
_log = logging.getLogger(__name__)


class Ear:
    """Listens to the channels that were added. An error in a callback ends it, and shows in `check`."""

    def __init__(self, dial: Callable[[], Awaitable[Connection]], heard: Heard, begun: Begun) -> None:
        self._dial = dial
        self._heard = heard
        self._begun = begun
        self._channels: set[bytes] = set()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

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
            raise LogError(f"Listening to other servers failed: {error!r}.") from error

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            pause = min(_PAUSE_MOST, pause * 2 + 0.05)
            try:
                connection = await self._dial()
                pause = 0.05
                await self._hear(connection)
            except (LogError, RedisError, OSError) as error:
                _log.warning("Not hearing other servers for the moment: %s", error)

    async def _hear(self, connection: Connection) -> None:
        """Runs until the line is cut."""
        subscribing = asyncio.create_task(self._subscribe(connection), name="coterie-redis-subscribe")
        try:
            await self._receive(connection, subscribing)
        finally:
            subscribing.cancel()
            await asyncio.wait([subscribing])
            await connection.disconnect(nowait=True)

    async def _subscribe(self, connection: Connection) -> None:
        """Keeps the server's idea of our channels equal to ours."""
        subscribed: set[bytes] = set()
        while True:
            self._changed.clear()
            wanted = set(self._channels)
            for command, channels in (("SSUBSCRIBE", wanted - subscribed), ("SUNSUBSCRIBE", subscribed - wanted)):
                if channels:
                    await connection.send_command(command, *sorted(channels))
            subscribed = wanted
            await self._changed.wait()

    async def _receive(self, connection: Connection, subscribing: "asyncio.Task[None]") -> None:
        asked = False
        while True:
            message: Reply = await connection.read_response(timeout=QUIET_SECONDS, disconnect_on_error=False)
            if subscribing.done():
                subscribing.result()  # raises what ended it
            if message is not None:
                asked = False
                self._take(message)
            elif asked:
                raise LogError("Redis went silent.")
            else:
                asked = True
                await connection.send_command("PING")

    def _take(self, message: Reply) -> None:
        match message:
            case [b"smessage", bytes(channel), bytes(payload)]:
                self._heard(channel, payload)
            case [b"ssubscribe", bytes(channel), *_]:
                self._begun(channel)
            case _:
                pass  # the end of a subscription, or the answer to a ping
