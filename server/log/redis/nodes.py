"""The map from keys to servers: a single Redis holds all keys, or the masters of a cluster share them.

Rule 1. A cluster is asked for the map when the log is opened, and again when a server is gone or turns out not to hold
        a key.
Rule 2. If several callers need the map at the same time, it is asked for only once.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from server.log.contract import LogError
from server.log.redis.checks import Reply, ask, greet
from server.log.redis.url import Node, RedisAddress, unreachable_explained

ONLY_NODE: Final[Node] = ("", 0)
"""Stands for the only server if there is no cluster: the server that the URL leads to at the moment."""
_TAGS_TRIED: Final = 100_000

_Master: TypeAlias = tuple[bytes | None, int]
_Range: TypeAlias = tuple[int, int, _Master]


class Nodes:
    """The servers behind a URL."""

    def __init__(self, address: RedisAddress) -> None:
        self.masters: tuple[Node, ...] = (ONLY_NODE,)
        self._address = address
        self._holders: list[Node] = []
        """The server of each hash slot; empty if there is no cluster."""
        self._single = bool(address.service)
        self._refreshing: asyncio.Task[None] | None = None
        self._callbacks: list[Callable[[], None]] = []

    def address_of(self, node: Node) -> RedisAddress:
        """Return the address of a server."""
        return self._address if node == ONLY_NODE else self._address.at(node)

    def holder_of(self, key: bytes) -> Node:
        """Return the server that holds a key or a channel."""
        return self._holders[key_slot(key)] if self._holders else ONLY_NODE

    def tag_of(self, node: Node) -> bytes:
        """Return a hash tag whose keys belong to this server; "" if the server holds no keys."""
        tags = (b"?%d" % number for number in range(_TAGS_TRIED)) if node in self.masters else ()
        return next((tag for tag in tags if self.holder_of(tag) == node), b"")

    def on_change(self, callback: Callable[[], None]) -> None:
        """Call the callback when keys have moved to another server."""
        self._callbacks.append(callback)

    async def refresh(self, *, first: Node | None = None, last: Node | None = None) -> None:
        """Ask the cluster for the map: first the server `first`, and the server `last` (which seems to be gone) only
        after all others. Raise `LogError` if no server answers."""
        if self._single:
            return
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh(first, last), name="coterie-redis-nodes")
            self._refreshing.add_done_callback(_mark_error_seen)
        await asyncio.shield(self._refreshing)

    async def _refresh(self, first: Node | None, last: Node | None) -> None:
        known = [*self.masters, *self._address.nodes] if self._holders else [*self._address.nodes]
        order = sorted(dict.fromkeys([first, *known] if first else known), key=lambda node: node == last)
        for node in order:
            try:
                holders = await _slot_holders(self._address.at(node))
            except LogError:
                if node == order[-1]:
                    raise
            else:
                self._apply(holders)
                return

    def _apply(self, holders: list[Node]) -> None:
        if not holders:
            self._single = True
            if len(self._address.nodes) > 1:
                raise LogError(f"Redis at {self._address} is no cluster; name a single server.")
            return
        if holders != self._holders:
            self._holders, self.masters = holders, tuple(dict.fromkeys(holders))
            for callback in self._callbacks:
                callback()

    async def close(self) -> None:
        if self._refreshing:
            self._refreshing.cancel()
            await asyncio.wait([self._refreshing])


def _mark_error_seen(task: "asyncio.Task[None]") -> None:
    if not task.cancelled():
        task.exception()  # callers that still wait get the error; this call only marks it as handled


async def _slot_holders(address: RedisAddress) -> list[Node]:
    """Return the server of each hash slot, as far as the asked server knows; an empty list if there is no cluster.
    Raise `LogError`."""
    connection = await address.connect()
    try:
        with unreachable_explained(address):
            if (await greet(connection, address)).mode != "cluster":
                return []
            return _by_slot(await ask(connection, "CLUSTER", "SLOTS"), address)
    finally:
        await connection.disconnect(nowait=True)


def _by_slot(reply: Reply, address: RedisAddress) -> list[Node]:
    holders: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
    for start, end, (host, port, *_), *_ in cast("list[_Range]", reply):
        # If there is no name, it is the server that was asked.
        holder = host.decode() if host else address.nodes[0][0], port
        holders[start : end + 1] = [holder] * (end + 1 - start)
    if None in holders:
        raise LogError(
            f"In the Redis cluster at {address} nobody holds slot {holders.index(None)}; give each a master."
        )
    return cast("list[Node]", holders)
