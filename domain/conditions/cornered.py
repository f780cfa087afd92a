"""Cornered (C18): there is no room to dodge what is struck from close by. The Storyteller says where that is so."""

from domain.condition import Condition


class Cornered(Condition):
    name = "cornered"
    label = "Cornered"
    rule = "C18"
    ends = "when it has room again, or moves"
    ends_on_move = True
    prevents_dodge = True
