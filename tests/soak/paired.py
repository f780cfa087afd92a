"""A siege of two processes on a Redis with a replica, which swap their roles again and again."""

from __future__ import annotations

import asyncio
from random import Random

from redis import Redis

from server.log.contract import Entry
from tests.redis_many import RedisSet, until
from tests.redis_server import RedisServer
from tests.soak.people import Place
from tests.soak.siege import Siege, Struck

NOWHERE = 1
"""A port without a listener."""


class PairedSiege(Siege):
    """The server that gives up the master's role may have commits that its replica never received."""

    def __init__(
        self,
        url: str,
        servers: RedisSet,
        pair: tuple[RedisServer, RedisServer],
        places: list[Place],
        random: Random,
    ) -> None:
        """`pair`: of these servers the master and the replica."""
        super().__init__(url, places, random)
        self._servers, (self._master, self._replica) = servers, pair
        self.lost: list[list[Entry]] = []
        """The stream at each former master that had more commits."""

    async def _same(self) -> None:
        """Wait until there is a scene, and the replica has all of it."""
        await self._all_here()
        await asyncio.to_thread(until, self._in_step)

    def _in_step(self) -> bool:
        """True if the replica has all that its master has now: it waits for a write of its own."""
        if not self._servers.synced(self._replica):
            return False
        with Redis(port=self._master.port, protocol=2) as client:
            client.set("asked", 1)
            return bool(client.execute_command("WAIT", 1, 1000))

    async def _more(self) -> None:
        """Wait until another command was acknowledged."""
        before = self._acknowledged()
        await self.until(lambda: self._acknowledged() > before)

    def _acknowledged(self) -> int:
        return sum(len(asked.accepted) for asked in self.history.commands.values())

    async def _left(self) -> list[Entry]:
        """The stream at the master, after all lines to it were cut."""
        await asyncio.sleep(0.2)  # wait for commands in flight
        return await self.entries(self._master.url)

    async def _swapped(self, left: list[Entry], struck: Struck) -> None:
        """Swap the roles. The fault has taken effect if the new master lacks commits in `left`."""
        self._master, self._replica = self._replica, self._master
        kept = await self.entries(self._master.url)
        if left != kept[: len(left)]:
            self.lost.append(left)
            struck()

    async def _branches(self) -> list[list[Entry]]:
        return [*self.lost, *await super()._branches()]
