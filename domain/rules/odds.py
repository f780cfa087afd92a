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
"""Numbers, each with how likely it is."""

SIDES: Final = 10
LEFT_MOST: Final = Fraction(1, 1_000_000)
"""How much may be left beyond the sums that are listed, where dice can go on for ever."""


class Tail(NamedTuple):
    """Sums without an end, where dice are rolled again: from `start` on `chance` is a polynomial of a degree below
    `terms`, times `ratio` to the power of the sum."""

    start: int
    terms: int
    ratio: Fraction
    chance: Callable[[int], Fraction]


class Odds(NamedTuple):
    """How likely a throw is to come to what. `net`: each sum, as a roll records it; what lies beyond the highest one
    listed is `more`. `expected`: the mean sum."""

    results: dict[str, Fraction]
    net: Chances
    expected: Fraction
    more: Fraction = Fraction(0)
    tail: Tail | None = None

    def without_botch(self) -> "Odds":
        """As they are where a botch counts as a failure (D12)."""
        told = {result: chance for result, chance in self.results.items() if result != "botch"}
        botch = self.results.get("botch", Fraction(0))
        return self._replace(results=told | {"failure": told.get("failure", Fraction(0)) + botch})

    def succeeded(self, count: int) -> Fraction:
        """The chance of exactly so many successes: 0 is none at all, or worse."""
        if self.tail is not None:
            return self.tail.chance(count)
        if count:
            return self.net.get(count, Fraction(0))
        return sum((chance for net, chance in self.net.items() if net <= 0), Fraction(0))

    @property
    def most(self) -> int:
        """Up to where successes are no series with an end of its own (`tail`), or none at all."""
        return self.tail.start if self.tail is not None else max([0, *self.net]) + 1


class Resisted(NamedTuple):
    """Of two rolls against each other: the chance that either prevails, and that they are level (E2)."""

    first: Fraction
    level: Fraction
    second: Fraction


def hits_and_ones(pool: int, hits: int) -> Iterator[tuple[int, int, int]]:
    """Every number of successes and of ones among so many dice, with in how many ways the dice that are neither, and
    the places of all, may fall. `hits`: how many faces succeed, the 1 not being one of them. What the successes show
    is not counted yet: `hits ** successes` ways in all."""
    for successes in range(pool + 1):
        for ones in range(pool - successes + 1):
            rest = pool - successes - ones
            ways = comb(pool, successes) * comb(pool - successes, ones) * (SIDES - 1 - hits) ** rest
            if ways:
                yield successes, ones, ways


def odds_of_ways(pool: int, ways: Iterable[tuple[int, str, int]]) -> Odds:
    """The odds from all that so many dice may come to: a sum, its result, and in how many of the ways that they may
    fall."""
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
    """Dice of which each counts one for every face that succeeds: of the ten faces `plain` do, and `again` more do and
    are rolled again (S4)."""
    fail = SIDES - plain - again

    @cache
    def chance(count: int) -> Fraction:
        ways = 0
        for ends in range(min(pool, count) + 1):  # so many dice end on a success, the others on a failure
            rolled_again = comb(pool - 1 + count - ends, pool - 1) * again ** (count - ends)
            ways += comb(pool, ends) * (SIDES * plain) ** ends * fail ** (pool - ends) * rolled_again
        return Fraction(ways, SIDES ** (pool + count))

    return Tail(pool if again else pool + 1, pool if again else 0, Fraction(again, SIDES), chance)


def odds_of_tail(tail: Tail, expected: Fraction, results: dict[str, Fraction]) -> Odds:
    """The odds of sums without an end, listed until next to nothing is left."""
    net: Chances = {}
    left = Fraction(1)
    while left > LEFT_MOST:
        net[len(net)] = tail.chance(len(net))
        left -= net[len(net) - 1]
    return Odds({one: chance for one, chance in results.items() if chance}, net, expected, left, tail)


def resisted_odds(first: Odds, second: Odds) -> Resisted:
    """How two rolls against each other may end: the higher count of successes prevails (E2)."""
    beyond: Chances = {-1: Fraction(1)}

    def more(count: int) -> Fraction:
        """The chance that the first has more than that."""
        for one in range(len(beyond) - 1, count + 1):
            beyond[one] = beyond[one - 1] - first.succeeded(one)
        return beyond[count]

    wins = total(first, second, lambda count: more(count) * second.succeeded(count))
    level = total(first, second, lambda count: first.succeeded(count) * second.succeeded(count))
    return Resisted(wins, level, 1 - wins - level)


def total(first: Odds, second: Odds, chance: Callable[[int], Fraction]) -> Fraction:
    """The sum over all counts of what both rolls have a part in: term by term up to where their series begin, and then
    what a polynomial times a power comes to, from its differences."""
    start = max(first.most, second.most)
    found = sum((chance(count) for count in range(start)), Fraction(0))
    if first.tail is None or second.tail is None or not first.tail.terms or not second.tail.terms:
        return found
    ratio = first.tail.ratio * second.tail.ratio
    terms = first.tail.terms + second.tail.terms - 1
    row = [chance(start + step) / ratio**step for step in range(terms)]
    whole = lcm(*(one.denominator for one in row))  # differences of whole numbers are quicker to take
    differences = [one.numerator * (whole // one.denominator) for one in row]
    factor = 1 / (1 - ratio)
    while differences:
        found += Fraction(differences[0], whole) * factor
        factor *= ratio / (1 - ratio)
        differences = [after - before for before, after in pairwise(differences)]
    return found
