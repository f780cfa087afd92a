"""Kissed (C5): the bearer loses blood every turn. `unresisting.py` decides if it can resist."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.features.actions.grapples import end_grapple, other_party
from domain.features.actions.kiss_effects import drain
from domain.features.characters.wounds import can_stir
from domain.records.bearing import Bearing


class Kissed(Condition):
    name = "kissed"
    rule = "C5"
    by_hand = False
    by_word = False
    immobilizes = True

    def on_turn_start(self, table: Deciding, borne: Bearing) -> None:
        by = other_party(table.full, borne.source, borne.character)
        if not by or not can_stir(table.full, by):
            end_grapple(table, borne.source)
        else:
            drain(table, by, borne.character)
