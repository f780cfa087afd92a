"""Inside the reach (C24): who has closed with somebody whose weapon is longer. `source` is the other one."""

from domain.condition import Condition
from domain.core.state import View
from domain.features.characters.conditions import label_with_name


class Inside(Condition):
    name = "inside"
    label = "Inside a longer weapon's reach"
    rule = "C24"
    ends = "with the turn after the last attack from there, or when either moves"
    by_hand = False
    origin = "coming past a longer weapon"
    between = True
    turns = 1

    def called(self, view: View, actor: str, source: str) -> str:
        return label_with_name(view, "Inside the reach of {}", source)
