"""Unbalanced (C11): the bearer was tackled and stayed on its feet. All its actions of the next turn lose a die."""

from collections.abc import Sequence

from domain.condition import Condition
from domain.core.state import View
from domain.features.table.turn import turn_number
from domain.records.bearing import Bearing


class Unbalanced(Condition):
    name = "unbalanced"
    rule = "C11"
    turns = 1

    def pool_dice(self, view: View, borne: Bearing, traits: Sequence[str], *, acting: bool) -> int:
        return -1 if acting and turn_number(view) > borne.since else 0
