"""A siege of two processes on a Redis with a replica, of which one takes the other's place again and again."""

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
"""A port at which nobody listens."""


class PairedSiege(Siege):
    """Whoever gives way may have had what the other never got."""

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
        """The stream as it was at each that gave way and had more."""

    async def _same(self) -> None:
        """Wait until there is a scene to lose, and the replica has it."""
        await self._all_here()
        await asyncio.to_thread(until, self._in_step)

    def _in_step(self) -> bool:
        """Whether the replica has all that its master had when this was asked: it waits for a write of its own."""
        if not self._servers.synced(self._replica):
            return False
        with Redis(port=self._master.port, protocol=2) as client:
            client.set("asked", 1)
            return bool(client.execute_command("WAIT", 1, 1000))

    async def _more(self) -> None:
        """Wait until something more was acknowledged."""
        before = self._acknowledged()
        await self.until(lambda: self._acknowledged() > before)

    def _acknowledged(self) -> int:
        return sum(len(asked.accepted) for asked in self.history.asked.values())

    async def _left(self) -> list[Entry]:
        """What the master has, to which no line leads any more."""
        await asyncio.sleep(0.2)  # what was on its way has arrived
        return await self.entries(self._master.url)

    async def _swapped(self, left: list[Entry], struck: Struck) -> None:
        """The replica is the master now: the blow has taken effect if it lacks something of what the other had left."""
        self._master, self._replica = self._replica, self._master
        kept = await self.entries(self._master.url)
        if left != kept[: len(left)]:
            self.lost.append(left)
            struck()

    async def _branches(self) -> list[list[Entry]]:
        return [*self.lost, *await super()._branches()]
