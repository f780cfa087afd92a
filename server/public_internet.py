"""The addresses of the public internet. All others belong to the server's own machine or network, which nobody may make
the server call."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that a network translates into IPv4 addresses (RFC 6052)."""


def is_public(address: str) -> bool:
    """True if this is an address of the public internet."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and (found.ipv4_mapped or found.sixtofour or found.teredo or found in TRANSLATED):
        return False
    return found.is_global and not found.is_multicast
