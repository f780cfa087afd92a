"""Inside the reach (C24): the bearer has closed with an opponent (`source`) whose weapon is longer."""

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
    ends_when_either_moves = True
    turns = 1

    def label_from(self, view: View, actor: str, source: str) -> str:
        return label_with_name(view, "Inside the reach of {}", source)
