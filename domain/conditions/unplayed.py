"""Unplayed: any player at the table may take up this character (`features/cast/hand_over.py`). It changes no roll."""

from domain.condition import Condition


class Unplayed(Condition):
    name = "unplayed"
    rule = "G0"
    lasting = True
