"""Hurt (C7): from the turn after, who is in a clinch deals Strength damage without an attack roll."""

from domain.deciding import Deciding
from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.damage import strength
from domain.features.grappling import other_party
from domain.features.rolling import Pool
from domain.features.striking import fall
from domain.manoeuvre import Harming
from domain.manoeuvres._clinched import Clinched
from domain.ruleset import Part
from domain.state import View


class Hurt(Clinched, Harming):
    name = "hurt"
    label = "Hurt in the clinch"
    pools = ()

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by),)

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        other = other_party(table.full, self.grapple(table.full, actor, action), actor)
        if other:
            fall(table, actor, other, action)
