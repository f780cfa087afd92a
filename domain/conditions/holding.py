"""Holding (C9): the bearer holds an opponent and is free to act. The hold ends if the bearer leaves the spot or can no
longer move its body. The opponent's condition is in `held.py`."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.features.actions.grapples import end_grapple
from domain.records.bearing import Bearing


class Holding(Condition):
    name = "holding"
    rule = "C9"
    helps = True
    by_hand = False
    by_word = False

    def on_move(self, table: Deciding, borne: Bearing) -> None:
        end_grapple(table, borne.source)

    def on_helpless(self, table: Deciding, borne: Bearing) -> None:
        end_grapple(table, borne.source)
