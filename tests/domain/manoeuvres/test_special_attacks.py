"""Attacks with a special aim: disarm, touch, stake, fan the hammer (C8, C12, C13, C17)."""

from __future__ import annotations

import pytest

from domain.features.actions.weapon_in_hand import PutInHand, in_hand
from domain.features.characters.character import sheet
from domain.features.characters.conditions import bears
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.turn_commands import StartTurn
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.spend_points import SpendPoints
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.domain.manoeuvres.duels import CAST, duel


@pytest.mark.parametrize(
    ("anna", "details", "dice"),
    [("+sword", {"weapon": "sword"}, 4), ("", {}, 3), ("+pistol", {"weapon": "pistol", "distance": "5"}, 7),
     ("+pistol", {"weapon": "pistol", "distance": "25"}, 5)],
)  # fmt: skip
def test_disarming_is_an_attack_with_two_dice_less(anna: str, details: dict[str, str], dice: int) -> None:
    """C8: a disarm uses the pool of the attack, close or far, with 2 dice less; bare hands also have to close in on
    the knife (C24)."""
    fight = duel(anna)
    fight.declares("anna", Action("disarm", ("bert",), details=tuple(details.items())))
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == dice
    assert ("Disarm", -2) in fight.rolls()[-1].parts


@pytest.mark.parametrize(("dealt", "disarmed"), [(2, False), (3, True)])
def test_more_damage_than_strength_costs_the_weapon(dealt: int, disarmed: bool) -> None:
    """C8: more damage than Strength costs the weapon and hurts no character; otherwise the damage counts."""
    fight = duel("+sword")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 1, dealt, *(() if disarmed else (0,)))
    assert (in_hand(fight.view(WATCHER), "bert") == BARE_HANDS) is disarmed
    assert sum(fight.health("bert")) == (0 if disarmed else dealt)
    assert (fight.story()[-1] == "Bert loses the knife.") is disarmed


def test_what_has_gone_meanwhile_is_not_struck_from_the_hand() -> None:
    """C8, G0: if the weapon is put away before the damage roll, a successful disarm has no effect, and the story
    says so."""
    fight = duel("+sword")
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna")
    for rolls in ((2,), ()):
        fight.goes_on(*rolls)
    fight.does(ST, PutInHand("bert"))
    for rolls in ((3,), ()):
        fight.goes_on(*rolls)
    assert (fight.story()[-1], fight.health("bert")) == ("No wound for Bert.", (0, 0, 0))


def test_nobody_is_disarmed_of_nothing() -> None:
    """C8: a target with empty hands cannot be disarmed; the item in hand is public."""
    fight = duel("+sword", "")
    disarm = act("disarm", "bert", weapon="sword")
    assert "nothing in hand to lose. Choose another action (C8)" in fight.refused(
        "anna", DeclareAction("anna", (disarm,))
    )


def test_a_touch_is_no_more_than_that() -> None:
    """C12: a touch rolls Dexterity + Unarmed, and does no damage."""
    fight = duel(bert="")
    fight.declares("anna", act("touch", "bert"))
    fight.acts("anna", 2)
    assert fight.rolls()[-1].parts == (("Dexterity", 4), ("Unarmed", 3))
    assert fight.story()[-1] == "Touch: Anna hits Bert."


@pytest.mark.parametrize(("defence", "stops"), [("dodge", True), ("parry", True), ("block", False)])
def test_a_touch_cannot_be_blocked(defence: str, stops: bool) -> None:
    """C12: a touch can be dodged or parried, but not blocked."""
    fight = duel("", "+club", act(defence))
    fight.declares("anna", act("touch", "bert"))
    fight.acts("anna", 1, *((1,) if stops else ()))
    assert fight.story()[-1] == f"Touch: Anna {'misses' if stops else 'hits'} Bert."


POWER = Action("free", ("bert",), text="stills his heart", details=(("first", "Intuition"), ("second", "Occult")))


