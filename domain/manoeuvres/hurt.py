"""Hurt (C7): from the turn after the clinch began, each side may deal Strength damage without an attack roll."""

from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.actions.damage import strength
from domain.features.actions.grapples import other_party
from domain.features.combat.attack_steps import strike_without_roll
from domain.manoeuvre import Harming
from domain.manoeuvres._in_clinch import Clinched
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.pool import Pool
from domain.rules.rule_types import Part


class Hurt(Clinched, Harming):
    name = "hurt"
    usual = 2
    pools = ()

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by),)

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        other = other_party(table.full, self.grapple(table.full, actor, action), actor)
        if other:
            strike_without_roll(table, actor, other, action)
