"""Sends each command to the server that holds its key, on one pipeline for each server.

A server that does not hold the key refuses the command before running it. So the command may then be sent to another
server, and still runs only once.
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
"""Seconds until the next try, while some keys of a command have moved to another server and some have not."""

Dial = Callable[[Node], Awaitable[Connection]]


class Routing:
    """Sends commands to the right server. `ask` raises as `Pipeline.ask` does."""

    def __init__(self, nodes: Nodes, dial: Dial) -> None:
        self._nodes = nodes
        self._dial = dial
        self._pipelines: dict[Node, Pipeline] = {}
        self._closed = False

    def pipeline_to(self, node: Node) -> Pipeline:
        """Return the pipeline to a server. Raise `LogError` after `close`."""
        if self._closed:
            raise LogError("The log is closed.")
        if node not in self._pipelines:
            self._pipelines[node] = Pipeline(lambda: self._dial(node))
        return self._pipelines[node]

    async def ask(self, key: bytes, *command: Part) -> Reply:
        """Send a command to the server that holds this key."""
        node, asking = self._nodes.holder_of(key), False
        for _ in range(_HOPS_MOST):
            try:
                return await self.pipeline_to(node).ask(*command, asking=asking)
            except TryAgainError:
                await asyncio.sleep(_SPLIT_PAUSE)
            except MovedError as moved:
                node, asking = _named(moved, node), False
                await self._nodes.refresh(first=node)
            except AskError as moving:
                node, asking = _named(moving, node), True
            except ReadOnlyError as error:
                self.pipeline_to(node).drop()
                address = self._nodes.address_of(node)
                raise LogError(f"Redis at {address} has become a replica; looking for the new master.") from error
            except OutcomeUnknown:
                raise
            except LogError:  # it was not sent
                await self._nodes.refresh(last=node)
                if node == (now := self._nodes.holder_of(key)):
                    raise
                node, asking = now, False
        raise LogError(f"Redis at {self._nodes.address_of(node)} is moving its keys about; trying later.")

    async def ask_all(self, *command: Part) -> list[Reply]:
        """Send a command to every server."""
        return [await self.pipeline_to(node).ask(*command) for node in self._nodes.masters]

    async def close(self) -> None:
        self._closed = True
        for pipeline in self._pipelines.values():
            await pipeline.close()


def _named(error: AskError, asked: Node) -> Node:
    """Return the server that the reply names. If the reply names none, it means the server that was asked."""
    return error.host or asked[0], error.port
