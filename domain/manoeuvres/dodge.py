"""Dodge (C18): can stop every attack. Against a close attack the character needs room."""

from domain.core.state import View
from domain.features.actions.missiles import missile_penalty
from domain.features.characters.conditions import states_of
from domain.manoeuvre import Defence
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part


class Dodge(Defence):
    name = "dodge"
    rule = "C18"
    usual = 6
    pools = (("Dexterity", "Dodge"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return not blow.close or not any(state.prevents_dodge for state in states_of(view, blow.on))

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        covered = any(state.covers_dodge for state in states_of(view, blow.on))
        return () if covered else missile_penalty(blow)
