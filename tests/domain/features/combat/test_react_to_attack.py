"""Decisions between the steps of an attack (C21, I5, G0)."""

from __future__ import annotations

import pytest

from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move
from domain.features.combat.react_to_attack import Defend, GoOn, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import BeginActing, StartTurn
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.domain.fight import ST, TWO, Fight, act, blow, stepping, struck

TWO_AND_A_GUN = """
    anna  Intuition 1 Strength 1 Unarmed 1 Target 2 Dexterity 2 Endurance 2 +revolver
    cora  Intuition 1 Strength 2 Unarmed 2 Dexterity 2 Endurance 2
    bert  Intuition 2 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 3 Endurance 3
"""


def test_the_one_who_is_struck_at_chooses_the_defence() -> None:
    """C21: the attack waits for its target, which chooses among its declared defences; then the remaining steps
    follow at once."""
    fight = struck("dodge", "block")
    assert blow(fight).waits == "defence"
    assert {o.label for o in fight.offers("bert", Defend)} == {"Dodge, 2 dice", "Block, 2 dice"}
    assert not fight.offers("anna", Defend)
    assert not fight.offers("anna", GoOn)
    fight.does("bert", Defend(blow(fight).id, 1), 1, 2, 0)
    assert [roll.reason for roll in fight.rolls()[-3:]] == ["Block", "Damage: Melee attack", "Soak"]
    assert fight.health("bert") == (2, 0, 0)
    assert not list(fight.full.all(Blow))
    assert fight.now == "bert"


def test_an_attack_under_way_is_finished_first() -> None:
    """I2, C21: the attacker's slot lasts until its attack is finished, and it has no second action meanwhile."""
    fight = struck("dodge")
    assert fight.now == "anna"
    assert "under way" in fight.refused("anna", TakeAction("anna"))
    fight.does("bert", Defend(blow(fight).id, 0), 2)
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."
    assert fight.now == "over", "Bert's only action was the dodge"


def test_it_may_be_taken_as_it_comes() -> None:
    """C21: a target may take the attack, and keeps its defence for a later attack."""
    fight = struck("dodge")
    fight.does("bert", GoOn(blow(fight).id), 1, 0)
    assert fight.health("bert") == (1, 0, 0)
    fight.acts("bert")
    assert fight.story()[-1] == "Bert stands ready."


def test_the_storyteller_goes_on_without() -> None:
    """C21: the Storyteller may go on without the target's player."""
    fight = struck("dodge")
    assert [o.label for o in fight.offers(ST, GoOn)] == ["Bert takes the blow"]
    fight.does(ST, GoOn(blow(fight).id), 0)
    assert fight.now == "bert"


def test_who_is_attacked_before_acting_may_abort() -> None:
    """I5: a target that has not acted may abort its action for a defence, and use that against the attack."""
    fight = struck()
    assert blow(fight).waits == "defence"
    assert fight.offers("bert", AbortAction)
    fight.does("bert", AbortAction("bert", "dodge"), 1)
    assert blow(fight).waits == "defence"
    fight.does("bert", Defend(blow(fight).id, 0), 2)
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


def test_a_gained_defence_meets_the_attack_at_once() -> None:
    """I5, C21: an abort that names the attack is a single decision: the defence that it gains meets this attack."""
    fight = struck()
    (offered,) = fight.offers("bert", AbortAction)
    assert [asked.default for asked in offered.inputs if asked.name == "blow"] == [blow(fight).id]
    fight.does("bert", AbortAction("bert", "dodge", blow=blow(fight).id), 1, 2)
    assert not list(fight.full.all(Blow))
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


def test_an_abort_names_an_attack_that_it_can_meet() -> None:
    """C15, C21: an abort cannot name somebody else's attack, or one that the defence does not stop."""
    fight = struck()
    assert fight.refused("bert", AbortAction("bert", "dodge", blow="nothing"))
    fight = shot_at(act("attack", "anna"), bert_has="+club")
    assert (
        fight.refused("bert", AbortAction("bert", "block", blow=blow(fight).id))
        == "No declared defence can stop this attack (C21)."
    )


