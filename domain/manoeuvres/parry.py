"""Parry (C16): stops brawl and melee."""

from domain.features.blows import Blow
from domain.manoeuvre import Defence
from domain.state import View


class Parry(Defence):
    name = "parry"
    label = "Parry"
    rule = "C16"
    pools = (("Dexterity", "Melee"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return blow.reach != "ranged"
