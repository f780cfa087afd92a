"""An ear at each server: in a cluster only the one that holds a channel tells what is said on it, and one task that
names its server hears it at once."""

from functools import partial

from server.log.redis.channel_listener import Begun, ChannelListener, Heard
from server.log.redis.nodes import Nodes
from server.log.redis.url import Node


class ClusterListeners:
    """Listens to the channels that were added, wherever they are."""

    def __init__(self, nodes: Nodes, heard: Heard, begun: Begun) -> None:
        self._nodes = nodes
        self._heard = heard
        self._begun = begun
        self._channels: set[bytes] = set()
        self._channel_listeners: dict[Node, ChannelListener] = {}
        nodes.on_change(self._follow)

    def add(self, channel: bytes) -> None:
        self._channels.add(channel)
        self._at(self._nodes.of(channel)).add(channel)

    def remove(self, channel: bytes) -> None:
        self._channels.discard(channel)
        for ear in self._channel_listeners.values():
            ear.remove(channel)

    def check(self) -> None:
        """Raises LogError where an ear has died."""
        for ear in self._channel_listeners.values():
            ear.check()

    def _at(self, node: Node) -> ChannelListener:
        if node not in self._channel_listeners:
            dial, strayed = self._nodes.place_of(node).connect, partial(self._nodes.learn, last=node)
            self._channel_listeners[node] = ChannelListener(dial, self._heard, self._begun, strayed)
        return self._channel_listeners[node]

    def _follow(self) -> None:
        """Channels have changed hands."""
        for channel in self._channels:
            home = self._nodes.of(channel)
            for node, ear in self._channel_listeners.items():
                if node != home:
                    ear.remove(channel)
            self._at(home).add(channel)

    async def close(self) -> None:
        for ear in self._channel_listeners.values():
            await ear.close()
