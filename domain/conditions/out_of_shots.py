"""Out of shots (F3): a weapon that has nothing left to shoot until it is reloaded. `source` names the weapon, "" for
whatever is in hand."""

from domain.condition import Condition


class OutOfShots(Condition):
    name = "out_of_shots"
    label = "Out of shots"
    rule = "F3"
    ends = "when the weapon is reloaded"
    needs_reload = True
    lasting = True
