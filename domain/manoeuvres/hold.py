"""Hold (C9): keeps the target from doing anything; on each of its slots both test (`conditions/held.py`)."""

from domain.deciding import Deciding
from domain.features.blows import Blow
from domain.features.grappling import begin
from domain.manoeuvre import Attack


class Hold(Attack):
    name = "hold"
    label = "Hold"
    rule = "C9"
    pools = (("Strength", "Brawl"),)
    reach = "hand"

    def landed(self, table: Deciding, blow: Blow) -> None:
        begin(table, "hold", blow.by, blow.on, lays=("holding", "held"))
