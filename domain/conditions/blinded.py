"""Blinded, or in complete darkness (C22): every action loses two dice, and actions that need sight fail. A roll that is
not an action (a test of will, soak, initiative) loses no dice."""

from collections.abc import Sequence

from domain.condition import Condition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing


class Blinded(Condition):
    name = "blinded"
    rule = "C22"
    lasting = True
    blinds = True

    def pool_dice(self, view: View, borne: Bearing, traits: Sequence[str], *, acting: bool) -> int:
        return -2 if acting else 0

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if chosen.by_sight:
            raise Refusal("blinded", rule="C22", manoeuvre=chosen.words)
