"""What manoeuvres roll: data of the rule set, which house rules may change (M0)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.core.command import Refusal
from domain.features.actions.action import Action
from domain.features.combat.declare_action import DeclareAction
from domain.features.scenes.house_rules import ChangeHouseRules
from domain.features.table.settings import Rulebook, rules_of
from domain.manoeuvres._armed import Armed
from domain.manoeuvres.break_free import keeping
from domain.rules.equipment import Item
from domain.rules.ruleset import ManoeuvrePools
from tests.domain.fight import ST, WATCHER, Fight, act

CAST = """
    anna  Strength 1  Dexterity 4  Endurance 2  Stamina 2  Brawl 3  Unarmed 3  Melee 2  Weaponry 2  Dodge 2  Athletics 2
          Firearms 1  Target 1  +knife +pistol +stake +club
    bert  Dexterity 1 +club
"""
WRESTLING = ("clinch", "hold", "tackle", "break_free")


def fight(rules: str, **switches: str) -> Fight:
    made = Fight(CAST.replace("\n          ", " "), rules=rules, declare="any-order", **switches)
    made.arms("anna", "knife")
    made.starts(anna=1, bert=0)
    return made


def rolled(made: Fight, action: Action) -> tuple[tuple[str, int], ...]:
    """The parts that a declared action rolls."""
    view = made.view("anna")
    pool = DeclareAction("anna", (action,)).foreseen(view)
    assert pool is not None
    return pool.parts


@pytest.mark.parametrize(
    ("action", "pool"),
    [
        (act("attack", "bert"), ("Dexterity", "Brawl")),
        (act("attack", "bert", weapon="knife"), ("Dexterity", "Melee")),
        (act("shoot", "bert", weapon="pistol", distance="5"), ("Dexterity", "Firearms")),
        (act("disarm", "bert", weapon="knife"), ("Dexterity", "Melee")),
        (act("clinch", "bert"), ("Strength", "Brawl")),
        (act("tackle", "bert"), ("Strength", "Brawl")),
    ],
)
@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_classic_combat_goes_by_dexterity(rules: str, action: Action, pool: tuple[str, str]) -> None:
    """M0: punch, blow and shot; what wrestles goes by Strength (ours)."""
    made = fight(rules)
    if "pistol" in dict(action.details).values():
        made.arms("anna", "pistol")
    assert tuple(name for name, _ in rolled(made, action)[:2]) == pool


def test_a_punch_and_two_dodges_lose_three_four_and_five_dice() -> None:
    """M0, M1: the source's example: a punch of 7 and two dodges of 6 become 4, 2 and 1."""
    made = fight("revised")
    made.declares("anna", act("attack", "bert"), act("dodge"), act("dodge"))
    made.declares("bert")
    words = DeclareAction("anna", (act("attack", "bert"), act("dodge"), act("dodge"))).in_words
    assert words(fight("revised").view("anna")) == "3 actions: 7 - 3 = 4, then 6 - 4 = 2, then 6 - 5 = 1 (M1)."
    made.acts("anna", 0)
    assert made.rolls()[-1].parts == (("Dexterity", 4), ("Brawl", 3), ("split", -3))


@pytest.mark.parametrize("rules", sorted(catalogue().rulesets))
def test_every_manoeuvre_has_as_many_pools_under_every_rule_set(rules: str) -> None:
    """M0: a rule set names other pools in the order in which the manoeuvre's file names its own, of traits that it
    has; the rule book tells everybody."""
    own = catalogue().rulesets[rules]()
    book = Fight(CAST.replace("\n          ", " "), rules=rules).view(WATCHER).get(Rulebook, "rulebook")
    assert book is not None
    told = {row.manoeuvre: row.pools for row in book.pools}
    for name, chosen in catalogue().manoeuvres.items():
        pools = chosen.pools_in(own)
        assert len(pools) == len(chosen.pools)
        assert told.get(name, ()) == tuple(map(" + ".join, pools))
        for pool in pools:
            own.check_traits(pool)
            assert set(pool) <= set(own.kinds)
    assert set(told) == {name for name, chosen in catalogue().manoeuvres.items() if chosen.pools}


@pytest.mark.parametrize("name", WRESTLING)
def test_what_no_rule_set_changes_is_what_the_file_names(name: str) -> None:
    """M0: section 9's pools are those of nightfall."""
    for rules in ("revised", "nightfall", "storytelling"):
        assert (
            catalogue().manoeuvres[name].pools_in(catalogue().rulesets[rules]()) == catalogue().manoeuvres[name].pools
        )


