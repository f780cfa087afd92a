"""The clock as the server's parts see it. Only `server/app.py` makes a real one; all others receive it as an
argument."""

from typing import Protocol


class Clock(Protocol):
    """The server's clock."""

    def wall(self) -> int:
        """Milliseconds since 1970."""
        ...

    def steady(self) -> float:
        """Seconds that only ever go forward."""
        ...
