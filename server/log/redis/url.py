"""The address of a Redis: parsed from a URL, and used to connect, directly or through sentinels."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from redis.asyncio.connection import Connection, SSLConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError

from server.log.contract import Durability, LogError

CONNECT_SECONDS: Final = 5.0
_LIMITS: Final = {
    "socket_timeout": CONNECT_SECONDS,
    "socket_connect_timeout": CONNECT_SECONDS,
    # By default redis-py sends a command a second time after an error, and an append would then run twice.
    "retry": Retry(NoBackoff(), 0),
}
_PORTS: Final = {"redis": 6379, "rediss": 6379, "redis+sentinel": 26379}
_OPTIONS: Final = {"durability", "ssl_ca_certs"}

Node: TypeAlias = tuple[str, int]
"""A server's host and port."""


class RedisAddress(NamedTuple):
    """The address of a Redis. `nodes`: host and port of the server, or of some servers of a cluster; if there is a
    `service`, of the sentinels. `accepted`: the weakest durability that the URL allows."""

    nodes: tuple[Node, ...]
    service: str
    tls: bool
    authority: str | None
    username: str | None
    password: str | None
    db: int
    accepted: Durability

    def __str__(self) -> str:
        return ", ".join(f"{host}:{port}" for host, port in self.nodes)

    def at(self, node: Node) -> "RedisAddress":
        """Return the address of this server, with the same user and settings."""
        return self._replace(nodes=(node,), service="")

    async def connect(self) -> Connection:
        """Return a connection that is logged in and never sends a command twice. Raise `LogError`."""
        with unreachable_explained(self):
            host, port = await self._master() if self.service else self.nodes[0]
            connection = self._connection(host, port)
            try:
                await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's gap
            except BaseException:
                await connection.disconnect(nowait=True)
                raise
            return connection

    def _connection(self, host: str, port: int) -> Connection:
        settings: dict[str, Any] = {  # redis-py declares no types for these
            "host": host,
            "port": port,
            "db": self.db,
            "username": self.username,
            "password": self.password,
            "protocol": 2,  # the shapes of replies differ between protocols
            "decode_responses": False,
            "health_check_interval": 0,
            **_LIMITS,
        }
        return SSLConnection(ssl_ca_certs=self.authority, **settings) if self.tls else Connection(**settings)

    async def _master(self) -> Node:
        sentinel = Sentinel(self.nodes, sentinel_kwargs=_LIMITS)  # type: ignore[no-untyped-call]  # redis-py's gap
        try:
            host, port = await sentinel.discover_master(self.service)
        finally:
            await sentinel.aclose()
        return str(host), int(port)


@contextmanager
def unreachable_explained(address: RedisAddress) -> Iterator[None]:
    """Turn an error that comes before the first command into a `LogError` with a sentence."""
    try:
        yield
    except AuthenticationError as error:
        raise LogError(f"Redis at {address} does not accept this name and password.") from error
    except (RedisError, OSError) as error:
        reason = "no sentinel knows a master" if isinstance(error, MasterNotFoundError) else str(error).rstrip(".")
        raise LogError(f"Redis at {address} cannot be reached: {reason}.") from error


def parse_url(url: str) -> RedisAddress:
    """Parse `redis://[name:password@]host[:port][/db]`, where a cluster may have several hosts with commas between,
    `rediss://` likewise, or `redis+sentinel://[name:password@]host[:port],host[:port]/service[/db]`, each with
    `?durability=second|memory` and `ssl_ca_certs=file`. Raise `LogError`."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    if strange := options.keys() - _OPTIONS:
        raise LogError(f"The log's URL has an unknown option {min(strange)!r}; known are durability and ssl_ca_certs.")
    entry, _, hosts = parts.netloc.rpartition("@")
    username, _, password = entry.partition(":")
    service, db = _path(parts)
    return RedisAddress(
        nodes=tuple(_node(host, _PORTS[parts.scheme]) for host in hosts.split(",")),
        service=service,
        tls=parts.scheme == "rediss",
        authority=options.get("ssl_ca_certs", [None])[0],
        username=unquote(username) or None,
        password=unquote(password) or None,
        db=db,
        accepted=_accepted(options.get("durability", [Durability.DISK.value])[0]),
    )


def _node(text: str, default_port: int) -> Node:
    try:
        host, port = (node := urlsplit(f"//{text}")).hostname, node.port
    except ValueError as error:
        raise LogError(f"{text!r} is no host and port.") from error
    return host or "localhost", port or default_port


def _path(parts: SplitResult) -> tuple[str, int]:
    """Return the service (sentinels only) and the number of the database."""
    steps = [step for step in parts.path.split("/") if step]
    service = steps.pop(0) if parts.scheme == "redis+sentinel" and steps else ""
    if parts.scheme == "redis+sentinel" and not service:
        raise LogError("The log's URL names no service: write redis+sentinel://host:port,host:port/service.")
    if len(steps) > 1 or not all(step.isascii() and step.isdigit() for step in steps):
        raise LogError("The log's URL ends with the number of a Redis database, like /0, or with nothing.")
    return service, int(steps[0]) if steps else 0


def _accepted(word: str) -> Durability:
    try:
        return Durability(word)
    except ValueError as error:
        raise LogError(f"durability={word} is unknown; write disk, second or memory.") from error
