"""Chance: dice, time and ids come in as arguments and go out as facts. The domain makes none of them."""

from typing import Protocol


class Chance(Protocol):
    """What one command may draw on. The same command on the same scene draws the same again."""

    @property
    def now(self) -> int:
        """The commit's time, milliseconds since 1970."""
        ...

    def dice(self, count: int, *, hidden: bool) -> tuple[int, ...]:
        """`count` faces from 1 to 10. `hidden` wherever any face of the roll is hidden from anybody: public and
        hidden rolls draw from separate seeds, so that neither tells anything of the other."""
        ...

    def id(self) -> str:
        """A fresh id that tells nothing: 64 bits, never sequential."""
        ...

    def seed(self) -> bytes:
        """32 fresh secret bytes, for sealing."""
        ...
