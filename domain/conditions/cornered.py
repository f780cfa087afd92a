"""Cornered (C18): there is no room to dodge what is struck from close by. The Storyteller says where that is so."""

from domain.condition import Condition
from domain.deciding import Deciding
from domain.features.conditions import Bearing, shed


class Cornered(Condition):
    name = "cornered"
    label = "Cornered"
    rule = "C18"
    ends = "when it has room again, or moves"

    def moved(self, table: Deciding, borne: Bearing) -> None:
        shed(table, borne)
