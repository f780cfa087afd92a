"""Claw (C6): with the character's own claws. Feral Claws do aggravated damage, claws of bone lethal damage."""

from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import phrase
from domain.features.actions.damage import extra_success_dice, strength
from domain.features.characters.character import sheet
from domain.manoeuvre import Attack
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from domain.rules.rule_types import Part

FERAL = Item("feral claws", "Brawl", kind="aggravated")
BONE = Item("claws of bone", "Brawl", kind="lethal")


class Claw(Attack):
    name = "claw"
    rule = "C6"
    pools = (("Dexterity", "Brawl"),)
    reach = "hand"
    natural = True
    can_call_shot = True

    def check_available(self, view: View, actor: str) -> None:
        if not {"claws-aggravated", "claws-lethal"} & set(sheet(view, actor).flags):
            raise Refusal("no-claws", rule="C6")

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        return FERAL if "claws-aggravated" in sheet(view, actor).flags else BONE

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (strength(view, blow.by), (phrase("part-claws"), 1), *extra_success_dice(view, blow))