def test_a_spent_defence_leaves_nothing_to_do() -> None:
    """I2, F2: a character whose only defence was used has no click left, but may still move in this turn."""
    fight = struck("dodge")
    fight.does("bert", Defend(blow(fight).id, 0), 2)
    assert not fight.offers("bert", TakeAction)
    assert fight.offers("bert", Move)


def test_an_abort_that_fails_lets_the_blow_fall() -> None:
    """I5: after a failed abort no defence is left, so the attack goes on by itself."""
    fight = struck()
    fight.does("bert", AbortAction("bert", "dodge"), 0, 1, 0)
    assert fight.health("bert") == (1, 0, 0)
    assert fight.now == "bert"


def test_a_miss_asks_nobody() -> None:
    """C21: a miss asks for no defence."""
    fight = struck("dodge", hits=0)
    assert not list(fight.full.all(Blow))
    assert fight.now == "bert"


def test_a_hidden_attacker_waits_for_nobody() -> None:
    """X4: a hidden attack does not wait for a defence, because the delay would reveal it."""
    fight = Fight(TWO.replace("anna ", "anna hidden "), declare="any-order", reactions="ask")
    fight.starts(bert=1, anna=2)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    fight.acts("anna", 1, 1, 0)
    assert fight.health("bert") == (1, 0, 0)


def test_nobody_defends_before_the_roll_to_hit_or_after_the_harm() -> None:
    """C21: a defence is possible only between the roll to hit and the damage, and the refusal says if it is too
    early or too late."""
    fight = stepping(act("dodge"))
    assert "Too early" in fight.refused("bert", Defend(blow(fight).id))
    fight.goes_on(2)
    fight.does(ST, RuleBlow(blow(fight).id, hits=2))
    assert "too late" in fight.refused("bert", Defend(blow(fight).id))


def test_who_has_not_declared_does_not_in_the_middle_of_an_attack() -> None:
    """I2, C19, C21: a late declaration waits until the attack in progress is over; then the character declares for
    its slot."""
    fight = Fight(TWO, declare="any-order", reactions="ask")
    fight.starts(anna=2, bert=1)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, BeginActing())
    fight.acts("anna")
    assert "under way" in fight.refused("bert", DeclareAction("bert", (act("full_defence"),)))
    assert not fight.offers("bert", DeclareAction)
    fight.goes_on(0)
    fight.declares("bert", act("full_defence"))
    assert fight.now == "bert"


def shot_at(*bert: Action, bert_has: str = "") -> Fight:
    """Anna shoots at Bert with 2 successes, and he has declared these actions."""
    cast = f"""
        anna  Intuition 1 Target 2 Dexterity 2 Endurance 2 +revolver
        bert  Intuition 2 Strength 2 Unarmed 2 Melee 2 Dexterity 3 Dodge 3 Endurance 3 {bert_has}
    """
    fight = Fight(cast, declare="any-order", reactions="ask")
    fight.arms("anna", "revolver")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("shoot", "bert", weapon="revolver", distance="5"))
    fight.declares("bert", *bert)
    fight.acts("anna", 2)
    return fight


def into(fight: Fight) -> dict[str, str]:
    """Return the defences that Bert may abort to, each with its dice."""
    return {
        choice.label: choice.hint
        for option in fight.offers("bert", AbortAction)
        for asked in option.inputs
        if asked.name == "defence"
        for choice in asked.choices
    }


def test_a_defence_names_its_dice_before_it_is_chosen_and_after() -> None:
    """C20, I5: the abort, the defence it gives and the roll have the same number of dice; blocking a bullet without
    armour is not offered (C15)."""
    fight = shot_at(act("attack", "anna"), bert_has="+club")
    assert into(fight) == {
        "Dodge": "1 die: Dexterity 3 + Dodge 3 − bullet 5",
        "Parry": "no chance (D19): Dexterity 3 + Melee 2 − bullet 5: no dice left to roll (D19)",
    }
    fight.does("bert", AbortAction("bert", "dodge"), 1)
    (offered,) = fight.offers("bert", Defend)
    assert (offered.label, offered.hint) == ("Dodge, 1 die", "Dexterity 3 + Dodge 3 − bullet 5")
    fight.does("bert", Defend(blow(fight).id, 0), 0, 1)
    assert next(roll.pool for roll in fight.rolls() if roll.reason == "Dodge") == 1


