"""Melee attack (C1): with a weapon or bare hands, against one who stands close."""

from domain.command import Choice, Input, Refusal
from domain.equipment import BARE_HANDS, Item
from domain.features.actions import Action
from domain.features.blows import Blow
from domain.features.cast import sheet
from domain.features.damage import weapon_damage
from domain.features.pools import parts, size
from domain.features.setting import rules_of
from domain.manoeuvre import Attack, Reach
from domain.ruleset import Part
from domain.state import View


class Melee(Attack):
    name = "attack"
    label = "Melee attack"
    rule = "C1"
    pools = (("Strength", "Unarmed"), ("Strength", "Melee"))
    picked = False

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        hand, armed = (f"{size(parts(view, actor, pool, self))} dice" for pool in self.pools)
        hands = Choice("", "Bare hands", f"{hand}; Strength, bashing")
        skill = rules_of(view).trait
        carried = (i for i in sheet(view, actor).items if skill(i.skill) == skill("Melee"))
        weapons = (Choice(i.name, i.name, f"{armed}; {i.damage} {i.kind}") for i in carried)
        return (Input("weapon", "With", "choice", (hands, *weapons)),)

    def check(self, view: View, actor: str, action: Action) -> None:
        if action.traits and tuple(action.traits.split(" + ")) != self.traits(action):
            raise Refusal("weapon", "A weapon is used with Strength + Melee, bare hands with Strength + Unarmed (C1).")

    def traits(self, action: Action) -> tuple[str, ...]:
        return self.pools[bool(action.detail("weapon"))]

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        named = action.detail("weapon")
        return next((item for item in sheet(view, actor).items if item.name == named), BARE_HANDS)

    def reaches(self, action: Action) -> Reach:
        return "melee" if action.detail("weapon") else "hand"

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return weapon_damage(view, blow)
