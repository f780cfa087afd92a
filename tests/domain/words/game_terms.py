"""The messages that the rule sets need: one for the stored name of each thing of the rules."""

from collections.abc import Iterator
from typing import get_args

from domain.catalogue import catalogue
from domain.manoeuvres.claw import BONE, FERAL
from domain.rules.character_file import Character, CharacterKind
from domain.rules.equipment import BARE_HANDS, Damage
from domain.rules.rule_types import Result
from domain.rules.ruleset import RuleSet


def term_names() -> set[str]:
    """Return the stored names of all things of the rules."""
    found = {BARE_HANDS.name, FERAL.name, BONE.name, *get_args(Damage), *get_args(CharacterKind)}
    for kind in catalogue().rulesets.values():
        rules = kind({})
        found.add(rules.title)
        found.update(names_on_a_sheet(rules), names_of_numbers(rules), names_of_what_is_ready(rules))
    return found - {""}


def names_on_a_sheet(rules: RuleSet) -> Iterator[str]:
    """Yield the names of traits with their groups, of stores, powers, weapons and health levels."""
    for group in rules.traits:
        yield group.name
        yield from group.traits
    yield rules.place("no trait of these rules")[1]
    for alias in rules.aliases:
        yield from alias
    for store in rules.stores:
        yield from (store.name, store.a_turn)
    for power in rules.powers:
        yield from (power.name, power.label)
    yield from (item.name for item in rules.weapons)
    yield from (level.label for level in rules.health)
    yield from (*rules.initiative, rules.soak, rules.change_cost)
    yield from (*rules.physical_traits, *rules.will_traits, *rules.sight_traits)


def names_of_numbers(rules: RuleSet) -> Iterator[str]:
    """Yield the words for dots, difficulties, modifiers, circumstances and degrees."""
    yield from rules.dots
    for table in (rules.difficulties, rules.steps, rules.ratings):
        yield from (word.label for word in table)
    yield from (rules.degree(successes) for successes in range(1, 11))


def names_of_what_is_ready(rules: RuleSet) -> Iterator[str]:
    """Yield the names of ready scenes and contests, and the concepts and specialties of ready characters."""
    characters: tuple[Character, ...] = rules.ready
    if rules.fight is not None:
        yield rules.fight.name
        characters += rules.fight.opponents
    for character in characters:
        yield character.concept
        yield from character.specialties
    yield from (script.name for script in rules.scripts)


def result_names() -> set[str]:
    """Return the results that a roll may have, as its hearers know them."""
    return {*get_args(Result), "untold"}