def test_armour_may_be_held_against_a_bullet() -> None:
    """C15, C20: with armour a block against a bullet is offered too, with the dice that it would roll."""
    offered = into(shot_at(act("attack", "anna"), bert_has="Athletics 1 +vest"))
    assert offered["Block"].startswith("no chance (D19): Strength 2 + Unarmed 2 − bullet 5")


def test_a_defence_without_dice_says_so() -> None:
    """D19: a defence without dice is offered as having no chance."""
    (offered,) = shot_at(act("parry"), bert_has="+club").offers("bert", Defend)
    assert offered.label == "Parry, no chance (D19)"
    assert offered.hint.endswith("− bullet 5: no dice left to roll (D19)")


def test_an_open_ruling_is_in_the_number() -> None:
    """X2: an open modifier is counted in the dice that the option names."""
    fight = shot_at(act("dodge"))
    fight.does(ST, ModifyNextRoll("bert", 2, reason="a low wall"))
    (offered,) = fight.offers("bert", Defend)
    assert (offered.label, offered.hint.endswith("+ a low wall 2")) == ("Dodge, 3 dice", True)
    fight.does("bert", Defend(blow(fight).id, 0), 2)
    assert fight.rolls()[-1].pool == 3


def test_whom_one_no_longer_strikes_at_crowds_no_defence() -> None:
    """C23, I5: a defence is offered with the dice that it has after the attack on a second opponent is given up."""
    fight = Fight(TWO + "    cora  Intuition 1 Strength 2 Unarmed 2\n", declare="any-order", reactions="ask")
    fight.starts(anna=2, bert=1, cora=0)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("attack", "cora"))
    fight.declares("cora")
    fight.acts("anna", 1)
    offered = into(fight)["Dodge"]
    assert "several opponents" not in offered
    fight.does("bert", AbortAction("bert", "dodge"), 1)
    (met,) = (option.label for option in fight.offers("bert", Defend))
    assert met == f"Dodge, {offered.split(':')[0]}"


def test_nothing_is_aborted_to_what_is_declared_already() -> None:
    """I5: beside a declared dodge, giving up the attack for another dodge is not offered."""
    fight = shot_at(act("attack", "anna", dice=2), act("dodge", dice=2))
    assert "Dodge" not in into(fight)


def test_a_declared_defence_that_cannot_meet_an_attack_may_be_given_up() -> None:
    """I5, C15: a declared defence that cannot meet the attack, such as a block against a bullet, may be aborted for
    a dodge."""
    fight = shot_at(act("block"), bert_has="+club")
    assert not fight.offers("bert", Defend)
    assert set(into(fight)) == {"Dodge", "Parry"}
    fight.does("bert", AbortAction("bert", "dodge"), 1)
    assert [option.label for option in fight.offers("bert", Defend)] == ["Dodge, 1 die"]


def test_a_full_defence_is_given_up_for_no_part_of_it() -> None:
    """I5, C19: full defence already includes each defence, so aborting it is not offered; the refused attempt does
    not use up the turn's abort."""
    fight = shot_at(act("full_defence"))
    assert not into(fight)
    said = fight.refused("bert", AbortAction("bert", "dodge"))
    assert said == "Full defence already defends against every attack of the turn. Keep this action (C19)."


def test_whoever_is_struck_down_in_the_middle_of_an_attack_hits_nobody() -> None:
    """C13, C27: an attacker that becomes helpless between two steps misses; before the roll to hit its attack is
    lost like any impossible action (I2)."""
    lost = (
        "Anna: Melee attack is lost. The body cannot act (bound): only actions of mind and senses are possible (C27)."
    )
    for rolled, told in (([], lost), ([2], "Melee attack: Anna misses Bert.")):
        fight = stepping()
        if rolled:
            fight.does(ST, GoOn(blow(fight).id), *rolled)
        fight.does(ST, SetCondition("anna", "bound"))
        fight.does(ST, GoOn(blow(fight).id))
        assert not list(fight.full.all(Blow))
        assert fight.health("bert") == (0, 0, 0)
        assert told in fight.story()


