"""Attacks with a special aim: disarm, touch, stake, fan the hammer (C8, C12, C13, C17)."""

from __future__ import annotations

from typing import Literal

import pytest

from domain.features.actions.weapon_in_hand import PutInHand, in_hand
from domain.features.characters.character import sheet
from domain.features.characters.conditions import bears
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.botched_disarm import Fumble, SettleFumble
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn, StopTurns
from domain.features.rolls.free_roll import Roll as FreeRoll
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.scenes.spend_points import SpendPoints
from domain.features.storyteller.override_roll import OverrideRoll
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from tests.domain.fight import ST, WATCHER, Face, Fight, act

CAST = """
    anna  Intuition 1 Strength 3 Unarmed 3 Melee 3 Target 5 Firearms 2 Dexterity 4 Endurance 2 Occult 2 {anna}
    bert  npc {kind} Intuition 1 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 2 Endurance 3 {bert}
"""


def duel(
    anna: str = "",
    bert: str = "+knife",
    *actions: Action,
    kind: str = "vampire",
    rules: str = "nightfall",
    reactions: str = "automatic",
) -> Fight:
    """A duel in which Anna is faster than Bert; he declares the given actions, and each has the given items."""
    cast = CAST.format(anna=anna, bert=bert, kind=kind)
    fight = Fight(cast, rules=rules, declare="any-order", reactions=reactions)
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *actions)
    return fight


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
    assert ("disarm", -2) in fight.rolls()[-1].parts


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
    assert "nothing in hand that it could lose (C8)" in fight.refused("anna", DeclareAction("anna", (disarm,)))


def fumbled(anna: str = "+sword", bert: str = "+knife") -> Fight:
    """Anna has botched a disarm."""
    fight = duel(anna, bert)
    details = {"weapon": anna[1:]} if anna else {}
    fight.declares("anna", Action("disarm", ("bert",), details=tuple(details.items()), dice=3))
    fight.acts("anna", Face(1))
    return fight


@pytest.mark.parametrize("cost", ["weapon", "blow", "nothing"])
def test_what_a_botch_costs_is_the_storytellers_to_say(cost: Literal["weapon", "blow", "nothing"]) -> None:
    """C8, G4: the Storyteller chooses the cost of the botch: the weapon, a blow, or no cost; only she sees the
    question."""
    fight = fumbled()
    (fumble,) = fight.full.all(Fumble)
    assert not list(fight.full.all(Owed))
    (offer,) = fight.offers(ST, SettleFumble)
    assert (offer.label, offer.urgent) == ("Anna has botched a disarm", True)
    assert [choice.value for choice in offer.inputs[1].choices] == ["weapon", "blow", "nothing"]
    assert not list(fight.view("anna").all(Fumble))
    fight.does(ST, SettleFumble(fumble.id, cost), *((2,) if cost == "blow" else ()))
    assert (in_hand(fight.full, "anna") == BARE_HANDS) is (cost == "weapon")
    assert fight.health("anna") == ((0, 2, 0) if cost == "blow" else (0, 0, 0))
    assert "has been settled" in fight.refused(ST, SettleFumble(fumble.id, cost))


def test_the_blow_that_a_botch_costs_is_gone_through_step_by_step() -> None:
    """C8, G0: the blow has steps that the Storyteller may rule; it happens even if the opponent is helpless by now,
    and his own slot is unaffected."""
    fight = duel("+sword", "+knife", act("dodge"))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", Action("disarm", ("bert",), details=(("weapon", "sword"),), dice=3))
    fight.acts("anna")
    fight.goes_on(Face(1))
    assert fight.now == "bert"
    (fumble,) = fight.full.all(Fumble)
    fight.does(ST, SettleFumble(fumble.id, "blow"))
    assert "under way" in fight.refused("bert", TakeAction("bert"))
    fight.does(ST, SetCondition("bert", "bound"))
    steps = []
    while found := next(fight.full.all(Blow), None):
        assert (found.by, found.on, found.weapon.name, found.waits) == ("bert", "anna", "knife", "storyteller")
        steps.append(found.step)
        fight.goes_on(*((3,) if found.step == "damage" else ()))
    assert steps == ["damage", "soak", "wound", "consequence"]
    assert (fight.health("anna"), fight.now) == ((0, 3, 0), "bert")


