"""Block (C15): stops bashing attacks, struck or thrown. Lethal and aggravated attacks need Fortitude or armour."""

from domain.core.state import View
from domain.features.actions.action import Action
from domain.features.actions.armour import can_block_lethal
from domain.features.actions.attack_in_progress import Blow
from domain.features.actions.missiles import missile_penalty
from domain.manoeuvre import Defence
from domain.rules.rule_types import Part


class Block(Defence):
    name = "block"
    label = "Block"
    rule = "C15"
    pools = (("Strength", "Unarmed"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return blow.damage == "bashing" or can_block_lethal(view, blow.on)

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return missile_penalty(blow)
