"""Weapons: shots and their range, the item in hand, and readying (C2, F3)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.core.deciding import Deciding
from domain.features.actions.declaration import Declaration
from domain.features.actions.weapon_in_hand import InHand, PutInHand, in_hand, lose_weapon
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.conditions import bears
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.table.settings import rules_of
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS, Item
from domain.rules.rule_types import TraitGroup
from tests.domain.fight import ST, THINGS, WATCHER, Face, Fight, Rolls, act
from tests.in_english import english

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 1 Melee 2 Target 2 Firearms 1 Dexterity 3 Endurance 2 {things}
    bert  npc Intuition 1 Strength 2 Unarmed 2 Dexterity 3 Dodge 2 Endurance 3
"""


def duel(things: str = "+pistol +knife", **switches: str) -> Fight:
    """A duel in which Anna, with the given items, is faster than Bert, and he passes."""
    fight = Fight(CAST.format(things=things), declare="any-order", **switches)
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    return fight


def shot(distance: int, weapon: str = "pistol") -> DeclareAction:
    """Anna declares a shot from this distance."""
    return DeclareAction("anna", (act("shoot", "bert", weapon=weapon, distance=str(distance)),))


@pytest.mark.parametrize(("distance", "dice"), [(1, 5), (20, 5), (21, 3), (40, 3)])
def test_a_shot_rolls_target_and_dexterity(distance: int, dice: int) -> None:
    """C2: a shot loses no dice up to the weapon's range, and two from there to twice the range; the weapon does the
    damage."""
    fight = duel()
    fight.does("anna", shot(distance))
    fight.acts("anna", 1, 2)
    attack, damage = fight.rolls()[-2:]
    assert attack.parts[:2] == (("Target", 2), ("Dexterity", 3))
    assert (attack.pool, damage.pool) == (dice, 5)
    assert (("far away", -2) in attack.parts) is (distance > 20)
    assert fight.health("bert") == (0, 2, 0)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (act("shoot", "bert", weapon="pistol", distance="41"), "Too far for the pistol: at most 40 m (C2)."),
        (act("shoot", "bert", weapon="pistol"), "Give the distance to the target in metres (C2)."),
        (act("shoot", "bert", weapon="pistol", distance="0"), "Give the distance to the target in metres (C2)."),
        (act("shoot", "bert", distance="5"), "Choose the weapon (C2)."),
        (act("shoot", "bert", weapon="pistol", distance="near"), "expected "),
        (act("shoot", "bert", weapon="knife", distance="1"), "expected "),
        (act("attack", "bert", weapon="pistol"), "expected "),
    ],
)
def test_what_cannot_be_shot(action: object, sentence: str) -> None:
    """C2: a shot needs a weapon that shoots and a distance, up to twice the range."""
    assert sentence in duel().refused("anna", DeclareAction("anna", (action,)))  # type: ignore[arg-type]


def test_who_has_nothing_to_shoot_with_is_not_offered_a_shot() -> None:
    """C2: without a weapon that shoots, a shot is neither offered nor accepted."""
    fight = duel("+knife")
    assert "Ranged attack (C2)" not in {option.label for option in fight.offers("anna", DeclareAction)}
    assert "this character carries none. Choose another action (C2)" in fight.refused("anna", shot(5))


def test_a_range_that_takes_the_last_die_is_refused() -> None:
    """M2, C2: the penalty of the distance comes off the shot's own share, and a share at 0 is refused."""
    fight = duel()
    shots = tuple(act("shoot", "bert", weapon="pistol", distance="30", dice=2) for _ in range(2))
    assert "2 + 2. Modifiers cost Ranged attack 2 dice" in fight.refused("anna", DeclareAction("anna", shots))


