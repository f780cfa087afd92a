"""Exact odds, compared with an independent library, with every fall of few dice, and with a million rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.rules.odds import Odds, resisted_odds
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet

CLASSIC = ("revised", "v20", "nightfall")
BOTCHES = ("rule-of-one", "negative-sum")
MILLION = 1_000_000


def rules(id_: str, **switches: str) -> RuleSet:
    return catalogue().rulesets[id_](switches)


def odds(id_: str, throw: Throw, **switches: str) -> Odds:
    return rules(id_, **switches).odds(throw)


def botch(pool: int, difficulty: int, switch: str) -> Fraction:
    return odds("revised", Throw(pool, difficulty), botch=switch).results.get("botch", Fraction(0))


# D9: difficulty 10 under either switch


@pytest.mark.parametrize("pool", range(1, 31))
def test_under_negative_sum_difficulty_ten_is_even(pool: int) -> None:
    """D9, known disagreement 4: under `negative-sum` at difficulty 10, botch and success are equally likely for
    every pool."""
    found = odds("v20", Throw(pool, 10), botch="negative-sum").results
    assert found["botch"] == found["success"]


@pytest.mark.parametrize("pool", range(1, 31))
def test_under_rule_of_one_difficulty_ten_is_even_for_two_dice_at_most(pool: int) -> None:
    """D9, known disagreement 4: under `rule-of-one` at difficulty 10, botch and success are equally likely for 1 and
    2 dice only."""
    found = odds("revised", Throw(pool, 10), botch="rule-of-one").results
    assert (found["botch"] == found["success"]) is (pool <= 2)


def test_under_rule_of_one_botches_peak_at_six_dice() -> None:
    """D9: under `rule-of-one` at difficulty 10 more dice botch more often, up to six."""
    chances = [botch(pool, 10, "rule-of-one") for pool in range(1, 31)]
    assert chances.index(max(chances)) + 1 == 6
    assert chances[:6] == sorted(chances[:6])
    assert chances[5:] == sorted(chances[5:], reverse=True)


@pytest.mark.parametrize("switch", BOTCHES)
def test_a_larger_pool_can_botch_more_often(switch: str) -> None:
    """D9: more dice can botch more often at high difficulties, but not at the standard difficulty."""
    assert botch(2, 10, switch) > botch(1, 10, switch)
    assert botch(5, 6, switch) < botch(1, 6, switch)


# Calculated by hand


def test_one_die_is_counted_on_the_fingers() -> None:
    """D4, D5: a single die at difficulty 6 has five faces that succeed, a botch, and four that fail."""
    found = odds("revised", Throw(1, 6))
    assert found.results == {"success": Fraction(5, 10), "botch": Fraction(1, 10), "failure": Fraction(4, 10)}
    assert found.net == {-1: Fraction(1, 10), 0: Fraction(4, 10), 1: Fraction(5, 10)}
    assert found.expected == Fraction(4, 10)


def test_a_chance_die_by_hand() -> None:
    """S5, S6: on a chance die a 1 is a dramatic failure, and a 10 succeeds and is rolled again."""
    found = odds("storytelling", Throw(0, 0))
    assert found.results["dramatic_failure"] == Fraction(1, 10)
    assert found.results["failure"] == Fraction(8, 10)
    assert found.results["exceptional"] == Fraction(1, 10**5)
    assert found.net[2] == Fraction(9, 1000)
    assert found.expected == Fraction(1, 9)


def test_a_die_that_rolls_tens_again_is_worth_a_third() -> None:
    """S4: a die that rolls 10 again is worth three tenths, plus a tenth of the same."""
    assert odds("storytelling", Throw(6, 0)).expected == 2
    assert odds("storytelling", Throw(6, 0, again=8)).expected == 6 * Fraction(3, 7)
    assert odds("storytelling", Throw(6, 0, again=11)).expected == 6 * Fraction(3, 10)
    assert odds("storytelling", Throw(6, 0))[:4] == odds("storytelling", Throw(5, 0, specialty=True))[:4]


def test_willpower_rules_out_a_botch() -> None:
    """D11: a success bought with Willpower is not cancelled by any 1, so the throw cannot botch."""
    for id_, difficulty in product(("revised", "v20"), (6, 10)):
        assert odds(id_, Throw(5, difficulty, willpower=True)).results == {"success": 1}


# Compared with every fall of few dice, judged by the rules themselves


def throws() -> list[tuple[str, dict[str, str], Throw]]:
    """Return every kind of throw whose dice are not rolled again."""
    return [
        (id_, {"botch": switch}, Throw(pool, difficulty, specialty, willpower))
        for id_, switch, pool, difficulty, specialty, willpower in product(
            CLASSIC, BOTCHES, (-2, 0, 1, 2, 3), (2, 6, 8, 10), (False, True), (False, True)
        )
        if not (specialty and id_ != "v20") and not (willpower and id_ == "nightfall")
    ]


@pytest.mark.parametrize(("id_", "switches", "throw"), throws())
def test_odds_are_what_all_falls_come_to(id_: str, switches: dict[str, str], throw: Throw) -> None:
    """D4, D5, D7, D11: the odds equal the count over all falls in order, judged like a roll; also for an empty pool,
    from which a hidden modifier took the dice (D19, X2)."""
    made = rules(id_, **switches)
    falls = list(product(range(1, 11), repeat=max(throw.pool, 0)))
    verdicts = [made.throw(throw, lambda count, fall=fall: fall[:count]) for fall in falls]  # type: ignore[misc]
    nets, results = Counter(v.net for v in verdicts), Counter(v.result for v in verdicts)
    found = made.odds(throw)
    assert found.net == {net: Fraction(number, len(falls)) for net, number in nets.items()}
    assert found.results == {result: Fraction(number, len(falls)) for result, number in results.items()}
    assert found.expected == Fraction(sum(nets.elements()), len(falls))


# Compared with the independent library


def share(die: Any, outcome: object) -> Fraction:
    return Fraction(int(die.quantity(outcome)), int(die.denominator()))


def shows(difficulty: int) -> Any:
    """Return a die of the library as a vector (tens, other successes, ones)."""
    return icepool.d10.map(
        lambda face: icepool.Vector((int(face == 10), int(difficulty <= face < 10), int(face == 1))), star=False
    )


def judged_by_library(pool: int, difficulty: int, switch: str, specialty: bool) -> Any:
    """Return (sum, result) of a classic pool. Each success is equally likely to be cancelled, so the tens that
    remain are drawn without replacement."""

    def judge(tens: int, others: int, ones: int) -> Any:
        hits = tens + others
        if ones >= hits:
            net = hits - ones
            bad = net < 0 if switch == "negative-sum" else not hits and ones > 0
            return (net, "botch" if bad else "failure")
        left = hits - ones
        if not specialty or not tens:
            return (left, "success")
        return (
            icepool.Deck({1: tens, 0: others} if others else {1: tens})
            .deal(left)
            .sum()
            .map(lambda kept: (left + kept, "success"), star=False)
        )

    return (pool @ shows(difficulty)).map(judge, star=True)


@pytest.mark.parametrize("switch", BOTCHES)
@pytest.mark.parametrize(("pool", "difficulty"), [(1, 6), (4, 3), (7, 7), (12, 9), (18, 6), (30, 10)])
def test_classic_odds_are_the_librarys(pool: int, difficulty: int, switch: str) -> None:
    """D4, D5: classic odds equal the library's."""
    library = judged_by_library(pool, difficulty, switch, specialty=False)
    for id_ in CLASSIC:
        compared(odds(id_, Throw(pool, difficulty), botch=switch), library)


