"""Attack, defence, damage, soak, wounds (C1, C15, C16, C18, C21, C27, C29)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.features.actions.declaration import Declaration
from domain.features.characters.character import Health
from domain.features.characters.set_health import SetHealth
from domain.features.characters.wounds import with_damage
from domain.features.combat.declare_action import DeclareAction
from domain.features.rolls.free_botches import BotchForgiven
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.pools import parts, size
from domain.rules.declared_action import Action
from domain.rules.equipment import Damage
from tests.domain.fight import ST, Fight, act
from tests.in_english import english

TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Melee 1 Dexterity 2 Dodge 2 Endurance 2 +knife +club +torch
    bert  {kind} Intuition 1 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3 Fortitude {fortitude} {has}
"""


def two(*bert: Action, kind: str = "mortal", fortitude: int = 0, extra: str = "ignore", has: str = "") -> Fight:
    """A fight in which Anna is faster than Bert; he declares the given actions and has the given item."""
    cast = TWO.format(kind=kind, fortitude=fortitude, has=has)
    fight = Fight(cast, declare="any-order", **{"extra-successes": extra})
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *bert)
    return fight


def test_an_attack_with_bare_hands_does_strength() -> None:
    """C1: bare hands roll Strength as damage, each success a level, soaked by Endurance."""
    fight = two()
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 3, 1)
    assert [(r.reason, r.pool) for r in fight.rolls()[-3:]] == [
        ("Melee attack", 5), ("Damage: Melee attack", 3), ("Soak", 3)
    ]  # fmt: skip
    assert fight.health("bert") == (2, 0, 0)


def test_a_weapon_does_its_own_damage() -> None:
    """C1, C29: a weapon's dice replace Strength; a mortal does not soak lethal damage."""
    fight = two()
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.acts("anna", 1, 2)
    assert [(r.reason, r.pool) for r in fight.rolls()[-2:]] == [("Melee attack", 4), ("Damage: Melee attack", 4)]
    assert fight.health("bert") == (0, 2, 0)


@pytest.mark.parametrize(
    ("kind", "damage", "soak"),
    [("mortal", "bashing", 3), ("mortal", "lethal", 0), ("mortal", "aggravated", 2),
     ("vampire", "lethal", 3), ("vampire", "aggravated", 2)],
)  # fmt: skip
def test_what_soaks_what(kind: str, damage: str, soak: int) -> None:
    """C29: Endurance soaks bashing, and lethal for the supernatural; Fortitude alone soaks aggravated."""
    fight = two(kind=kind, fortitude=2)
    weapon = {"bashing": "club", "lethal": "knife", "aggravated": "torch"}[damage]
    fight.arms("anna", weapon)
    fight.declares("anna", act("attack", "bert", weapon=weapon))
    fight.acts("anna", 1, 2, *((0,) if soak else ()))
    last = fight.rolls()[-1]
    assert (last.pool if last.reason == "Soak" else 0) == soak
    assert sum(fight.health("bert")) == 2


@pytest.mark.parametrize("reason", ["Damage: Melee attack", "Soak"])
def test_neither_damage_nor_a_soak_has_a_botch(reason: str) -> None:
    """D12, G4, D14 (ours): damage and soak are not chosen rolls, so they cannot botch: no free botch is used, and no
    consequence is pending."""
    fight = Fight(TWO.format(kind="mortal", fortitude=0, has=""), declare="any-order", **{"free-botch": "on"})
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    dealt = (1, 1, 1) if reason != "Soak" else (9, 2, 2)
    fight.shows("anna", *(9, 2, 2, 2, 2), *dealt, *((1, 1, 1) if reason == "Soak" else ()))
    last = fight.rolls()[-1]
    assert (last.reason, last.ones, last.result) == (reason, 3, "failure")
    assert fight.health("bert") == (reason == "Soak", 0, 0)
    assert not list(fight.full.all(BotchForgiven))
    assert not list(fight.full.all(Owed))


@pytest.mark.parametrize(("switch", "dice"), [("ignore", 3), ("add", 5)])
def test_further_successes_add_damage_where_the_chronicle_says_so(switch: str, dice: int) -> None:
    """C1: `extra-successes: add` turns each attack success beyond the first into a die of damage."""
    fight = two(extra=switch)
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 3, 0)
    assert fight.rolls()[-1].pool == dice


@pytest.mark.parametrize(("switch", "dice"), [("ignore", 3), ("add", 5)])
def test_a_clinch_that_hurts_at_once_does_so_as_any_attack(switch: str, dice: int) -> None:
    """C7, C1: a clinch that hurts at once does damage like any attack, also with extra successes."""
    fight = two(extra=switch)
    fight.declares("anna", act("clinch", "bert", at_once="hurt"))
    fight.acts("anna", 3, 0)
    assert [roll.pool for roll in fight.rolls() if english(roll.reason).startswith("Damage")] == [dice]


