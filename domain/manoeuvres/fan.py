"""Fan the hammer (C17): a shot with a revolver. The limit `shares` of the chronicle, on several shots at one target,
does not apply (M2)."""

from domain.manoeuvres._shot import Shot
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet


class FanTheHammer(Shot):
    name = "fan"
    rule = "C17"
    follows = ("shoot",)
    fans = True

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return super().suits(rules, item) and "revolver" in item.flags
