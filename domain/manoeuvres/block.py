"""Block (C15): stops bashing attacks, struck or thrown; lethal and aggravated ones only with Fortitude or armour."""

from domain.features.actions import Action
from domain.features.armour import hard
from domain.features.blows import Blow
from domain.features.missiles import swiftness
from domain.manoeuvre import Defence
from domain.ruleset import Part
from domain.state import View


class Block(Defence):
    name = "block"
    label = "Block"
    rule = "C15"
    pools = (("Strength", "Unarmed"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return blow.damage == "bashing" or hard(view, blow.on)

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return swiftness(blow)
