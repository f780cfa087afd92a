"""Chance for tests: scripted faces, then seeded ones; ids that count up; a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from domain.core.audience import EVERYONE, Audience
from domain.core.dice_from_seed import GROVES, SIZE, HiddenPool, Seal

NOON = 1_700_000_000_000


class FakeChance:
    """A `domain.core.chance.Chance`. `faces` are drawn first; `hidden` has an entry per draw, true if it was hidden."""

    def __init__(self, faces: Iterable[int] = (), *, seed: int = 0, now: int = NOON, ids: str = "id") -> None:
        self.script = list(faces)
        self.now = now
        self.hidden: list[bool] = []
        self._random = Random(seed)
        self._ids = ids
        self._made = 0

    def load(self, *faces: int) -> None:
        """Script the next faces."""
        self.script += faces

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> FakeDraw:
        return FakeDraw(self, audience != EVERYONE, count, by, nonce)

    def faces(self, count: int, *, hidden: bool = False) -> tuple[int, ...]:
        """Draw the next faces, hidden or public."""
        self.hidden.append(hidden)
        return tuple(self.script.pop(0) if self.script else self._random.randint(1, 10) for _ in range(count))

    def id(self, audience: Audience) -> str:
        self._made += 1
        return f"{self._ids}{self._made}"

    def seed(self) -> bytes:
        return bytes(self._random.randrange(256) for _ in range(32))

    def pool(self) -> HiddenPool:
        return HiddenPool(self.seed(), bytes(GROVES * SIZE))


class FakeDraw:
    """A `domain.core.chance.Draw` of a `FakeChance`."""

    def __init__(self, chance: FakeChance, hidden: bool, count: int, by: str, nonce: bytes) -> None:
        self.seal = Seal(nonce or b"n" * 16, 0 if hidden else count, 1, by, 1 if hidden else -1)
        self._chance = chance
        self._hidden = hidden

    def __call__(self, count: int) -> tuple[int, ...]:
        return self._chance.faces(count, hidden=self._hidden)
