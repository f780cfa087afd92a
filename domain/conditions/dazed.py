"""Dazed (C26): the bearer was hit too hard, and loses the next turn in which it could act."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase
from domain.features.characters.conditions import add_condition
from domain.features.combat.initiative import Slot
from domain.features.table.turn import turn_number
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing


class Dazed(Condition):
    name = "dazed"
    rule = "C26"
    instead = phrase("option-lose-turn", rule="C26")
    slot_order = 2
    immobilizes = True

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        slot = view.get(Slot, borne.character)
        # A character that has already acted in this turn loses its slot of the next turn; it may still use its
        # remaining defences now. A character that has not acted yet loses its slot of this turn only.
        if borne.until or slot is None or slot.status != "acted":
            raise Refusal("dazed", rule="C26")

    def on_slot(self, table: Deciding, borne: Bearing) -> Words:
        turns = max(borne.until - turn_number(table.full), 0)
        add_condition(table, borne.character, self.name, turns=turns, ends=borne.ends, quietly=True)
        return phrase("line-dazed", who=character_ref(borne.character))
