"""The classic dice that `revised`, `v20` and `nightfall` share (D4 to D6, D11, D15, D19).

A die at or above the difficulty is a success, a 10 always; each 1 takes one success away. What ones strike is told by
place, leftmost first: the sum is the same in any order, but for a `v20` specialty (D7).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import ClassVar

import msgspec

from domain.core.command import Refusal
from domain.rules.odds import SIDES, Odds, hits_and_ones, odds_of_ways
from domain.rules.rule_types import Dice, Result, Retry, Switch, Throw, Verdict
from domain.rules.ruleset import TASK_SWITCHES, TURN_SWITCHES
from domain.rulesets._pool_rules import _Pools, counted

DEGREES = ("", "marginal", "moderate", "complete", "exceptional", "phenomenal")
"""D6's words by net successes, the last for five and more."""

CHAINS = tuple((face,) for face in range(11))
"""The chain of a die that is not rolled again, by its face."""

BOTCH_ABOUT = "What a botch is: a 1 and no success at all, or more ones than successes (D5)"
RULE_OF_ONE_FIRST = Switch("botch", ("rule-of-one", "negative-sum"), BOTCH_ABOUT)
NEGATIVE_SUM_FIRST = Switch("botch", ("negative-sum", "rule-of-one"), BOTCH_ABOUT)
FREE_BOTCH = Switch("free-botch", ("off", "on"), "Whether a character's first botch of a session is a failure (D12)")

RETRY = Switch("retry", ("step", "cumulative"), "A third try: two harder than the first, or one and two added up (D13)")
PENALTY_ABOUT = "Whether trying again is harder: offered to the Storyteller each time, applied, or off (D13)"
PENALTY_OFFERED = Switch("retry-penalty", ("offer", "apply", "off"), PENALTY_ABOUT)
PENALTY_APPLIED = Switch("retry-penalty", ("apply", "offer", "off"), PENALTY_ABOUT)


class Tally(msgspec.Struct, frozen=True, gc=False):
    """What the dice show, and what they come to."""

    successes: int
    ones: int
    bonus: int
    """What surviving tens add (D7)."""
    bought: bool
    """Whether Willpower bought a success (D11)."""

    @property
    def net(self) -> int:
        """The roll's sum: ones take away from what the dice show, never from what Willpower bought."""
        shown = self.successes - self.ones + self.bonus
        return max(shown, 0) + 1 if self.bought else shown


