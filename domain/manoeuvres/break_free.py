"""Breaking free of a clinch (C7): both sides roll, each Strength + Unarmed or Dexterity + Dodge, as it likes."""

from domain.deciding import Deciding
from domain.features.actions import Action
from domain.features.grappling import end
from domain.features.pools import best, parts, successes, with_dice
from domain.manoeuvres._clinched import Clinched


class BreakFree(Clinched):
    name = "break_free"
    label = "Break free"
    pools = (("Strength", "Unarmed"), ("Dexterity", "Dodge"))

    def resolve(self, table: Deciding, actor: str, action: Action, dice: int) -> None:
        full, clinch, other = table.full, self.clinch(table.full, actor), self.opponent(table.full, actor)
        mine = successes(
            table, actor, self.label, with_dice(parts(full, actor, self.traits(full, actor, action), self), dice)
        )
        theirs = successes(table, other, "Keeping the clinch", best(full, other, self.pools)) if other else 0
        if mine > theirs:
            end(table, clinch)