@pytest.mark.parametrize(
    ("defence", "attack", "stops"),
    [
        (act("dodge"), {}, True),
        (act("block"), {}, True),
        (act("block"), {"weapon": "knife"}, False),
        (act("block"), {"weapon": "club"}, True),
        (act("block"), {"weapon": "torch"}, False),
        (act("parry"), {"weapon": "knife"}, True),
    ],
)
def test_which_defence_stops_what(defence: Action, attack: dict[str, str], stops: bool) -> None:
    """C15, C16, C18: a dodge stops any attack, a parry brawl and melee, a block bashing attacks."""
    fight = two(defence, has="+knife")
    fight.arms("anna", attack.get("weapon", "knife"))
    fight.declares("anna", act("attack", "bert", **attack))  # type: ignore[arg-type]  # traits and details, all text
    fight.acts("anna", 2, *((2,) if stops else (0,)))
    missed, hit = ["Melee attack: Anna misses Bert."], ["Melee attack: Anna hits Bert.", "No wound for Bert."]
    assert fight.story()[-1:] == missed if stops else fight.story()[-2:] == hit


def test_fortitude_blocks_what_flesh_does_not() -> None:
    """C15: with Fortitude a block stops lethal damage too."""
    fight = two(act("block"), fortitude=1)
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.acts("anna", 1, 1)
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


def test_a_defence_takes_away_its_successes_and_is_used_up() -> None:
    """C21: the defence's successes come off the attack's; a declared defence meets a single attack."""
    fight = Fight(
        TWO.format(kind="mortal", fortitude=0, has="") + "cora Intuition 1 Strength 2 Unarmed 1", declare="any-order"
    )
    fight.starts(anna=2, bert=1, cora=0)
    fight.declares("bert", act("dodge"))
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora", act("attack", "bert"))
    fight.acts("anna", 3, 2, 0)
    declared = fight.full.get(Declaration, "bert")
    assert declared is not None
    assert declared.used == (0,)
    fight.acts("cora", 1, 0)
    assert "Melee attack: Cora hits Bert." in fight.story()


def test_a_missed_attack_wants_no_defence() -> None:
    """C21: an attack without a success is a miss, and the defence is not used up."""
    fight = two(act("dodge"))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    fight.acts("bert")
    assert fight.story()[-1] == "Bert stands ready."


@pytest.mark.parametrize(("levels", "dice"), [(0, 5), (1, 5), (2, 4), (3, 4), (4, 3), (5, 3)])
def test_wounds_take_dice_from_every_action(levels: int, dice: int) -> None:
    """C29: wounds take dice from every action: Bruised 0, Hurt -1, Injured -1, Wounded -2, Mauled -2."""
    fight = two()
    fight.does(ST, SetHealth("anna", lethal=levels))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice


def test_a_pool_that_wounds_empty_is_not_rolled() -> None:
    """C29, D19: Crippled takes five dice, so an attack without dice is refused."""
    fight = two()
    fight.does(ST, SetHealth("anna", lethal=6))
    assert "D19" in fight.refused("anna", DeclareAction("anna", (act("attack", "bert"),)))


@given(st.lists(st.tuples(st.sampled_from(["bashing", "lethal", "aggravated"]), st.integers(1, 9)), max_size=8))
def test_no_more_than_all_levels_and_graver_damage_stays(wounds: list[tuple[Damage, int]]) -> None:
    """C29: damage never exceeds the seven health levels, and lighter damage never displaces aggravated damage."""
    health = Health("anna")
    for damage, levels in wounds:
        worse = with_damage(health, damage, levels, 7)
        assert worse.bashing + worse.lethal + worse.aggravated <= 7
        assert worse.aggravated >= health.aggravated
        health = worse


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (act("attack"), "Pick a target"),
        (act("sprint", "bert"), "Leave the target out"),
        (act("attack", "anna"), "do not pick the acting character"),
        (act("attack", "nobody"), "no such character"),
        (
            act("attack", "bert", traits="Strength + Wits"),
            "Melee attack with bare hands rolls Strength + Unarmed. Choose that pool (C1).",
        ),
        (act("attack", "bert", weapon="sword"), "Weapon: expected knife, club or torch, not “sword” (C1)."),
        (
            act("attack", "bert", weapon="knife", traits="Strength + Unarmed"),
            "with knife rolls Strength + Melee. Choose that pool (C1)",
        ),
        (act("attack", "bert", colour="red"), "colour: expected nothing, not “red” (C1)."),
        (
            act("attack", "bert", called_damage="6"),
            "more damage: each +1 costs one attack die (C3): expected 0 to 5, not “6” (C3).",
        ),
        (act("somersault"), "There is no action"),
        (act("hurt"), "needs a clinch"),
        (act("free"), "what the character does"),
        (act("free", text="sings", first="Melee", second="Unarmed"), "(D2)"),
    ],
)
def test_what_may_not_be_declared(action: Action, sentence: str) -> None:
    """C1, C7, C30, D2: each refusal says what would be accepted."""
    fight = two()
    assert sentence in fight.refused("anna", DeclareAction("anna", (action,)))


def test_free_form_is_always_possible() -> None:
    """C30: a free action in words is always possible, with a roll of two traits if wanted."""
    fight = two()
    fight.declares("anna", act("free", "bert", text="throws {sand}", first="Dexterity", second="Melee"))
    fight.acts("anna", 2)
    assert fight.story()[-1] == "Anna (Bert): throws {sand}"
    assert (fight.rolls()[-1].reason, fight.rolls()[-1].pool) == ("throws {sand}", 3)


def test_a_mortals_pool_ends_at_ten_whatever_it_is_rolled_for() -> None:
    """D3: an ordinary mortal's attack has at most ten dice, before wounds."""
    fight = Fight("anna Strength 8 Unarmed 8\n bert Strength 1")
    assert size(parts(fight.state.full, "anna", ("Strength", "Unarmed"))) == 10
