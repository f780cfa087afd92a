"""Hold (C9): keeps the target from acting. On each of the target's slots both sides test (`conditions/held.py`)."""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref
from domain.features.actions.grapples import GRAPPLES, begin_grapple, has_hold
from domain.manoeuvre import Attack
from domain.records.blow import Blow


class Hold(Attack):
    name = "hold"
    rule = "C9"
    pools = (("Strength", "Brawl"),)
    reach = "hand"

    def check_target(self, view: View, actor: str, target: str) -> None:
        if has_hold(view, "hold", actor, target):
            raise Refusal("holding", rule="C9", target=character_ref(target))

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        begin_grapple(table, "hold", blow.by, blow.on, lays=GRAPPLES["hold"])
