"""Staked (C13): a vampire with a stake through the heart is awake, and cannot stir. Senses work, and powers of the
senses; no blood moves, but for powers that work even so (`features/spending.py`)."""

from domain.conditions._helpless import Helpless


class Staked(Helpless):
    name = "staked"
    label = "Staked"
    rule = "C13"
    ends = "when the stake is drawn"
    stops_blood = True
