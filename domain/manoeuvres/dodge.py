"""Dodge (C18): stops anything."""

from domain.features.blows import Blow
from domain.manoeuvre import Defence
from domain.state import View


class Dodge(Defence):
    name = "dodge"
    label = "Dodge"
    rule = "C18"
    pools = (("Dexterity", "Dodge"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return True
