"""An ear at each server: in a cluster only the one that holds a channel tells what is said on it, and one task that
names its server hears it at once."""

from functools import partial

from server.log.redis.nodes import Nodes
from server.log.redis.subscriber import Begun, Ear, Heard
from server.log.redis.url import Node


class Ears:
    """Listens to the channels that were added, wherever they are."""

    def __init__(self, nodes: Nodes, heard: Heard, begun: Begun) -> None:
        self._nodes = nodes
        self._heard = heard
        self._begun = begun
        self._channels: set[bytes] = set()
        self._ears: dict[Node, Ear] = {}
        nodes.on_change(self._follow)

    def add(self, channel: bytes) -> None:
        self._channels.add(channel)
        self._at(self._nodes.of(channel)).add(channel)

    def remove(self, channel: bytes) -> None:
        self._channels.discard(channel)
        for ear in self._ears.values():
            ear.remove(channel)

    def check(self) -> None:
        """Raises LogError where an ear has died."""
        for ear in self._ears.values():
            ear.check()

    def _at(self, node: Node) -> Ear:
        if node not in self._ears:
            dial, strayed = self._nodes.place_of(node).connect, partial(self._nodes.learn, last=node)
            self._ears[node] = Ear(dial, self._heard, self._begun, strayed)
        return self._ears[node]

    def _follow(self) -> None:
        """Channels have changed hands."""
        for channel in self._channels:
            home = self._nodes.of(channel)
            for node, ear in self._ears.items():
                if node != home:
                    ear.remove(channel)
            self._at(home).add(channel)

    async def close(self) -> None:
        for ear in self._ears.values():
            await ear.close()
