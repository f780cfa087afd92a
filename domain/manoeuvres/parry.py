"""Parry (C16): stops brawl and melee."""

from domain.manoeuvre import Blow, Manoeuvre
from domain.state import View


class Parry(Manoeuvre):
    name = "parry"
    label = "Parry"
    rule = "C16"
    pools = (("Dexterity", "Melee"),)
    targets = (0, 0)
    defence = True

    def stops(self, view: View, blow: Blow) -> bool:
        return blow.reach != "ranged"
