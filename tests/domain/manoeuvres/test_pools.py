"""The pools of manoeuvres: data of the rule set, which house rules may change (M0)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.features.combat.declare_action import DeclareAction
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.table.settings import Rulebook, Setting, rules_of
from domain.features.table.story_log import Line
from domain.manoeuvres._armed import Armed
from domain.manoeuvres.break_free import pool_to_keep
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from domain.rules.rule_types import ManoeuvrePools, Part
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.in_english import english, line_text, refusal_text

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


def rolled(made: Fight, action: Action) -> tuple[Part, ...]:
    """Return the parts that a declared action rolls."""
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
    """M0: in the classic rule sets punch, blow and shot use Dexterity; wrestling uses Strength (ours)."""
    made = fight(rules)
    if "pistol" in dict(action.details).values():
        made.arms("anna", "pistol")
    assert tuple(name for name, _ in rolled(made, action)[:2]) == pool


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_a_punch_and_two_dodges_lose_three_four_and_five_dice(rules: str) -> None:
    """M0, M1: the source's example: a punch of 7 and two dodges of 6 become 4, 2 and 1; Athletics does not count."""
    made = Fight(
        "anna  Dexterity 4  Brawl 3  Dodge 2  Athletics 5\nbert  Dexterity 1", rules=rules, declare="any-order"
    )
    made.starts(anna=1, bert=0)
    chosen = act("attack", "bert"), act("dodge"), act("dodge")
    words = english(DeclareAction("anna", chosen).in_words(made.view("anna")))
    assert words == "3 actions: 7 − 3 = 4, then 6 − 4 = 2, then 6 − 5 = 1 (M1)."
    made.declares("anna", *chosen)
    made.declares("bert")
    made.acts("anna", 0)
    assert made.rolls()[-1].parts == (("Dexterity", 4), ("Brawl", 3), ("several actions", -3))


@pytest.mark.parametrize(("traits", "dice"), [("Dodge 2", 6), ("Athletics 2", 4)])
@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_a_dodge_rolls_dodge_or_dexterity_alone(rules: str, traits: str, dice: int) -> None:
    """M0, D15: without dots in Dodge a dodge rolls Dexterity alone, also with Athletics."""
    made = Fight(f"anna  Dexterity 4  {traits}\nbert  Dexterity 3", rules=rules, declare="any-order")
    made.starts(anna=1, bert=2)
    made.declares("anna", act("dodge"))
    made.declares("bert", act("attack", "anna"))
    made.acts("bert", 1, 1)
    assert made.rolls()[-1].reason == "Dodge"
    assert sum(given for _, given in made.rolls()[-1].parts) == dice


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_the_ready_characters_can_dodge(rules: str) -> None:
    """M0: ready characters and opponents of the classic rules have as many dots in Dodge as in Athletics."""
    book = catalogue().rulesets[rules]
    assert book.fight is not None
    cast = [dict(one.traits) for one in (*book.ready, *book.fight.opponents)]
    assert [one.get("Dodge", 0) for one in cast] == [one.get("Athletics", 0) for one in cast]
    assert sum("Dodge" in one for one in cast) == 4
    assert "Dodge" in book().kinds
    assert "Dodge" not in dict(book.aliases)


@pytest.mark.parametrize("rules", sorted(catalogue().rulesets))
def test_every_manoeuvre_has_as_many_pools_under_every_rule_set(rules: str) -> None:
    """M0: each rule set names as many pools for a manoeuvre as the manoeuvre itself, in the same order, of its own
    traits; the rule book lists them."""
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
    """M0: a manoeuvre that no rule set changes has its own pools, those of section 9, under every rule set."""
    for rules in ("revised", "nightfall", "storytelling"):
        assert (
            catalogue().manoeuvres[name].pools_in(catalogue().rulesets[rules]()) == catalogue().manoeuvres[name].pools
        )


