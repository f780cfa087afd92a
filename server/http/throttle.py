"""Limits the requests from each network address: how often they may come (SEC18), and how many may be open at the same
time (SEC19)."""

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domain.core.words import phrase
from server.http.endpoint_context import Site
from server.http.json_messages import error_body, reply
from server.http.tcp_limits import BoundedHttpProtocol
from server.limits_and_timeouts import LOCAL_ADDRESSES, REQUESTS, Buckets, ConnectionCounts, counted_as


def address_of(scope: Scope) -> str:
    """Return the network address that a request comes from, as limits count it; "" if it is unknown."""
    client: tuple[str, int] | None = scope.get("client")
    return counted_as(client[0]) if client else ""


class Throttle:
    """ASGI middleware that refuses the requests of an address that are over its limits."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._buckets = Buckets(REQUESTS)
        self._under_way = ConnectionCounts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, now = address_of(scope), self._site.hub.now()
        if address in LOCAL_ADDRESSES:
            await self._app(scope, receive, send)
        elif self._buckets.get(address, now).take(now) and self._under_way.enter(
            address, BoundedHttpProtocol.room_left(address)
        ):
            try:
                await self._app(scope, receive, send)
            finally:
                self._under_way.leave(address)
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        else:
            await reply(error_body(phrase("error-too-many-requests")), 429)(scope, receive, send)
