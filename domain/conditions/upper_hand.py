"""Upper hand (C4): whose tackle has caught somebody (`source`) may bite or kiss it, from the turn after. The tackle
need not still stand, so nothing in the fight ends it: the Storyteller does when the two have parted."""

from domain.condition import Condition
from domain.features.conditions import toward
from domain.state import View


class UpperHand(Condition):
    name = "upper_hand"
    label = "Upper hand"
    rule = "C4"
    ends = "with the scene, or by the Storyteller's word"
    by_hand = False
    origin = "a tackle"

    def called(self, view: View, actor: str, source: str) -> str:
        return toward(view, "Upper hand over {}", source)
