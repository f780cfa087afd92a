"""Bite (C4): with fangs, whom one has got hold of."""

from domain.equipment import Item
from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.damage import further, strength
from domain.manoeuvres._fanged import Fanged
from domain.ruleset import Part
from domain.state import View

FANGS = Item("fangs", "Brawl", kind="aggravated")


class Bite(Fanged):
    name = "bite"
    label = "Bite"
    rule = "C4"
    calls = True

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        return FANGS

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by), ("fangs", 1), *further(view, blow))
