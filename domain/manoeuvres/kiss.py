"""Kiss (C5): drinks from a caught target, turn after turn. The victim does not resist until its Ideals win
(`features/actions/kiss_effects.py`).

*(ours)* After that, the grip decides what the victim can do: in a clinch it may hurt or break free (C7), in a hold it
may struggle on its slot (C9).
"""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, term
from domain.features.actions.grapples import has_hold
from domain.features.actions.kiss_effects import IDEALS, begin_kiss
from domain.features.table.settings import rules_of
from domain.manoeuvres._fanged import Fanged
from domain.records.blow import Blow


class Kiss(Fanged):
    name = "kiss"
    rule = "C5"
    needed_traits = (IDEALS,)

    def check_available(self, view: View, actor: str) -> None:
        if IDEALS not in rules_of(view).kinds:
            raise Refusal("no-ideals", rule="C5", trait=term(IDEALS))
        super().check_available(view, actor)

    def check_target(self, view: View, actor: str, target: str) -> None:
        super().check_target(view, actor, target)
        if has_hold(view, "kiss", actor, target):
            raise Refusal("kissing", rule="C5", target=character_ref(target))

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        begin_kiss(table, blow.by, blow.on)
