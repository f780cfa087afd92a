"""The clock of the server. Only `server/app.py` makes the real one; all other parts receive it as an argument."""

from typing import Protocol


class Clock(Protocol):
    """The server's clock."""

    def wall(self) -> int:
        """Milliseconds since 1970."""
        ...

    def steady(self) -> float:
        """Seconds of a clock that never goes back ("steady seconds")."""
        ...
