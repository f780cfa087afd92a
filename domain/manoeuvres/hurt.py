"""Hurt (C7): from the turn after, who is in a clinch deals Strength damage without an attack roll."""

from domain.deciding import Deciding
from domain.features.actions import Action
from domain.features.damage import strength
from domain.features.grappling import other_party
from domain.features.rolling import Pool
from domain.features.striking import harm
from domain.manoeuvres._clinched import Clinched


class Hurt(Clinched):
    name = "hurt"
    label = "Hurt in the clinch"
    pools = ()

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        other = other_party(table.full, self.grapple(table.full, actor, action), actor)
        if other:
            harm(table, actor, other, self.label, "bashing", (strength(table.full, actor),))
