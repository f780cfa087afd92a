"""Dodge (C18): stops anything; what is struck from close by takes room to get away from."""

from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.conditions import bears
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
        return not blow.close or bears(view, blow.on, "cornered") is None

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        covered = any(bears(view, blow.on, name) for name in ("cover", "near_cover"))
        return () if covered else swiftness(blow)
