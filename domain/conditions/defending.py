"""Defending (C19): on full defence, each defence of the turn has a die less than the last. Its number is how many there
have been."""

from domain.condition import Condition


class Defending(Condition):
    name = "defending"
    label = "Defending"
    rule = "C19"
    ends = "with the turn"
    most = 100
    turns = 0
    by_hand = False
    origin = "full defence"
