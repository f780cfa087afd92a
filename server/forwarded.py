"""Who calls through a proxy, by the proxy's word.

Rule 1. A proxy is believed whose address `FORWARDED_ALLOW_IPS` names: without it one on this machine, with `*` any.
Rule 2. Each adds to `X-Forwarded-For` at the end, and what stands before may be the caller's own invention: the last
        address counts that is no such proxy's, with `*` the last of all.
Rule 3. Who is forwarded is never taken for this machine, which is not counted (`limits.HERE`). All who come from there,
        or from what is no address, are counted as one.
"""

from ipaddress import ip_address
from typing import Final

from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts

UNKNOWN: Final = "an unknown address"


class Proxies(_TrustedHosts):
    """Whose word is taken, and for what."""

    def get_trusted_client_address(self, x_forwarded_for: str) -> tuple[str, int]:
        """The caller, as it is counted."""
        said = x_forwarded_for.rpartition(",")[2].strip() if self.always_trust else x_forwarded_for
        host, port = super().get_trusted_client_address(said)
        return counted(host), port


def counted(host: str) -> str:
    """An address in its one way to be written, without a zone, which may be any words; else `UNKNOWN`."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    return UNKNOWN if address.is_loopback else str(address)


class Forwarded(ProxyHeadersMiddleware):
    """ASGI middleware: uvicorn's, with these proxies."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        super().__init__(app)  # type: ignore[arg-type] # uvicorn's own types for the same
        self.trusted_hosts = Proxies(trusted)
