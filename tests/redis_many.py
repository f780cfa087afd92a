"""Several redis-servers as one store: a cluster, or a master with a replica and the sentinels that watch them.

The fixtures `cluster_url` and `sentinel_url` give a set of servers for the whole run, emptied for each test. A test
that
kills servers makes a set of its own.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.redis_server import DURABLE, RedisServer, free_port

SLOTS = 16384
SETTLE_SECONDS = 60.0
ASIDE = "127.0.0.2"
"""The address from which a Redis of a set connects to another Redis, so that a proxy can tell these lines from the
rest."""


def until(condition: Callable[[], object]) -> None:
    """Wait until the servers agree."""
    give_up = time.monotonic() + SETTLE_SECONDS
    while not _holds(condition):
        assert time.monotonic() < give_up, "the servers do not agree"
        time.sleep(0.02)


def _holds(condition: Callable[[], object]) -> bool:
    try:
        return bool(condition())
    except (RedisError, OSError):
        return False


class RedisSet:
    """Servers with a folder each."""

    url: str

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.servers: list[RedisServer] = []

    def add(self, *settings: str, file: Path | None = None, port: int = 0) -> RedisServer:
        folder = self._folder / str(len(self.servers))
        folder.mkdir(parents=True)
        server = RedisServer(folder, *settings, file=file, port=port)
        self.servers.append(server)
        return server.start()

    @staticmethod
    def ask(server: RedisServer, *command: str | int | bytes) -> Any:
        """Run a command through redis-py's client."""
        with Redis(port=server.port, protocol=2) as client:
            return client.execute_command(*command)

    def _facts(self, server: RedisServer, section: str) -> dict[str, Any]:
        with Redis(port=server.port, protocol=2) as client:
            facts: dict[str, Any] = client.info(section)
            return facts

    def role(self, server: RedisServer) -> str:
        """`master` or `slave`."""
        return str(self._facts(server, "replication")["role"])

    def synced(self, replica: RedisServer) -> bool:
        """True if the replica follows its master."""
        return bool(self._facts(replica, "replication").get("master_link_status") == "up")

    def empty(self) -> None:
        """Erase all data."""
        for server in self.servers:
            with Redis(port=server.port, protocol=2) as client:
                if client.info("server")["redis_mode"] != "sentinel" and client.role()[0] == b"master":
                    client.flushall()

    def part(self, master: RedisServer, replica: RedisServer) -> None:
        """Pause the replica and cut it off: it receives no more of its master's commits."""
        os.kill(replica.pid, signal.SIGSTOP)
        self.ask(master, "CLIENT", "KILL", "TYPE", "replica")

    def fail(self, master: RedisServer, replica: RedisServer) -> None:
        """Kill the master, continue the replica, and wait until it is a master."""
        master.kill()
        os.kill(replica.pid, signal.SIGCONT)
        until(lambda: self.role(replica) == "master")

    def kill(self) -> None:
        for server in self.servers:
            server.kill()


