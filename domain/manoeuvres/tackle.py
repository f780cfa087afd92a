"""Tackle (C11): throws oneself at somebody. Both have to keep their feet; a target that does is unbalanced."""

from typing import Final

from domain.core.state import View
from domain.deciding import Deciding
from domain.features.actions.attack_in_progress import Blow, together
from domain.features.actions.damage import further, strength
from domain.features.actions.knockdown import stand_firm
from domain.features.characters.conditions import add_condition, bears
from domain.manoeuvre import Attack
from domain.rules.ruleset import Part

FEET: Final = ("Strength", "Athletics")
"""What keeps either of them up."""


class Tackle(Attack):
    name = "tackle"
    label = "Tackle"
    rule = "C11"
    pools = (("Strength", "Brawl"),)
    modifier = -1
    reach = "hand"

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by), ("tackle", 1), *further(view, blow))

    def landed(self, table: Deciding, blow: Blow) -> None:
        add_condition(table, blow.by, "upper_hand", source=blow.on, quietly=True)

    def followed(self, table: Deciding, blow: Blow) -> None:
        seen = together(table.full, blow.by, blow.on)
        for who in (blow.by, blow.on):
            stand_firm(table, who, FEET, seen)
        if bears(table.full, blow.on, "prone") is None:
            add_condition(table, blow.on, "unbalanced")
