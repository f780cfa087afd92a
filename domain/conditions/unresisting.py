"""Unresisting (C5): the victim of a kiss does not resist, and does not act until its Ideals win or the kiss ends."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing


class Unresisting(Condition):
    name = "unresisting"
    label = "Unresisting"
    rule = "C5"
    instead = "Let it happen"
    ends = "when it succeeds with its Ideals, or with the kiss"
    by_hand = False
    origin = "a kiss"
    slot_order = 0

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        raise Refusal("unresisting", "Who is kissed lets it happen, until it succeeds with its Ideals (C5).")

    def on_slot(self, table: Deciding, borne: Bearing) -> str:
        return "does not resist"