def test_house_rules_change_what_a_manoeuvre_rolls() -> None:
    """M0, G0: house rules change a manoeuvre's pools at once, also for manoeuvres that share them, and can be reset."""
    made = fight("revised")
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("attack", ("Strength + Brawl", "Dexterity + Melee")),)))
    assert rolled(made, act("attack", "bert"))[0] == ("Strength", 1)
    assert rolled(made, act("attack", "bert", weapon="knife"))[0] == ("Dexterity", 4)
    assert rolled(made, act("disarm", "bert"))[0] == ("Strength", 1)
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("tackle", ("Dexterity + Athletics",)),)))
    assert rolled(made, act("attack", "bert"))[0] == ("Strength", 1)
    assert [name for name, _ in rolled(made, act("tackle", "bert"))[:2]] == ["Dexterity", "Athletics"]
    made.does(ST, ChangeHouseRules(reset=("pools",)))
    assert rolled(made, act("attack", "bert"))[0] == ("Dexterity", 4)


STRONG = ManoeuvrePools("attack", ("Strength + Brawl", "Strength + Melee"))
SLY = ManoeuvrePools("disarm", ("Dexterity + Stealth", "Dexterity + Stealth", "Dexterity + Stealth"))


def in_book(made: Fight, name: str) -> tuple[str, ...]:
    """Return the pools of a manoeuvre in the rule book."""
    book = made.view(WATCHER).get(Rulebook, "rulebook")
    assert book is not None
    return next(row.pools for row in book.pools if row.manoeuvre == name)


def test_disarm_stake_and_fan_roll_the_pools_of_attack_and_shot() -> None:
    """M0, C8, C13, C17: disarm, stake and fan roll the pools of attack and shot, also after house rules have changed
    them."""
    made = fight("revised")
    shot = ManoeuvrePools("shoot", ("Perception + Firearms",))
    made.does(ST, ChangeHouseRules(pools=(STRONG, shot)))
    assert in_book(made, "disarm") == in_book(made, "stake") == (*STRONG.pools, *shot.pools)
    assert in_book(made, "fan") == shot.pools
    assert [name for name, _ in rolled(made, act("disarm", "bert", weapon="knife"))[:2]] == ["Strength", "Melee"]


def test_a_group_may_give_disarm_pools_of_its_own_and_take_them_back() -> None:
    """M0, G0, C8: a disarm with its own pools keeps them when the attack changes; given the attack's pools, it
    follows the attack again."""
    made = fight("revised")
    made.does(ST, ChangeHouseRules(pools=(SLY,)))
    made.does(ST, ChangeHouseRules(pools=(STRONG,)))
    assert in_book(made, "disarm") == SLY.pools
    assert in_book(made, "stake")[:2] == STRONG.pools
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("disarm", in_book(made, "stake")),)))
    made.does(ST, ChangeHouseRules(reset=("pools",), pools=(ManoeuvrePools("attack", SLY.pools[:2]),)))
    assert in_book(made, "disarm")[:2] == SLY.pools[:2]
    made.does(ST, ChangeHouseRules(pools=(STRONG,)))
    assert in_book(made, "disarm")[:2] == STRONG.pools


def test_a_whole_table_with_another_attack_changes_what_follows_it() -> None:
    """M0, C8: the page sends every row; a row equal to the present pools does not count as an own pool."""
    made = fight("revised")
    book = made.view(WATCHER).get(Rulebook, "rulebook")
    assert book is not None
    made.does(ST, ChangeHouseRules(pools=tuple(STRONG if row.manoeuvre == "attack" else row for row in book.pools)))
    assert in_book(made, "disarm")[:2] == STRONG.pools
    (setting,) = made.view(WATCHER).all(Setting)
    assert setting.house.pools == (STRONG,)


def test_a_change_of_pools_is_told_row_by_row() -> None:
    """M0, G0: the story names each changed manoeuvre with its new pools, and the manoeuvres that follow it."""
    made = fight("revised")
    for command, told in (
        (ChangeHouseRules(pools=(STRONG,)), ("Melee attack now rolls Strength + Brawl or Strength + Melee; "
         "the same for Disarm and Stake")),
        (ChangeHouseRules(pools=(SLY,)), f"Disarm now rolls {', '.join(SLY.pools[:2])} or {SLY.pools[2]}"),
        (ChangeHouseRules(pools=(ManoeuvrePools("dodge", ("Dexterity + Stealth",)),)),
         "Dodge now rolls Dexterity + Stealth"),
    ):  # fmt: skip
        made.does(ST, command)
        line = list(made.view(WATCHER).all(Line))[-1]
        assert line_text(line) == f"House rules: {told}"


