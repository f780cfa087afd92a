"""The exact odds of a throw (D9), counted in whole numbers and never simulated.

Each rule set counts its own dice (`RuleSet.compute_odds`). This file has the arithmetic that rule sets share, and the
odds of two rolls against each other (E2).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, lcm
from typing import Final, NamedTuple

Chances = dict[int, Fraction]
"""The probability of each number."""

SIDES: Final = 10
LEFT_MOST: Final = Fraction(1, 1_000_000)
"""The most probability that may be left out: sums are listed until the remaining ones together have at most this
probability. Without this limit the list would be endless if dice are re-rolled."""


class Tail(NamedTuple):
    """A formula for the probabilities of high sums, for dice that can be re-rolled without end. The probability of each
    sum from `start` on is a polynomial of a degree below `terms`, times `ratio` to the power of the sum."""

    start: int
    terms: int
    ratio: Fraction
    chance: Callable[[int], Fraction]


class Odds(NamedTuple):
    """The odds of a throw: the probability of each result and of each sum (`net`). `more` is the probability of a sum
    above the highest listed one. `expected` is the mean."""

    results: dict[str, Fraction]
    net: Chances
    expected: Fraction
    more: Fraction = Fraction(0)
    tail: Tail | None = None

    def without_botch(self) -> "Odds":
        """Return the odds if a botch counts as a failure (D12)."""
        told = {result: chance for result, chance in self.results.items() if result != "botch"}
        botch = self.results.get("botch", Fraction(0))
        return self._replace(results=told | {"failure": told.get("failure", Fraction(0)) + botch})

    def succeeded(self, count: int) -> Fraction:
        """Return the probability of exactly this number of successes. 0 means 0 or less."""
        if self.tail is not None:
            return self.tail.chance(count)
        if count:
            return self.net.get(count, Fraction(0))
        return sum((chance for net, chance in self.net.items() if net <= 0), Fraction(0))

    @property
    def tail_start(self) -> int:
        """The count from which on `tail` gives the probabilities. Without a tail, this and higher counts are
        impossible."""
        return self.tail.start if self.tail is not None else max([0, *self.net]) + 1


class Resisted(NamedTuple):
    """The odds of two rolls against each other: the probability that the first wins, that they are level, and that the
    second wins (E2)."""

    first: Fraction
    level: Fraction
    second: Fraction


def hits_and_ones(pool: int, hits: int) -> Iterator[tuple[int, int, int]]:
    """Yield every number of successes and of ones among `pool` dice, with the number of ways to get them. `hits` is the
    number of faces that succeed, never including the 1. The caller multiplies the number of ways by `hits **
    successes`, because each success can show any of `hits` faces."""
    for successes in range(pool + 1):
        for ones in range(pool - successes + 1):
            rest = pool - successes - ones
            ways = comb(pool, successes) * comb(pool - successes, ones) * (SIDES - 1 - hits) ** rest
            if ways:
                yield successes, ones, ways


def odds_of_ways(pool: int, ways: Iterable[tuple[int, str, int]]) -> Odds:
    """Return the odds of a throw of `pool` dice. Each entry of `ways` is a sum of successes, the result that it gives,
    and how many of the equally likely throws have both."""
    sums: defaultdict[int, int] = defaultdict(int)
    results: defaultdict[str, int] = defaultdict(int)
    for one, result, number in ways:
        if number:
            sums[one] += number
            results[result] += number
    every = SIDES**pool
    net = {one: Fraction(sums[one], every) for one in sorted(sums)}
    expected = Fraction(sum(one * number for one, number in sums.items()), every)
    return Odds({result: Fraction(number, every) for result, number in results.items()}, net, expected)


def reroll_tail(pool: int, plain: int, again: int) -> Tail:
    """Return the formula for the high sums of `pool` dice, in rules in which each success counts 1. Of the ten faces,
    `plain` succeed, and `again` others succeed and are re-rolled (S4)."""
    fail = SIDES - plain - again

    @cache
    def chance(count: int) -> Fraction:
        ways = 0
        for ends in range(min(pool, count) + 1):  # `ends`: the number of dice whose last face is a success.
            rolled_again = comb(pool - 1 + count - ends, pool - 1) * again ** (count - ends)
            ways += comb(pool, ends) * (SIDES * plain) ** ends * fail ** (pool - ends) * rolled_again
        return Fraction(ways, SIDES ** (pool + count))

    return Tail(pool if again else pool + 1, pool if again else 0, Fraction(again, SIDES), chance)


def odds_of_tail(tail: Tail, expected: Fraction, results: dict[str, Fraction]) -> Odds:
    """Return the odds of a throw whose sums have no upper limit, listed until the remaining probability is at most
    `LEFT_MOST`."""
    net: Chances = {}
    left = Fraction(1)
    while left > LEFT_MOST:
        net[len(net)] = tail.chance(len(net))
        left -= net[len(net) - 1]
    return Odds({one: chance for one, chance in results.items() if chance}, net, expected, left, tail)


def resisted_odds(first: Odds, second: Odds) -> Resisted:
    """Return the odds of two rolls against each other: the higher count of successes wins (E2)."""
    beyond: Chances = {-1: Fraction(1)}

    def more(count: int) -> Fraction:
        """Return the probability that the first roll has more than `count` successes."""
        for one in range(len(beyond) - 1, count + 1):
            beyond[one] = beyond[one - 1] - first.succeeded(one)
        return beyond[count]

    wins = sum_over_counts(first, second, lambda count: more(count) * second.succeeded(count))
    level = sum_over_counts(first, second, lambda count: first.succeeded(count) * second.succeeded(count))
    return Resisted(wins, level, 1 - wins - level)


def sum_over_counts(first: Odds, second: Odds, chance: Callable[[int], Fraction]) -> Fraction:
    """Return the sum of `chance` over all counts of successes. Counts below the start of either tail are added one by
    one. From there on, each term is a polynomial times a power, so the infinite sum is computed exactly from the
    differences of the polynomial."""
    start = max(first.tail_start, second.tail_start)
    found = sum((chance(count) for count in range(start)), Fraction(0))
    if first.tail is None or second.tail is None or not first.tail.terms or not second.tail.terms:
        return found
    ratio = first.tail.ratio * second.tail.ratio
    terms = first.tail.terms + second.tail.terms - 1
    row = [chance(start + step) / ratio**step for step in range(terms)]
    whole = lcm(*(one.denominator for one in row))  # whole numbers are subtracted faster than fractions
    differences = [one.numerator * (whole // one.denominator) for one in row]
    factor = 1 / (1 - ratio)
    while differences:
        found += Fraction(differences[0], whole) * factor
        factor *= ratio / (1 - ratio)
        differences = [after - before for before, after in pairwise(differences)]
    return found
