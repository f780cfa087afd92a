"""House rules: data of a chronicle, changed by the Storyteller in the open scene or the chronicle, in force at once.

Long because switches, traits and aliases are all house rules, and each has changes that are granted and that are
refused.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.msgpack import encode

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.core.words import Words, phrase, term
from domain.features.characters.character import Health
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.characters.wounds import incapacitated, status
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll import Roll as Rolled
from domain.features.scenes.change_house_rules import ChangeHouseRules, needed_traits
from domain.features.scenes.create_character import CreateCharacter
from domain.features.table.settings import Rulebook, Setting, rules_of
from domain.features.table.story_log import Line
from domain.rules.equipment import Item
from domain.rules.house_rules import HOUSE_MOST, NO_HOUSE_RULES, TABLES, HouseRules
from domain.rules.house_rules_check import check_house
from domain.rules.rule_types import Power, Store, TraitGroup, TraitKind, Word
from tests.domain.world import ANNA, ST, WATCHER, World
from tests.in_english import line_text

ALL = ("revised", "v20", "storytelling", "nightfall")
ANNA_MADE = CreateCharacter(
    "Anna",
    traits=(("Strength", 4), ("Dexterity", 3), ("Brawl", 3), ("Unarmed", 1), ("Target", 1), ("Firearms", 4)),
    pools=(("Willpower", 5, 5),),
)


def playing(rules: str = "revised", **switches: str) -> World:
    """A chronicle with an open scene."""
    world = World(rules, **switches)
    world.does(ANNA, ANNA_MADE)
    world.opens()
    return world


def setting(state: State) -> Setting:
    found = state.view(WATCHER).get(Setting, "setting")
    assert found is not None
    return found


def book(state: State) -> Rulebook:
    """Return the rule book as a spectator reads it."""
    found = state.view(WATCHER).get(Rulebook, "rulebook")
    assert found is not None
    return found


def last_roll(world: World) -> Rolled:
    return list(world.here.view(ANNA).all(Rolled))[-1]


def test_a_switch_changes_in_a_scene_and_holds_from_the_next_roll_on() -> None:
    """G0, D5: after a switch changes, the same dice that were a failure are a botch."""
    world = playing("revised")
    anna = world.id("Anna")
    world.does(ANNA, Roll(actor=anna, traits=("Strength",)), 7, 1, 1, 3)
    world.does(ST, ChangeHouseRules(switches=(("botch", "negative-sum"),)))
    assert last_roll(world).result == "failure"
    world.does(ANNA, Roll(actor=anna, traits=("Strength",)), 7, 1, 1, 3)
    assert last_roll(world).result == "botch"


def test_the_history_names_the_author_and_what_changed() -> None:
    """G0: everybody reads a change of house rules, with the Storyteller's seat as its author."""
    world = playing()
    world.does(ST, ChangeHouseRules(switches=(("botch", "negative-sum"),), numbers=(("mortal-pool", 8),)))
    (line,) = [found for found in world.here.view(WATCHER).all(Line) if found.kind == "ruled"]
    assert line.who == "st"
    assert line_text(line) == (
        "House rules: What is a botch? (D5) → More ones than successes; Most dice from a mortal’s traits (D3) → 8"
    )


def test_what_is_fixed_for_a_scene_waits_for_the_next() -> None:
    """G0: a switch that is fixed for a scene takes effect in the next scene, and the story says so."""
    world = playing("nightfall")
    world.does(ST, ChangeHouseRules(switches=(("turns", "automatic"), ("difficulty", "7"))))
    assert rules_of(world.here.full).choices["turns"] == "storyteller"
    assert rules_of(world.here.full).choices["difficulty"] == "7"
    assert "How does the next turn begin? (T1) → Automatically (from the next scene)" in world.lines()[-1]
    assert setting(world.here).waiting == (("turns", "automatic"),)
    world.closes()
    assert rules_of(world.chronicle.full).choices["turns"] == "automatic"
    scene = world.opens("The Roof")
    assert rules_of(scene.full).choices["turns"] == "automatic"
    assert setting(scene).waiting == ()


def test_what_waits_may_be_taken_back() -> None:
    """G0: choosing the present value again cancels the waiting change."""
    world = playing("nightfall")
    world.does(ST, ChangeHouseRules(switches=(("turns", "automatic"),)))
    world.does(ST, ChangeHouseRules(switches=(("turns", "storyteller"),)))
    assert setting(world.here).waiting == ()
    assert "How does the next turn begin? (T1) → The Storyteller begins it, as before" in world.lines()[-1]
    world.closes()
    assert rules_of(world.chronicle.full).choices["turns"] == "storyteller"


