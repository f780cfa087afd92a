"""Who calls through a proxy, by the proxy's word.

Rule 1. A proxy is believed whose address `FORWARDED_ALLOW_IPS` names: without it one on this machine, with `*` any.
Rule 2. Each adds to `X-Forwarded-For` at the end, and what stands before may be the caller's own invention: the last
        address counts that is no such proxy's; where all are, as with `*`, the last of all.
Rule 3. Who is forwarded is never taken for this machine, which is not counted (`limits.HERE`). All who come from there,
        or from what is no address, are counted as one.
"""

from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts

UNKNOWN: Final = "an unknown address"


class TrustedProxies(_TrustedHosts):
    """Whose word is taken, and for what."""

    def get_trusted_client_address(self, x_forwarded_for: str) -> tuple[str, int]:
        """The caller, as it is counted."""
        said = [
            super(TrustedProxies, self).get_trusted_client_address(one) for one in reversed(x_forwarded_for.split(","))
        ]
        callers = [(host, port) for host, port in said if host not in self and counted(host) not in self]
        host, port = (callers or said)[0]
        return counted(host), port


def counted(host: str) -> str:
    """An address in its one way to be written, without a zone, which may be any words; else `UNKNOWN`."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return UNKNOWN if address.is_loopback else str(address)


class TrustedProxyHeaders(ProxyHeadersMiddleware):
    """ASGI middleware: uvicorn's, with these proxies."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        super().__init__(app)  # type: ignore[arg-type] # uvicorn's own types for the same
        self.trusted_hosts = TrustedProxies(trusted)
