"""Hurt (C7): from the turn after, who is in a clinch deals Strength damage without an attack roll."""

from domain.core.state import View
from domain.deciding import Deciding
from domain.features.actions.action import Action
from domain.features.actions.attack_in_progress import Blow
from domain.features.actions.damage import strength
from domain.features.actions.grapples import other_party
from domain.features.combat.attack_steps import strike_without_roll
from domain.features.rolls.roll import Pool
from domain.manoeuvre import Harming
from domain.manoeuvres._in_clinch import Clinched
from domain.rules.ruleset import Part


class Hurt(Clinched, Harming):
    name = "hurt"
    label = "Hurt in the clinch"
    pools = ()

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by),)

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        other = other_party(table.full, self.grapple(table.full, actor, action), actor)
        if other:
            strike_without_roll(table, actor, other, action)
