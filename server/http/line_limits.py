"""The front: uvicorn's HTTP protocol, with a bound on how many lines there are and how long they may dawdle (S19)."""

import logging
from asyncio import TimerHandle, Transport
from typing import ClassVar, Final, cast

from h11 import Request
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from server.connection.websocket import FAREWELL_SECONDS
from server.rate_limits import HERE, SELDOM, Bucket, ConnectionCounts

log_ = logging.getLogger("coterie.line_limits")

OPENING_WITHIN: Final = 10.0
"""Seconds in which a line has to bring a request's whole head: its first, or the next after an answer."""
READING_WITHIN: Final = 60.0
"""Seconds in which some of an answer has to be read: on a slow line it goes to the system in large pieces."""
LINES_MOST: Final = 400
"""Lines from one address at once, those that speak HTTP and those of peers: a page uses up to six while it loads. Those
of a proxy whose word is taken are everybody's: there so many requests of each address that it names (`Throttle`)."""


class BoundedHttpProtocol(H11Protocol):
    """A line until it ends, or has become a WebSocket."""

    most: ClassVar[int] = 10_000
    """Lines at once, sockets included; the composition root sets it below what the system allows."""
    sockets: ClassVar[ConnectionCounts] = ConnectionCounts()
    """The peers of each address; the composition root hands over the house's."""
    lines: ClassVar[ConnectionCounts] = ConnectionCounts()
    """The lines of each address that are no WebSocket."""
    said: ClassVar[Bucket] = Bucket(SELDOM, 0.0)
    """How often it is said that somebody was turned away."""
    _address = ""
    """Under which it is counted, if it is."""
    _watch: TimerHandle | None = None
    _resumed = 0
    _state: object = None
    _since = 0.0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn narrows it
        """Somebody is at the door."""
        super().connection_made(transport)
        if len(self.connections) > self.most or not self._counted():
            transport.abort()
            return
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """It becomes a WebSocket: nothing of this is to be kept for it."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def resume_writing(self) -> None:
        """Some of a long answer was read."""
        self._resumed += 1
        super().resume_writing()

    def shutdown(self) -> None:
        """The server ends: what is under way may end first, but nobody who dawdles is waited for."""
        super().shutdown()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def _counted(self) -> bool:
        address = self.client[0] if self.client else ""
        if address in HERE or self._is_proxy(address):
            return True
        if not self.lines.enter(address, self.left(address)):
            if self.said.take(self.loop.time()):
                log_.warning("Too many lines from %s: one was cut, and more may be. Is it a proxy? See README", address)
            return False
        self._address = address
        return True

    def _is_proxy(self, address: str) -> bool:
        """Whether it is one whose word on who is calling is taken."""
        return isinstance(self.app, ProxyHeadersMiddleware) and address in self.app.trusted_hosts

    @classmethod
    def left(cls, address: str) -> int:
        """How many lines an address may have that are no WebSocket: half of what fits at most, where the system allows
        but few."""
        return min(LINES_MOST, cls.most // 2) - cls.sockets.of(address)

    def _let_go(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if self._address:
            self.lines.leave(self._address)
            self._address = ""

    def _look(self) -> None:
        """End the line if it waits for the other side, and nothing has come from there for too long. A line that waits
        for us is left alone."""
        now = self.loop.time()
        cycle = cast("RequestResponseCycle | None", self.cycle)  # uvicorn says that it is never None
        unread = self.transport.get_write_buffer_size()
        ours = cycle is not None and not cycle.response_complete and not unread
        state = cycle, ours, unread, self._resumed
        if state != self._state:
            self._state, self._since = state, now
        elif not ours and now - self._since >= (READING_WITHIN if unread else OPENING_WITHIN):
            self.transport.abort()
            return
        self._watch = self.loop.call_later(OPENING_WITHIN, self._look)