def degree(net: int) -> str:
    """D6's word for so many successes, "" for none."""
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
            raise Refusal("no-dice", "No dice are left in the pool, so there is nothing to roll (D19).")
        if throw.willpower and not self.willpower:
            raise Refusal("no-willpower", "Willpower buys no success under these rules (D11).")
        if throw.specialty and not self.specialties:
            raise Refusal("no-specialty", "A specialty changes no roll under these rules (D7).")

    def check_difficulty(self, difficulty: int) -> None:
        """Raises `Refusal` for one that there is not (D8)."""
        if not 2 <= difficulty <= 10:
            raise Refusal("difficulty", f"A difficulty is 2 to 10, not {difficulty} (D8).")

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        faces = dice(throw.dice) if throw.dice else ()
        difficulty = throw.difficulty
        counts = values(difficulty)
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
        net, result, degree, why = judged(self, successes, ones, bonus, throw.willpower)
        return Verdict(chains, struck, successes, ones, net, result, degree, why, worth)

    def describe_die(self, throw: Throw, verdict: Verdict, place: int) -> str:
        (face,) = verdict.faces[place]
        if place in verdict.struck:
            return "a success, taken away by a 1"
        if face >= throw.difficulty:
            return "a success" if verdict.worth[place] == 1 else "a success that counts twice for the specialty"
        if face > 1:
            return f"below the difficulty of {throw.difficulty}"
        nth = verdict.faces[:place].count((1,))
        if nth >= len(verdict.struck):
            return "no success is left for it to take away"
        return f"takes a success away, the {verdict.faces[verdict.struck[nth]][0]}"

    def notation(self, throw: Throw) -> str:
        return f"{throw.pool}d10c[>={throw.difficulty}]-@c[=1]"

    def compute_odds(self, throw: Throw) -> Odds:
        return odds_of_ways(throw.dice, self.ways(throw))

    def ways(self, throw: Throw) -> Iterator[tuple[int, Result, int]]:
        """All that the dice may come to: the sum, its result, and in how many ways."""
        faces = SIDES + 1 - throw.difficulty
        standing: Counter[int] = Counter()
        for successes, ones, ways in hits_and_ones(throw.dice, faces):
            if successes > ones:
                standing[successes - ones] += ways * faces**ones
            else:
                net = Tally(successes, ones, 0, throw.willpower).net
                yield net, self.outcome(successes, ones, net), ways * faces**successes
        for successes, ways in standing.items():
            for bonus, shown in self.bonuses(throw, successes, faces):
                net = Tally(successes, 0, bonus, throw.willpower).net
                yield net, self.outcome(successes, 0, net), ways * shown

    def bonuses(self, throw: Throw, surviving: int, faces: int) -> Iterator[tuple[int, int]]:
        """What so many surviving successes, each on one of so many faces, may add, and in how many ways (D7)."""
        yield 0, faces**surviving

    def degree(self, successes: int) -> str:
        return degree(successes)

    def retry_cost(self, failures: int) -> Retry:
        added_up = self.choices["retry"] == "cumulative"
        return Retry(difficulty=failures * (failures + 1) // 2 if added_up else failures)

    def bonus(self, throw: Throw, surviving: Sequence[int]) -> int:
        """What the faces of surviving successes add where a specialty applies (D7)."""
        return 0

    def outcome(self, successes: int, ones: int, net: int) -> Result:
        """D4, D5. Willpower has made its net positive already, and so ruled out a botch (D11)."""
        if net > 0:
            return "success"
        if self.choices["botch"] == "negative-sum":
            return "botch" if net < 0 else "failure"
        return "botch" if ones and not successes else "failure"


@cache
def values(difficulty: int) -> tuple[int, ...]:
    """What each face counts against a difficulty, by the face."""
    return tuple(1 if face >= difficulty else -1 if face == 1 else 0 for face in range(11))


@lru_cache(maxsize=4096)
def judged(rules: _Classic, successes: int, ones: int, bonus: int, bought: bool) -> tuple[int, Result, str, str]:
    """What a tally comes to: the sum, its result, the degree, and why it is so."""
    tally = Tally(successes, ones, bonus, bought)
    net = tally.net
    result = rules.outcome(tally.successes, tally.ones, net)
    return net, result, degree(net), explain(tally, net, result)


def explain(tally: Tally, net: int, result: Result) -> str:
    """Why it came to this."""
    successes, ones, bonus, bought = tally.successes, tally.ones, tally.bonus, tally.bought
    said = counted(successes, "success", "successes").capitalize()
    said += f", {taken(successes, ones)}" if successes and ones else f", {counted(ones, 'one')}"
    if bonus:
        tens = "1 ten left standing counts" if bonus == 1 else f"{bonus} tens left standing count"
        said += f": {successes - ones}; {tens} twice for the specialty"
    if bought:
        said += ", and Willpower buys 1 that ones cannot take"
    return f"{said}: {ending(net, result)}."


def ending(net: int, result: Result) -> str:
    """The result in words, with the reason where it may surprise."""
    if result == "success":
        word = degree(net)
        return f"{net}, {'an' if word[0] == 'e' else 'a'} {word} success"
    if result == "botch":
        return f"{net}, a botch"
    return f"{net}, a plain failure, for a die did succeed" if net < 0 else "a failure"


def taken(successes: int, ones: int) -> str:
    """What ones do to successes, in words."""
    if ones >= successes:
        what = "it" if successes == 1 else "both" if successes == 2 else "all"
    else:
        what = "one" if ones == 1 else str(ones)
    return f"{counted(ones, 'one')} {'takes' if ones == 1 else 'take'} {what} away"
