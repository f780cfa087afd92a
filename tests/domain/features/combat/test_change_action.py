"""Changing an action: when it is offered, what it replaces, and when it costs nothing (I4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.core.refusal import allowed
from domain.core.words import NO_WORDS
from domain.features.actions.declaration import Declaration
from domain.features.actions.grapples import BeginGrapple, EndGrapple, grips
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.characters.character import sheet
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.next_action import why_lost
from domain.features.combat.slot_conditions import slot_taker
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.options import options
from domain.rules.declared_action import Action
from tests.domain.fight import ST, Fight, act
from tests.domain.filled_form import filled
from tests.domain.random_play import Play
from tests.domain.situations import fight as fight_begins
from tests.domain.starting_tables import ANNA, steps, turn
from tests.in_english import english

SEEDS = st.integers(0, 2**32 - 1)

CAST = """
    anna  Intuition 2 Dexterity 3 Strength 3 Unarmed 2 Brawl 2 Dodge 2 Athletics 2 Fate:2
    bert  Intuition 2 Dexterity 3 Strength 3 Unarmed 2 Brawl 2 Dodge 2 Fate:2
    cora  Intuition 2 Dexterity 3 Strength 3 Unarmed 2 Brawl 2 Dodge 2 Fate:2
"""


def fighting(cast: str = CAST, rules: str = "nightfall") -> Fight:
    """A fight in which Anna acts first, then Bert and Cora."""
    fight = Fight(cast, rules=rules, declare="any-order")
    fight.starts(anna=3, bert=2, cora=1)
    return fight


def changes(fight: Fight, name: str) -> dict[str, str]:
    """Return the changes that a character is offered, each with its hint."""
    return {option.label.removeprefix("Change to: "): option.hint for option in fight.offers(name, ChangeAction)}


def fate(fight: Fight, name: str) -> int:
    """Return the points of Fate that a character has left."""
    return sheet(fight.view(name), name).points("Fate")


# Characters that must act differently first (C7, C9, C26)


def held() -> Fight:
    """Anna holds Bert, who has declared an attack on her; it is his slot."""
    fight = fighting()
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert", act("attack", "anna"))
    fight.declares("cora")
    fight.acts("anna", 1)
    return fight


def test_a_held_character_is_sold_no_change() -> None:
    """I4, C9: a held character is offered no change, is refused a change, and keeps its Fate."""
    fight = held()
    assert changes(fight, "bert") == {}
    assert not fight.offers(ST, ChangeAction)
    assert fight.refused("bert", ChangeAction("bert", act("attack", "cora"))) == (
        "bert: held. Choose “Try to get free” first (C9)."
    )
    fight.acts("bert", 1, 1)
    assert (fight.now, fate(fight, "bert")) == ("cora", 2)


def test_who_has_got_free_may_change_before_it_acts() -> None:
    """I4, C9: after getting free the character may change its action, or take it, in the same slot."""
    fight = held()
    fight.acts("bert", 2, 1)
    assert fight.story()[-1] == "Bert: no longer held."
    assert fight.now == "bert"
    (offer,) = fight.offers("bert", TakeAction)
    assert offer.label == "Melee attack (C1)"
    assert "Dodge" in changes(fight, "bert")
    fight.does("bert", ChangeAction("bert", act("dodge")), 1)
    assert fight.story()[-1] == "Bert changes to: Dodge (2 dice)."


@pytest.mark.parametrize("state", ["clinched", "dazed"])
def test_nobody_changes_an_action_in_a_slot_that_is_lost(state: str) -> None:
    """I4, C7, C26: a character locked in a clinch until the next turn, or dazed, is offered no change for Fate."""
    fight = fighting()
    fight.declares("anna", act("free", text="waits"))
    fight.declares("bert", act("attack", "anna"))
    fight.declares("cora")
    fight.does(ST, BeginGrapple("anna", "bert", "clinch") if state == "clinched" else SetCondition("bert", "dazed"))
    fight.acts("anna")
    assert changes(fight, "bert") == {}
    assert f"bert: {state}. Choose" in fight.refused("bert", ChangeAction("bert", act("attack", "cora")))


def test_in_a_clinch_only_what_the_clinch_allows_is_offered() -> None:
    """I4, C7: in a clinch, from the next turn on, the only changes offered are to hurt or to break free."""
    fight = fighting()
    fight.does(ST, BeginGrapple("anna", "bert", "clinch"))
    fight.does(ST, StartTurn())
    fight.declares("bert", act("hurt"))
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    assert set(changes(fight, "bert")) == {"Break free"}
    assert "(C7)" in fight.refused("bert", ChangeAction("bert", act("attack", "cora")))


KNIFE = CAST.replace("Athletics 2 Fate:2", "Athletics 2 Melee 2 Fate:2 +knife")


@pytest.mark.parametrize("drawn", [True, False])
def test_a_parry_is_sold_only_with_the_weapon_in_hand(drawn: bool) -> None:
    """C16, I4: a knife that is not drawn cannot parry, so a change to parry is not offered."""
    fight = fighting(KNIFE)
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("bert", "cora")
    fight.does(ST, PutInHand("anna", "knife" if drawn else ""))
    assert ("Parry" in changes(fight, "anna")) == drawn
    if not drawn:
        assert "(C16)" in fight.refused("anna", ChangeAction("anna", act("parry")))


@pytest.mark.parametrize("drawn", [True, False])
def test_a_pointless_action_becomes_a_parry_only_with_the_weapon_in_hand(drawn: bool) -> None:
    """C16, I4: a change without cost is not offered either if it would be refused."""
    fight = fighting(KNIFE)
    fight.declares("anna", act("attack", "cora"))
    fight.all_pass("bert", "cora")
    fight.does(ST, PutInHand("anna", "knife" if drawn else ""))
    fight.does(ST, RemoveCharacter("cora"))
    assert changes(fight, "anna")["Dodge"].startswith("the change costs nothing")
    assert ("Parry" in changes(fight, "anna")) == drawn


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize(("rules", "readied_first"), [("storytelling", False), ("nightfall", True)])
def test_with_one_action_a_turn_a_parry_is_open_with_the_weapon_in_hand(
    rules: str, readied_first: bool, drawn: bool
) -> None:
    """C16, M4, F3: with a single action a turn a parry needs the weapon in hand; otherwise it may be readied first."""
    fight = fighting(KNIFE, rules)
    fight.does(ST, PutInHand("anna", "knife" if drawn else ""))
    offered = {option.label for option in fight.offers("anna", DeclareAction)}
    assert ("Parry (C16)" in offered) == (drawn or readied_first)


# What a change replaces


def test_a_change_says_which_declared_actions_it_replaces() -> None:
    """I4: a change replaces all remaining declared actions, and says so before the player pays."""
    fight = fighting()
    fight.declares("anna", act("attack", "bert"), act("dodge"))
    fight.all_pass("bert", "cora")
    assert changes(fight, "anna")["Block"] == ("costs 1 Fate and a test (I4); replaces Melee attack and Dodge")
    said = ChangeAction("anna", act("block")).in_words(fight.view("anna"))
    assert english(said) == "2 actions from 5 dice: 3 + 2 (M2). The change replaces Melee attack and Dodge."


def test_a_change_says_that_extra_actions_stay() -> None:
    """I4, M3: a change does not replace extra actions; with no declared action it replaces nothing."""
    fight = fighting(CAST.replace("Fate:2", "Fate:2 Celerity 1"))
    fight.declares("anna", act("attack", "bert"), act("dodge", extra=True))
    fight.all_pass("bert", "cora")
    assert changes(fight, "anna")["Block"].endswith("replaces Melee attack; extra actions stay")
    idle = fighting()
    idle.all_pass("anna", "bert", "cora")
    assert changes(idle, "anna")["Block"] == "costs 1 Fate and a test (I4)"


# Actions that have become pointless


def test_an_action_whose_grip_is_gone_is_replaced_without_cost() -> None:
    """I4, C7: when the clinch has ended, breaking free is pointless and can be changed without Fate and test."""
    fight = fighting()
    fight.does(ST, BeginGrapple("anna", "bert", "clinch"))
    fight.does(ST, StartTurn())
    fight.declares("bert", act("break_free"))
    fight.all_pass("anna", "cora")
    fight.does(ST, EndGrapple(grips(fight.full, "bert")[0].grapple))
    fight.acts("anna")
    (taken,) = fight.offers("bert", TakeAction)
    assert taken.label == "Break free: will be lost (I2)"
    why = (
        "the change costs nothing and needs no test: The clinch in which this action was declared has ended (C7) (I4)."
    )
    assert changes(fight, "bert")["Melee attack"] == why
    assert all(option.urgent for option in fight.offers("bert", ChangeAction))
    change = ChangeAction("bert", act("attack", "cora"))
    assert english(change.in_words(fight.view("bert"))) == why
    fight.does("bert", change)
    assert fate(fight, "bert") == 2
    assert fight.story()[-1] == "Bert changes to: Melee attack on Cora."
    fight.acts("bert", 0)
    assert fight.rolls()[-1].pool == 5


@pytest.mark.parametrize("how", ["left", "out"])
def test_an_attack_on_somebody_who_left_or_is_out_is_replaced_without_cost(how: str) -> None:
    """I4, C29: an attack on a target that left or is out can be changed without a point of Fate, and with the whole
    pool."""
    fight = fighting(CAST.replace("Dodge 2 Fate:2\n    cora", "Dodge 2\n    cora"))
    fight.declares("bert", act("attack", "cora"))
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    assert changes(fight, "bert") == {}
    fight.does(ST, RemoveCharacter("cora") if how == "left" else SetHealth("cora", lethal=7))
    assert changes(fight, "bert")["Melee attack"] == "the change costs nothing and needs no test: {} (I4).".format(
        "The target is no longer there (I2)" if how == "left" else "Cora is already incapacitated (C29)"
    )
    fight.does("bert", ChangeAction("bert", act("attack", "anna")))
    fight.acts("bert", 0)
    assert fight.rolls()[-1].pool == 5


def test_to_strike_at_somebody_who_lay_there_already_is_no_way_to_a_free_change() -> None:
    """I4: an attack declared on a target already out is deliberate, so changing it has the usual cost."""
    fight = fighting()
    fight.does(ST, SetHealth("cora", lethal=7))
    fight.declares("bert", act("attack", "cora"))
    fight.all_pass("anna")
    fight.acts("anna")
    assert changes(fight, "bert")["Dodge"].startswith("costs 1 Fate")


def test_standing_up_is_replaced_without_cost_by_who_stands() -> None:
    """I4, F1: standing up is pointless for a character that stands again, and is changed without cost."""
    fight = fighting()
    fight.does(ST, SetCondition("bert", "prone"))
    fight.declares("bert", act("stand_up"))
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    assert changes(fight, "bert")["Dodge"].startswith("costs 1 Fate")
    (lying,) = fight.bearings("bert")
    fight.does(ST, EndCondition(lying.id))
    assert changes(fight, "bert")["Dodge"].startswith("the change costs nothing")
    fight.does("bert", ChangeAction("bert", act("attack", "anna")))
    fight.acts("bert", 0)


def test_only_the_pointless_action_is_replaced_with_its_own_dice() -> None:
    """I4, M2: only the pointless action is replaced; the new action has its share, and the remaining actions keep
    theirs."""
    fight = fighting()
    fight.declares("anna")
    fight.declares("bert", act("attack", "cora", dice=3), act("dodge", dice=2))
    fight.declares("cora")
    fight.acts("anna")
    fight.does(ST, RemoveCharacter("cora"))
    assert "whole turn" in fight.refused("bert", ChangeAction("bert", act("full_defence")))
    (offer,) = [o for o in fight.offers("bert", ChangeAction) if o.label == "Change to: Hold"]
    assert not {"test", "dice", "extra"} & {asked.name for asked in offer.inputs}
    fight.does("bert", ChangeAction("bert", act("hold", "anna")))
    declared = fight.full.get(Declaration, "bert")
    assert declared is not None
    assert declared.actions == (act("hold", "anna", dice=3), act("dodge", dice=2))


def test_what_merely_fails_for_now_is_not_pointless() -> None:
    """I4, C22: an action that fails only for now is not pointless: a blinded shooter pays for a change."""
    fight = fighting(CAST.replace("Fate:2\n    cora", "Fate:2 Target 2 +pistol\n    cora"))
    fight.arms("bert", "pistol")
    fight.declares("bert", act("shoot", "anna", weapon="pistol", distance="5"))
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    fight.does(ST, SetCondition("bert", "blinded"))
    assert changes(fight, "bert")["Dodge"].startswith("costs 1 Fate")


def test_what_is_offered_in_its_place_is_granted() -> None:
    """I4: every change offered without cost is granted with the form's defaults and its first target."""
    fight = fighting()
    fight.declares("bert", act("attack", "cora", dice=3), act("dodge", dice=2))
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    fight.does(ST, RemoveCharacter("cora"))
    view = fight.view("bert")
    found = [option for option in options(view) if option.command == ChangeAction.__name__]
    assert len(found) > 4
    for option in found:
        chosen = {asked.name: asked for asked in option.inputs}
        targets = ("anna",) if "targets" in chosen and chosen["targets"].least else ()
        traits = chosen["traits"].default if "traits" in chosen else ""
        name = chosen["manoeuvre"].choices[0].value
        ChangeAction("bert", act(name, *targets, traits=traits, text="x")).check(view)


