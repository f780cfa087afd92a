"""The step in the middle of a broadcast (F1): some of the viewers were written to, and the others are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.core.audience import Seat
from server.fold.projection import Told
from server.stream.fan_out import Gallery, Viewer


class _Amid(dict[Viewer, Seat]):
    """Viewers that are gone through in order; something happens before it is this one's turn."""

    def __init__(self, viewers: dict[Viewer, Seat], turn: Viewer, happen: Callable[[], None]) -> None:
        super().__init__(viewers)
        self._turn, self._happen = turn, happen

    def items(self) -> Iterator[tuple[Viewer, Seat]]:  # type: ignore[override] # nobody takes a view of them
        for viewer, seat in super().items():
            if viewer is self._turn:
                self._happen()
            yield viewer, seat


def amid(gallery: Gallery, told: Sequence[Told], happen: Callable[[], None]) -> None:
    """Before a gallery tells of these commits: let something happen when half of those who are to hear of them have
    been written to. Nothing, where fewer than two are."""
    hearing = [v for v, seat in gallery.viewers.items() if any(seat.reads(a) for t in told for a in t.parts)]
    if len(hearing) > 1:
        gallery.viewers = _Amid(gallery.viewers, hearing[len(hearing) // 2], happen)
