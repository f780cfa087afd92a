"""Dodge (C18): stops anything; what is struck from close by takes room to get away from."""

from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.conditions import borne_by, condition
from domain.features.missiles import swiftness
from domain.manoeuvre import Defence
from domain.ruleset import Part
from domain.state import View


class Dodge(Defence):
    name = "dodge"
    label = "Dodge"
    rule = "C18"
    pools = (("Dexterity", "Dodge"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return not blow.close or not any(condition(borne.name).corners for borne in borne_by(view, blow.on))

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        covered = any(condition(borne.name).gives_way for borne in borne_by(view, blow.on))
        return () if covered else swiftness(blow)
