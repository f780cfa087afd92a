"""Blinded (C22), or in utter darkness: two dice less for every action, and what takes eyes does not work at all. What
takes no action (tests of will, soak, initiative) loses nothing."""

from collections.abc import Sequence

from domain.condition import Condition
from domain.core.command import Refusal
from domain.core.state import View
from domain.features.characters.conditions import Bearing
from domain.manoeuvre import Manoeuvre


class Blinded(Condition):
    name = "blinded"
    label = "Blinded"
    rule = "C22"
    ends = "when it sees again"
    lasting = True
    blinds = True

    def pool_dice(self, view: View, borne: Bearing, traits: Sequence[str], *, acting: bool) -> int:
        return -2 if acting else 0

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if chosen.by_sight:
            raise Refusal("blinded", f"{chosen.label} takes eyes that see (C22).")
