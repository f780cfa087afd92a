"""The step in the middle of a broadcast (FLT1): some of the viewers were written to, and the others are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.core.audience import Seat
from server.fold.projection import EncodedCommit
from server.stream.fan_out import FanOut, Subscriber


class _Amid(dict[Subscriber, Seat]):
    """Viewers that are gone through in order; something happens before it is this one's turn."""

    def __init__(self, subscribers: dict[Subscriber, Seat], turn: Subscriber, happen: Callable[[], None]) -> None:
        super().__init__(subscribers)
        self._turn, self._happen = turn, happen

    def items(self) -> Iterator[tuple[Subscriber, Seat]]:  # type: ignore[override] # nobody takes a view of them
        for subscriber, seat in super().items():
            if subscriber is self._turn:
                self._happen()
            yield subscriber, seat


def amid(fan_out: FanOut, told: Sequence[EncodedCommit], happen: Callable[[], None]) -> None:
    """Before a gallery tells of these commits: let something happen when half of those who are to hear of them have
    been written to. Nothing, where fewer than two are."""
    hearing = [v for v, seat in fan_out.subscribers.items() if any(seat.reads(a) for t in told for a in t.parts)]
    if len(hearing) > 1:
        fan_out.subscribers = _Amid(fan_out.subscribers, hearing[len(hearing) // 2], happen)
