"""Staked (C13): a vampire with a stake through the heart is awake and cannot move. Senses and powers of the senses
work. Blood cannot be used, except for powers marked as `staked` (`features/scenes/spend_points.py`)."""

from domain.conditions._helpless import Helpless


class Staked(Helpless):
    name = "staked"
    rule = "C13"
    stops_blood = True
