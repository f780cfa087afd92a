"""A resource of the capacity plan, which `plan` measures tables against and the chart draws."""

from collections.abc import Callable

import msgspec


class Resource(msgspec.Struct, frozen=True):
    """A resource with a limit. `used` returns which share of one unit (1.0 is all of it) a number of tables uses."""

    name: str
    used: Callable[[float], float]

    def limit(self) -> float:
        """Return the number of tables that use up a unit."""
        low, high = 0.0, 1.0
        while self.used(high) < 1:
            low, high = high, high * 2
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self.used(middle) < 1 else (low, middle)
        return high