def test_once_turns_have_stopped_the_blow_that_a_botch_costs_runs_on() -> None:
    """C8, T1: after turns have stopped the blow is finished at once."""
    fight = duel("+sword", "+knife")
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", Action("disarm", ("bert",), details=(("weapon", "sword"),), dice=3))
    fight.acts("anna")
    fight.goes_on(Face(1))
    fight.does(ST, StopTurns())
    fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "blow"), 2)
    assert fight.health("anna") == (0, 2, 0)


def test_with_what_only_shoots_a_botch_is_paid_for_by_a_fist() -> None:
    """C8, C1: with only a gun in hand the opponent strikes the blow with a fist."""
    fight = fumbled(bert="+pistol")
    fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "blow"), 2, 0)
    assert fight.rolls()[-2].parts == (("Strength", 2),)
    assert fight.health("anna") == (2, 0, 0)


def test_the_blow_that_a_botch_in_the_dark_costs_falls_there() -> None:
    """X1, X4, C8: the blow on a hidden character is secret, even from a visible opponent."""
    fight = Fight(CAST.format(anna="hidden", bert="+knife", kind="vampire"), declare="any-order")
    fight.starts(bert=2, anna=1)
    fight.declares("bert")
    fight.acts("bert")
    fight.declares("anna", act("disarm", "bert"))
    fight.acts("anna", Face(1))
    before = fight.dump(WATCHER)
    fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "blow"), 2)
    assert fight.health("anna", ST) == (0, 2, 0)
    assert fight.dump(WATCHER) == before


def test_whose_attack_is_under_way_beside_the_blow_that_a_botch_costs_is_done_with_the_last_of_them() -> None:
    """C8, C21: with two attacks in progress, the attacker's slot ends after the last of them."""
    fight = duel("+sword", "+knife", act("attack", "anna"))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", Action("disarm", ("bert",), details=(("weapon", "sword"),), dice=3))
    fight.acts("anna")
    fight.goes_on(Face(1))
    fight.acts("bert")
    (own,) = fight.full.all(Blow)
    (fumble,) = fight.full.all(Fumble)
    fight.does(ST, SettleFumble(fumble.id, "blow"))
    fight.does(ST, RuleBlow(own.id, over=True))
    assert fight.now == "bert"
    (blow,) = fight.full.all(Blow)
    fight.does(ST, RuleBlow(blow.id, over=True))
    assert fight.now == "over"


def test_it_costs_only_what_there_is() -> None:
    """C8: bare hands cannot be lost, and an opponent that left cannot strike."""
    fight = fumbled("", "+pistol")
    (fumble,) = fight.full.all(Fumble)
    assert "cannot cost" in fight.refused(ST, SettleFumble(fumble.id, "weapon"))
    assert "Only the Storyteller" in fight.refused("anna", SettleFumble(fumble.id, "nothing"))
    fight.does(ST, RemoveCharacter("bert"))
    assert "cannot cost" in fight.refused(ST, SettleFumble(fumble.id, "blow"))


def questions(fight: Fight) -> tuple[list[tuple[str, str]], int]:
    """Return the disarms with an open question of cost, and the number of pending consequences."""
    return [(fumble.by, fumble.on) for fumble in fight.full.all(Fumble)], len(list(fight.full.all(Owed)))