def test_an_attack_without_its_weapon_is_lost_until_it_is_rolled() -> None:
    """I2, F3: an attack whose weapon is taken away before the roll to hit is lost."""
    fight = Fight(TWO.replace("Strength 3", "Strength 3 +knife"), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.declares("bert")
    fight.acts("anna")
    fight.does(ST, PutInHand("anna"))
    fight.does(ST, GoOn(blow(fight).id))
    assert "Anna: Melee attack is lost. The knife is not in hand. Ready this weapon first (F3)." in fight.story()
    assert fight.now == "bert"


def test_a_defence_with_nothing_to_roll_waits_for_an_attack_that_it_can_stop() -> None:
    """D19, C20: an automatic defence without dice against a bullet is not used, and remains for the next attack."""
    fight = Fight(TWO_AND_A_GUN, declare="any-order", reactions="automatic")
    fight.arms("anna", "revolver")
    fight.starts(anna=3, cora=2, bert=1)
    fight.declares("anna", act("shoot", "bert", weapon="revolver", distance="5"))
    fight.declares("cora", act("attack", "bert"))
    fight.arms("bert", "club")
    fight.declares("bert", act("parry"))
    fight.acts("anna", 1, 0)
    fight.acts("cora", 1, 1)
    assert [roll.reason for roll in fight.rolls()][-2:] == ["Melee attack", "Parry"]


def test_what_the_next_action_rolls_is_said_before_it_is_taken() -> None:
    """D19, C23: the option states the dice of the next action with all modifiers, and says if none are left."""
    fight = Fight(TWO_AND_A_GUN, declare="any-order")
    fight.starts(anna=3, cora=2, bert=1)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora", act("attack", "bert"))
    fight.declares("bert", act("attack", "anna"))
    (offer,) = fight.offers("anna", TakeAction)
    assert (offer.label, offer.hint) == ("Melee attack (C1)", "Strength 1 + Unarmed 1")
    fight.does(ST, ModifyNextRoll("anna", -2, reason="mud"))
    (offer,) = fight.offers("anna", TakeAction)
    assert (offer.label, offer.hint) == (
        "Melee attack, no chance (D19)",
        "Strength 1 + Unarmed 1 − mud 2: no dice left to roll (D19)",
    )


def test_what_hits_without_a_roll_says_so() -> None:
    """C27: an attack without dice on a helpless target is offered as an automatic hit."""
    fight = Fight(TWO_AND_A_GUN, declare="any-order")
    fight.starts(anna=3, cora=2, bert=1)
    fight.does(ST, SetCondition("bert", "bound"))
    fight.does(ST, SetHealth("anna", lethal=4))
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora")
    fight.declares("bert")
    (offer,) = fight.offers("anna", TakeAction)
    assert (offer.label, offer.hint) == ("Melee attack (C1)", "hits without a roll (C27)")


def test_the_same_defence_declared_twice_is_one_button() -> None:
    """C21: two declared dodges with the same dice are one choice; a second one stays for the next attack."""
    fight = struck("dodge", "dodge")
    (option,) = fight.offers("bert", Defend)
    assert option.label == "Dodge, 2 dice"
    fight.does("bert", Defend(blow(fight).id, 0), 2)
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


@pytest.mark.parametrize(("dodge", "against_shot", "against_blow"), [(4, "dodge", "dodge"), (1, "", "block")])
def test_no_defence_without_a_chance_is_chosen_beforehand(dodge: int, against_shot: str, against_blow: str) -> None:
    """I5, C20: the form suggests the defence with the most dice against the declared attack, and none if no defence
    has dice left."""
    cast = f"""
        anna  Intuition 1 Target 2 Dexterity 2 Strength 2 Unarmed 2 Endurance 2 +revolver
        bert  Intuition 2 Strength 3 Unarmed 2 Dexterity 2 Dodge {dodge} Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    fight.arms("anna", "revolver")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("shoot", "bert", weapon="revolver", distance="5"))
    fight.declares("bert", act("attack", "anna"))
    assert suggested(fight) == against_shot
    fight.does(ST, StartTurn())
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert", act("attack", "anna"))
    assert suggested(fight) == against_blow


def suggested(fight: Fight) -> str:
    """Return the defence that the form for aborting has chosen beforehand."""
    (option,) = fight.offers("bert", AbortAction)
    return next(asked.default for asked in option.inputs if asked.name == "defence")
