"""Parry (C16): stops brawl and melee attacks, and missiles with fewer dice (C20). It needs a melee weapon in hand; a
lethal weapon wounds an attacker without a weapon."""

from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import phrase
from domain.features.actions.attack_in_progress import is_for_striking
from domain.features.actions.damage import item_damage
from domain.features.actions.hidden_attack_numbers import kept_or_empty
from domain.features.actions.missiles import missile_penalty
from domain.features.actions.weapon_in_hand import in_hand, weapons
from domain.features.combat.attack_steps import strike_back
from domain.features.table.settings import rules_of
from domain.manoeuvre import Defence, Harming
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from domain.rules.pool import RollOutcome
from domain.rules.rule_types import Part


class Parry(Defence, Harming):
    name = "parry"
    rule = "C16"
    usual = 7
    pools = (("Dexterity", "Melee"),)

    def check_available(self, view: View, actor: str) -> None:
        if rules_of(view).splits == "none":  # with one action per turn, no weapon can be drawn earlier in it (M4)
            self.check_hand(view, in_hand(view, actor))
        if not any(self.suits(view, item) for item in (in_hand(view, actor), *weapons(view, actor))):
            raise Refusal("parry-without-weapon", rule="C16")

    def check_hand(self, view: View, held: Item) -> None:
        if not self.suits(view, held):
            raise Refusal("parry-empty-handed", rule="C16")

    def suits(self, view: View, item: Item) -> bool:
        """True if a character can parry with this item in hand."""
        return is_for_striking(rules_of(view), item)

    def stops(self, view: View, blow: Blow) -> bool:
        return self.suits(view, in_hand(view, blow.on))

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        return missile_penalty(blow)

    def on_success(self, table: Deciding, blow: Blow, action: Action, deed: RollOutcome) -> None:
        weapon, margin = in_hand(table.full, blow.on), deed.successes - blow.hits
        # If the hits are hidden, the parry strikes back after a draw too, but then without damage. Without that blow
        # the table would know that the margin was 0 (X2).
        cuts = margin > 0 or kept_or_empty(table.full, blow).hits >= 0
        if blow.reach == "hand" and weapon.kind != "bashing" and cuts:
            strike_back(table, blow, Action(self.name), margin, deed.roll)

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        return in_hand(view, actor)

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return (item_damage(view, blow.by, blow.weapon), (phrase("part-margin"), blow.hits))
