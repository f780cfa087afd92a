"""Parry (C16): stops brawl and melee, and missiles with fewer dice (C20). A blade in hand cuts who came with none."""

from domain.audience import STORYTELLER
from domain.deciding import Deciding
from domain.equipment import BARE_HANDS, Item
from domain.features.actions import Action
from domain.features.blows import Blow, is_blade, kept_count
from domain.features.hands import in_hand
from domain.features.missiles import swiftness
from domain.features.setting import rules_of
from domain.features.striking import harm
from domain.manoeuvre import Defence
from domain.ruleset import Part
from domain.state import View


class Parry(Defence):
    name = "parry"
    label = "Parry"
    rule = "C16"
    pools = (("Dexterity", "Melee"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return True

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return swiftness(blow)

    def won(self, table: Deciding, blow: Blow, action: Action, margin: int) -> None:
        weapon = parrying(table.full, blow.on)
        if blow.reach == "hand" and weapon.kind != "bashing" and margin:
            pool = ((weapon.name, weapon.damage), ("margin", margin))
            # The margin would tell what is kept back of either roll: the table sees the wound (X2 iii, X3).
            audience = STORYTELLER if kept_count(table.full, blow) else None
            harm(table, blow.on, blow.by, self.label, weapon.kind, pool, audience)


def parrying(view: View, actor: str) -> Item:
    """What a character parries with: what it has in hand, where that is to strike with."""
    held = in_hand(view, actor)
    return held if is_blade(rules_of(view), held) else BARE_HANDS
