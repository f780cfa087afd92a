"""Unresisting (C5): the victim of a kiss neither resists nor acts, until its test of Ideals succeeds or the kiss
ends."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing


class Unresisting(Condition):
    name = "unresisting"
    rule = "C5"
    instead = phrase("option-let-it-happen", rule="C5")
    by_hand = False
    slot_order = 0

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        raise Refusal("unresisting", rule="C5")

    def on_slot(self, table: Deciding, borne: Bearing) -> Words:
        return phrase("line-not-resisting", who=character_ref(borne.character))
