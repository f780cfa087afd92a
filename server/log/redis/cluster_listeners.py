"""Listens to a cluster. Only the server that holds a channel sends the messages of that channel. So there is a task for
each server, which receives its messages without delay."""

from functools import partial

from server.log.redis.channel_listener import Began, ChannelListener, Received
from server.log.redis.nodes import Nodes
from server.log.redis.url import Node


class ClusterListeners:
    """Listens to the channels that were added, each at the server that holds it."""

    def __init__(self, nodes: Nodes, received: Received, began: Began) -> None:
        self._nodes = nodes
        self._received = received
        self._began = began
        self._channels: set[bytes] = set()
        self._channel_listeners: dict[Node, ChannelListener] = {}
        nodes.on_change(self._move)

    def add(self, channel: bytes) -> None:
        self._channels.add(channel)
        self._listener_at(self._nodes.holder_of(channel)).add(channel)

    def remove(self, channel: bytes) -> None:
        self._channels.discard(channel)
        for listener in self._channel_listeners.values():
            listener.remove(channel)

    def check(self) -> None:
        """Raise `LogError` if a listener has died."""
        for listener in self._channel_listeners.values():
            listener.check()

    def _listener_at(self, node: Node) -> ChannelListener:
        if node not in self._channel_listeners:
            dial, failed = self._nodes.address_of(node).connect, partial(self._nodes.refresh, last=node)
            self._channel_listeners[node] = ChannelListener(dial, self._received, self._began, failed)
        return self._channel_listeners[node]

    def _move(self) -> None:
        """If a channel has moved to another server, listen to it there."""
        for channel in self._channels:
            holder = self._nodes.holder_of(channel)
            for node, listener in self._channel_listeners.items():
                if node != holder:
                    listener.remove(channel)
            self._listener_at(holder).add(channel)

    async def close(self) -> None:
        for listener in self._channel_listeners.values():
            await listener.close()
