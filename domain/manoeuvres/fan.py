"""Fan the hammer (C17): a shot with a revolver, and more of them at one target than other weapons allow: the number
`shares` of the chronicle does not hold for it (M2)."""

from domain.manoeuvres._shot import Shot
from domain.rules.equipment import Item
from domain.rules.ruleset import RuleSet


class FanTheHammer(Shot):
    name = "fan"
    label = "Fan the hammer"
    rule = "C17"
    follows = ("shoot",)
    fans = True

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return super().suits(rules, item) and "revolver" in item.flags
