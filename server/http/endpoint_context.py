"""The parts of the server that the endpoints use, and links as the page shows them."""

from typing import NamedTuple

import segno

from server.access.sessions import Sessions
from server.http.public_address import PublicAddress
from server.http.types import Link
from server.http.ways_in import Started
from server.hub.hub import Hub
from server.push.delivery import PushDelivery


class Site(NamedTuple):
    """The hub, the sessions, the addresses that links lead to, and the sender of push messages. `origin`: the address
    that the host uses."""

    hub: Hub
    sessions: Sessions
    origin: str
    push: PushDelivery
    public: PublicAddress
    started: Started

    def link(self, secret: str) -> str:
        """Return a link for other people with this secret after the "#". A browser never sends that part of an
        address."""
        public = self.public.set_by_host
        return f"{public}{self.public.base_path}/#{secret}" if public else self.host_link(secret)

    def host_link(self, secret: str) -> str:
        """Return a link for the host, which works on this machine even if no proxy runs."""
        return f"{self.origin}/#{secret}"


def shown(link: str) -> Link:
    """Return a link as the page shows it."""
    return Link(link=link, qr=qr_rows(link))


def qr_rows(link: str) -> list[str]:
    """Return the rows of a link's QR code. In each row, 1 is dark."""
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make(link, error="m").matrix_iter(border=2)]
