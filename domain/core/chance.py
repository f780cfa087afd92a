"""Chance: the interface through which dice, time and ids enter the domain. The domain never makes them itself, and
events record them as facts."""

from typing import Protocol

from domain.core.audience import Audience
from domain.core.dice_from_seed import HiddenPool, Seal


class Draw(Protocol):
    """The dice of one roll."""

    @property
    def seal(self) -> Seal:
        """Return the public inputs from which these dice were computed. The roll's event stores them, so that anyone
        can compute the dice again."""
        ...

    def __call__(self, count: int) -> tuple[int, ...]:
        """Return the next `count` faces, each from 1 to 10."""
        ...


class Chance(Protocol):
    """The source of dice, time and ids for one command. If the same command is decided again on the same scene, it gets
    the same values."""

    @property
    def now(self) -> int:
        """The time of the commit, in milliseconds since 1970."""
        ...

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> Draw:
        """Start a roll whose dice this audience will see.

        `count` is the number of this commit among the commits that have a fact for `everyone`. `by` is the player whose
        page made the nonce: `nonce` if given, else the nonce of the command itself. Public dice and hidden dice have
        separate seeds, and each audience has its own sequence of dice, so an audience learns nothing from its dice
        about the dice of another.
        """
        ...

    def id(self, audience: Audience) -> str:
        """Return a fresh random id of 64 bits. It reveals nothing about ids made earlier. `audience` is the largest
        audience that will see the id; the id stays the same if facts of the commit for other audiences change."""
        ...

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes, e.g. the seed of a scene's public dice."""
        ...

    def pool(self) -> HiddenPool:
        """Return a fresh pool of secret values for the hidden dice of a scene."""
        ...
