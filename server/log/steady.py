"""How long a write takes, told nobody who waits for it.

A disk that flushed a moment ago flushes again sooner, so that whoever waited for a roll of her own could tell by the
clock whether something had been rolled in secret just before. Each write therefore takes as long as most do (S12, F32).
"""

from collections import deque
from typing import Final

LATELY: Final = 64
"""Of so many writes it is known how long they took."""
FEW: Final = 8
"""Of fewer nothing is concluded."""


class Steady:
    """How long the writes of one disk took lately."""

    def __init__(self) -> None:
        self._took: deque[float] = deque(maxlen=LATELY)
        self._late = 0.0

    def rest(self, took: float) -> float:
        """Seconds to sleep after a write until it has taken as long as four of five do, or twice as long as half of
        them: a disk that stands still now and then makes nobody wait for it at other times."""
        ranked = sorted(self._took)
        usual = min(ranked[len(ranked) * 4 // 5], 2 * ranked[len(ranked) // 2]) if len(ranked) >= FEW else 0.0
        self._took.append(took)
        return max(usual - took - self._late, 0.0)

    def rested(self, asked: float, slept: float) -> None:
        """Whoever sleeps wakes a little late, which would tell that there was something to sleep for."""
        self._late += (slept - asked - self._late) / FEW
