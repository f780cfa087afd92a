"""Which traits make a pool together."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.features.rolls.free_roll import Roll
from domain.rules.ruleset import RuleSet
from tests.domain.table import ST, WATCHER, Table

ALL = ("revised", "v20", "storytelling", "nightfall")


def rules(id_: str) -> RuleSet:
    return catalogue().rulesets[id_]()


@pytest.mark.parametrize("id_", ALL)
@pytest.mark.parametrize("traits", [("Strength", "Brawl"), ("Brawl", "Strength"), ("Strength",), ("Willpower",)])
def test_an_attribute_meets_any_ability_or_stands_alone(id_: str, traits: tuple[str, ...]) -> None:
    """D2, D17."""
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
    """D2: the refusal cites it."""
    with pytest.raises(Refusal, match="D2") as refused:
        rules(id_).check_traits(traits)
    assert refused.value.code == code


@pytest.mark.parametrize("id_", ALL)
def test_two_abilities_never_meet_whoever_calls(id_: str) -> None:
    """D2: the Storyteller cannot lift this."""
    with pytest.raises(Refusal, match="D2"):
        rules(id_).check_traits(("Brawl", "Stealth"), called=True)


@pytest.mark.parametrize("id_", ["revised", "v20", "nightfall"])
def test_two_attributes_meet_where_the_storyteller_calls_for_it(id_: str) -> None:
    """D2: not of a player's own accord."""
    with pytest.raises(Refusal, match="D2"):
        rules(id_).check_traits(("Strength", "Dexterity"))
    rules(id_).check_traits(("Strength", "Dexterity"), called=True)


def test_storytelling_knows_attribute_tasks() -> None:
    """D2, S9: lifting is Strength + Stamina, without being called for."""
    rules("storytelling").check_traits(("Strength", "Stamina"))


def test_nightfall_rolls_its_initiative_pair() -> None:
    """D2, I1: Intuition + Dexterity."""
    rules("nightfall").check_traits(("Intuition", "Dexterity"))


def test_in_storytelling_the_storyteller_lifts_all_but_one_bar() -> None:
    """D2: three traits, or one on a scale with another, where she says so; two skills never."""
    rules("storytelling").check_traits(("Strength", "Wits", "Willpower"), called=True)
    for id_ in ("revised", "v20", "nightfall"):
        with pytest.raises(Refusal, match="D2"):
            rules(id_).check_traits(("Strength", "Willpower"), called=True)


@pytest.mark.parametrize("id_", ALL)
def test_every_trait_list_is_without_doubles(id_: str) -> None:
    """D17: a trait stands in one group, so its kind is certain."""
    names = [trait for group in rules(id_).traits for trait in group.traits]
    assert len(names) == len(set(names))


def test_nightfall_knows_every_trait_that_its_rules_name() -> None:
    """Rules 7 to 9."""
    named = {
        "Strength", "Dexterity", "Endurance", "Intuition", "Perception", "Athletics", "Brawl", "Unarmed", "Melee",
        "Firearms", "Target", "Dodge", "Ideals", "Fate", "Fortitude", "Celerity",
    }  # fmt: skip
    assert named <= rules("nightfall").kinds.keys()


def test_a_mortal_may_have_ten_dice_of_traits_and_lose_one_of_them() -> None:
    """D3, S2: the limit is for the traits; what a missing skill takes comes after it, as other penalties do."""
    table = Table("storytelling", "anna  Strength 5  Stamina 5  Resolve 3")
    table.does(ST, Roll("", "anna", ("Strength", "Stamina", "Resolve", "Athletics")), *[2] * 9)
    parts = table.roll(WATCHER).parts
    assert sorted(parts[-2:]) == [("10 at most for a mortal", -3), ("no Athletics", -1)]