@pytest.mark.parametrize(("rules", "dice"), [("nightfall", 7), ("v20", 4), ("storytelling", 3)])
def test_a_touch_is_a_part_of_its_power(rules: str, dice: int) -> None:
    """C12: a touch takes no share of its power's pool, under every rule set."""
    power = (
        Action("free", ("bert",), text="stills", details=(("first", "Strength"),)) if rules != "nightfall" else POWER
    )
    fight = Fight(
        CAST.format(anna="Wits 1 Composure 1", bert="Wits 1 Composure 1", kind=""), rules=rules, declare="any-order"
    )
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("touch", "bert"), power)
    fight.acts("anna", 1)
    fight.acts("anna", 1)
    touch, rolled = fight.rolls()[-2:]
    assert (touch.pool, rolled.pool) == (dice, 3)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ((act("touch", "bert", dice=2), POWER), "Leave its number of dice at 0 (C12)"),
        ((act("touch", "bert"), act("touch", "bert"), POWER), "once for each power that the character uses (C12)"),
        ((act("touch", "bert"), act("touch", "bert")), "once for each power that the character uses (C12)"),
        ((act("attack", "bert"), act("touch", "bert")), "once for each power that the character uses (C12)"),
        ((act("full_defence"), act("touch", "bert")), "once for each power that the character uses (C12)"),
        ((act("attack", "bert", dice=3), act("attack", "bert", dice=3), act("touch", "bert")), "once for each power"),
        (
            (act("touch", "bert"), act("touch", "bert"), POWER, act("dodge")),
            "once for each power that the character uses (C12)",
        ),
    ],
)
def test_a_touch_stands_by_a_power(actions: tuple[Action, ...], sentence: str) -> None:
    """C12: a turn allows a touch for each power, or a single touch alone, with its whole pool; beside any different
    action it would be a free attack."""
    assert sentence in duel().refused("anna", DeclareAction("anna", actions))


@pytest.mark.parametrize(
    "actions",
    [
        (act("touch", "bert"), act("attack", "bert", extra=True)),
        (act("attack", "bert"), act("touch", "bert", extra=True)),
        (act("touch", "bert"), POWER, act("dodge")),
        (act("touch", "bert"), act("touch", "bert"), POWER, POWER),
    ],
)
def test_beside_a_power_and_extra_actions_a_touch_stands(actions: tuple[Action, ...]) -> None:
    """C12, M3: extra actions do not count against a touch, a touch may be an extra action, and each power may have a
    touch."""
    fight = duel("Celerity 1")
    fight.declares("anna", *actions)
    assert sum("Touch" in line for line in fight.story()) == 1


def test_a_touch_is_no_die_for_a_defence() -> None:
    """C12, I5: aborting a touch gives no dice while the power has the whole pool."""
    fight = duel()
    fight.declares("anna", act("touch", "bert"), POWER)
    assert "has no dice, so its replacement gets none" in fight.refused("anna", AbortAction("anna", "dodge", 0))


def stakes(kind: str = "vampire", levels: int = 3, weapon: str = "stake") -> Fight:
    """Anna stakes Bert with this many levels of damage."""
    fight = duel(f"+{weapon}", "", kind=kind)
    details = {"weapon": weapon} | ({"distance": "5"} if weapon == "bow" else {})
    fight.declares("anna", Action("stake", ("bert",), details=tuple(details.items())))
    fight.acts("anna", 1, levels, *((0,) if kind == "vampire" else ()))
    return fight


@pytest.mark.parametrize(("weapon", "dice"), [("stake", 2), ("bow", 5)])
def test_staking_takes_four_dice_and_what_will_stake(weapon: str, dice: int) -> None:
    """C13: staking takes 4 dice from the weapon's pool, with the weapon's damage, and needs a weapon flagged for it."""
    fight = stakes(weapon=weapon)
    assert fight.rolls()[-3].pool == dice
    assert ("Stake", -4) in fight.rolls()[-3].parts
    refused = duel("+knife").refused("anna", DeclareAction("anna", (act("stake", "bert", weapon="knife"),)))
    assert "this character carries none. Choose another action (C13)" in refused


@pytest.mark.parametrize(
    ("kind", "levels", "staked"), [("vampire", 3, True), ("vampire", 2, False), ("mortal", 3, False)]
)
def test_three_levels_stake_a_vampire(kind: str, levels: int, staked: bool) -> None:
    """C13: three levels after soak stake a vampire, and only a vampire (ours); the wound counts in each case."""
    fight = stakes(kind, levels)
    assert (bears(fight.view(WATCHER), "bert", "staked") is not None) is staked
    assert sum(fight.health("bert")) == levels


