"""The checks of house rules: a chronicle's tables must agree with the rules and among themselves (G0)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from domain.core.refusal import Refusal
from domain.rules.house_rules import HOUSE_MOST, HouseRules
from domain.rules.rule_types import TraitKind, Word
from domain.rules.ruleset import RuleSet

KINDS: Final[Mapping[TraitKind, str]] = {
    "attribute": "an attribute",
    "ability": "an ability",
    "other": "an advantage",
    "alone": "a scale that is rolled alone",
    "never": "a number that is never rolled",
}
"""The words for each kind of trait (D2)."""


class NeededTrait(NamedTuple):
    """The required kind of a trait that the rules depend on, and the parts of the rules that depend on it."""

    kind: TraitKind
    users: Sequence[str]


def refusal_of_table(table: str, sentence: str) -> Refusal:
    """Return a refusal of house rules. Its code names the table."""
    return Refusal(f"house-{table}", f"{sentence} Nothing was changed (G0).")


def check_house(rules: RuleSet, house: HouseRules, needed: Mapping[str, NeededTrait]) -> None:
    """Raise `Refusal` if the tables of `rules`, which include the house rules `house`, contradict each other. `needed`
    are the traits that the rules depend on. The refusal names the table, the entry and the expected value."""
    took = len(msgspec.msgpack.encode(house))
    if took > HOUSE_MOST:
        raise Refusal(
            "long-house",
            f"These house rules take {took} bytes; expected at most {HOUSE_MOST}. Shorten names or remove entries. "
            "Nothing was changed (G0).",
        )
    for table, what, names in (
        ("traits", "trait group", [group.name for group in rules.traits]),
        ("traits", "trait", [trait for group in rules.traits for trait in group.traits]),
        ("health", "health level", [level.label for level in rules.health]),
        ("weapons", "weapon", [item.name for item in rules.weapons]),
        ("stores", "store of points", [store.name for store in rules.stores]),
        ("powers", "power", [power.name for power in rules.powers]),
        ("aliases", "alias", [alias for alias, _ in rules.aliases]),
        ("difficulties", "difficulty", [str(word.value) for word in rules.difficulties]),
        ("steps", "step", [f"{word.value:+}" for word in rules.steps]),
        ("ratings", "circumstance", [word.label for word in rules.ratings]),
    ):
        check_unique(table, what, names)
    known = {trait for group in rules.traits for trait in group.traits}
    check_aliases(rules, known)
    for trait, need in needed.items():
        check_need(rules, trait, need, known)
    check_words(rules)
    check_health(rules.health)
    check_weapons(rules)
    check_stores(rules, known)
    check_numbers(rules, house)
    check_modifiers("steps", "Words for modifiers", rules.steps)
    check_modifiers("ratings", "Rated circumstances", rules.ratings)
    for word in rules.difficulties:
        if not 2 <= word.value <= 10:
            raise refusal_of_table(
                "difficulties", f"Difficulties: {word.value} ({word.label}) is none; they go from 2 to 10 (D8)."
            )


def check_unique(table: str, what: str, names: Iterable[str]) -> None:
    """Raise `Refusal` if a name is empty or appears twice."""
    for name, times in Counter(names).items():
        if not name.strip():
            raise refusal_of_table(table, f"There is a {what} without a name.")
        if times > 1:
            raise refusal_of_table(table, f"The {what} {name} stands twice.")


def check_aliases(rules: RuleSet, known: set[str]) -> None:
    """An alias, also one that a switch makes, must point to a trait that exists, that is no alias itself, and that has
    the alias's own kind."""
    for alias, trait in rules.aliases:
        if trait not in known:
            raise refusal_of_table("aliases", f"Aliases: {alias} is to be {trait}, and there is no such trait.")
        if rules.kinds[alias] != rules.kinds[trait]:
            kinds = f"{trait}, which is {KINDS[rules.kinds[trait]]}: it is {KINDS[rules.kinds[alias]]}"
            raise refusal_of_table("aliases", f"Aliases: {alias} cannot be {kinds} (D2).")
    for alias, trait in rules.renamed.items():
        if rules.trait(trait) != trait:
            further = f"{trait}, which is itself an alias of {rules.trait(trait)}"
            raise refusal_of_table("aliases", f"Aliases: {alias} is to be {further}.")
    first, second = rules.initiative
    if rules.trait(first) == rules.trait(second):
        raise refusal_of_table(
            "aliases", f"Aliases: initiative is a test of {first} + {second}, which cannot be one trait (I1)."
        )