def test_house_rules_go_from_the_chronicle_to_its_scenes_and_back() -> None:
    """G0: house rules of the chronicle apply in its next scene; changes in a scene return to the chronicle."""
    world = World("revised")
    world.does(ST, ChangeHouseRules(dots=("none", "some", "more")))
    scene = world.opens()
    assert book(scene).dots == ("none", "some", "more")
    world.does(ST, ChangeHouseRules(health=(Word(0, "Scratched"), Word(-3, "Out")), reset=("dots",)))
    world.closes()
    assert book(world.chronicle).dots[0] == "abysmal"
    assert [level.label for level in book(world.chronicle).health] == ["Scratched", "Out"]
    assert world.lines()[-2] == "House rules: as changed during the scene"
    world.opens("Later")
    world.closes()
    assert sum("House rules" in line for line in world.lines()) == 2


def test_while_a_scene_is_played_the_rules_are_with_it() -> None:
    """G0: while a scene is open, house rules change only there; the chronicle refuses and does not offer it."""
    world = World()
    change = ChangeHouseRules(dots=("none", "some"))
    assert world.offers(ST, ChangeHouseRules)
    assert not world.offers(ANNA, ChangeHouseRules)
    scene = world.opens()
    assert world.offers(ST, ChangeHouseRules)
    assert "A scene is open" in world.refuses(ST, change, "scene-open", at=world.chronicle)
    world.scene = None
    assert not world.offers(ST, ChangeHouseRules)
    world.scene = scene
    world.refuses(ANNA, change, "storyteller-only")
    world.does(ST, change)


def test_health_levels_are_the_chronicles() -> None:
    """G0, C29: new health levels apply at once, also to characters already wounded."""
    world = playing("nightfall")
    anna = world.id("Anna")
    world.does(ST, SetHealth(anna, lethal=2))
    assert status(world.here.full, anna) == Word(-1, "Hurt")
    world.does(ST, ChangeHouseRules(health=(Word(0, "Scratched"), Word(-4, "Bleeding"), Word(-4, "Out"))))
    assert status(world.here.full, anna) == Word(-4, "Bleeding")
    world.does(ST, Wound(anna, 5))
    assert incapacitated(world.here.full, anna)
    assert world.here.full.get(Health, anna) == Health(anna, 0, 3, 0)


def test_words_for_dots_are_the_chronicles() -> None:
    """D1: a chronicle may replace the words for dots, and go back to the rule set's own."""
    world = World("v20")
    world.does(ST, ChangeHouseRules(dots=("nichts", "schwach", "mittel", "gut", "sehr gut", "hervorragend")))
    assert book(world.chronicle).dots[3] == "gut"
    world.does(ST, ChangeHouseRules(reset=("dots",)))
    assert book(world.chronicle).dots[3] == "good"
    assert setting(world.chronicle).house == NO_HOUSE_RULES


def test_a_mortals_most_dice_are_a_number_of_the_chronicle() -> None:
    """D3: the limit of a mortal's pool is ten by default, and a house rule can change it."""
    world = World()
    strong = CreateCharacter("Samson", traits=(("Strength", 7), ("Brawl", 6)))
    world.does(ST, strong)
    world.opens()
    samson = world.id("Samson")
    roll = Roll(actor=samson, traits=("Strength", "Brawl"))
    world.does(ST, roll)
    assert last(world).pool == 10
    world.does(ST, ChangeHouseRules(numbers=(("mortal-pool", 12),)))
    world.does(ST, roll)
    assert last(world).pool == 12
    assert last(world).parts[-1] == (phrase("part-mortal-limit", rule="D3", most=12), -1)


def last(world: World) -> Rolled:
    return list(world.here.full.all(Rolled))[-1]


def with_trait(rules: str, name: str, trait: str) -> tuple[TraitGroup, ...]:
    """Return a rule set's trait groups with a trait added to the named group."""
    return tuple(
        msgspec.structs.replace(group, traits=(*group.traits, trait)) if group.name == name else group
        for group in catalogue().rulesets[rules].traits
    )


