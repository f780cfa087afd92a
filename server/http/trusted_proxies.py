"""The client's address behind a proxy, read from the proxy's headers.

Rule 1. A proxy is trusted if `FORWARDED_ALLOW_IPS` names its address. Without that variable, a proxy on this machine is
trusted; with `*`, every proxy is.
Rule 2. Each proxy adds an address to the end of `X-Forwarded-For`. The client may have invented all earlier ones. So
the last address that is not a trusted proxy counts as the client. If all are trusted proxies (as with `*`), the last
address counts.
Rule 3. A forwarded client never counts as this machine, which has no limits (`limits_and_timeouts.LOCAL_ADDRESSES`).
All forwarded clients with a loopback address, or with text that is not an address, count as one client.
"""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts

UNKNOWN: Final = "an unknown address"


class TrustedProxies(_TrustedHosts):
    """The trusted proxies."""

    def get_trusted_client_address(self, x_forwarded_for: str) -> tuple[str, int]:
        """Return the address and port of the client. The rate limits count this address."""
        forwarded = [
            super(TrustedProxies, self).get_trusted_client_address(one) for one in reversed(x_forwarded_for.split(","))
        ]
        clients = [(host, port) for host, port in forwarded if host not in self and counted(host) not in self]
        host, port = (clients or forwarded)[0]
        return counted(host), port


def counted(host: str) -> str:
    """Return an address in its standard form, without its zone, because the zone may be any text. Return `UNKNOWN` if
    the text is not an address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return UNKNOWN if address.is_loopback else str(address)


class TrustedProxyHeaders(ProxyHeadersMiddleware):
    """uvicorn's ASGI middleware, with the trusted proxies of this file."""

    def __init__(self, app: ASGIApp, trusted: str, has_proxy: Callable[[], bool] = lambda: True) -> None:
        """`has_proxy`: True while people reach the server through a proxy. Otherwise the headers are not read."""
        super().__init__(app)  # type: ignore[arg-type] # uvicorn's own types for the same
        self.trusted_hosts = TrustedProxies(trusted)
        self._unproxied = app
        self._has_proxy = has_proxy

    def trusts(self, address: str) -> bool:
        """True if the server believes what a caller from this address says about its client."""
        return self._has_proxy() and address in self.trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        """Serve a request, with the client that a trusted proxy names."""
        if self._has_proxy():
            await super().__call__(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self._unproxied(scope, receive, send)
