"""The classic dice of `revised`, `v20` and `nightfall` (D4 to D6, D11, D15, D19).

A die at or above the difficulty is a success, and a 10 always is. Each 1 removes a success, the leftmost first. The
order of the dice matters for the sum only with a `v20` specialty (D7), but the verdict always says which dice lost
their success.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import ClassVar

import msgspec

from domain.core.refusal import Refusal
from domain.core.words import NO_WORDS, Words, phrase
from domain.rules.odds import SIDES, Odds, hits_and_ones, odds_of_ways
from domain.rules.rule_types import Dice, Result, Retry, Switch, Throw, Verdict
from domain.rules.ruleset import TASK_SWITCHES, TURN_SWITCHES
from domain.rulesets._pool_rules import _Pools

DEGREES = ("", "marginal", "moderate", "complete", "exceptional", "phenomenal")
"""The words for the degree by net successes (D6); the last word is for five and more."""

CHAINS = tuple((face,) for face in range(11))
"""For each face, the faces of a die that shows it and is not re-rolled: that face alone."""

RULE_OF_ONE_FIRST = Switch("botch", ("rule-of-one", "negative-sum"), "D5")
NEGATIVE_SUM_FIRST = Switch("botch", ("negative-sum", "rule-of-one"), "D5")
FREE_BOTCH = Switch("free-botch", ("off", "on"), "D12")

RETRY = Switch("retry", ("step", "cumulative"), "D13")
PENALTY_OFFERED = Switch("retry-penalty", ("offer", "apply", "off"), "D13")
PENALTY_APPLIED = Switch("retry-penalty", ("apply", "offer", "off"), "D13")


DIE_SUCCEEDED = phrase("why-die-succeeded", rule="D5")
NO_DICE = phrase("why-no-dice", rule="D19")


class Tally(msgspec.Struct, frozen=True, gc=False):
    """The counts of a throw."""

    successes: int
    ones: int
    bonus: int
    """The extra successes from tens that were not removed by ones (D7)."""
    bought: bool
    """True if a success was bought with Willpower (D11)."""

    @property
    def net(self) -> int:
        """The sum of the roll. Ones remove successes that the dice showed, never the success bought with Willpower."""
        shown = self.successes - self.ones + self.bonus
        return max(shown, 0) + 1 if self.bought else shown


def degree(net: int) -> str:
    """Return the word for this number of successes (D6), "" if it is not above 0."""
    return DEGREES[min(max(net, 0), 5)]


class _Classic(_Pools):
    """Base of the classic rule sets."""

    switches: ClassVar[tuple[Switch, ...]] = (
        RULE_OF_ONE_FIRST,
        FREE_BOTCH,
        RETRY,
        PENALTY_OFFERED,
        *TURN_SWITCHES,
        *TASK_SWITCHES,
    )
    willpower = True

    def check(self, throw: Throw) -> None:
        super().check(throw)
        self.check_difficulty(throw.difficulty)
        if throw.pool < 1:
            raise Refusal("no-dice", rule="D19")
        if throw.willpower and not self.willpower:
            raise Refusal("no-willpower-success", rule="D11")
        if throw.specialty and not self.specialties:
            raise Refusal("no-specialty", rule="D7")

    def check_difficulty(self, difficulty: int) -> None:
        """Raise `Refusal` for a difficulty that the rules do not have (D8)."""
        if not 2 <= difficulty <= 10:
            raise Refusal("difficulty", rule="D8", difficulty=difficulty)

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        faces = dice(throw.dice) if throw.dice else ()
        difficulty = throw.difficulty
        counts = face_values(difficulty)
        chains = tuple([CHAINS[face] for face in faces])
        worth = tuple([counts[face] for face in faces])
        successes, ones, bonus = worth.count(1), faces.count(1), 0
        struck: tuple[int, ...] = ()
        if ones or throw.specialty:
            hits = [place for place, face in enumerate(faces) if face >= difficulty]
            struck = tuple(hits[:ones])
            if throw.specialty:
                added = {place: self.bonus(throw, (faces[place],)) for place in hits[ones:]}
                bonus = sum(added.values())
                worth = tuple(value + added.get(place, 0) for place, value in enumerate(worth))
        net, result, degree = score(self, successes, ones, bonus, throw.willpower)
        why = self.reason(throw, successes, net, result)
        return Verdict(chains, struck, successes, ones, net, result, degree, worth, why)

    def reason(self, throw: Throw, successes: int, net: int, result: Result) -> Words:
        """Return the part of the explanation that the figures do not show: after a success, a negative sum is no botch
        (D5); a throw without dice fails (D19)."""
        if net < 0 and result == "failure":
            return DIE_SUCCEEDED
        return NO_WORDS if throw.dice else NO_DICE

    def describe_die(self, throw: Throw, verdict: Verdict, place: int) -> Words:
        (face,) = verdict.faces[place]
        if place in verdict.struck:
            return phrase("die-struck")
        if face >= throw.difficulty:
            return phrase("die-success") if verdict.worth[place] == 1 else phrase("die-counts-twice")
        if face > 1:
            return phrase("die-below", difficulty=throw.difficulty)
        nth = verdict.faces[:place].count((1,))
        if nth >= len(verdict.struck):
            return phrase("die-takes-nothing")
        return phrase("die-takes", face=verdict.faces[verdict.struck[nth]][0])

    def notation(self, throw: Throw) -> str:
        return f"{throw.pool}d10c[>={throw.difficulty}]-@c[=1]"

    def compute_odds(self, throw: Throw) -> Odds:
        return odds_of_ways(throw.dice, self.ways(throw))

    def ways(self, throw: Throw) -> Iterator[tuple[int, Result, int]]:
        """Yield all possible outcomes of the dice: the sum, the result, and the number of ways."""
        faces = SIDES + 1 - throw.difficulty
        surviving_ways: Counter[int] = Counter()
        for successes, ones, ways in hits_and_ones(throw.dice, faces):
            if successes > ones:
                surviving_ways[successes - ones] += ways * faces**ones
            else:
                net = Tally(successes, ones, 0, throw.willpower).net
                yield net, self.outcome(successes, ones, net), ways * faces**successes
        for successes, ways in surviving_ways.items():
            for bonus, shown in self.bonuses(throw, successes, faces):
                net = Tally(successes, 0, bonus, throw.willpower).net
                yield net, self.outcome(successes, 0, net), ways * shown

    def bonuses(self, throw: Throw, surviving: int, faces: int) -> Iterator[tuple[int, int]]:
        """Yield each possible bonus of the `surviving` successes, with its number of ways. Each of these successes
        shows one of `faces` faces (D7)."""
        yield 0, faces**surviving

    def degree(self, successes: int) -> str:
        return degree(successes)

    def retry_cost(self, failures: int) -> Retry:
        summed = self.choices["retry"] == "cumulative"
        return Retry(difficulty=failures * (failures + 1) // 2 if summed else failures)

    def bonus(self, throw: Throw, surviving: Sequence[int]) -> int:
        """Return the bonus for the faces of the surviving successes, 0 without a specialty (D7)."""
        return 0

    def outcome(self, successes: int, ones: int, net: int) -> Result:
        """Return the result (D4, D5). A success bought with Willpower keeps `net` above 0, so the roll cannot be a
        botch (D11)."""
        if net > 0:
            return "success"
        if self.choices["botch"] == "negative-sum":
            return "botch" if net < 0 else "failure"
        return "botch" if ones and not successes else "failure"


@cache
def face_values(difficulty: int) -> tuple[int, ...]:
    """Return the value of each face at a difficulty, indexed by the face."""
    return tuple(1 if face >= difficulty else -1 if face == 1 else 0 for face in range(11))


@lru_cache(maxsize=4096)
def score(rules: _Classic, successes: int, ones: int, bonus: int, bought: bool) -> tuple[int, Result, str]:
    """Return the sum, the result and the degree for the given counts."""
    tally = Tally(successes, ones, bonus, bought)
    net = tally.net
    result = rules.outcome(tally.successes, tally.ones, net)
    return net, result, degree(net)
