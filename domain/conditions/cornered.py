"""Cornered (C18): the bearer has no room to dodge close attacks. The Storyteller sets it."""

from domain.condition import Condition


class Cornered(Condition):
    name = "cornered"
    rule = "C18"
    ends_on_move = True
    prevents_dodge = True