def check_need(rules: RuleSet, trait: str, need: NeededTrait, known: set[str]) -> None:
    """A trait that the rules depend on must exist with the right kind, itself or through an alias."""
    others = f" and {len(need.users) - 1} more" if need.users[1:] else ""
    needs = f"{need.users[0]}{others} {'go' if others else 'goes'} by {trait}"
    found = rules.trait(trait)
    if found not in known:
        raise refusal_of_table("traits", f"Traits: {needs}, so it has to stay, or to be an alias of one that does.")
    if rules.kinds[found] != need.kind:
        raise refusal_of_table(
            "traits", f"Traits: {needs}, so it has to be {KINDS[need.kind]}, not {KINDS[rules.kinds[found]]}."
        )


def check_words(rules: RuleSet) -> None:
    """A word in a table must not be empty (D1, D8, S10)."""
    for dots, said in enumerate(rules.dots):
        if not said.strip():
            raise refusal_of_table("dots", f"Words for dots: that for {dots} is empty (D1).")
    for table, what, words in (
        ("difficulties", "Difficulties", rules.difficulties),
        ("steps", "Words for modifiers", rules.steps),
    ):
        for word in words:
            if not word.label.strip():
                raise refusal_of_table(table, f"{what}: that for {word.value} is empty (D8, S10).")


def check_health(levels: Iterable[Word]) -> None:
    """Health levels take dice, and each takes at least as many as the level before (C29)."""
    before = 0
    for place, level in enumerate(levels, 1):
        if level.value > before:
            least = "takes no dice or some (0, -1, -2 ...)" if not before else f"takes at least {-before} like the last"
            raise refusal_of_table(
                "health", f"Health level {place} ({level.label}) {least}, so it cannot be {level.value:+}."
            )
        before = level.value


def check_weapons(rules: RuleSet) -> None:
    """A weapon's ability must exist, under its own name or an alias. A missile needs a range and a class."""
    for item in rules.weapons:
        if item.skill and not rules.is_ability(item.skill):
            raise refusal_of_table(
                "weapons", f"Weapons: {item.name} is used with {item.skill}, and there is no such ability."
            )
        if item.range and not item.skill:
            raise refusal_of_table(
                "weapons", f"Weapons: {item.name} needs the ability that it is shot or thrown with (C2)."
            )
        if bool(item.missile) != bool(item.range):
            raise refusal_of_table(
                "weapons",
                f"Weapons: {item.name} needs both a range in metres and a missile class, or neither (C2, C20).",
            )


def check_modifiers(table: str, what: str, words: Iterable[Word]) -> None:
    """A modifier gives or takes 1 to 5 dice (S3, S10)."""
    for word in words:
        if not 1 <= abs(word.value) <= 5:
            raise refusal_of_table(
                table, f"{what}: {word.label} is from 1 to 5 dice either way, so it cannot be {word.value:+} (S3, S10)."
            )


def check_stores(rules: RuleSet, known: set[str]) -> None:
    """The limit of a store must be a trait (F4)."""
    for store in rules.stores:
        if store.a_turn and store.a_turn not in known:
            raise refusal_of_table(
                "stores", f"Stores: {store.name} is limited by {store.a_turn}, and there is no such trait (F4)."
            )


def check_numbers(rules: RuleSet, house: HouseRules) -> None:
    """House rules may change only numbers that the rules have, within their bounds."""
    known = {number.name: number for number in rules.numbers}
    for name, value in house.numbers:
        number = known.get(name)
        if number is None:
            raise refusal_of_table("numbers", f"Numbers: there is no {name} here, only {', '.join(known)}.")
        if not number.least <= value <= number.most:
            raise refusal_of_table(
                "numbers", f"Numbers: {name} goes from {number.least} to {number.most}, not {value}."
            )
