"""The checks of house rules: a chronicle's tables must agree with each other and with the rest of the rules (G0)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from domain.core.refusal import Refusal
from domain.core.words import Typed, Words, listed, phrase, signed, term
from domain.rules.house_rules import HOUSE_MOST, HouseRules
from domain.rules.rule_types import TraitKind, Word
from domain.rules.ruleset import RuleSet

KINDS: Final[Mapping[TraitKind, Words]] = {
    "attribute": phrase("trait-kind-attribute"),
    "ability": phrase("trait-kind-ability"),
    "other": phrase("trait-kind-other"),
    "alone": phrase("trait-kind-alone"),
    "never": phrase("trait-kind-never"),
}
"""The words for each kind of trait (D2)."""


class NeededTrait(NamedTuple):
    """A trait that parts of the rules cannot do without: the kind that it must have, and those parts."""

    kind: TraitKind
    users: Sequence[Words]


def refusal_of_table(table: str, why: Words, rule: str = "G0") -> Refusal:
    """Return a refusal of house rules. Its code names the table. Its text names the entry and the expected value."""
    return Refusal(f"house-{table}", rule=rule, why=why)


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
            why = phrase("difficulty-range", name=term(word.label), value=word.value)
            raise refusal_of_table("difficulties", why, "D8")


def check_unique(table: str, names: Iterable[str]) -> None:
    """Raise `Refusal` if a name is empty or appears twice."""
    for name, times in Counter(names).items():
        if not name.strip():
            raise refusal_of_table(table, phrase("entry-nameless"))
        if times > 1:
            raise refusal_of_table(table, phrase("entry-twice", name=term(name)))


def check_aliases(rules: RuleSet, known: set[str]) -> None:
    """Raise `Refusal` if an alias leads to a trait that does not exist, that is an alias itself, or that is of a
    different kind than the alias. Aliases that a switch adds are checked too."""
    for alias, trait in rules.aliases:
        if trait not in known:
            raise refusal_of_table("aliases", phrase("no-such-trait-for", entry=term(alias), trait=term(trait)))
        kind, other = rules.kinds[alias], rules.kinds[trait]
        if kind != other:
            why = phrase("alias-kind", alias=term(alias), kind=KINDS[kind], trait=term(trait), other=KINDS[other])
            raise refusal_of_table("aliases", why, "D2")
    for alias, trait in rules.renamed.items():
        if rules.trait(trait) != trait:
            why = phrase("alias-of-alias", alias=term(alias), trait=term(trait), further=term(rules.trait(trait)))
            raise refusal_of_table("aliases", why)
    first, second = rules.initiative
    if rules.trait(first) == rules.trait(second):
        why = phrase("alias-initiative", first=term(first), second=term(second))
        raise refusal_of_table("aliases", why, "I1")


def check_need(rules: RuleSet, trait: str, need: NeededTrait, known: set[str]) -> None:
    """Raise `Refusal` unless the trait, or the trait that it is an alias of, exists and has the needed kind."""
    first, *others = need.users
    users = phrase("and-more", first=first, more=len(others)) if others else first
    found = rules.trait(trait)
    if found not in known:
        raise refusal_of_table("traits", phrase("needed-trait", trait=term(trait), users=users))
    kind = rules.kinds[found]
    if kind != need.kind:
        why = phrase("needed-kind", trait=term(trait), kind=KINDS[need.kind], other=KINDS[kind], users=users)
        raise refusal_of_table("traits", why)


def check_words(rules: RuleSet) -> None:
    """Raise `Refusal` if a word in a table is empty (D1, D8, S10)."""
    for dots, said in enumerate(rules.dots):
        if not said.strip():
            raise refusal_of_table("dots", phrase("word-empty", value=dots), "D1")
    for word in rules.difficulties:
        if not word.label.strip():
            raise refusal_of_table("difficulties", phrase("word-empty", value=word.value), "D8")
    for word in rules.steps:
        if not word.label.strip():
            raise refusal_of_table("steps", phrase("word-empty", value=signed(word.value)), "S10")


def check_health(levels: Iterable[Word]) -> None:
    """Raise `Refusal` if a health level adds dice, or takes fewer dice than the level before it (C29)."""
    before = 0
    for place, level in enumerate(levels, 1):
        if level.value > before:
            most = signed(before) if before else 0
            why = phrase("level-range", place=place, name=term(level.label), most=most, value=signed(level.value))
            raise refusal_of_table("health", why, "C29")
        before = level.value


def check_weapons(rules: RuleSet) -> None:
    """Raise `Refusal` if no trait or alias has the name of the ability that a weapon is used with, or if a missile
    lacks a range or a class."""
    for item in rules.weapons:
        if item.skill and not rules.is_ability(item.skill):
            raise refusal_of_table(
                "weapons", phrase("no-such-ability", entry=term(item.name), ability=term(item.skill))
            )
        if item.range and not item.skill:
            raise refusal_of_table("weapons", phrase("weapon-needs-ability", weapon=term(item.name)), "C2")
        if bool(item.missile) != bool(item.range):
            raise refusal_of_table("weapons", phrase("weapon-range-and-missile", weapon=term(item.name)), "C20")


def check_modifiers(table: str, words: Iterable[Word]) -> None:
    """Raise `Refusal` if a modifier does not add or remove 1 to 5 dice (S3, S10)."""
    for word in words:
        if not 1 <= abs(word.value) <= 5:
            why = phrase("modifier-range", name=term(word.label), value=signed(word.value))
            raise refusal_of_table(table, why, "S3")


def check_stores(rules: RuleSet, known: set[str]) -> None:
    """Raise `Refusal` if the limit of a store is no trait (F4)."""
    for store in rules.stores:
        if store.a_turn and store.a_turn not in known:
            why = phrase("no-such-trait-for", entry=term(store.name), trait=term(store.a_turn))
            raise refusal_of_table("stores", why, "F4")


def check_numbers(rules: RuleSet, house: HouseRules) -> None:
    """Raise `Refusal` if house rules change a number that the rules do not have, or set a number beyond its bounds."""
    known = {number.name: number for number in rules.numbers}
    for name, value in house.numbers:
        number = known.get(name)
        if number is None:
            there = listed([Typed(one) for one in known])
            raise refusal_of_table("numbers", phrase("no-such-number", name=Typed(name), known=there))
        if not number.least <= value <= number.most:
            why = phrase("number-range", number=number.words, least=number.least, most=number.most, value=value)
            raise refusal_of_table("numbers", why)
