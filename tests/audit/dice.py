"""Dice by the million, as a table throws them: are the faces even, and independent of the face before (SEC13)?

Every second roll is hidden, so that both ways to make faces are tested. Three tests, each passed if p is at least
0.0001:
the faces by themselves, pairs of successive faces, and the results of the rolls, compared with the exact odds (D9).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, STORYTELLER
from domain.features.table.settings import SceneKey
from domain.rules.rule_types import Throw
from server.fold.sealed_chance import SealedChance
from tests.audit.chi import chi_square, likely

LEAST: Final = 0.0001
RETRIES: Final = 2
POOL: Final = 5
FACES: Final = range(1, 11)


class Tried(NamedTuple):
    """A test of a rule set: the probability of an outcome at least as far off by chance."""

    rules: str
    test: str
    p: float


class Thrown(NamedTuple):
    """The counts of many rolls: faces, pairs of faces, and results."""

    faces: Counter[int]
    pairs: Counter[tuple[int, int]]
    results: Counter[str]


def throw(rules: str, rolls: int, seed: bytes) -> Thrown:
    """Throw so many rolls of a pool under a rule set, with seeds made from these bytes."""
    made = catalogue().rulesets[rules]({})
    asked = Throw(POOL, made.difficulty())
    key = SceneKey("key", b"", sha256(b"public" + seed).digest(), sha256(b"hidden" + seed).digest())
    found = Thrown(Counter(), Counter(), Counter())
    before = 0
    for n in range(rolls):
        chance = SealedChance(key, n.to_bytes(16, "big"), 0)
        dice = chance.roll(STORYTELLER if n % 2 else EVERYONE, n, "")
        verdict = made.throw(asked, dice)
        found.results[verdict.result] += 1
        faces = [die[0] for die in verdict.faces] + [face for die in verdict.faces for face in die[1:]]
        found.faces.update(faces)
        for face in faces:
            if before:
                found.pairs[before, face] += 1
                before = 0
            else:
                before = face
    return found


def tried(rules: str, rolls: int, seed: bytes) -> Iterator[Tried]:
    """The three tests of one rule set."""
    found = throw(rules, rolls, seed)
    faces = sum(found.faces.values())
    yield Tried(rules, "faces", p([found.faces[face] for face in FACES], [faces / 10] * 10))
    pairs = sum(found.pairs.values())
    yield Tried(rules, "pairs", p([found.pairs[a, b] for a in FACES for b in FACES], [pairs / 100] * 100))
    made = catalogue().rulesets[rules]({})
    odds = {
        name: float(chance)
        for name, chance in made.compute_odds(Throw(POOL, made.difficulty())).results.items()
        if chance
    }
    assert set(found.results) <= set(odds), f"{rules} has results without odds: {found.results}"
    yield Tried(rules, "results", p([found.results[name] for name in odds], [rolls * odds[name] for name in odds]))


def p(seen: list[int], expected: list[float]) -> float:
    return likely(chi_square(seen, expected), len(seen) - 1)


def audit(rules: str, rolls: int, seed: bytes) -> list[Tried]:
    """The tests of a rule set; if one fails, again with new seeds, twice at most."""
    found: list[Tried] = []
    for again in range(RETRIES + 1):
        found = list(tried(rules, rolls, seed + bytes([again])))
        if all(outcome.p >= LEAST for outcome in found):
            break
    return found
