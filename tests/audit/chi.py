"""The chi-square test, without a library."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, gamma, sqrt


def chi_square(seen: Sequence[float], expected: Sequence[float]) -> float:
    """The chi-square distance of counts from the expected counts."""
    return sum((found - wanted) ** 2 / wanted for found, wanted in zip(seen, expected, strict=True))


def likely(found: float, freedom: int) -> float:
    """The probability of at least this distance by chance alone: the upper tail, by the series for whole degrees of
    freedom (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    if freedom % 2:
        terms: list[float] = [
            found ** (k - 0.5) / (2 ** (k - 0.5) * gamma(k + 0.5)) for k in range(1, freedom // 2 + 1)
        ]
        return erfc(sqrt(found / 2)) + exp(-found / 2) * sum(terms)
    term = total = 1.0
    for k in range(1, freedom // 2):
        term *= found / 2 / k
        total += term
    return exp(-found / 2) * total
