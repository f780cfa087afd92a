"""Chance: dice, time and ids come in as arguments and go out as facts. The domain makes none of them."""

from typing import Protocol

from domain.audience import Audience


class Chance(Protocol):
    """What one command may draw on. The same command on the same scene draws the same again."""

    @property
    def now(self) -> int:
        """The commit's time, milliseconds since 1970."""
        ...

    def dice(self, count: int, audience: Audience) -> tuple[int, ...]:
        """`count` faces from 1 to 10, for those who will see them. What everybody sees and what is hidden from anybody
        come from separate seeds, and each audience has draws of its own: none tells anything of another's."""
        ...

    def id(self, audience: Audience) -> str:
        """A fresh id that tells nothing: 64 bits, never sequential. `audience` is the widest that will see it: what
        others are told in the same commit does not change it."""
        ...

    def seed(self) -> bytes:
        """32 fresh secret bytes, for sealing."""
        ...
