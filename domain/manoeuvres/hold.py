"""Hold (C9): keeps the target from doing anything; on each of its slots both test Strength + Brawl (`taking.py`)."""

from domain.deciding import Deciding
from domain.features.actions import Action
from domain.features.grappling import begin
from domain.features.pools import parts, with_dice
from domain.features.striking import strike
from domain.manoeuvre import Blow, Manoeuvre


class Hold(Manoeuvre):
    name = "hold"
    label = "Hold"
    rule = "C9"
    pools = (("Strength", "Brawl"),)

    def resolve(self, table: Deciding, actor: str, action: Action, dice: int) -> None:
        blow = Blow(actor, action.targets[0], self.label, "hand", "bashing")
        if strike(table, blow, with_dice(parts(table.full, actor, self.traits(action)), dice)):
            begin(table, "hold", actor, blow.on)
