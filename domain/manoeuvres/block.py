"""Block (C15): stops bashing attacks, struck or thrown. Lethal and aggravated attacks need Fortitude or armour."""

from domain.core.state import View
from domain.features.actions.armour import can_block_lethal
from domain.features.actions.missiles import missile_penalty
from domain.manoeuvre import Defence
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part


class Block(Defence):
    name = "block"
    rule = "C15"
    usual = 8
    pools = (("Strength", "Unarmed"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return blow.damage == "bashing" or can_block_lethal(view, blow.on)

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return missile_penalty(blow)
