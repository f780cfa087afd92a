"""Upper hand (C4): after a tackle the bearer may bite or kiss the target (`source`) in the next turn only. The
Storyteller may end it sooner, if the two have separated."""

from domain.condition import Condition
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.features.characters.conditions import seen_by_all


class UpperHand(Condition):
    name = "upper_hand"
    rule = "C4"
    helps = True
    turns = 1
    by_hand = False

    def words_from(self, view: View, actor: str, source: str, value: int) -> Words:
        whom = seen_by_all(view, source)
        return phrase("state-upper-hand-over", whom=whom) if whom else self.words
