"""Paralysed (C27): the bearer cannot move. Attacks hit it without a roll."""

from domain.conditions._helpless import Helpless


class Paralysed(Helpless):
    name = "paralysed"
