"""Melee attack (C1): with a weapon or bare hands, against a close target."""

from domain.manoeuvres._armed import BLADE, FIST, Armed
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet


class Melee(Armed):
    name = "attack"
    rule = "C1"
    usual = 4
    pools = (FIST, BLADE)
    can_call_shot = True

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return not self.shoots(rules, item)
