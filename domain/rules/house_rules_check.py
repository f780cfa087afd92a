"""The checks of house rules: a chronicle's tables must agree with the rules and among themselves (G0)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.core.refusal import Refusal
from domain.core.words import Typed, Words, listed, phrase, term
from domain.rules.house_rules import HOUSE_MOST, HouseRules
from domain.rules.rule_types import TraitKind, Word
from domain.rules.ruleset import RuleSet


class NeededTrait(NamedTuple):
    """The required kind of a trait that the rules depend on, and the parts of the rules that depend on it."""

    kind: TraitKind
    users: Sequence[Words]


def refusal_of_table(table: str, rule: str, what: Words) -> Refusal:
    """Return a refusal of house rules. Its code names the table."""
    return Refusal(f"house-{table}", rule=rule, what=what)


def check_house(rules: RuleSet, house: HouseRules, needed: Mapping[str, NeededTrait]) -> None:
    """Raise `Refusal` if the tables of `rules`, which include the house rules `house`, contradict each other. `needed`
    are the traits that the rules depend on. The refusal names the table, the entry and the expected value."""
    took = len(msgspec.msgpack.encode(house))
    if took > HOUSE_MOST:
        raise Refusal("long-house", rule="G0", bytes=took, most=HOUSE_MOST)
    for table, names in (
        ("traits", [group.name for group in rules.traits]),
        ("traits", [trait for group in rules.traits for trait in group.traits]),
        ("health", [level.label for level in rules.health]),
        ("weapons", [item.name for item in rules.weapons]),
        ("stores", [store.name for store in rules.stores]),
        ("powers", [power.name for power in rules.powers]),
        ("aliases", [alias for alias, _ in rules.aliases]),
        ("difficulties", [str(word.value) for word in rules.difficulties]),
        ("steps", [f"{word.value:+}" for word in rules.steps]),
        ("ratings", [word.label for word in rules.ratings]),
    ):
        check_unique(table, names)
    known = {trait for group in rules.traits for trait in group.traits}
    check_aliases(rules, known)
    for trait, need in needed.items():
        check_need(rules, trait, need, known)
    check_words(rules)
    check_health(rules.health)
    check_weapons(rules)
    check_stores(rules, known)
    check_numbers(rules, house)
    check_modifiers("steps", rules.steps)
    check_modifiers("ratings", rules.ratings)
    for word in rules.difficulties:
        if not 2 <= word.value <= 10:
            raise refusal_of_table(
                "difficulties", "D8", phrase("wrong-difficulties-range", value=word.value, label=Typed(word.label))
            )


def check_unique(table: str, names: Iterable[str]) -> None:
    """Raise `Refusal` if a name is empty or appears twice."""
    for name, times in Counter(names).items():
        if not name.strip():
            raise refusal_of_table(table, "G0", phrase("wrong-nameless"))
        if times > 1:
            raise refusal_of_table(table, "G0", phrase("wrong-twice", name=Typed(name)))


def check_aliases(rules: RuleSet, known: set[str]) -> None:
    """An alias, also one that a switch makes, must point to a trait that exists, that is no alias itself, and that has
    the alias's own kind."""
    for alias, trait in rules.aliases:
        if trait not in known:
            raise refusal_of_table(
                "aliases", "G0", phrase("wrong-aliases-trait", alias=Typed(alias), trait=Typed(trait))
            )
        if rules.kinds[alias] != rules.kinds[trait]:
            kind, own = phrase(f"trait-kind-{rules.kinds[trait]}"), phrase(f"trait-kind-{rules.kinds[alias]}")
            raise refusal_of_table(
                "aliases",
                "D2",
                phrase("wrong-aliases-kind", alias=Typed(alias), trait=Typed(trait), kind=kind, own=own),
            )
    for alias, trait in rules.renamed.items():
        if rules.trait(trait) != trait:
            raise refusal_of_table(
                "aliases", "G0", phrase("wrong-aliases-alias", alias=Typed(alias), trait=Typed(trait))
            )
    first, second = rules.initiative
    if rules.trait(first) == rules.trait(second):
        raise refusal_of_table(
            "aliases", "I1", phrase("wrong-aliases-initiative", first=term(first), second=term(second))
        )


