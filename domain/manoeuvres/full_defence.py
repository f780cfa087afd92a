"""Full defence (C19): declared for the whole turn. The character meets every attack with a defence that can stop it.
Each defence has one die less than the one before."""

from collections.abc import Iterable

from domain.core.state import View
from domain.features.actions.matching_defence import defences
from domain.manoeuvre import Defence
from domain.records.blow import Blow
from domain.rules.declared_action import Action


class FullDefence(Defence):
    name = "full_defence"
    rule = "C19"
    pools = ()
    lasts_turn = True

    def takes_whole_turn(self, action: Action) -> bool:
        return True

    def usable_against(self, view: View, blow: Blow) -> Iterable[Defence]:
        return [chosen for chosen in defences() if not chosen.lasts_turn and chosen.stops(view, blow)]