def test_a_botch_that_is_none_by_the_storytellers_word_costs_nothing() -> None:
    """C8, G0: overriding the botched disarm removes the question; overriding it back restores it; a second botched
    roll does not matter."""
    fight = fumbled()
    fight.does(ST, RollInSecret("Perception", "anna", dice=1), Face(1))
    fight.does(ST, OverrideRoll(fight.last_roll("Perception"), "failure"))
    assert questions(fight) == ([("anna", "bert")], 0)
    disarm = fight.last_roll("Disarm")
    fight.does(ST, OverrideRoll(disarm, "failure"))
    assert questions(fight) == ([], 0)
    fight.does(ST, OverrideRoll(disarm, "botch"))
    assert questions(fight) == ([("anna", "bert")], 0)


@pytest.mark.parametrize("settled", [False, True])
def test_what_a_botch_has_cost_stands_and_the_storyteller_is_told(settled: bool) -> None:
    """C8, G0: if the cost was already paid, the override leaves it, and the Storyteller gets advice."""
    fight = fumbled()
    if settled:
        fight.does(ST, SettleFumble(next(fight.full.all(Fumble)).id, "weapon"))
    fight.does(ST, OverrideRoll(fight.last_roll("Disarm"), "failure"))
    way = 'choose "What Anna has in hand", or set a wound, a state or a grapple yourself (G0).'
    assert (f"Anna: What followed from it stands: {way}" in fight.story(ST)) is settled
    assert way not in repr(fight.dump(WATCHER))


def test_a_disarm_whose_dice_are_kept_back_is_ruled_a_botch_against_whom_it_was() -> None:
    """C8, G0, X2: a disarm with hidden dice can be overridden to a botch; only the Storyteller's copy of its roll
    names the opponent."""
    fight = duel("+sword")
    fight.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 0)
    disarm = fight.last_roll("Disarm")
    assert fight.view(WATCHER).get(Roll, disarm) is None
    fight.does(ST, OverrideRoll(disarm, "botch"))
    assert questions(fight) == ([("anna", "bert")], 0)


def test_a_disarm_that_waits_may_be_ruled_a_botch() -> None:
    """C8, G0, G4: a waiting disarm overridden to a botch is over, and asks for its own cost instead of a general
    consequence."""
    fight = duel("+sword", "+knife", act("dodge"), reactions="ask")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 1)
    fight.does(ST, OverrideRoll(fight.last_roll("Disarm"), "botch"))
    assert not list(fight.full.all(Blow))
    assert questions(fight) == ([("anna", "bert")], 0)


def two_disarms(*shown: int) -> tuple[Fight, list[str]]:
    """Anna disarms Bert in a turn and Cyd in the next, with these faces; return the rolls too."""
    cast = CAST.format(anna="+sword", bert="+knife", kind="") + "    cyd  npc  Intuition 1 Strength 2 +knife"
    fight, rolls = Fight(cast, declare="any-order"), list[str]()
    fight.starts(anna=3, bert=2, cyd=1)
    for target, face in zip(("bert", "cyd"), shown, strict=True):
        fight.declares("anna", act("disarm", target, weapon="sword", dice=3))
        fight.all_pass("bert", "cyd")
        fight.shows("anna", face)
        rolls.append(fight.last_roll("Disarm"))
        fight.acts("bert")
        fight.acts("cyd")
        fight.does(ST, StartTurn())
    return fight, rolls


def test_an_earlier_disarm_is_ruled_a_botch_against_whom_it_was() -> None:
    """C8, G0: a disarm overridden to a botch asks for its own opponent, even after later attacks."""
    fight, rolls = two_disarms(2, 2)
    fight.does(ST, OverrideRoll(rolls[0], "botch"))
    assert questions(fight) == ([("anna", "bert")], 0)
    fight.does(ST, OverrideRoll(rolls[1], "botch"))
    assert questions(fight) == ([("anna", "bert"), ("anna", "cyd")], 0)


