"""Parry (C16): stops brawl and melee, and missiles with fewer dice (C20). A blade in hand cuts who came with none."""

from domain.deciding import Deciding
from domain.equipment import BARE_HANDS, Item
from domain.features.actions import Action
from domain.features.blows import Blow, is_blade
from domain.features.damage import item_damage
from domain.features.hands import in_hand
from domain.features.kept_counts import kept_of
from domain.features.missiles import swiftness
from domain.features.rolling import Deed
from domain.features.setting import rules_of
from domain.features.striking import strike_back
from domain.manoeuvre import Defence, Harming
from domain.ruleset import Part
from domain.state import View


class Parry(Defence, Harming):
    name = "parry"
    label = "Parry"
    rule = "C16"
    pools = (("Dexterity", "Melee"),)

    def stops(self, view: View, blow: Blow) -> bool:
        return True

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return swiftness(blow)

    def won(self, table: Deciding, blow: Blow, action: Action, deed: Deed) -> None:
        weapon, margin = parrying(table.full, blow.on), deed.successes - blow.hits
        # If a level parry cut nobody, that would tell a count that is kept back: then a cut without damage falls (X2).
        cuts = margin > 0 or kept_of(table.full, blow).hits >= 0
        if blow.reach == "hand" and weapon.kind != "bashing" and cuts:
            strike_back(table, blow, Action(self.name), margin, deed.roll)

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        return parrying(view, actor)

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (item_damage(view, blow.by, blow.weapon), ("margin", blow.hits))


def parrying(view: View, actor: str) -> Item:
    """What a character parries with: what it has in hand, where that is to strike with."""
    held = in_hand(view, actor)
    return held if is_blade(rules_of(view), held) else BARE_HANDS