@pytest.mark.parametrize("switch", BOTCHES)
@pytest.mark.parametrize(("pool", "difficulty"), [(2, 6), (5, 8), (9, 10), (20, 7)])
def test_odds_with_a_specialty_are_the_librarys(pool: int, difficulty: int, switch: str) -> None:
    """D7: odds with a specialty equal the library's: the number of tens that survive is equally likely for the
    leftmost and for random successes."""
    library = judged_by_library(pool, difficulty, switch, specialty=True)
    compared(odds("v20", Throw(pool, difficulty, specialty=True), botch=switch), library)


def compared(found: Odds, library: Any) -> None:
    nets: Counter[int] = Counter()
    results: Counter[str] = Counter()
    for (net, result), quantity in library.items():
        nets[net] += quantity
        results[result] += quantity
    whole = library.denominator()
    assert found.net == {net: Fraction(quantity, whole) for net, quantity in nets.items()}
    assert found.results == {result: Fraction(quantity, whole) for result, quantity in results.items()}


@pytest.mark.parametrize("again", [8, 9, 10, 11])
@pytest.mark.parametrize("pool", [1, 3, 8, 30])
def test_chains_are_the_librarys(pool: int, again: int) -> None:
    """S4: the library limits chains to a depth, which does not affect counts below it."""
    depth = 8
    die = icepool.d10.map(lambda face: int(face >= 8), star=False)
    for _ in range(depth):
        longer = die
        die = icepool.d10.map(lambda face, longer=longer: longer + 1 if face >= again else int(face >= 8), star=False)
    library = pool @ die
    found = odds("storytelling", Throw(pool, 0, again=again))
    for count in range(depth):
        assert found.succeeded(count) == share(library, count)


@pytest.mark.parametrize(("one", "other"), [((5, 6), (4, 8)), ((1, 10), (9, 3)), ((15, 7), (15, 7))])
@pytest.mark.parametrize("id_", ["revised", "v20"])
def test_resisted_odds_are_the_librarys(id_: str, one: tuple[int, int], other: tuple[int, int]) -> None:
    """E2: in a resisted roll the higher count wins; a negative count is 0."""
    first, second = (
        judged_by_library(*side, "rule-of-one", specialty=False).map(lambda net, _: max(net, 0), star=True)
        for side in (one, other)
    )
    found = resisted_odds(odds(id_, Throw(*one)), odds(id_, Throw(*other)))
    assert found.first == share(first > second, True)
    assert found.level == share(first == second, True)
    assert found.second == share(first < second, True)