@given(SEEDS)
@settings(max_examples=25)
def test_whatever_is_offered_can_be_done(seed: int) -> None:
    """I4, C7, C9: in every situation, no change is offered to a character that must free itself first, and an
    offered change would not be lost at once."""
    play = Play(seed, begins=grappling)
    for seat, command in play.steps(30):
        for option in options(play.state.view(seat)):
            if option.command != ChangeAction.__name__:
                continue
            view, whom = play.state.view(seat), [i for i in option.inputs if i.name == "targets" and i.least]
            wish = filled(option, **{i.name: (i.choices[0].value,) for i in whom})
            assert isinstance(wish, ChangeAction)
            assert slot_taker(view, option.actor) is None
            if allowed(wish.check, view):
                assert why_lost(view, option.actor, wish.action) == NO_WORDS
        play.does(seat, command)


def grappling(play: Play) -> None:
    """It is Ben's slot; he has declared an attack, and Anna holds or clinches him."""
    fight_begins(play)
    turn(play, Action("free", text="waits"), ben=(Action("attack", ("anna",)),))
    steps(play, (ST, BeginGrapple("anna", "ben", play.random.choice(("hold", "clinch"))), ()))
    steps(play, (ANNA, TakeAction("anna"), ()))


def test_blindness_takes_nothing_from_the_tests_to_change_and_to_abort_and_wounds_do() -> None:
    """C22, D14, I4, I5: the tests to change and to abort are reflexive and lose no dice to blindness. The new action
    loses two dice to blindness; wounds take a die from both."""
    cast = "anna  Intuition 2 Strength 3 Unarmed 3 Dexterity 4 Dodge 3 Fate:2\nbert  Intuition 1"
    for aborts in (True, False):
        fight = Fight(cast, declare="any-order")
        fight.does(ST, SetCondition("anna", "blinded"))
        fight.does(ST, SetHealth("anna", lethal=2))
        fight.starts(anna=2, bert=1)
        fight.declares("bert")
        fight.declares("anna", act("touch", "bert") if aborts else act("dodge"))
        if aborts:
            fight.does("anna", AbortAction("anna", "dodge"), 1)
        else:
            fight.does("anna", ChangeAction("anna", act("attack", "bert")), 1)
        test = fight.rolls()[-1]
        assert test.parts[:3] == (("Intuition", 2), ("Dexterity", 4), ("wounds", -1))
        assert "blinded" not in dict(test.parts)
        if not aborts:
            fight.acts("anna", 0)
            assert {("wounds", -1), ("blinded", -2)} <= set(fight.rolls()[-1].parts)
