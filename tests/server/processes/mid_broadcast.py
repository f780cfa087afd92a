"""A step in the middle of a broadcast (FLT1): half of the subscribers have received the commit, and the rest have
not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.core.audience import Seat
from server.fold.projection import EncodedCommit
from server.stream.fan_out import FanOut, Subscriber


class _Amid(dict[Subscriber, Seat]):
    """A dictionary of subscribers that calls `happen` just before it yields the subscriber `turn`."""

    def __init__(self, subscribers: dict[Subscriber, Seat], turn: Subscriber, happen: Callable[[], None]) -> None:
        super().__init__(subscribers)
        self._turn, self._happen = turn, happen

    def items(self) -> Iterator[tuple[Subscriber, Seat]]:  # type: ignore[override] # callers only iterate
        for subscriber, seat in super().items():
            if subscriber is self._turn:
                self._happen()
            yield subscriber, seat


def amid(fan_out: FanOut, told: Sequence[EncodedCommit], happen: Callable[[], None]) -> None:
    """Before the fan-out broadcasts these commits, arrange that `happen` is called when half of the subscribers that
    receive them have been written to. Do nothing if fewer than two subscribers receive them."""
    hearing = [v for v, seat in fan_out.subscribers.items() if any(seat.reads(a) for t in told for a in t.parts)]
    if len(hearing) > 1:
        fan_out.subscribers = _Amid(fan_out.subscribers, hearing[len(hearing) // 2], happen)
