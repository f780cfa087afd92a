"""Upper hand (C4): whose tackle has caught somebody (`source`) may bite or kiss it, from the turn after. *(ours)* That
turn alone: then the chance has passed."""

from domain.condition import Condition


class UpperHand(Condition):
    name = "upper_hand"
    label = "Upper hand"
    rule = "C4"
    ends = "with the turn after the tackle, or when it moves"
    by_hand = False
    origin = "a tackle"
    left_behind = True
    turns = 1