# Resisted rolls with unlimited chains


def test_two_chance_dice_against_each_other_by_hand() -> None:
    """E2, S5: two chance dice are level with probability (9/10)² at zero, and so on, as a geometric series."""
    chance = odds("storytelling", Throw(0, 0))
    level = sum((Fraction(9, 10) * Fraction(1, 10) ** k) ** 2 for k in range(40))
    found = resisted_odds(chance, chance)
    assert 0 < found.level - level < Fraction(1, 10**70)
    assert found.first == found.second == (1 - found.level) / 2


@given(st.integers(0, 8), st.integers(0, 8), st.sampled_from([8, 9, 10, 11]))
@settings(max_examples=40)
def test_endless_chains_are_summed_exactly(one: int, other: int, again: int) -> None:
    """E2, S4: the closed form equals the sum of the terms, as far as they are added up."""
    first, second = odds("storytelling", Throw(one, 0, again=again)), odds("storytelling", Throw(other, 0))
    found = resisted_odds(first, second)
    assert sum(found) == 1
    assert resisted_odds(second, first) == (found.second, found.level, found.first)
    level = sum((first.succeeded(k) * second.succeeded(k) for k in range(60)), Fraction(0))
    assert 0 <= found.level - level < Fraction(1, 10**12)
    less = sum(
        (second.succeeded(k) * (1 - sum(first.succeeded(j) for j in range(k + 1))) for k in range(40)), Fraction(0)
    )
    assert 0 <= found.first - less < Fraction(1, 10**9)


# Laws


@given(
    st.sampled_from(sorted(catalogue().rulesets)), st.integers(1, 30), st.integers(2, 10), st.booleans(), st.booleans()
)
@settings(max_examples=25)
def test_chances_make_a_whole(id_: str, pool: int, difficulty: int, specialty: bool, willpower: bool) -> None:
    """D9: for every rule set and throw up to 30 dice, the sums and the results each add up to 1."""
    made = rules(id_)
    throw = Throw(pool, difficulty if made.chooses_difficulty else made.difficulty(), specialty, willpower)
    found = made.odds(throw)
    assert sum(found.net.values()) + found.more == 1
    assert sum(found.results.values()) == 1
    assert all(chance > 0 for chance in (*found.net.values(), *found.results.values()))
    assert 0 <= found.more < Fraction(1, 10**6)
    good = found.results.get("success", 0) + found.results.get("exceptional", 0)
    assert good == sum(chance for net, chance in found.net.items() if net > 0) + found.more
    low = sum((net * chance for net, chance in found.net.items()), Fraction(0))
    assert 0 <= found.expected - low <= found.more * 200


# Compared with a million rolls

CASES: list[tuple[str, dict[str, str], Throw]] = [
    ("revised", {}, Throw(5, 6)),
    ("revised", {"botch": "negative-sum"}, Throw(3, 9)),
    ("revised", {}, Throw(4, 8, willpower=True)),
    ("v20", {}, Throw(6, 7)),
    ("v20", {}, Throw(7, 8, specialty=True)),
    ("v20", {"botch": "rule-of-one"}, Throw(4, 6, specialty=True)),
    ("nightfall", {}, Throw(8, 6)),
    ("storytelling", {}, Throw(5, 0)),
    ("storytelling", {}, Throw(3, 0, specialty=True, again=8)),
    ("storytelling", {}, Throw(0, 0)),
]


@pytest.mark.parametrize(("id_", "switches", "throw"), CASES)
def test_a_million_rolls_fall_as_the_odds_say(id_: str, switches: dict[str, str], throw: Throw, chance: Random) -> None:
    """D4 to D7, D9, D11, S4 to S6: in a million seeded rolls, every sum and result is within six deviations of the
    odds."""
    made, number = rules(id_, **switches), MILLION // len(CASES)
    draw = chance.choices
    faces = range(1, 11)

    def dice(count: int) -> tuple[int, ...]:
        return tuple(draw(faces, k=count))

    nets: Counter[int] = Counter()
    results: Counter[str] = Counter()
    for _ in range(number):
        verdict = made.throw(throw, dice)
        nets[verdict.net] += 1
        results[verdict.result] += 1
    found = made.odds(throw)
    expected: list[tuple[object, int, Fraction]] = [(net, nets[net], p) for net, p in found.net.items()]
    expected += [(result, results[result], p) for result, p in found.results.items()]
    for what, seen, p in expected:
        deviation = sqrt(number * float(p) * (1 - float(p)))
        assert abs(seen - number * float(p)) <= 6 * deviation + 6, (what, seen, float(number * p))
    assert set(results) <= set(found.results)
