"""Tackle (C11): the attacker throws itself at the target. Both roll to stay on their feet. A target that stays on its
feet is unbalanced."""

from typing import Final

from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.actions.attack_in_progress import audience_showing
from domain.features.actions.damage import extra_success_dice, strength
from domain.features.actions.knockdown import keep_feet
from domain.features.characters.conditions import add_condition, bears
from domain.manoeuvre import Attack
from domain.records.blow import Blow
from domain.rules.rule_types import Part

FEET: Final = ("Strength", "Athletics")
"""The pool with which each of the two stays on its feet."""


class Tackle(Attack):
    name = "tackle"
    rule = "C11"
    pools = (("Strength", "Brawl"),)
    modifier = -1
    reach = "hand"

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by), (self.words, 1), *extra_success_dice(view, blow))

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        add_condition(table, blow.by, "upper_hand", source=blow.on, quietly=True)

    def on_consequence(self, table: Deciding, blow: Blow) -> None:
        seen = audience_showing(table.full, blow.by, blow.on)
        for who in (blow.by, blow.on):
            keep_feet(table, who, FEET, seen)
        if bears(table.full, blow.on, "prone") is None:
            add_condition(table, blow.on, "unbalanced")
