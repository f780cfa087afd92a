"""Ranged attack (C2): a shot or a throw. Up to its range a missile flies true, from there to twice as far with two dice
less, and no further."""

from domain.deciding import Deciding
from domain.equipment import Item
from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.conditions import bear
from domain.manoeuvre import Reach
from domain.manoeuvres._armed import SHOT, Armed
from domain.ruleset import RuleSet, Verdict


class Shoot(Armed):
    name = "shoot"
    label = "Ranged attack"
    rule = "C2"
    pools = (SHOT,)
    calls = True
    sight = True
    bare = False

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return bool(item.range)

    def shoots(self, rules: RuleSet, item: Item) -> bool:
        return True

    def reaches(self, action: Action) -> Reach:
        return "ranged"

    def missed(self, table: Deciding, blow: Blow, verdict: Verdict | None) -> None:
        # Shots are not counted: a botch is the last one of what is loaded (ours).
        if verdict is not None and verdict.result == "botch" and {"clip", "revolver"} & set(blow.weapon.flags):
            bear(table, blow.by, "out_of_shots", source=blow.weapon.name)
