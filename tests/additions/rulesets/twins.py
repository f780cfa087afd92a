"""`twins`: dice that count in pairs. A single die is no success; two dice with the same face are one success."""

from collections import Counter
from collections.abc import Iterator
from math import comb

from domain.core.refusal import Refusal
from domain.core.words import Words, typed
from domain.rules.odds import SIDES, Odds, odds_of_ways
from domain.rules.rule_types import Dice, Result, Store, Switch, Throw, TraitGroup, Verdict
from domain.rules.ruleset import TASK_SWITCHES, TURN_SWITCHES
from domain.rulesets._pool_rules import _Pools


class Twins(_Pools):
    """A pair is a success; a pair of tens may be two, by a switch; three successes are exceptional."""

    id = "twins"
    title = "Twins"
    results = ("success", "exceptional", "failure")
    switches = (
        Switch("tens", ("one", "two")),
        *TURN_SWITCHES,
        *TASK_SWITCHES,
    )
    splits = "subtract"
    initiative = ("Grace", "Nerve")
    soak = "Might"
    change_cost = "Luck"
    stores = (Store("Luck"),)
    traits = (
        TraitGroup("Gifts", ("Might", "Grace", "Nerve"), kind="attribute"),
        TraitGroup("Crafts", ("Fighting", "Moving", "Marksmanship", "Talking"), kind="ability"),
        TraitGroup("Scales", ("Luck",), 10, "alone"),
    )
    aliases = (
        ("Strength", "Might"),
        ("Dexterity", "Grace"),
        ("Brawl", "Fighting"),
        ("Unarmed", "Fighting"),
        ("Melee", "Fighting"),
        ("Dodge", "Moving"),
        ("Athletics", "Moving"),
        ("Target", "Marksmanship"),
        ("Firearms", "Marksmanship"),
    )

    def difficulty(self, asked: int = 0) -> int:
        return 0

    def check(self, throw: Throw) -> None:
        super().check(throw)
        if throw.pool < 2:
            raise Refusal("no-pair")

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        faces = dice(throw.dice) if throw.dice else ()
        worth = tuple(self.completes(faces, place) for place in range(len(faces)))
        net, result = sum(worth), judged(sum(worth))
        chains = tuple((face,) for face in faces)
        return Verdict(chains, (), net, 0, net, result, "", worth)

    def completes(self, faces: tuple[int, ...], place: int) -> int:
        """The successes that the die at this place adds: those of a pair, if it completes one."""
        return 0 if faces[:place].count(faces[place]) % 2 == 0 else self.pair(faces[place])

    def pair(self, face: int) -> int:
        """The successes of two dice that show this face."""
        return 2 if face == SIDES and self.choices["tens"] == "two" else 1

    def describe_die(self, throw: Throw, verdict: Verdict, place: int) -> Words:
        alike = [n for n, die in enumerate(verdict.faces) if die == verdict.faces[place]]
        nth = alike.index(place)
        twin = nth ^ 1
        return typed(f"pair with {alike[twin] + 1}") if twin < len(alike) else typed("alone")

    def compute_odds(self, throw: Throw) -> Odds:
        return odds_of_ways(throw.dice, self.ways(throw.dice))

    def ways(self, pool: int) -> Iterator[tuple[int, Result, int]]:
        """Each sum with its result and the number of ways to roll it: for each face, how many of the remaining dice
        show it."""
        known = Counter({(pool, 0): 1})
        for face in range(1, SIDES + 1):
            after: Counter[tuple[int, int]] = Counter()
            for (left, net), ways in known.items():
                for shown in range(left + 1):
                    after[left - shown, net + shown // 2 * self.pair(face)] += ways * comb(left, shown)
            known = after
        return ((net, judged(net), ways) for (left, net), ways in known.items() if not left)


def judged(net: int) -> Result:
    """The result of so many successes."""
    return "exceptional" if net >= 3 else "success" if net else "failure"
