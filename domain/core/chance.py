"""Chance: dice, time and ids come in as arguments and go out as facts. The domain makes none of them."""

from typing import Protocol

from domain.core.audience import Audience
from domain.core.sealed_dice import Pool, Seal


class Draw(Protocol):
    """The dice of one roll."""

    @property
    def seal(self) -> Seal:
        """What they are drawn with: the fact of the roll has it, so that anyone can draw them again."""
        ...

    def __call__(self, count: int) -> tuple[int, ...]:
        """The next `count` faces, 1 to 10."""
        ...


class Chance(Protocol):
    """What one command may draw on. The same command on the same scene draws the same again."""

    @property
    def now(self) -> int:
        """The commit's time, milliseconds since 1970."""
        ...

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> Draw:
        """Dice for those who will see them; `count` is that of `everyone` when the commit stands, `by` the player whose
        page made the number that they are drawn with: `nonce`, or else the command's own. What everybody sees
        and what is hidden from anybody come from separate seeds, and each audience has draws of its own: none tells
        anything of another's."""
        ...

    def id(self, audience: Audience) -> str:
        """A fresh id that tells nothing: 64 bits, never sequential. `audience` is the widest that will see it: what
        others are told in the same commit does not change it."""
        ...

    def seed(self) -> bytes:
        """32 fresh secret bytes, for sealing."""
        ...

    def pool(self) -> Pool:
        """A fresh pool for a scene's hidden dice."""
        ...