def test_a_stake_that_went_in_is_in_the_body() -> None:
    """C31, C13: a stake that went in is no longer in hand or carried; a second stake can be readied."""
    fight = duel("+stake +stake", "")
    fight.declares("anna", act("stake", "bert", weapon="stake"))
    fight.acts("anna", 1, 3, 0)
    assert in_hand(fight.view(WATCHER), "anna") == BARE_HANDS
    assert "The stake of Anna stays stuck in Bert." in fight.story()
    assert [item.name for item in sheet(fight.full, "anna").items] == ["stake"]
    fight.acts("bert")
    fight.does(ST, StartTurn())
    assert "Ready a weapon (F3)" in {option.label for option in fight.offers("anna", DeclareAction)}


@pytest.mark.parametrize(("weapon", "levels"), [("stake", 2), ("bow", 3)])
def test_what_did_not_go_in_stays_in_the_hand(weapon: str, levels: int) -> None:
    """C31, C13: a stake that misses the heart stays in hand, and so does the bow."""
    fight = stakes(levels=levels, weapon=weapon)
    assert in_hand(fight.full, "anna").name == weapon
    assert [item.name for item in sheet(fight.full, "anna").items] == [weapon]


def test_the_staked_cannot_stir_and_are_hit_without_a_roll() -> None:
    """C13, C27: a staked vampire cannot move and is hit without a roll, until the stake is drawn."""
    fight = stakes()
    fight.acts("bert")
    fight.does(ST, StartTurn())
    assert "(C13)" in fight.refused("bert", DeclareAction("bert", (act("attack", "anna"),)))
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 0)
    assert fight.rolls()[-2].reason == "Damage: Melee attack"
    borne = bears(fight.full, "bert", "staked")
    assert borne is not None
    fight.does(ST, EndCondition(borne.id))
    fight.does(ST, StartTurn())
    fight.declares("bert", act("attack", "anna"))


def test_no_blood_moves_but_for_what_works_even_so() -> None:
    """C13: a staked vampire spends blood only on a power flagged for it: Rat's Rage."""
    fight = Fight("anna  vampire Strength 2 Blood:5 !fangs !Rat's_Rage")
    fight.does(ST, SetCondition("anna", "staked"))
    assert "(C13)" in fight.refused("anna", SpendPoints("anna", "Blood", 1))
    assert "(C13)" in fight.refused("anna", SpendPoints("anna", "Blood", 1, "fangs"))
    fight.does("anna", SpendPoints("anna", "Blood", 1, "Rat's Rage"))
    assert sheet(fight.full, "anna").points("Blood") == 4


def shots(manoeuvre: str, count: int, weapon: str = "revolver") -> DeclareAction:
    """Declare this many shots at Bert in a single turn."""
    details = (("weapon", weapon), ("distance", "5"))
    return DeclareAction("anna", tuple(Action(manoeuvre, ("bert",), dice=1, details=details) for _ in range(count)))


def test_a_revolver_may_be_fanned() -> None:
    """C17, M2: a revolver may be fanned with more than three shares at a single target, and each share is a shot of
    its own."""
    fight = duel("+revolver", kind="")
    assert "too many: declare at most 3" in fight.refused("anna", shots("shoot", 4))
    fight.does("anna", shots("fan", 5))
    for _ in range(5):
        fight.acts("anna", 0)
    assert [(roll.reason, roll.pool) for roll in fight.rolls()[-5:]] == [("Fan the hammer", 1)] * 5


def test_nothing_else_is_fanned() -> None:
    """C17: fanning needs a revolver."""
    fight = duel("+pistol")
    assert "this character carries none. Choose another action (C17)" in fight.refused(
        "anna", shots("fan", 2, "pistol")
    )
    assert "expected " in duel("+revolver +pistol").refused("anna", shots("fan", 2, "pistol"))


@pytest.mark.parametrize(("number", "most"), [(3, 3), (4, 4)])
def test_more_than_three_is_shares_or_cuts(number: int, most: int) -> None:
    """C17, M2, disagreement 5: a house rule sets the most shares: three, or four for three cuts."""
    fight = duel("+revolver")
    if number != 3:
        fight.does(ST, ChangeHouseRules(numbers=(("shares", number),)))
    assert "(M2)" in fight.refused("anna", shots("shoot", most + 1))
    fight.does("anna", shots("shoot", most))
