"""Dodge (C18): stops anything."""

from domain.manoeuvre import Blow, Manoeuvre
from domain.state import View


class Dodge(Manoeuvre):
    name = "dodge"
    label = "Dodge"
    rule = "C18"
    pools = (("Dexterity", "Dodge"),)
    targets = (0, 0)
    defence = True

    def stops(self, view: View, blow: Blow) -> bool:
        return True
