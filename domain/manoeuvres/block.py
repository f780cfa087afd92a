"""Block (C15): stops hand-to-hand bashing attacks, and more only with what is harder than flesh."""

from domain.features.blows import Blow
from domain.features.pools import dots
from domain.manoeuvre import Defence
from domain.state import View


class Block(Defence):
    name = "block"
    label = "Block"
    rule = "C15"
    pools = (("Strength", "Unarmed"),)

    def stops(self, view: View, blow: Blow) -> bool:
        soft = blow.reach == "hand" and blow.damage == "bashing"
        return soft or dots(view, blow.on, "Fortitude") > 0