def test_like_a_fist_a_weapon_strikes_with_unarmed() -> None:
    """C1: a weapon with the skill Unarmed is rolled with Unarmed, and can be blocked like a fist."""
    fight = Fight(CAST.format(things="+knuckles"), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert", act("block"))
    fight.declares("anna", act("attack", "bert", weapon="knuckles"))
    fight.acts("anna", 1, 1)
    assert fight.rolls()[-2].parts[:2] == (("Strength", 3), ("Unarmed", 1))
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


def skilled(weapon: Item, monkeypatch: pytest.MonkeyPatch) -> Fight:
    """Anna has Blades, an ability of the chronicle's own, and this weapon in hand."""
    monkeypatch.setitem(THINGS, weapon.name, weapon)
    fight = Fight(CAST.format(things=f"Blades 4 Brawl 2 +{weapon.name}"), declare="any-order")
    traits = (*rules_of(fight.full).traits, TraitGroup("Fencing", ("Blades",), kind="ability"))
    fight.does(ST, ChangeHouseRules(traits=traits))
    fight.starts(anna=2, bert=1)
    return fight


@pytest.mark.parametrize(
    ("weapon", "how", "pool"),
    [
        (Item("rapier", "Blades", 5, "lethal", reach=1), "attack", "Strength 3 + Blades 4"),
        (Item("rapier", "Blades", 5, "lethal", reach=1), "disarm", "Strength 3 + Blades 4"),
        (Item("whip", "Blades", 4, flags=("sweeps",)), "sweep", "Dexterity 3 + Blades 4"),
        (Item("gloves", "Brawl", 3), "attack", "Strength 3 + Brawl 2"),
        (Item("gun", "Firearms", 5, range=20, missile="bullet"), "shoot", "Firearms 1 + Dexterity 3"),
        (Item("axe", "Melee", 4, range=5, missile="thrown"), "attack", "Strength 3 + Melee 2"),
        (Item("axe", "Melee", 4, range=5, missile="thrown"), "shoot", "Target 2 + Dexterity 3"),
        (Item("thing", "Nonsense", 4), "attack", "Strength 3 + Melee 2"),
        (Item("toy", "Nonsense", 4, range=5, missile="thrown"), "shoot", "Target 2 + Dexterity 3"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("named", [True, False])
def test_a_weapon_is_used_with_the_ability_that_it_names(
    weapon: Item, how: str, pool: str, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C1, C2, C10, D17: a weapon uses the ability it names, also an ability of the chronicle. A melee weapon is
    thrown with the usual pool; a weapon with an unknown ability, on an older sheet, uses the usual pool."""
    fight = skilled(weapon, monkeypatch)
    fight.arms("bert", "club")
    traits = " + ".join(part.rpartition(" ")[0] for part in pool.split(" + ")) if named else ""
    action = act(how, "bert", traits=traits, weapon=weapon.name)
    if how == "shoot":
        action = act(how, "bert", traits=traits, weapon=weapon.name, distance="5")
    fight.declares("bert")
    fight.declares("anna", action)
    fight.acts("anna", 0)
    assert " + ".join(f"{trait} {dice}" for trait, dice in fight.rolls()[-1].parts[:2]) == pool


def test_what_has_an_ability_of_its_own_parries_as_any_blade(monkeypatch: pytest.MonkeyPatch) -> None:
    """C16, D17: a parry with a weapon of its own ability cuts a bare-handed attacker too."""
    fight = skilled(Item("rapier", "Blades", 5, "lethal", reach=1), monkeypatch)
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("parry"))
    fight.acts("anna")
    fight.acts("bert", 1, 2, 3)
    assert fight.health("bert") == (0, 3, 0)


def test_the_first_weapon_is_in_hand_and_everybody_sees_it() -> None:
    """F3: when a scene begins or a character enters, its first weapon is in hand, visible to everybody."""
    fight = Fight("anna  +vest +knife +pistol\n bert")
    assert in_hand(fight.view(WATCHER), "anna") == THINGS["knife"]
    assert in_hand(fight.view(WATCHER), "bert") == BARE_HANDS
    fight.does(ST, CreateCharacter("Cora", items=(THINGS["sword"],)))
    assert [held.item.name for held in fight.view(WATCHER).all(InHand)] == ["knife", "sword"]


def test_what_is_in_hand_hides_with_its_bearer() -> None:
    """X4, F3: the item in hand is part of the face."""
    fight = Fight("anna  npc +knife\n bert")
    fight.does(ST, HideCharacter("anna"))
    assert not list(fight.view(WATCHER).all(InHand))
    fight.does(ST, RevealCharacter("anna"))
    assert in_hand(fight.view(WATCHER), "anna") == THINGS["knife"]


def test_what_is_no_longer_carried_is_not_in_hand() -> None:
    """F3: a changed sheet removes or changes the weapon in hand."""
    fight = Fight("anna  +knife")
    sharper = Item("knife", "Melee", 5, "lethal")
    fight.does(ST, ChangeSheet("anna", (), items=(sharper,)))
    assert in_hand(fight.full, "anna") == sharper
    fight.does(ST, ChangeSheet("anna", ()))
    assert in_hand(fight.full, "anna") == BARE_HANDS


def test_the_storyteller_says_what_is_in_hand() -> None:
    """G0, F3: the Storyteller can put any carried weapon in hand, under her name; an aim with the old weapon is
    lost."""
    fight = duel()
    fight.does(ST, SetCondition("anna", "aiming", 1))
    (offer,) = [option for option in fight.offers(ST, PutInHand) if option.actor == "anna"]
    assert [(choice.value) for choice in offer.inputs[0].choices] == ["", "pistol", "knife"]
    fight.does(ST, PutInHand("anna", "knife"))
    assert in_hand(fight.view(WATCHER), "anna") == THINGS["knife"]
    assert bears(fight.full, "anna", "aiming") is None
    fight.does(ST, PutInHand("anna"))
    assert in_hand(fight.full, "anna") == BARE_HANDS
    assert "carries no sword" in fight.refused(ST, PutInHand("anna", "sword"))
    assert "Only the Storyteller" in fight.refused("anna", PutInHand("anna", "knife"))


def test_a_weapon_that_is_not_in_hand_does_not_strike() -> None:
    """F3: a weapon not in hand cannot attack until it is readied; bare hands always can."""
    fight = duel()
    attack = act("attack", "bert", weapon="knife")
    assert (
        fight.refused("anna", DeclareAction("anna", (attack,)))
        == "The knife is not in hand. Ready this weapon first (F3)."
    )
    fight.declares("anna", act("attack", "bert"))


def test_alone_a_weapon_is_readied_without_a_roll() -> None:
    """F3: readying without a test takes the whole turn."""
    fight = duel()
    ready, strike = act("ready", weapon="knife"), act("attack", "bert", weapon="knife", dice=2)
    assert "takes the whole turn. To add another action, choose the pool Dexterity + Melee" in fight.refused(
        "anna", DeclareAction("anna", (ready, strike))
    )
    fight.declares("anna", ready)
    fight.acts("anna")
    assert fight.story()[-1] == "Anna has the knife ready."
    fight.does(ST, StartTurn())
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].reason == "Melee attack"


def draw(traits: str = "Dexterity + Melee", dice: int = 2) -> tuple[object, ...]:
    """Draw the knife and strike with it."""
    return (
        act("ready", weapon="knife", traits=traits, dice=dice),
        act("attack", "bert", weapon="knife", dice=3),
    )


def test_draw_and_strike() -> None:
    """F3, M2: readying beside an attack shares dice with it and must succeed."""
    fight = duel()
    fight.declares("anna", *draw())  # type: ignore[arg-type]
    fight.acts("anna", 1)
    fight.acts("anna", 1, 0)
    assert [roll.reason for roll in fight.rolls()[-3:]] == ["Ready a weapon", "Melee attack", "Damage: Melee attack"]


def test_who_does_not_get_it_ready_loses_the_attack() -> None:
    """F3: after a failed test, the attack with that weapon is lost, with the reason."""
    fight = duel()
    fight.declares("anna", *draw())  # type: ignore[arg-type]
    fight.acts("anna", 0)
    fight.acts("anna")
    assert fight.story()[-2:] == [
        "Anna does not get the knife ready in time.",
        "Anna: Melee attack is lost. The knife is not in hand. Ready this weapon first (F3).",
    ]
    assert in_hand(fight.full, "anna") == THINGS["pistol"]


def test_what_is_drawn_is_drawn_with_its_own_skill() -> None:
    """F3: a close weapon is readied with Dexterity + Melee, a gun with Dexterity + Firearms."""
    fight = duel()
    wrong = draw("Dexterity + Firearms")
    assert "with knife rolls Dexterity + Melee. Choose that pool (F3)" in fight.refused(
        "anna",
        DeclareAction("anna", wrong),  # type: ignore[arg-type]
    )


def strike(**more: Any) -> Action:
    return act("attack", "bert", weapon="knife", **more)


@pytest.mark.parametrize(
    ("others", "result"),
    [
        ((strike(dice=1),), "failure"),
        ((strike(dice=1), strike(extra=True)), "failure"),
        ((strike(dice=1), strike(dice=1)), "botch"),
    ],
)
def test_with_one_split_readying_cannot_botch(others: tuple[Action, ...], result: str) -> None:
    """F3: beside exactly one further action with shared dice a botch of readying is a failure; beside more it is a
    botch."""
    fight = duel("Celerity 1 +pistol +knife")
    fight.declares("anna", act("ready", weapon="knife", traits="Dexterity + Melee", dice=1), *others)
    fight.acts("anna", Face(1))
    assert fight.rolls()[-1].result == result
    assert ("cannot botch (F3)" in english(fight.rolls()[-1].why)) is (result == "failure")


def test_a_botched_shot_was_the_last_one() -> None:
    """F3: after a botched shot the weapon is out of shots until it is reloaded; with a clip, reloading is possible
    beside a second action."""
    fight = duel("+pistol", difficulty="6")
    shoot = act("shoot", "bert", weapon="pistol", distance="5", dice=1)
    fight.declares("anna", shoot)
    fight.acts("anna", Face(1))
    assert fight.story()[-1] == "Anna: out of shots."
    fight.does(ST, StartTurn())
    fight.declares("bert")
    assert "The pistol is out of shots. Reload this weapon first (F3)." in fight.refused(
        "anna", DeclareAction("anna", (shoot,))
    )
    fight.declares("anna", act("ready", weapon="pistol", traits="Dexterity + Firearms", dice=3), shoot)
    fight.acts("anna", 1)
    assert bears(fight.full, "anna", "out_of_shots") is None
    fight.acts("anna", 0)
    assert fight.rolls()[-1].reason == "Ranged attack"


def test_without_a_clip_reloading_takes_the_turn() -> None:
    """F3, M3: without a clip, reloading takes the whole turn, also as an extra action."""
    fight = duel("+revolver Celerity 1")
    fight.does(ST, SetCondition("anna", "out_of_shots"))
    shoot = act("shoot", "bert", weapon="revolver", distance="5", dice=1)
    beside = act("ready", weapon="revolver", traits="Dexterity + Firearms", dice=3)
    swift = act("ready", weapon="revolver", extra=True)
    for reload in (beside, swift):
        assert "takes no clip" in fight.refused("anna", DeclareAction("anna", (reload, shoot)))
    fight.declares("anna", act("ready", weapon="revolver"))
    fight.acts("anna")
    assert bears(fight.full, "anna", "out_of_shots") is None


def test_where_all_is_ready_nothing_is_offered() -> None:
    """F3: readying is not offered if there is no weapon to draw or reload."""
    fight = duel("+knife")
    assert "Ready a weapon (F3)" not in {option.label for option in fight.offers("anna", DeclareAction)}
    assert "(F3)" in fight.refused("anna", DeclareAction("anna", (act("ready", weapon="knife"),)))


def test_what_was_lost_is_readied_again() -> None:
    """F3, C8: a weapon knocked away can be readied again; a declared attack with it is lost."""
    fight = duel("+knife")
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    table = Deciding(fight.state, ST, Rolls(), None)
    lose_weapon(table, "anna")
    fight.acts("anna")
    assert fight.story()[-1] == "Anna: Melee attack is lost. The knife is not in hand. Ready this weapon first (F3)."
    fight.does(ST, StartTurn())
    assert "Ready a weapon (F3)" in {option.label for option in fight.offers("anna", DeclareAction)}
    assert fight.full.get(Declaration, "anna") is None
