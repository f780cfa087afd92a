"""Conditions of a character that cannot move its body: attacks hit it without a roll (C27)."""

from domain.condition import Condition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing


class Helpless(Condition):
    """Base of the conditions of a character whose body does not obey. They last until the Storyteller ends them."""

    rule = "C27"
    helpless = True
    immobilizes = True
    lasting = True

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if chosen.needs_body:
            raise Refusal("body-does-not-obey", rule=self.rule, state=self.words)
