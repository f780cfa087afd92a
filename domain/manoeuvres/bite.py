"""Bite (C4): with fangs, against a target that the biter has caught."""

from domain.core.state import View
from domain.core.words import phrase
from domain.features.actions.damage import extra_success_dice, strength
from domain.manoeuvres._fanged import Fanged
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from domain.rules.rule_types import Part

FANGS = Item("fangs", "Brawl", kind="aggravated")


class Bite(Fanged):
    name = "bite"
    rule = "C4"
    can_call_shot = True

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        return FANGS

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by), (phrase("part-fangs"), 1), *extra_success_dice(view, blow))
