"""The legal combinations of traits in a pool."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.features.rolls.free_roll import Roll
from domain.rules.ruleset import RuleSet
from tests.domain.table import ST, WATCHER, Table
from tests.in_english import parts_text

ALL = ("revised", "v20", "storytelling", "nightfall")


def rules(id_: str) -> RuleSet:
    return catalogue().rulesets[id_]()


@pytest.mark.parametrize("id_", ALL)
@pytest.mark.parametrize("traits", [("Strength", "Brawl"), ("Brawl", "Strength"), ("Strength",), ("Willpower",)])
def test_an_attribute_meets_any_ability_or_stands_alone(id_: str, traits: tuple[str, ...]) -> None:
    """D2, D17: an attribute is rolled alone or with any ability; a scale is rolled alone."""
    rules(id_).check_traits(traits)


@pytest.mark.parametrize("id_", ALL)
@pytest.mark.parametrize(
    ("traits", "code"),
    [
        (("Brawl", "Stealth"), "two-abilities"),
        (("Brawl",), "ability-alone"),
        (("Strength", "Willpower"), "rolled-alone"),
        (("Strength", "Brawl", "Fortitude"), "too-many-traits"),
        (("Strength", "Strength"), "same-trait"),
    ],
)
def test_what_may_not_meet_is_refused_by_name_of_the_rule(id_: str, traits: tuple[str, ...], code: str) -> None:
    """D2: an illegal combination is refused with its rule."""
    with pytest.raises(Refusal, match="D2") as refused:
        rules(id_).check_traits(traits)
    assert refused.value.code == code


@pytest.mark.parametrize("id_", ALL)
def test_two_abilities_never_meet_whoever_calls(id_: str) -> None:
    """D2: two abilities never combine, even if the Storyteller calls for them."""
    with pytest.raises(Refusal, match="D2"):
        rules(id_).check_traits(("Brawl", "Stealth"), called=True)


@pytest.mark.parametrize("id_", ["revised", "v20", "nightfall"])
def test_two_attributes_meet_where_the_storyteller_calls_for_it(id_: str) -> None:
    """D2: two attributes combine only if the Storyteller calls for them."""
    with pytest.raises(Refusal, match="D2"):
        rules(id_).check_traits(("Strength", "Dexterity"))
    rules(id_).check_traits(("Strength", "Dexterity"), called=True)


def test_storytelling_knows_attribute_tasks() -> None:
    """D2, S9: storytelling allows two attributes without a call, such as Strength + Stamina for lifting."""
    rules("storytelling").check_traits(("Strength", "Stamina"))


def test_nightfall_rolls_its_initiative_pair() -> None:
    """D2, I1: nightfall allows Intuition + Dexterity, the initiative pool."""
    rules("nightfall").check_traits(("Intuition", "Dexterity"))


def test_in_storytelling_the_storyteller_lifts_all_but_one_bar() -> None:
    """D2: in storytelling the Storyteller may combine three traits, or a scale with attributes, but never two
    skills."""
    rules("storytelling").check_traits(("Strength", "Wits", "Willpower"), called=True)
    for id_ in ("revised", "v20", "nightfall"):
        with pytest.raises(Refusal, match="D2"):
            rules(id_).check_traits(("Strength", "Willpower"), called=True)


@pytest.mark.parametrize("id_", ALL)
def test_every_trait_list_is_without_doubles(id_: str) -> None:
    """D17: each trait belongs to a single group, so its kind is unique."""
    names = [trait for group in rules(id_).traits for trait in group.traits]
    assert len(names) == len(set(names))


def test_nightfall_knows_every_trait_that_its_rules_name() -> None:
    """Rules 7 to 9: nightfall has every trait that its rules name."""
    named = {
        "Strength", "Dexterity", "Endurance", "Intuition", "Perception", "Athletics", "Brawl", "Unarmed", "Melee",
        "Firearms", "Target", "Dodge", "Ideals", "Fate", "Fortitude", "Celerity",
    }  # fmt: skip
    assert named <= rules("nightfall").kinds.keys()


def test_a_mortal_may_have_ten_dice_of_traits_and_lose_one_of_them() -> None:
    """D3, S2: the limit of ten dice applies to traits; the penalty for a missing skill comes after it, like any
    penalty."""
    table = Table("storytelling", "anna  Strength 5  Stamina 5  Resolve 3")
    table.does(ST, Roll("", "anna", ("Strength", "Stamina", "Resolve", "Athletics")), *[2] * 9)
    parts = table.roll(WATCHER).parts
    assert sorted(parts_text(parts[-2:])) == [("limit for mortals: 10", -3), ("no Athletics", -1)]
