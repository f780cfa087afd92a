"""Attacks with a weapon. The player names the weapon; it must be in hand, and it decides the pool. A shot also has a
distance."""

from functools import lru_cache
from typing import ClassVar

from domain.core.option import Choice, Input
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, in_a_row, named, phrase, term
from domain.features.actions.action_pools import traits_in_words
from domain.features.actions.attack_in_progress import is_for_shots, like_a_fist
from domain.features.actions.damage import harm_in_words, weapon_damage
from domain.features.actions.weapon_in_hand import carried_weapon, in_hand, weapons
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack
from domain.records.blow import Blow, Reach
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS, Item
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet

FIST, BLADE, SHOT = ("Strength", "Unarmed"), ("Strength", "Melee"), ("Target", "Dexterity")
"""The usual pools of an attack: with bare hands or a weapon used like a fist; with any other melee weapon; with a
missile (C1, C2)."""
USUAL_DISTANCE = "5"
"""The metres that the form proposes for a shot."""
FAR = -2
"""The dice that a shot loses beyond its range, up to twice the range (C2)."""


class Armed(Attack):
    """Base of the attacks with a weapon, or with bare hands if `bare`.

    The weapon decides the pool. The first of `pools` is for bare hands and fist-like weapons, the second for further
    melee weapons, and the last, if the attack can be a shot, for missiles. The distance of a shot is in metres; 0 means
    that it is no shot.
    """

    pools: ClassVar[tuple[tuple[str, ...], ...]] = (FIST, BLADE, SHOT)
    pool_is_chosen = False
    bare: ClassVar[bool] = True
    """True if bare hands can make this attack."""

    def suits(self, rules: RuleSet, item: Item) -> bool:
        """True if this kind of attack can be made with this item."""
        return True

    def shoots(self, rules: RuleSet, item: Item) -> bool:
        """True if this attack is a shot when it is made with this item."""
        return is_for_shots(rules, item)

    def pool(self, rules: RuleSet, item: Item) -> tuple[str, ...]:
        """Return the pool with this weapon. If the weapon is used with a different ability, that ability replaces the
        usual one (D17), except when a melee weapon is thrown: then the pool is the ordinary pool for shots."""
        return _pool_with(self, rules, item)

    def _find_pool(self, rules: RuleSet, item: Item) -> tuple[str, ...]:
        shoots = self.shoots(rules, item)
        place = -1 if shoots else 0 if like_a_fist(rules, item) else 1
        pool = self.pools_in(rules)[place]
        usual = {rules.trait(trait) for trait in (*pool, *self.pools[place])}
        named = rules.is_ability(item.skill) and rules.trait(item.skill) not in usual
        if item is BARE_HANDS or not named or (shoots and not is_for_shots(rules, item)):
            return pool
        return tuple(item.skill if rules.is_ability(trait) else trait for trait in pool)

    def check_available(self, view: View, actor: str) -> None:
        if not self.bare and not self.suitable(view, actor):
            raise Refusal("weapon-none", rule=self.rule, manoeuvre=self.words)

    def suitable(self, view: View, actor: str) -> list[Item]:
        """Return the carried weapons that suit this attack, the weapon in hand first."""
        rules, held = rules_of(view), in_hand(view, actor).name
        found = [item for item in weapons(view, actor) if self.suits(rules, item)]
        return sorted(found, key=lambda item: item.name != held)

    def pools_for(self, rules: RuleSet, view: View, actor: str) -> tuple[tuple[str, ...], ...]:
        items = (*((BARE_HANDS,) if self.bare else ()), *self.suitable(view, actor))
        return tuple(self.pool(rules, item) for item in items)

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        rules, held, suitable = rules_of(view), in_hand(view, actor).name, self.suitable(view, actor)
        hands = (Choice("", named(BARE_HANDS.name), harm_in_words(view, BARE_HANDS)),) if self.bare else ()
        known = {i.name: Choice(i.name, named(i.name), self._hint(view, actor, i, held)) for i in suitable}
        default = held if held in known else "" if self.bare else next(iter(known), "")
        asked = [Input("weapon", phrase("ask-weapon"), "choice", (*hands, *known.values()), default=default)]
        if any(self.shoots(rules, item) for item in suitable):
            usual = USUAL_DISTANCE if self.shoots(rules, carried_weapon(view, actor, default)) else ""
            asked.append(Input("distance", phrase("ask-distance"), "number", most=5000, default=usual))
        return tuple(asked)

    def action_for_choice(self, view: View, actor: str, detail: str, value: str) -> Action | None:
        if detail != "weapon":
            return None
        shoots = self.shoots(rules_of(view), carried_weapon(view, actor, value))
        distance = (("distance", USUAL_DISTANCE),) if shoots else ()
        return Action(self.name, details=(("weapon", value), *distance))

    def _hint(self, view: View, actor: str, item: Item, held: str) -> Words:
        notes = [harm_in_words(view, item)]
        if self.shoots(rules_of(view), item):
            notes.append(phrase("weapon-range", metres=item.range))
        if item.name != held:
            notes.append(phrase("weapon-not-in-hand"))
        return in_a_row(notes)

    def check(self, view: View, actor: str, action: Action) -> None:
        rules, item = rules_of(view), self.weapon(view, actor, action)
        if item is BARE_HANDS and not self.bare:
            raise Refusal("weapon-missing", rule=self.rule)
        if action.traits and tuple(action.traits.split(" + ")) != self.pool(rules, item):
            pool, weapon = traits_in_words(view, self.pool(rules, item)), term(item.name)
            raise Refusal("weapon-pool", rule=self.rule, manoeuvre=self.words, weapon=weapon, pool=pool)
        check_distance(item, metres(action), shot=self.shoots(rules, item))

    def traits(self, rules: RuleSet, view: View, actor: str, action: Action) -> tuple[str, ...]:
        return self.pool(rules, self.weapon(view, actor, action))

    def modifiers(self, view: View, actor: str, action: Action) -> tuple[Part, ...]:
        far = metres(action) > self.weapon(view, actor, action).range
        return (*super().modifiers(view, actor, action), *(((phrase("part-far-away"), FAR),) if far else ()))

    def done_by_sight(self, view: View, actor: str, action: Action) -> bool:
        return self.by_sight or self.shoots(rules_of(view), self.weapon(view, actor, action))

    def wielded_item(self, action: Action) -> str:
        return action.detail("weapon")

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        return carried_weapon(view, actor, action.detail("weapon"))

    def reaches(self, action: Action) -> Reach:
        if metres(action):
            return "ranged"
        return "melee" if action.detail("weapon") else "hand"

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        return weapon_damage(view, blow)


@lru_cache(maxsize=4096)
def _pool_with(chosen: Armed, rules: RuleSet, item: Item) -> tuple[str, ...]:
    return chosen._find_pool(rules, item)


def metres(action: Action) -> int:
    """Return the distance of the target in metres; 0 for a close attack, even if its form sent a distance."""
    return int(action.detail("distance", "0"))


def check_distance(item: Item, distance: int, *, shot: bool) -> None:
    """Raise `Refusal` if the weapon cannot shoot, or cannot strike, a target at this distance (C2)."""
    if not shot:
        if distance:
            raise Refusal("distance-without-shot", rule="C2")
    elif not distance:
        raise Refusal("distance-missing", rule="C2")
    elif distance > 2 * item.range:
        raise Refusal("distance-too-far", rule="C2", weapon=term(item.name), most=2 * item.range)
