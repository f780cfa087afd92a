"""Clinch (C7): locks both; from the next turn on each may hurt the other or try to break free."""

from domain.command import Choice, Input
from domain.deciding import Deciding
from domain.features.actions import Action
from domain.features.grappling import begin
from domain.features.pools import dots, parts, with_dice
from domain.features.striking import harm, strike
from domain.manoeuvre import Blow, Manoeuvre
from domain.state import View


class Clinch(Manoeuvre):
    name = "clinch"
    label = "Clinch"
    rule = "C7"
    pools = (("Strength", "Unarmed"),)

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        choices = (Choice("hurt", "Hurt at once", "Strength"), Choice("gentle", "Do not hurt"))
        return (Input("at_once", "In the first turn", "choice", choices, default="hurt"),)

    def resolve(self, table: Deciding, actor: str, action: Action, dice: int) -> None:
        target = action.targets[0]
        blow = Blow(actor, target, self.label, "hand", "bashing")
        if not strike(table, blow, with_dice(parts(table.full, actor, self.traits(action)), dice)):
            return
        begin(table, "clinch", actor, target)
        if action.detail("at_once", "hurt") == "hurt":
            harm(table, blow, (("Strength", dots(table.full, actor, "Strength")),))
