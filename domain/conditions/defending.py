"""Defending (C19): on full defence, each defence of the turn has one die less than the last. The number counts the
defences so far."""

from domain.condition import Condition
from domain.core.words import Words, phrase


class Defending(Condition):
    name = "defending"
    rule = "C19"
    most = 100
    turns = 0
    by_hand = False

    def words_with(self, value: int) -> Words:
        return phrase("state-defending-again", dice=value) if value else self.words
