"""Defending (C19): the bearer is on full defence. Each of its defences in the turn has one die less than the one
before. The number of the condition is how many defences it has made so far."""

from domain.condition import Condition
from domain.core.words import Words, phrase


class Defending(Condition):
    name = "defending"
    rule = "C19"
    most = 100
    turns = 0
    by_hand = False
    helps = True

    def words_with(self, value: int) -> Words:
        return phrase("state-defending-again", dice=value) if value else self.words