class RedisCluster(RedisSet):
    """Three masters with a third of the slots each, and optionally a replica for each."""

    def __init__(self, folder: Path, *, replicas: bool = False) -> None:
        super().__init__(folder)
        buses = [str(free_port()) for _ in range(6 if replicas else 3)]
        for bus in buses:
            self.add(*DURABLE, "--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-node-timeout", "1000")
        masters, followers = self.servers[:3], self.servers[3:]
        self.masters = masters
        self.follower = dict(zip((master.port for master in masters), followers, strict=False))
        """The replica of each master, by the master's port."""
        for number, server in enumerate(self.servers, 1):
            self.ask(server, "CLUSTER", "SET-CONFIG-EPOCH", number)
            self.ask(server, "CLUSTER", "MEET", "127.0.0.1", self.servers[0].port, buses[0])
        for number, master in enumerate(masters):
            first, last = SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1
            self.ask(master, "CLUSTER", "ADDSLOTSRANGE", first, last)
        until(lambda: all(f"cluster_known_nodes:{len(buses)}" in self.state(each) for each in self.servers))
        for replica, master in zip(followers, masters, strict=False):
            until(lambda r=replica, m=master: self.ask(r, "CLUSTER", "REPLICATE", self.id(m)))  # type: ignore[misc]
        until(lambda: all("cluster_state:ok" in self.state(server) for server in self.servers))
        until(lambda: all(self.synced(replica) for replica in followers))
        self.url = "redis://" + ",".join(f"127.0.0.1:{master.port}" for master in masters)

    def state(self, server: RedisServer) -> str:
        reply: bytes = self.ask(server, "CLUSTER", "INFO")
        return reply.decode()

    def id(self, server: RedisServer) -> str:
        reply: bytes = self.ask(server, "CLUSTER", "MYID")
        return reply.decode()

    def holder(self, key: bytes) -> RedisServer:
        """The master that holds this key."""
        slot = self.ask(self.servers[-1], "CLUSTER", "KEYSLOT", key)
        for first, last, (_, port, *_), *_ in self.ask(self.servers[-1], "CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(server for server in self.servers if server.port == port)
        raise AssertionError(f"no master holds {key!r}")


class RedisSentinels(RedisSet):
    """A master, its replica, and three sentinels, two of which must agree that the master is gone. `ports`: the ports
    of the pair; `listen_ports`: the ports of proxies before them, if any; `patience`: milliseconds of silence until a
    server counts as gone."""

    def __init__(
        self, folder: Path, ports: Sequence[int] = (), listen_ports: Sequence[int] = (), patience: int = 500
    ) -> None:
        super().__init__(folder)
        ports = ports or (free_port(), free_port())
        # A Redis without a password accepts no connection from ASIDE, but the proxy does.
        aside = ("--bind-source-addr", ASIDE) if listen_ports else ()
        listen_ports = listen_ports or ports
        following = ("--replicaof", f"127.0.0.1 {listen_ports[0]}", "--repl-diskless-sync-delay", "0")
        master, replica = (
            self.add(*DURABLE, *aside, "--replica-announce-port", str(listen_port), *more, port=port)
            for port, listen_port, more in zip(ports, listen_ports, ((), following), strict=True)
        )
        self.pair = (master, replica)
        until(lambda: self.synced(replica))
        self.sentinels = []
        for number in range(3):
            file = folder / f"sentinel-{number}.conf"
            file.write_text(
                f"sentinel monitor table 127.0.0.1 {listen_ports[0]} 2\n"
                f"sentinel down-after-milliseconds table {patience}\n"
                "sentinel failover-timeout table 2000\n"
            )
            self.sentinels.append(self.add("--sentinel", file=file))
        until(lambda: all(self._knows(sentinel) == (1, 2) for sentinel in self.sentinels))
        self.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{each.port}" for each in self.sentinels) + "/table"

    def agree(self, listen_port: int) -> bool:
        """True if every sentinel names this port as the master's."""
        asked = (self.ask(each, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", "table") for each in self.sentinels)
        return {int(port) for _, port in asked} == {listen_port}

    def _knows(self, sentinel: RedisServer) -> tuple[int, int]:
        """The numbers of replicas and of further sentinels that it has found."""
        flat = self.ask(sentinel, "SENTINEL", "MASTER", "table")
        facts = flat if isinstance(flat, dict) else dict(zip(flat[::2], flat[1::2], strict=True))
        facts = {str(name if isinstance(name, str) else name.decode()): value for name, value in facts.items()}
        return int(facts["num-slaves"]), int(facts["num-other-sentinels"])


@pytest.fixture(scope="session")
def _cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    cluster = RedisCluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.kill()


@pytest.fixture(scope="session")
def _sentinels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisSentinels]:
    sentinels = RedisSentinels(tmp_path_factory.mktemp("sentinels"))
    yield sentinels
    sentinels.kill()


@pytest.fixture
def cluster_url(_cluster: RedisCluster) -> str:
    """An empty cluster of three masters."""
    _cluster.empty()
    return _cluster.url


@pytest.fixture
def sentinel_url(_sentinels: RedisSentinels) -> str:
    """An empty master behind sentinels."""
    _sentinels.empty()
    return _sentinels.url
