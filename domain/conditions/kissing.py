"""Drinking (C5): the bearer drinks from a victim until it takes any action. The victim's condition is in
`kissed.py`."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.features.actions.grapples import end_grapple
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing


class Kissing(Condition):
    name = "kissing"
    rule = "C5"
    by_hand = False
    by_word = False

    def on_action(self, table: Deciding, borne: Bearing, chosen: Manoeuvre) -> None:
        end_grapple(table, borne.source)

    def on_move(self, table: Deciding, borne: Bearing) -> None:
        end_grapple(table, borne.source)

    def on_helpless(self, table: Deciding, borne: Bearing) -> None:
        end_grapple(table, borne.source)
