"""Paralysed (C27): unable to move, and hit without a roll."""

from domain.conditions._helpless import Helpless


class Paralysed(Helpless):
    name = "paralysed"
    label = "Paralysed"
    ends = "when what caused it passes"
