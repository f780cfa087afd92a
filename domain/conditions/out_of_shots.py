"""Out of shots (F3): the weapon must be reloaded before it shoots. `source` names the weapon, "" for any weapon in
hand."""

from domain.condition import Condition


class OutOfShots(Condition):
    name = "out_of_shots"
    rule = "F3"
    needs_reload = True
    lasting = True
