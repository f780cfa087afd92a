"""Dazed (C26): hit too hard at once; the next turn in which it could act is lost."""

from domain.condition import Condition
from domain.core.command import Refusal
from domain.core.state import View
from domain.deciding import Deciding
from domain.features.characters.conditions import Bearing, add_condition
from domain.features.combat.initiative import Slot
from domain.features.table.turn import turn_number
from domain.manoeuvre import Manoeuvre


class Dazed(Condition):
    name = "dazed"
    label = "Dazed"
    rule = "C26"
    instead = "Lose the turn"
    ends = "with the turn that is lost to it"
    slot_order = 2
    roots = True

    def forbids(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        slot = view.get(Slot, borne.character)
        # Who has acted already loses the turn to come: what it still has ready in this one, it may use. Who has
        # something left to do loses this turn, in which it could act, and no other.
        if borne.until or slot is None or slot.status != "acted":
            raise Refusal("dazed", "A dazed character loses its turn: it can do nothing until that is over (C26).")

    def slot(self, table: Deciding, borne: Bearing) -> str:
        turns = max(borne.until - turn_number(table.full), 0)
        add_condition(table, borne.character, self.name, turns=turns, ends=borne.ends, quietly=True)
        return "is dazed, and loses its turn"
