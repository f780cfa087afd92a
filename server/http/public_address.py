"""The public address: the origin at which players reach the server from outside.

`--public-url https://...` fixes it for a process. Otherwise the host sets it on the host's page, while the server runs:
it is kept in the access store, and all processes of the store follow at once. Links then lead to it, and the guard
admits it beside the local addresses. An address without TLS, as a container has it, is such a local address.
"""

import re
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import urlsplit

from server.access.contract import Changed
from server.access.sessions import Sessions
from server.hub.background_tasks import BackgroundTasks

PUBLIC: Final = re.compile(
    r"https?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\])(:(?P<port>[1-9][0-9]{0,4}))?/?"
)
"""The address of a server. An international name has to be in punycode, because browsers send it like that in the
header Origin. A port has no leading zero."""
PORT_MOST: Final = 65535


def is_public_address(address: str, *, plain: bool = False) -> bool:
    """True if this can be the address of a TLS proxy: also its port, its IPv6 address, and the length of each part of
    its name are right. `plain`: it may also be an address without TLS."""
    found = PUBLIC.fullmatch(address)
    if found is None or not (plain or address.startswith("https:")) or int(found["port"] or 443) > PORT_MOST:
        return False
    host = found[1]
    try:
        if host.startswith("["):
            IPv6Address(host[1:-1])
        else:
            host.encode("idna")
        urlsplit(address)
    except ValueError:
        return False
    return True


def as_origin(address: str) -> str:
    """Return an address as a browser writes it in the header Origin."""
    origin = address.rstrip("/").lower()
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")


class PublicAddress:
    """The public address of this process."""

    def __init__(
        self,
        sessions: Sessions,
        background: BackgroundTasks,
        origins: Sequence[str],
        base_path: str = "",
        *,
        fixed: bool,
    ) -> None:
        """`origins`: the addresses that the command line gives. `base_path`: the path of another site under which
        people reach the server. `fixed`: True if --public-url gave one with TLS; then it is the
        only one."""
        self._sessions = sessions
        self._background = background
        self.local = tuple(origins)
        self.base_path = base_path
        self.fixed = fixed
        self.set_by_host = ""
        """The address that the host has set; "" for none."""
        self._on_change: Callable[[Sequence[str]], None] | None = None

    @property
    def current(self) -> str:
        """The public address; "" for none."""
        return self.local[0] if self.fixed else self.set_by_host

    def on_change(self, callback: Callable[[Sequence[str]], None]) -> None:
        """From now on call `callback` with all addresses of the server when they change."""
        self._on_change = callback

    async def load(self) -> None:
        """Read the address that the host has set. Raise `LogError`."""
        if self.fixed:
            return
        stored = await self._sessions.setting("public-address")
        self.set_by_host = stored if is_public_address(stored) else ""
        if self._on_change is not None:
            self._on_change([*self.local, self.set_by_host] if self.set_by_host else self.local)

    async def set(self, address: str) -> None:
        """Set the address, for all processes; "" removes it. Raise `LogError`."""
        await self._sessions.set_setting("public-address", address)
        await self.load()

    def access_changed(self, changed: Changed) -> None:
        """Read the address again if a process has set it."""
        if changed.kept == "public-address" or changed == Changed():
            self._background.retry(self.load)