@pytest.mark.parametrize("rules", ALL)
def test_a_new_ability_meets_any_attribute(rules: str) -> None:
    """D17, D2: an added ability combines with any attribute, and with no ability."""
    group = next(g for g in catalogue().rulesets[rules].traits if g.kind == "ability")
    attributes = [t for g in catalogue().rulesets[rules].traits if g.kind == "attribute" for t in g.traits]
    world = playing(rules)
    world.does(ST, ChangeHouseRules(traits=with_trait(rules, group.name, "Falconry")))
    assert "Falconry" in next(g for g in book(world.here).traits if g.name == group.name).traits
    for attribute in attributes:
        rules_of(world.here.full).check_traits((attribute, "Falconry"))
    with pytest.raises(Refusal, match="D2"):
        rules_of(world.here.full).check_traits(("Falconry", group.traits[0]))


def test_a_new_attribute_and_a_new_advantage_are_what_they_are_called() -> None:
    """D17: added groups of traits work by their kind; a scale from 1 to 10 is rolled alone."""
    world = World("nightfall")
    own = catalogue().rulesets["nightfall"].traits
    groups = (
        *own,
        TraitGroup("Uncanny", ("Presence",), kind="attribute"),
        TraitGroup("Faith", ("Faith",), 10, "alone"),
    )
    world.does(ST, ChangeHouseRules(traits=groups))
    rules = rules_of(world.chronicle.full)
    rules.check_traits(("Presence", "Brawl"))
    rules.check_traits(("Faith",))
    with pytest.raises(Refusal, match="rolled alone"):
        rules.check_traits(("Presence", "Faith"))


def without_dots(skill: str) -> Words:
    """Return the name of the part of a pool that a missing skill takes."""
    return phrase("part-no-trait", trait=term(skill))


def test_a_new_mental_skill_is_as_hard_to_do_without() -> None:
    """S2, D17: a missing mental skill costs 3 dice, also a skill that the chronicle added; any other missing skill
    costs 1."""
    world = World("storytelling")
    world.does(ST, ChangeHouseRules(traits=with_trait("storytelling", "Mental skills", "Cryptography")))
    rules = rules_of(world.chronicle.full)
    assert rules.parts((("Wits", 3), ("Cryptography", 0)))[-1] == (without_dots("Cryptography"), -3)
    assert rules.parts((("Wits", 3), ("Brawl", 0)))[-1] == (without_dots("Brawl"), -1)


def test_a_mental_skill_is_one_whatever_its_group_is_called() -> None:
    """S2, D17: mental skills keep their penalty if the chronicle renames their group."""
    world = World("storytelling")
    own = catalogue().rulesets["storytelling"].traits
    named = tuple(msgspec.structs.replace(g, name=g.name.replace("Mental skills", "Wissen")) for g in own)
    world.does(ST, ChangeHouseRules(traits=named))
    rules = rules_of(world.chronicle.full)
    assert rules.parts((("Wits", 3), ("Occult", 0)))[-1] == (without_dots("Occult"), -3)
    assert rules.parts((("Wits", 3), ("Brawl", 0)))[-1] == (without_dots("Brawl"), -1)


@pytest.mark.parametrize(
    ("switch", "rolled", "own", "other"),
    [("unarmed", "Unarmed", 1, 3), ("shooting", "Target", 1, 4)],
)
def test_two_names_of_a_skill_are_two_traits_or_one(switch: str, rolled: str, own: int, other: int) -> None:
    """Known disagreement 3, both sides: Brawl and Unarmed, Target and Firearms are separate traits, or the same by a
    switch or by an alias of the chronicle (D17)."""
    instead = {"Unarmed": "Brawl", "Target": "Firearms"}[rolled]
    world = playing("nightfall")
    roll = Roll(actor=world.id("Anna"), traits=("Dexterity", rolled))
    world.does(ANNA, roll)
    assert last(world).pool == 3 + own
    world.does(ST, ChangeHouseRules(switches=((switch, instead),)))
    world.does(ANNA, roll)
    assert last(world).pool == 3 + other
    world.does(ST, ChangeHouseRules(switches=((switch, rolled),)))
    world.does(ANNA, roll)
    assert last(world).pool == 3 + own
    world.does(ST, ChangeHouseRules(aliases=((rolled, instead),)))
    world.does(ANNA, roll)
    assert last(world).pool == 3 + other


