"""The clock, as everything but the composition root knows it: handed in."""

from typing import Protocol


class Clock(Protocol):
    """The server's clock."""

    def wall(self) -> int:
        """Milliseconds since 1970."""
        ...

    def steady(self) -> float:
        """Seconds that only ever go forward."""
        ...
