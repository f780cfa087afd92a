"""Chance: the interface through which dice, time and ids enter the domain. The domain makes none of them, and events
record them as facts."""

from typing import Protocol

from domain.core.audience import Audience
from domain.core.dice_from_seed import HiddenPool, Seal


class Draw(Protocol):
    """The dice of one roll."""

    @property
    def seal(self) -> Seal:
        """The values that the dice are drawn with. The roll's event records them, so that anyone can draw the dice
        again."""
        ...

    def __call__(self, count: int) -> tuple[int, ...]:
        """Return the next `count` faces, each from 1 to 10."""
        ...


class Chance(Protocol):
    """The dice, time and ids of a command. The same command on the same scene gets the same values again."""

    @property
    def now(self) -> int:
        """The commit's time, milliseconds since 1970."""
        ...

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> Draw:
        """Start drawing dice for this audience.

        `count` is the number of this commit among the commits that have a fact for `everyone`. `by` is the player whose
        page made the nonce: `nonce` if given, else the nonce of the command itself. Public dice and hidden dice have
        separate seeds, and each audience has separate draws, so no audience can learn from its dice about the dice of
        another.
        """
        ...

    def id(self, audience: Audience) -> str:
        """Return a fresh random id of 64 bits, which tells nothing about earlier ids. `audience` is the widest audience
        that will see the id; facts of the same commit for further audiences do not change it."""
        ...

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes, for a seal."""
        ...

    def pool(self) -> HiddenPool:
        """Return a fresh pool for a scene's hidden dice."""
        ...
