"""The front: uvicorn's HTTP protocol, with a bound on how many connections there are and how long they may dawdle."""

from asyncio import TimerHandle, Transport
from typing import ClassVar, Final, cast

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

OPENING_WITHIN: Final = 10.0
"""Seconds in which a new connection has to bring its first request's head."""


class Front(H11Protocol):
    """A new connection, until its request is there or it has become a WebSocket."""

    most: ClassVar[int] = 10_000
    """Connections at once, sockets included; the composition root sets it below what the system allows."""
    _opening: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn narrows it
        """Somebody is at the door."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        self._opening = self.loop.call_later(OPENING_WITHIN, self._dawdled)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self._opening is not None:
            self._opening.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """It becomes a WebSocket: nothing of this is to be kept for it."""
        if self._opening is not None:
            self._opening.cancel()
        super().handle_websocket_upgrade(event)

    def _dawdled(self) -> None:
        begun = cast("object | None", self.cycle)  # uvicorn says that it is never None
        if begun is None:
            self.transport.abort()
