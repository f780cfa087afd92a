"""Kiss (C5): drinks from whom one has got hold of, turn after turn; the victim lets it happen until its Ideals win
(`features/kissing.py`).

*(ours)* What it may do against the biter then is what the grip leaves it: in a clinch to hurt or break free (C7), in
a hold to struggle in its slot (C9).
"""

from domain.core.command import Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.actions.attack_in_progress import Blow
from domain.features.actions.grapples import has_hold
from domain.features.actions.kiss_effects import IDEALS, begin_kiss
from domain.features.table.settings import rules_of
from domain.manoeuvres._fanged import Fanged


class Kiss(Fanged):
    name = "kiss"
    label = "Kiss"
    rule = "C5"
    needed_traits = (IDEALS,)

    def check_available(self, view: View, actor: str) -> None:
        if IDEALS not in rules_of(view).kinds:
            raise Refusal("no-ideals", f"A kiss is resisted with {IDEALS}, which these rules do not know (C5).")
        super().check_available(view, actor)

    def check_target(self, view: View, actor: str, target: str) -> None:
        super().check_target(view, actor, target)
        if has_hold(view, "kiss", actor, target):
            raise Refusal("kissing", "It drinks already, and goes on until it does something else (C5).")

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        begin_kiss(table, blow.by, blow.on)
