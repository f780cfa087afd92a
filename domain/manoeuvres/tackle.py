"""Tackle (C11): throws oneself at somebody. Both have to keep their feet; a target that does is unbalanced."""

from typing import Final

from domain.deciding import Deciding
from domain.features.blows import Blow, together
from domain.features.conditions import bear, bears
from domain.features.damage import further, strength
from domain.features.standing import stand_firm
from domain.manoeuvre import Attack
from domain.ruleset import Part
from domain.state import View

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
        bear(table, blow.by, "upper_hand", source=blow.on, quietly=True)

    def followed(self, table: Deciding, blow: Blow) -> None:
        seen = together(table.full, blow.by, blow.on)
        for who in (blow.by, blow.on):
            stand_firm(table, who, FEET, seen)
        if bears(table.full, blow.on, "prone") is None:
            bear(table, blow.on, "unbalanced")
