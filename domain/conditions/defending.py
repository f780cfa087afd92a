"""Defending (C19): on full defence, each defence of the turn has one die less than the last. The number counts the
defences so far."""

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