def test_house_rules_change_what_a_manoeuvre_rolls() -> None:
    """M0, G0: in force from then on, for that manoeuvre alone; and back again."""
    made = fight("revised")
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("attack", ("Strength + Brawl", "Dexterity + Melee")),)))
    assert rolled(made, act("attack", "bert"))[0] == ("Strength", 1)
    assert rolled(made, act("attack", "bert", weapon="knife"))[0] == ("Dexterity", 4)
    assert rolled(made, act("disarm", "bert"))[0] == ("Dexterity", 4)
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("tackle", ("Dexterity + Athletics",)),)))
    assert rolled(made, act("attack", "bert"))[0] == ("Strength", 1)
    assert [name for name, _ in rolled(made, act("tackle", "bert"))[:2]] == ["Dexterity", "Athletics"]
    made.does(ST, ChangeHouseRules(reset=("pools",)))
    assert rolled(made, act("attack", "bert"))[0] == ("Dexterity", 4)


def test_a_clinch_is_kept_with_what_house_rules_say() -> None:
    """M0, C7: both sides of a clinch roll the pools of breaking free."""
    made = fight("nightfall")
    made.does(
        ST, ChangeHouseRules(pools=(ManoeuvrePools("break_free", ("Strength + Brawl", "Dexterity + Athletics")),))
    )
    assert [name for name, _ in keeping(made.view(ST), "anna")] == ["Dexterity", "Athletics"]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (ManoeuvrePools("karate", ("Dexterity + Brawl",)), "karate is no manoeuvre that rolls dice"),
        (ManoeuvrePools("aim", ("Dexterity + Brawl",)), "aim is no manoeuvre that rolls dice"),
        (
            ManoeuvrePools("attack", ("Dexterity + Brawl",)),
            "Melee attack needs 2, in the order of Strength + Unarmed, Strength + Melee (M0).",
        ),
        (ManoeuvrePools("dodge", ("Dexterity + Karate",)), "names the trait 'Karate', which does not exist (M0)."),
        (ManoeuvrePools("dodge", ("Brawl + Athletics",)), "two abilities never make a pool (D2)"),
        (ManoeuvrePools("dodge", ("",)), "names the trait '', which does not exist (M0)."),
        (ManoeuvrePools("dodge", ("Dexterity + Brawl + Melee",)), "(D2)"),
    ],
)
def test_pools_that_cannot_be_rolled_are_refused(row: ManoeuvrePools, sentence: str) -> None:
    """M0, D2: a known manoeuvre, as many pools as it has, known traits that may meet; nothing is changed."""
    made = fight("revised")
    before = rules_of(made.view(ST))
    with pytest.raises(Refusal) as refused:
        made.does(ST, ChangeHouseRules(pools=(row,)))
    assert refused.value.code == "house-pools"
    assert sentence in refused.value.sentence
    assert rules_of(made.view(ST)) is before


def test_a_manoeuvre_named_twice_is_refused() -> None:
    """M0, G0."""
    row = ManoeuvrePools("dodge", ("Dexterity + Athletics",))
    with pytest.raises(Refusal, match="twice"):
        fight("revised").does(ST, ChangeHouseRules(pools=(row, row)))


def test_a_trait_that_a_house_pool_rolls_has_to_stay() -> None:
    """M0, D17: a manoeuvre goes by the traits of its pool in force, so these are not taken out of the game."""
    made = fight("revised")
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("dodge", ("Dexterity + Stealth",)),)))
    traits = rules_of(made.view(ST)).traits
    without = tuple(replace(g, traits=tuple(t for t in g.traits if t != "Stealth")) for g in traits)
    with pytest.raises(Refusal, match="names the trait 'Stealth'"):
        made.does(ST, ChangeHouseRules(traits=without))


@pytest.mark.parametrize("skill", ["Brawl", "Unarmed"])
def test_a_weapon_that_names_another_ability_has_that_one(skill: str) -> None:
    """D17, M0: in place of the pool's own ability; the usual one is the pool's."""
    made = fight("nightfall")
    pools = catalogue().manoeuvres["attack"]
    assert isinstance(pools, Armed)
    assert pools.pool(rules_of(made.view(ST)), Item("claw hammer", skill, 3)) == ("Strength", skill)
    assert pools.pool(rules_of(fight("revised").view(ST)), Item("claw hammer", skill, 3)) == ("Dexterity", "Brawl")
    assert pools.pool(rules_of(fight("v20").view(ST)), Item("lasso", "Larceny", 3)) == ("Dexterity", "Larceny")
