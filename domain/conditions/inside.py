"""Inside the reach (C24): the bearer is now closer to an opponent (`source`) than the opponent's longer weapon can use
its length."""

from domain.condition import Condition
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.features.characters.conditions import seen_by_all


class Inside(Condition):
    name = "inside"
    rule = "C24"
    by_hand = False
    ends_when_either_moves = True
    turns = 1

    def words_from(self, view: View, actor: str, source: str, value: int) -> Words:
        whose = seen_by_all(view, source)
        return phrase("state-inside-of", whose=whose) if whose else self.words
