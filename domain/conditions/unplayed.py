"""Unplayed: whoever sits here and likes may play this character (`domain/features/handing.py`). It changes no roll."""

from domain.condition import Condition


class Unplayed(Condition):
    name = "unplayed"
    label = "Free to be played"
    rule = "G0"
    ends = "when a player takes it up"
    lasting = True
