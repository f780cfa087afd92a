"""What keeps a character from stirring, though it may struggle in its mind: it is hit without a roll (C27)."""

from domain.condition import Condition
from domain.core.command import Refusal
from domain.core.state import View
from domain.features.characters.conditions import Bearing
from domain.manoeuvre import Manoeuvre


class Helpless(Condition):
    """Base of the conditions of a body that does not obey. They are borne until somebody ends them."""

    rule = "C27"
    helpless = True
    immobilizes = True
    lasting = True

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if chosen.needs_body:
            raise Refusal(
                self.name, f"Who is {self.label.lower()} cannot stir: that takes a body that obeys ({self.rule})."
            )
