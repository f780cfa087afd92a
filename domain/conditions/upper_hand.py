"""Upper hand (C4): after a tackle the bearer may bite or kiss the target (`source`) in the next turn only. The
Storyteller may end it sooner, if the two have separated."""

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

    def label_from(self, view: View, actor: str, source: str) -> str:
        return label_with_name(view, "At an advantage over {}", source)
