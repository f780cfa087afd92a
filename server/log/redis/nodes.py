"""Which server holds which key: one Redis holds all, or the masters of a cluster share them, as the cluster last said.

Rule 1. A cluster is asked when the log is opened, and again when a server is gone or says that it does not hold a key.
Rule 2. Whoever asks while an answer is under way shares it.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from server.log.contract import LogError
from server.log.redis.checks import Reply, ask, greeting
from server.log.redis.url import Node, RedisAddress, unreachable_explained

HERE: Final[Node] = ("", 0)
"""Where everything is, without a cluster: whatever the URL leads to now."""
_TAGS_TRIED: Final = 100_000

_Master: TypeAlias = tuple[bytes | None, int]
_Range: TypeAlias = tuple[int, int, _Master]


class Nodes:
    """The servers behind a URL."""

    def __init__(self, place: RedisAddress) -> None:
        self.masters: tuple[Node, ...] = (HERE,)
        self._place = place
        self._holders: list[Node] = []
        """By slot; empty where it is no cluster."""
        self._alone = bool(place.service)
        self._learning: asyncio.Task[None] | None = None
        self._callbacks: list[Callable[[], None]] = []

    def place_of(self, node: Node) -> RedisAddress:
        """Where to dial for a server."""
        return self._place if node == HERE else self._place.at(node)

    def of(self, key: bytes) -> Node:
        """The server that holds a key, or tells of a channel."""
        return self._holders[key_slot(key)] if self._holders else HERE

    def tag_of(self, node: Node) -> bytes:
        """A hash tag whose keys this server holds; none ("") where it holds nothing."""
        tags = (b"?%d" % number for number in range(_TAGS_TRIED)) if node in self.masters else ()
        return next((tag for tag in tags if self.of(tag) == node), b"")

    def on_change(self, callback: Callable[[], None]) -> None:
        """Called when keys have changed hands."""
        self._callbacks.append(callback)

    async def learn(self, *, first: Node | None = None, last: Node | None = None) -> None:
        """Ask who holds what, `first` before the others, `last` (which seems to be gone) after them. Raises LogError
        where nobody answers."""
        if self._alone:
            return
        if self._learning is None or self._learning.done():
            self._learning = asyncio.create_task(self._learn(first, last), name="coterie-redis-nodes")
            self._learning.add_done_callback(_looked_at)
        await asyncio.shield(self._learning)

    async def _learn(self, first: Node | None, last: Node | None) -> None:
        known = [*self.masters, *self._place.nodes] if self._holders else [*self._place.nodes]
        order = sorted(dict.fromkeys([first, *known] if first else known), key=lambda node: node == last)
        for node in order:
            try:
                holders = await _holders(self._place.at(node))
            except LogError:
                if node == order[-1]:
                    raise
            else:
                self._take(holders)
                return

    def _take(self, holders: list[Node]) -> None:
        if not holders:
            self._alone = True
            if len(self._place.nodes) > 1:
                raise LogError(f"Redis at {self._place} is no cluster; name a single server.")
            return
        if holders != self._holders:
            self._holders, self.masters = holders, tuple(dict.fromkeys(holders))
            for callback in self._callbacks:
                callback()

    async def close(self) -> None:
        if self._learning:
            self._learning.cancel()
            await asyncio.wait([self._learning])


def _looked_at(task: "asyncio.Task[None]") -> None:
    if not task.cancelled():
        task.exception()  # whoever waits gets it; where nobody waits any more, nobody misses it


async def _holders(place: RedisAddress) -> list[Node]:
    """Whom this server believes to hold each slot; nobody, where it is no part of a cluster. Raises LogError."""
    connection = await place.connect()
    try:
        with unreachable_explained(place):
            if (await greeting(connection, place)).mode != "cluster":
                return []
            return _by_slot(await ask(connection, "CLUSTER", "SLOTS"), place)
    finally:
        await connection.disconnect(nowait=True)


def _by_slot(reply: Reply, place: RedisAddress) -> list[Node]:
    holders: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
    for start, end, (host, port, *_), *_ in cast("list[_Range]", reply):
        holder = host.decode() if host else place.nodes[0][0], port  # unnamed: the one that was asked
        holders[start : end + 1] = [holder] * (end + 1 - start)
    if None in holders:
        raise LogError(f"In the Redis cluster at {place} nobody holds slot {holders.index(None)}; give each a master.")
    return cast("list[Node]", holders)
