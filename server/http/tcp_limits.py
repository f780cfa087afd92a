"""uvicorn's HTTP protocol, with limits on TCP connections: how many there may be, and how long they may be
idle (SEC19)."""

import logging
from asyncio import TimerHandle, Transport
from typing import ClassVar, cast

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from server.http.trusted_proxies import TrustedProxyHeaders
from server.limits_and_timeouts import (
    FAREWELL_SECONDS,
    LOCAL_ADDRESSES,
    OPENING_WITHIN,
    READING_WITHIN,
    SELDOM,
    TCP_CONNECTIONS_MOST,
    Bucket,
    ConnectionCounts,
    counted_as,
)

log_ = logging.getLogger("coterie.tcp_limits")


class BoundedHttpProtocol(H11Protocol):
    """A TCP connection, until it ends or becomes a WebSocket."""

    most: ClassVar[int] = 10_000
    """The most TCP connections at the same time, including WebSockets. `server/app.py` sets a number that fits the
    limits of the system."""
    websockets: ClassVar[ConnectionCounts] = ConnectionCounts()
    """The number of WebSockets of each address. `server/app.py` passes the counts of the hub."""
    tcp_connections: ClassVar[ConnectionCounts] = ConnectionCounts()
    """The number of TCP connections of each address that are not WebSockets."""
    warnings: ClassVar[Bucket] = Bucket(SELDOM, 0.0)
    """Limits how often the server's log reports a refused connection."""
    _address = ""
    """The address for which this connection is counted; "" if it is not counted."""
    _timer: TimerHandle | None = None
    _resumed = 0
    _state: object = None
    _since = 0.0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn narrows it
        """Count the new connection, or close it if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self.most or not self._counted():
            transport.abort()
            return
        self._check_idle()

    def connection_lost(self, exc: Exception | None) -> None:
        """Subtract the connection from the count."""
        self._uncount()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Stop counting and timing the connection, because it becomes a WebSocket, which the hub counts."""
        self._uncount()
        super().handle_websocket_upgrade(event)

    def resume_writing(self) -> None:
        """Note that the client has read a part of a long answer."""
        self._resumed += 1
        super().resume_writing()

    def shutdown(self) -> None:
        """Let pending requests finish, but wait no longer than `FAREWELL_SECONDS` for a slow client."""
        super().shutdown()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def _counted(self) -> bool:
        address = self.client[0] if self.client else ""
        if address in LOCAL_ADDRESSES or self._is_proxy(address):
            return True
        counted = counted_as(address)
        if not self.tcp_connections.enter(counted, self.room_left(counted)):
            if self.warnings.take(self.loop.time()):
                log_.warning(
                    "Closed a connection from %s: it has too many. If it is a proxy, set FORWARDED_ALLOW_IPS.", address
                )
            return False
        self._address = counted
        return True

    def _is_proxy(self, address: str) -> bool:
        """True if this is the address of a trusted proxy. The server believes what such a proxy says about the client's
        address."""
        return isinstance(self.app, TrustedProxyHeaders) and self.app.trusts(address)

    @classmethod
    def room_left(cls, address: str) -> int:
        """Return how many TCP connections an address may have, WebSockets not counted. If the system allows few
        connections in all, an address gets at most half of them."""
        return min(TCP_CONNECTIONS_MOST, cls.most // 2) - cls.websockets.count(address)

    def _uncount(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._address:
            self.tcp_connections.leave(self._address)
            self._address = ""

    def _check_idle(self) -> None:
        """Close the connection if the server has waited too long for the client. While the client waits for the server,
        the connection stays open."""
        now = self.loop.time()
        cycle = cast("RequestResponseCycle | None", self.cycle)  # uvicorn says that it is never None
        unread = self.transport.get_write_buffer_size()
        answering = cycle is not None and not cycle.response_complete and not unread
        state = cycle, answering, unread, self._resumed
        if state != self._state:
            self._state, self._since = state, now
        elif not answering and now - self._since >= (READING_WITHIN if unread else OPENING_WITHIN):
            self.transport.abort()
            return
        self._timer = self.loop.call_later(OPENING_WITHIN, self._check_idle)
