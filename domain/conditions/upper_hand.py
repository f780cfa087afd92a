"""Upper hand (C4): who has tackled somebody (`source`) may bite or kiss that one in the next turn, and not later. The
Storyteller may end it sooner, where the two have parted."""

from domain.condition import Condition
from domain.core.state import View
from domain.features.characters.conditions import label_with_name


class UpperHand(Condition):
    name = "upper_hand"
    label = "At an advantage"
    rule = "C4"
    ends = "with the turn after the tackle"
    turns = 1
    by_hand = False
    origin = "a tackle"

    def called(self, view: View, actor: str, source: str) -> str:
        return label_with_name(view, "At an advantage over {}", source)