def test_an_alias_may_be_given_to_any_name() -> None:
    """Known disagreement 3, D2: an alias may give a new name to a trait."""
    world = playing("revised")
    world.does(ST, ChangeHouseRules(aliases=(("Unarmed", "Brawl"), ("Target", "Firearms"), ("Fisticuffs", "Brawl"))))
    world.does(ANNA, Roll(actor=world.id("Anna"), traits=("Dexterity", "Fisticuffs")))
    assert [name for name, _ in last(world).parts] == ["Dexterity", "Brawl"]
    assert last(world).pool == 6
    world.refuses(ANNA, Roll(actor=world.id("Anna"), traits=("Brawl", "Fisticuffs")), "two-abilities")


REVISED = catalogue().rulesets["revised"]


def otherwise(name: str, kind: TraitKind) -> tuple[TraitGroup, ...]:
    """Return the trait groups of `revised`, with this group changed to this kind."""
    return tuple(msgspec.structs.replace(g, kind=kind) if g.name == name else g for g in REVISED.traits)


def group(*traits: str) -> tuple[TraitGroup, ...]:
    """Return the trait groups of `revised` with an added group of these traits."""
    return (*catalogue().rulesets["revised"].traits, TraitGroup("More", traits))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"traits": group("Strength")}, "Traits: Strength appears twice. Keep only one (G0)."),
        ({"traits": group(" ")}, "Traits: give every entry a name (G0)."),
        (
            {"traits": catalogue().rulesets["revised"].traits[1:]},
            (
                "Dexterity is needed for initiative (I1) and 17 more. "
                "Keep this trait, or make Dexterity another name of an existing trait (G0)."
            ),
        ),
        ({"health": (Word(0, "Hurt"), Word(-1, "Hurt"))}, "Hurt appears twice."),
        (
            {"health": (Word(-2, "Hurt"), Word(-1, "Worse"))},
            "Health levels: the penalty of level 2 (Worse) must be −2 or worse, not −1 (C29).",
        ),
        ({"health": (Word(2, "Elated"),)}, "the penalty of level 1 (Elated) must be 0 or worse, not +2"),
        ({"weapons": (Item("whip", "Whips"),)}, "whip needs an ability that exists, not Whips"),
        ({"weapons": (Item("knife"), Item("knife"))}, "Weapons and armour: knife appears twice."),
        (
            {"weapons": (Item("dart", "Target", range=5),)},
            "dart needs both a range and a kind of missile, or neither of the two (C20).",
        ),
        ({"weapons": (Item("dart", "Target", missile="thrown"),)}, "dart needs both a range and a kind of missile"),
        ({"stores": (Store("Blood", "Thirst"),)}, "Blood needs a trait that exists, not Thirst (F4)."),
        ({"stores": (Store("Blood"), Store("Blood"))}, "Stores of points: Blood appears twice."),
        ({"powers": (Power("fangs", ""), Power("fangs", ""))}, "Powers: Fangs appears twice."),
        ({"aliases": (("Boxing", "Fists"),)}, "Boxing needs a trait that exists, not Fists"),
        (
            {"aliases": (("Boxing", "Brawl"), ("Brawl", "Melee"))},
            "Boxing cannot stand for Brawl, which itself stands for Melee",
        ),
        ({"aliases": (("Boxing", "Brawl"), ("Boxing", "Melee"))}, "Other names of traits: Boxing appears twice."),
        (
            {"aliases": (*REVISED.aliases, ("Alertness", "Willpower"))},
            "Alertness (an ability) cannot stand for Willpower (rolled alone) (D2).",
        ),
        (
            {"weapons": (Item("dart", range=5, missile="thrown"),)},
            "choose the ability that dart is shot or thrown with (C2).",
        ),
        (
            {"traits": otherwise("Physical", "never")},
            "Dexterity must be an attribute, not never rolled: it is needed for initiative (I1) and",
        ),
        (
            {"traits": otherwise("Scales", "other")},
            "Willpower must be rolled alone, not an advantage: it is needed for the points of Willpower",
        ),
        ({"dots": ("none", " ")}, "Words for dots: write a word for 1 (D1)."),
        ({"difficulties": (Word(7, ""),)}, "Difficulties: write a word for 7 (D8)."),
        ({"steps": (Word(1, "a help"), Word(-1, " "))}, "Words for modifiers: write a word for −1 (S10)."),
        ({"difficulties": (Word(1, "nothing"),)}, "Difficulties: nothing: choose from 2 to 10, not 1 (D8)."),
        ({"difficulties": (Word(5, "a"), Word(5, "b"))}, "Difficulties: 5 appears twice."),
        ({"numbers": (("luck", 1),)}, "Numbers: there is no number named luck, only mortal-pool"),
        ({"numbers": (("mortal-pool", 0),)}, "Most dice from a mortal’s traits (D3): from 1 to 100, not 0"),
        ({"numbers": (("mortal-pool", 5), ("mortal-pool", 6))}, "Numbers: mortal-pool appears twice."),
        ({"switches": (("botch", "negative-sum"), ("botch", "rule-of-one"))}, "Switches: botch appears twice."),
    ],
)
def test_what_does_not_agree_is_refused_by_its_place(change: dict[str, Any], sentence: str) -> None:
    """G0: the code names the table, the sentence the entry and the expectation, and the settings stay unchanged."""
    world = playing("revised")
    before = list(world.here.view(WATCHER).all(Setting))
    refused = world.refuses(ST, ChangeHouseRules(**change), f"house-{next(iter(change))}")
    assert sentence in refused
    assert list(world.here.view(WATCHER).all(Setting)) == before


