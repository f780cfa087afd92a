"""Clinched (C7): both sides are locked. From the next turn each may only hurt or break free, and the clincher may also
bite or kiss (`manoeuvres/_fanged.py`)."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.actions.grapples import began_grapple, end_grapple
from domain.features.table.turn import turn_number, turns_run
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing
from domain.records.blow import Blow


class Clinched(Condition):
    name = "clinched"
    label = "Clinched"
    rule = "C7"
    instead = "Wait in the clinch"
    ends = "when either breaks free"
    by_hand = False
    origin = "a clinch"
    by_word = False
    immobilizes = True

    def label_from(self, view: View, actor: str, source: str) -> str:
        return "Clinching" if began_grapple(view, actor, source) else self.label

    def dice_for_attackers(self, view: View, borne: Bearing, blow: Blow) -> int:
        return 0 if began_grapple(view, borne.character, borne.source) else 2

    def check_several_actions(self) -> None:
        raise Refusal(
            "one-in-a-clinch", "In a clinch a character does one thing in a turn: hurts, or breaks free (C7)."
        )

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if self.name not in chosen.allowed_while:
            raise Refusal(
                "clinched", "In a clinch one may only hurt or break free, and the clincher bite or kiss (C7)."
            )
        if began_this_turn(view, borne):
            raise Refusal("clinched", "A clinch allows nothing before the turn after it began (C7).")

    def check_continuing(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        self.check_manoeuvre(view, borne, chosen)

    def takes_slot(self, view: View, borne: Bearing) -> bool:
        return began_this_turn(view, borne)

    def on_slot(self, table: Deciding, borne: Bearing) -> str:
        return "is locked in the clinch until the next turn" if began_this_turn(table.full, borne) else ""

    def on_helpless(self, table: Deciding, borne: Bearing) -> None:
        if began_grapple(table.full, borne.character, borne.source):
            end_grapple(table, borne.source)


def began_this_turn(view: View, borne: Bearing) -> bool:
    """True if the clinch began in this turn, so neither side can act."""
    return turns_run(view) and turn_number(view) <= borne.since
