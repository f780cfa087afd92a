"""A line to each server, and the way of each command to the one that holds its key.

A server that does not hold a key says so before it does anything: such a command may be sent on, and nothing is done
twice.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from redis.asyncio.connection import Connection
from redis.exceptions import AskError, MovedError, ReadOnlyError, TryAgainError

from server.log.contract import LogError, OutcomeUnknown
from server.log.redis.checks import Reply
from server.log.redis.nodes import Nodes
from server.log.redis.pipeline import Part, Pipeline
from server.log.redis.url import Node

_HOPS_MOST: Final = 100
_SPLIT_PAUSE: Final = 0.02
"""Seconds until keys of which some have moved and some have not are asked for again."""

Dial = Callable[[Node], Awaitable[Connection]]


class Routing:
    """Asks the right server. Raises in `ask` what `Pipeline.ask` does."""

    def __init__(self, nodes: Nodes, dial: Dial) -> None:
        self._nodes = nodes
        self._dial = dial
        self._lines: dict[Node, Pipeline] = {}
        self._closed = False

    def line(self, node: Node) -> Pipeline:
        """The line to one server. Raises LogError after the end."""
        if self._closed:
            raise LogError("The log is closed.")
        if node not in self._lines:
            self._lines[node] = Pipeline(lambda: self._dial(node))
        return self._lines[node]

    async def ask(self, key: bytes, *command: Part) -> Reply:
        """Ask whoever holds this key."""
        node, asking = self._nodes.of(key), False
        for _ in range(_HOPS_MOST):
            try:
                return await self.line(node).ask(*command, asking=asking)
            except TryAgainError:
                await asyncio.sleep(_SPLIT_PAUSE)
            except MovedError as moved:
                node, asking = _named(moved, node), False
                await self._nodes.learn(first=node)
            except AskError as moving:
                node, asking = _named(moving, node), True
            except ReadOnlyError as error:
                self.line(node).drop()
                place = self._nodes.place_of(node)
                raise LogError(f"Redis at {place} has become a replica; looking for the new master.") from error
            except OutcomeUnknown:
                raise
            except LogError:  # nothing was sent
                await self._nodes.learn(last=node)
                if node == (now := self._nodes.of(key)):
                    raise
                node, asking = now, False
        raise LogError(f"Redis at {self._nodes.place_of(node)} is moving its keys about; trying later.")

    async def everywhere(self, *command: Part) -> list[Reply]:
        """Ask every server."""
        return [await self.line(node).ask(*command) for node in self._nodes.masters]

    async def close(self) -> None:
        self._closed = True
        for line in self._lines.values():
            await line.close()


def _named(error: AskError, asked: Node) -> Node:
    """The server that an answer points to; one without a name is where we asked."""
    return error.host or asked[0], error.port