def test_what_one_table_lacks_because_of_another_is_refused_by_where_it_is_missing() -> None:
    """G0: without its aliases `revised` lacks a manoeuvre's trait; the refusal names the table of traits."""
    refused = playing("revised").refuses(ST, ChangeHouseRules(aliases=()), "house-traits")
    assert "another name of an existing trait" in refused


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"switches": (("unarmed", "Brawl"),), "aliases": (("Brawl", "Unarmed"),)}, "which itself stands for"),
        ({"switches": (("unarmed", "Brawl"),), "aliases": (("Brawl", "Melee"),)},
         "Unarmed cannot stand for Brawl, which itself stands for Melee"),
        ({"switches": (("shooting", "Firearms"),), "aliases": (("Firearms", "Target"),)}, "which itself stands for"),
        ({"aliases": (("Unarmed", "Strength"),)}, "Unarmed (an ability) cannot stand for Strength (an attribute) (D2)"),
        ({"aliases": (("Intuition", "Dexterity"),)},
         "initiative rolls Intuition + Dexterity: these cannot be the same trait (I1)."),
    ],
)  # fmt: skip
def test_an_alias_swaps_no_traits_and_leads_to_no_other_kind(change: dict[str, Any], sentence: str) -> None:
    """D2, known disagreement 3: an alias never swaps traits or leads to a trait of a different kind, also together
    with a switch, in either order."""
    world = playing("nightfall")
    assert sentence in world.refuses(ST, ChangeHouseRules(**change), "house-aliases")
    if "switches" in change:
        world.does(ST, ChangeHouseRules(aliases=change["aliases"]))
        assert sentence in world.refuses(ST, ChangeHouseRules(switches=change["switches"]), "house-aliases")


def test_what_a_rule_set_has_an_alias_for_stays_of_its_kind() -> None:
    """D2, C1: under `revised` Unarmed must stay an ability; as Strength, a blow would count Strength twice."""
    aliases = (("Unarmed", "Strength"), ("Target", "Firearms"))
    refused = playing("revised").refuses(ST, ChangeHouseRules(aliases=aliases), "house-traits")
    assert "Unarmed must be an ability, not an attribute: it is needed for" in refused


@pytest.mark.parametrize("rules", ["revised", "storytelling"])
def test_a_trait_counts_once_by_whatever_name(rules: str) -> None:
    """D2: an alias counts as the same trait, so a pool cannot contain both."""
    world = playing(rules)
    aliases = (*catalogue().rulesets[rules].aliases, ("Might", "Strength"))
    world.does(ST, ChangeHouseRules(aliases=aliases))
    for traits in (("Strength", "Might"), ("Might", "Strength"), ("Might", "Might")):
        refused = world.refuses(ANNA, Roll(actor=world.id("Anna"), traits=traits), "same-trait")
        assert refused == "Strength counts only once in a pool. Choose another trait (D2)."
    world.does(ANNA, Roll(actor=world.id("Anna"), traits=("Might",)))


def without(rules: str, *gone: str) -> tuple[TraitGroup, ...]:
    """Return a rule set's trait groups without these traits."""
    groups = catalogue().rulesets[rules].traits
    left = ((group, tuple(trait for trait in group.traits if trait not in gone)) for group in groups)
    return tuple(msgspec.structs.replace(group, traits=traits) for group, traits in left if traits)