def check_need(rules: RuleSet, trait: str, need: NeededTrait, known: set[str]) -> None:
    """A trait that the rules depend on must exist with the right kind, itself or through an alias."""
    first, *more = need.users
    users = phrase("users-more", first=first, more=len(more)) if more else first
    found = rules.trait(trait)
    if found not in known:
        raise refusal_of_table("traits", "G0", phrase("wrong-traits-needed", trait=term(trait), users=users))
    if rules.kinds[found] != need.kind:
        kind, own = phrase(f"trait-kind-{need.kind}"), phrase(f"trait-kind-{rules.kinds[found]}")
        raise refusal_of_table(
            "traits", "D2", phrase("wrong-traits-kind", trait=term(trait), users=users, kind=kind, own=own)
        )


def check_words(rules: RuleSet) -> None:
    """A word in a table must not be empty (D1, D8, S10)."""
    for dots, said in enumerate(rules.dots):
        if not said.strip():
            raise refusal_of_table("dots", "D1", phrase("wrong-word-empty", value=dots))
    for table, words in (("difficulties", rules.difficulties), ("steps", rules.steps)):
        for word in words:
            if not word.label.strip():
                raise refusal_of_table(table, "D8", phrase("wrong-word-empty", value=word.value))


def check_health(levels: Iterable[Word]) -> None:
    """Health levels take dice, and each takes at least as many as the level before (C29)."""
    before = 0
    for place, level in enumerate(levels, 1):
        if level.value > before:
            label = Typed(level.label)
            bonus = phrase("wrong-health-bonus", place=place, label=label, value=level.value)
            order = phrase("wrong-health-order", place=place, label=label, least=-before, value=-level.value)
            raise refusal_of_table("health", "C29", order if before else bonus)
        before = level.value


def check_weapons(rules: RuleSet) -> None:
    """A weapon's ability must exist, under its own name or an alias. A missile needs a range and a class."""
    for item in rules.weapons:
        if item.skill and not rules.is_ability(item.skill):
            raise refusal_of_table(
                "weapons", "C1", phrase("wrong-weapons-ability", weapon=Typed(item.name), skill=Typed(item.skill))
            )
        if item.range and not item.skill:
            raise refusal_of_table("weapons", "C2", phrase("wrong-weapons-skill", weapon=Typed(item.name)))
        if bool(item.missile) != bool(item.range):
            raise refusal_of_table("weapons", "C20", phrase("wrong-weapons-missile", weapon=Typed(item.name)))


def check_modifiers(table: str, words: Iterable[Word]) -> None:
    """A modifier gives or takes 1 to 5 dice (S3, S10)."""
    for word in words:
        if not 1 <= abs(word.value) <= 5:
            raise refusal_of_table(table, "S10", phrase("wrong-modifier", label=Typed(word.label), value=word.value))


def check_stores(rules: RuleSet, known: set[str]) -> None:
    """The limit of a store must be a trait (F4)."""
    for store in rules.stores:
        if store.a_turn and store.a_turn not in known:
            raise refusal_of_table(
                "stores", "F4", phrase("wrong-stores-limit", store=Typed(store.name), trait=Typed(store.a_turn))
            )


def check_numbers(rules: RuleSet, house: HouseRules) -> None:
    """House rules may change only numbers that the rules have, within their bounds."""
    known = {number.name: number for number in rules.numbers}
    for name, value in house.numbers:
        number = known.get(name)
        if number is None:
            names = listed([Typed(one) for one in known])
            raise refusal_of_table("numbers", "G0", phrase("wrong-numbers-unknown", name=Typed(name), known=names))
        if not number.least <= value <= number.most:
            bounds = {"least": number.least, "most": number.most}
            raise refusal_of_table(
                "numbers", "G0", phrase("wrong-numbers-range", name=Typed(name), value=value, **bounds)
            )
