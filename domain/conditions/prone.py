"""Prone (C28): the bearer lies on the ground, which counts as light cover against shots. Its own close attacks have two
dice less."""

from domain.condition import Condition
from domain.core.state import View
from domain.records.bearing import Bearing
from domain.records.blow import Blow


class Prone(Condition):
    name = "prone"
    rule = "C28"
    immobilizes = True
    is_cover = True

    def dice_for_attackers(self, view: View, borne: Bearing, blow: Blow) -> int:
        return 0 if blow.close else -1

    def dice_for_own_attack(self, borne: Bearing, blow: Blow) -> int:
        return -2 if blow.close else 0