@pytest.mark.parametrize(
    ("trait", "who"),
    [("Perception", "Perception is needed for Take aim (C14)."),
     ("Intuition", "Intuition is needed for initiative (I1)."),
     ("Dexterity", "Dexterity is needed for initiative (I1) and"), ("Endurance", "Endurance is needed for soak (C29)."),
     ("Ideals", "Ideals is needed for Kiss (C5)."), ("Fate", "Fate is needed for the points of Fate (D16).")],
)  # fmt: skip
def test_a_trait_that_something_goes_by_stays_and_who_needs_it_is_said(trait: str, who: str) -> None:
    """G0, D17, C14, I1, C29: only traits that no manoeuvre, test or soak depends on may be dropped; the refusal
    names the dependent rule."""
    world = playing("nightfall")
    assert who in world.refuses(ST, ChangeHouseRules(traits=without("nightfall", trait)), "house-traits")
    instead = "Willpower" if trait in ("Ideals", "Fate") else "Strength"
    world.does(ST, ChangeHouseRules(traits=without("nightfall", trait), aliases=((trait, instead),)))
    world.does(ST, ChangeHouseRules(traits=without("nightfall", trait, "Empathy", "Celerity")))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (ChangeHouseRules(switches=(("botch", "never"),)), "no-such-choice"),
        (ChangeHouseRules(switches=(("weather", "rain"),)), "no-such-switch"),
        (ChangeHouseRules(), "rules-unchanged"),
        (ChangeHouseRules(switches=(("botch", "rule-of-one"),)), "rules-unchanged"),
        (ChangeHouseRules(numbers=(("mortal-pool", 10),)), "rules-unchanged"),
        (ChangeHouseRules(reset=("health",)), "rules-unchanged"),
    ],
)
def test_what_is_no_change_or_no_switch_is_refused(change: Command, code: str) -> None:
    """G0: an unknown switch or choice, or a change without effect, is refused."""
    playing("revised").refuses(ST, change, code)


@pytest.mark.parametrize("rules", ALL)
def test_every_rule_sets_own_tables_agree(rules: str) -> None:
    """G0: each rule set's own tables pass as house rules, and setting them is no change."""
    own = catalogue().rulesets[rules]()
    tables: dict[str, Any] = {name: getattr(own, name) for name in TABLES}
    check_house(own, HouseRules(**tables), needed_traits(rules))
    World(rules).refuses(ST, ChangeHouseRules(**tables), "rules-unchanged")


@given(st.data())
def test_a_rule_set_object_is_found_by_its_setting(data: st.DataObject) -> None:
    """G0: a table's rules depend on its own settings only, in any order of requests."""
    worlds = [World("nightfall", difficulty=choice) for choice in ("5", "6", "7", "8")]
    for place in data.draw(st.lists(st.integers(0, 3), max_size=12)):
        world = worlds[place]
        difficulty = data.draw(st.sampled_from(("5", "6", "7", "8")))
        try:
            world.does(ST, ChangeHouseRules(switches=(("difficulty", difficulty),)))
        except Refusal:
            assert rules_of(world.chronicle.full).choices["difficulty"] == difficulty
        assert rules_of(world.chronicle.full).difficulty() == int(difficulty)
    assert rules_of(worlds[0].chronicle.full) is rules_of(worlds[0].chronicle.view(WATCHER))


def test_house_rules_take_so_many_bytes_together() -> None:
    """G0, FLT24: everybody's view holds the house rules twice, so a change beyond `HOUSE_MOST` bytes is refused with
    its size and changes no record; shorter names are accepted."""
    world = playing("revised")
    world.does(ST, ChangeHouseRules(ratings=tuple(Word(-1, f"{n:02}{'漢' * 198}") for n in range(20))))
    before = setting(world.here).house
    long = ChangeHouseRules(weapons=tuple(Item(f"{n:02}{'漢' * 58}") for n in range(30)))
    sentence = world.refuses(ST, long, "long-house")
    assert f"at most {HOUSE_MOST:,}" in sentence
    assert setting(world.here).house == before
    world.does(ST, ChangeHouseRules(weapons=tuple(Item(f"{n:02}") for n in range(30))))
    assert len(encode(book(world.here))) + len(encode(setting(world.here))) < 2 * HOUSE_MOST + 8192
