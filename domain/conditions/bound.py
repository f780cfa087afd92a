"""Bound (C27): the bearer is tied up. Attacks hit it without a roll."""

from domain.conditions._helpless import Helpless


class Bound(Helpless):
    name = "bound"
