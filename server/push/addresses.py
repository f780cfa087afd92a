"""The addresses to which push messages may go. The URL of a subscription comes from a person's browser, who must not be
able to make the server call its own machine or network.

Rule 1. The URL is `https`, without a port of its own, and names a host that is not written as an address.
Rule 2. The name is looked up once for each connection. The connection goes to the address that was found, and only if
        every address of the name is public.
"""

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from httpcore import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream, ConnectError

from server.public_internet import is_public

ENDPOINT_MOST: Final = 1000
"""The most characters of a subscription's URL."""
SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class WrongEndpoint(Exception):
    """A URL to which no push message may go."""


def check_endpoint(endpoint: str, *, to_loopback: bool) -> None:
    """Raise `WrongEndpoint` if the URL breaks rule 1. `to_loopback`: also accept http://127.0.0.1:PORT, for tests."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
        (parts.hostname or "").encode("idna")  # the lookup of the name encodes it like this
    except ValueError:
        raise WrongEndpoint from None
    host = parts.hostname or ""
    if to_loopback and parts.scheme == "http" and host == "127.0.0.1":
        return
    named = "." in host and not host.replace(".", "").isdigit()
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "@" not in parts.netloc
    if parts.scheme != "https" or port is not None or not named or not plain or len(endpoint) > ENDPOINT_MOST:
        raise WrongEndpoint


class PublicBackend(AsyncNetworkBackend):
    """The network as httpcore uses it, but only with public addresses (rule 2)."""

    def __init__(self, *, to_loopback: bool) -> None:
        """`to_loopback`: also accept 127.0.0.1, for tests."""
        self._network = AnyIOBackend()
        self._to_loopback = to_loopback

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's interface
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> AsyncNetworkStream:
        """Connect to a public address of this host. Raise `ConnectError`."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise ConnectError(str(error)) from error
        addresses = [str(where[0]) for *_, where in found]
        if not addresses or not all(is_public(each) or self._allowed(each) for each in addresses):
            raise ConnectError(f"{host} is not a host of the public internet")
        return await self._network.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    def _allowed(self, address: str) -> bool:
        return self._to_loopback and ip_address(address) == IPv4Address("127.0.0.1")

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's interface
        socket_options: Iterable[SocketOption] | None = None,
    ) -> AsyncNetworkStream:
        """Refuse: a push service is on the internet."""
        raise ConnectError("no push service is reached over a socket of this machine")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
