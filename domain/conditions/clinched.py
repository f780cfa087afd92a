"""Clinched (C7): the two are locked together. From the next turn on, each of them may only hurt the other or break
free, and the clincher may also bite or kiss (`manoeuvres/_fanged.py`)."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.grapples import began_grapple, end_grapple
from domain.features.table.turn import turn_number, turns_run
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing
from domain.records.blow import Blow


class Clinched(Condition):
    name = "clinched"
    rule = "C7"
    instead = phrase("option-wait-in-clinch", rule="C7")
    by_hand = False
    by_word = False
    immobilizes = True

    def words_from(self, view: View, actor: str, source: str, value: int) -> Words:
        return phrase("condition-clinching") if began_grapple(view, actor, source) else self.words

    def dice_for_attackers(self, view: View, borne: Bearing, blow: Blow) -> int:
        return 0 if began_grapple(view, borne.character, borne.source) else 2

    def check_several_actions(self) -> None:
        raise Refusal("one-in-a-clinch", rule="C7")

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if self.name not in chosen.allowed_while:
            raise Refusal("clinched", rule="C7")
        if began_this_turn(view, borne):
            raise Refusal("clinched-this-turn", rule="C7")

    def check_continuing(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        self.check_manoeuvre(view, borne, chosen)

    def takes_slot(self, view: View, borne: Bearing) -> bool:
        return began_this_turn(view, borne)

    def on_slot(self, table: Deciding, borne: Bearing) -> Words:
        if not began_this_turn(table.full, borne):
            return NO_WORDS
        return phrase("line-locked-in-clinch", who=character_ref(borne.character))

    def on_helpless(self, table: Deciding, borne: Bearing) -> None:
        if began_grapple(table.full, borne.character, borne.source):
            end_grapple(table, borne.source)


def began_this_turn(view: View, borne: Bearing) -> bool:
    """True if the clinch began in this turn, so neither side can act."""
    return turns_run(view) and turn_number(view) <= borne.since
