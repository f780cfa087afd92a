"""Token buckets: how often somebody may do something, the clock being handed in, in seconds. And how many may be in at
once."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final

HERE: Final = ("", "127.0.0.1", "::1")
"""Addresses of this machine, which are not counted: whoever runs the server, or a proxy of hers."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`per_second` on the long run, `burst` at once."""

    per_second: float
    burst: float


SELDOM: Final = Rate(1 / 60, 1)
"""How often it is said in the server's log that somebody was turned away, however many are."""


A_MESSAGE: Final = 200
"""Bytes of commands that a seat may send on the long run, for each message a second that it may. At the usual 20 that
is 4,000 bytes a second: hundreds of times as fast as anybody types, and a 32nd of what a slow line of 128 KB/s
carries."""
BYTES_BURST: Final = 256 * 1024
"""Bytes of commands that a seat may send at once: 16 texts of 4,000 letters of four bytes each, or four commands of the
largest size. After a minute the seat has as much again."""


def bytes_rate(messages: Rate) -> Rate:
    """How many bytes of commands a seat may send, if it may send so many messages."""
    return Rate(messages.per_second * A_MESSAGE, max(BYTES_BURST, messages.burst * A_MESSAGE))


class Bucket:
    """One bucket, full to begin with."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, rate: Rate, now: float) -> None:
        self._per_second = rate.per_second
        self._burst = self._left = rate.burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are there."""
        left = self._left
        if now > self._at:
            left += (now - self._at) * self._per_second
            if left > self._burst:  # noqa: PLR1730 - asked for every message, and `min` costs as much as all of this
                left = self._burst
        self._at = now
        within = left >= cost
        self._left = left - cost if within else left
        return within

    def wait(self, cost: float) -> int:
        """In how many whole seconds there will be `cost` tokens, counted from the last `take`."""
        return math.ceil(max(cost - self._left, 0) / self._per_second)

    def give_back(self, cost: float = 1.0) -> None:
        """What was taken is not to count after all."""
        self._left = min(self._burst, self._left + cost)


class ConnectionCounts:
    """How many there are of each name (an address, a seat) at the same time."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()

    def enter(self, name: str, most: int) -> bool:
        """One more, unless there are `most` already."""
        if self._here[name] >= most:
            return False
        self._here[name] += 1
        return True

    def of(self, name: str) -> int:
        """How many there are of this name."""
        return self._here[name]

    def leave(self, name: str) -> None:
        """One of those who entered is gone."""
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name]


class Buckets:
    """A bucket for each name (a seat, an address), at most `most` of them: the oldest is let go."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def of(self, name: str, now: float) -> Bucket:
        """The bucket of this name, made full when first asked for."""
        found = self._buckets.get(name)
        if found is None:
            if len(self._buckets) >= self._most:
                del self._buckets[next(iter(self._buckets))]
            found = self._buckets[name] = Bucket(self._rate, now)
        return found