def test_of_two_botches_the_one_that_is_ruled_none_costs_nothing() -> None:
    """C8, G0: of two botched disarms, only the overridden botch loses its question."""
    fight, rolls = two_disarms(1, 1)
    assert questions(fight) == ([("anna", "bert"), ("anna", "cyd")], 0)
    fight.does(ST, OverrideRoll(rolls[0], "failure"))
    assert questions(fight) == ([("anna", "cyd")], 0)


def test_a_roll_that_is_only_called_a_disarm_is_none() -> None:
    """C8, G0, G4: a free roll named "Disarm" is not a disarm, and its botch asks for a general consequence."""
    fight = duel("+sword")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 0)
    fight.does("anna", FreeRoll("Disarm", "anna", ("Strength",)), 0)
    fight.does(ST, OverrideRoll(fight.last_roll("Disarm"), "botch"))
    assert questions(fight) == ([], 1)


def test_a_plain_miss_costs_nothing() -> None:
    """C8, G5: a plain miss has no cost."""
    fight = duel("+sword")
    fight.declares("anna", act("disarm", "bert", weapon="sword"))
    fight.acts("anna", 0)
    assert not list(fight.full.all(Fumble))


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
        ((act("touch", "bert", dice=2), POWER), "is not divided (C12)"),
        ((act("touch", "bert"), act("touch", "bert"), POWER), "one for each (C12)"),
        ((act("touch", "bert"), act("touch", "bert")), "one for each (C12)"),
        ((act("attack", "bert"), act("touch", "bert")), "a part of a power's own action"),
        ((act("full_defence"), act("touch", "bert")), "a part of a power's own action"),
        ((act("attack", "bert", dice=3), act("attack", "bert", dice=3), act("touch", "bert")), "own action"),
        ((act("touch", "bert"), act("touch", "bert"), POWER, act("dodge")), "one for each (C12)"),
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
    assert sum("touch" in line for line in fight.story()) == 1


def test_a_touch_is_no_die_for_a_defence() -> None:
    """C12, I5: aborting a touch gives no dice while the power has the whole pool."""
    fight = duel()
    fight.declares("anna", act("touch", "bert"), POWER)
    assert "has no dice to defend with" in fight.refused("anna", AbortAction("anna", "dodge", 0))


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
    assert ("stake", -4) in fight.rolls()[-3].parts
    refused = duel("+knife").refused("anna", DeclareAction("anna", (act("stake", "bert", weapon="knife"),)))
    assert "none for it is carried (C13)" in refused


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
    assert "The stake of Anna stays in Bert." in fight.story()
    assert [item.name for item in sheet(fight.full, "anna").items] == ["stake"]
    fight.acts("bert")
    fight.does(ST, StartTurn())
    assert "Ready a weapon" in {option.label for option in fight.offers("anna", DeclareAction)}


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
    assert "At most 3 shares" in fight.refused("anna", shots("shoot", 4))
    fight.does("anna", shots("fan", 5))
    for _ in range(5):
        fight.acts("anna", 0)
    assert [(roll.reason, roll.pool) for roll in fight.rolls()[-5:]] == [("Fan the hammer", 1)] * 5


def test_nothing_else_is_fanned() -> None:
    """C17: fanning needs a revolver."""
    fight = duel("+pistol")
    assert "none for it is carried (C17)" in fight.refused("anna", shots("fan", 2, "pistol"))
    assert "expected " in duel("+revolver +pistol").refused("anna", shots("fan", 2, "pistol"))


@pytest.mark.parametrize(("number", "most"), [(3, 3), (4, 4)])
def test_more_than_three_is_shares_or_cuts(number: int, most: int) -> None:
    """C17, M2, disagreement 5: a house rule sets the most shares: three, or four for three cuts."""
    fight = duel("+revolver")
    if number != 3:
        fight.does(ST, ChangeHouseRules(numbers=(("shares", number),)))
    assert "(M2)" in fight.refused("anna", shots("shoot", most + 1))
    fight.does("anna", shots("shoot", most))