def test_a_clinch_is_kept_with_what_house_rules_say() -> None:
    """M0, C7: both sides of a clinch roll the pools of breaking free."""
    made = fight("nightfall")
    made.does(
        ST, ChangeHouseRules(pools=(ManoeuvrePools("break_free", ("Strength + Brawl", "Dexterity + Athletics")),))
    )
    assert [name for name, _ in pool_to_keep(made.view(ST), "anna").parts] == ["Dexterity", "Athletics"]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (ManoeuvrePools("karate", ("Dexterity + Brawl",)), "karate is no manoeuvre that rolls dice"),
        (ManoeuvrePools("aim", ("Dexterity + Brawl",)), "aim is no manoeuvre that rolls dice"),
        (
            ManoeuvrePools("attack", ("Dexterity + Brawl",)),
            "Melee attack needs 2 pools, in the order of Strength + Unarmed and Strength + Melee (M0).",
        ),
        (ManoeuvrePools("dodge", ("Dexterity + Karate",)), "Dodge needs a trait that exists, not Karate (M0)."),
        (ManoeuvrePools("dodge", ("Brawl + Athletics",)), "choose only one ability (D2)"),
        (ManoeuvrePools("dodge", ("",)), "needs a trait that exists, not"),
        (ManoeuvrePools("dodge", ("Dexterity + Brawl + Melee",)), "(D2)"),
    ],
)
def test_pools_that_cannot_be_rolled_are_refused(row: ManoeuvrePools, sentence: str) -> None:
    """M0, D2: an unknown manoeuvre, a wrong number of pools or an illegal pool is refused, and the rules stay
    unchanged."""
    made = fight("revised")
    before = rules_of(made.view(ST))
    with pytest.raises(Refusal) as refused:
        made.does(ST, ChangeHouseRules(pools=(row,)))
    assert refused.value.code.startswith("house-pools")
    assert sentence in refusal_text(refused.value)
    assert rules_of(made.view(ST)) is before


def test_a_manoeuvre_named_twice_is_refused() -> None:
    """M0, G0: a manoeuvre named twice is refused."""
    row = ManoeuvrePools("dodge", ("Dexterity + Athletics",))
    with pytest.raises(Refusal, match="twice"):
        fight("revised").does(ST, ChangeHouseRules(pools=(row, row)))


def test_a_trait_that_a_house_pool_rolls_has_to_stay() -> None:
    """M0, D17: a trait in a manoeuvre's pool cannot be removed."""
    made = fight("revised")
    made.does(ST, ChangeHouseRules(pools=(ManoeuvrePools("dodge", ("Dexterity + Stealth",)),)))
    traits = rules_of(made.view(ST)).traits
    without = tuple(replace(g, traits=tuple(t for t in g.traits if t != "Stealth")) for g in traits)
    with pytest.raises(Refusal, match="needs a trait that exists, not Stealth"):
        made.does(ST, ChangeHouseRules(traits=without))


@pytest.mark.parametrize("skill", ["Brawl", "Unarmed"])
def test_a_weapon_that_names_another_ability_has_that_one(skill: str) -> None:
    """D17, M0: a weapon's own ability replaces the ability of the pool; the usual ability leaves the pool unchanged."""
    made = fight("nightfall")
    pools = catalogue().manoeuvres["attack"]
    assert isinstance(pools, Armed)
    assert pools.pool(rules_of(made.view(ST)), Item("claw hammer", skill, 3)) == ("Strength", skill)
    assert pools.pool(rules_of(fight("revised").view(ST)), Item("claw hammer", skill, 3)) == ("Dexterity", "Brawl")
    assert pools.pool(rules_of(fight("v20").view(ST)), Item("lasso", "Larceny", 3)) == ("Dexterity", "Larceny")
