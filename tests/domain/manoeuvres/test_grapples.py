"""Clinches and holds: the actions they allow, and that each ends exactly once (C7, C9, C27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.audience import Seat
from domain.core.command import Command
from domain.features.actions.attack_in_progress import new_blow
from domain.features.actions.conditions_in_attacks import target_modifiers
from domain.features.actions.grapples import BeginGrapple, EndGrapple, GrappleEnded, Grip, grips
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.character import Face
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move
from domain.features.combat.react_to_attack import GoOn, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import JoinTurns, StartTurn, StartTurns, StopTurns
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.story_log import Line
from domain.manoeuvres.break_free import KeepClinch
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Word
from tests.domain.fight import ST, WATCHER, Fight, act

TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Brawl 2 Dexterity 2 Dodge 1 Endurance 2
    bert  Intuition 1 Strength 2 Unarmed 1 Brawl 1 Dexterity 3 Dodge 2 Endurance 3
"""


def clinched(cast: str = TWO) -> Fight:
    """Anna has clinched Bert, without hurting him, who had declared an attack; it is the turn after."""
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("clinch", "bert", at_once="gentle"))
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna", 1)
    fight.acts("bert")
    fight.does(ST, StartTurn())
    return fight


def test_a_clinch_over_two_turns_and_an_escape() -> None:
    """C7: a clinch locks both sides; from the next turn on each may hurt or try to break free, and more successes
    end it."""
    fight = clinched()
    fight.declares("anna", act("hurt"))
    fight.declares("bert", act("break_free", traits="Dexterity + Dodge"))
    fight.acts("anna", 2, 1)
    fight.acts("bert", 2, 2)
    fight.does(ST, StartTurn())
    fight.declares("anna", act("hurt"))
    fight.declares("bert", act("break_free", traits="Dexterity + Dodge"))
    fight.acts("anna", 0)
    fight.acts("bert", 3, 2)
    assert fight.story() == [
        "Turn 1.",
        "Anna declares clinch on Bert.",
        "Bert declares melee attack on Anna.",
        "Clinch: Anna hits Bert.",
        "Anna clinches Bert.",
        "Bert is locked in the clinch until the next turn.",
        "Turn 2.",
        "Anna declares hurt in the clinch.",
        "Bert declares break free.",
        "Bert takes 1 bashing wound: Bruised.",
        "Bert does not get free.",
        "Turn 3.",
        "Anna declares hurt in the clinch.",
        "Bert declares break free.",
        "No wound for Bert.",
        "Anna is no longer clinching.",
        "Bert is no longer clinched.",
    ]
    assert not grips(fight.full, "anna")


def hurting() -> Fight:
    """Anna hurts Bert in the clinch, and the damage waits for the Storyteller."""
    fight = clinched()
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("bert")
    fight.declares("anna", act("hurt"))
    fight.acts("anna")
    return fight


def test_hurting_in_a_clinch_is_gone_through_step_by_step() -> None:
    """C7, G0: hurting in a clinch has steps from the damage on, which the Storyteller may rule as for any attack."""
    fight = hurting()
    steps: list[str] = []
    while blow := next(fight.full.all(Blow), None):
        steps.append(blow.step)
        if blow.step == "damage":
            fight.does(ST, RuleBlow(blow.id, dealt=3))
        else:
            fight.does(ST, GoOn(blow.id), *((1,) if blow.step == "soak" else ()))
    assert steps == ["damage", "soak", "wound", "consequence"]
    assert (fight.health("bert"), fight.now) == ((2, 0, 0), "bert")


@pytest.mark.parametrize("how", ["wounded", "bound", "let go"])
def test_who_has_no_clinch_to_hurt_in_hurts_nobody(how: str) -> None:
    """C7, I2, G0: a character that is out, bound or no longer in the clinch before the damage roll loses its action,
    unless the Storyteller rules the damage."""
    lost, said = hurting(), hurting()
    for fight in (lost, said):
        if how == "let go":
            fight.does(ST, EndGrapple(grips(fight.full, "anna")[0].grapple))
        else:
            out_of_action(fight, "anna", how)
    blow = next(lost.full.all(Blow)).id
    lost.does(ST, GoOn(blow))
    assert any(line.startswith("Anna: Hurt in the clinch is lost. ") for line in lost.story())
    assert (list(lost.full.all(Blow)), lost.health("bert"), lost.now) == ([], (0, 0, 0), "bert")
    said.does(ST, RuleBlow(blow, dealt=2, soaked=0))
    said.does(ST, GoOn(blow))
    said.does(ST, GoOn(blow))
    assert said.health("bert") == (2, 0, 0)


def test_hurting_what_is_unseen_waits_for_nobody() -> None:
    """X4, C7: hurting a hidden opponent in a clinch is finished at once, because waiting would reveal it; the table
    sees only the damage roll."""
    fight = clinched(TWO.replace("bert ", "bert npc "))
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.does(ST, HideCharacter("bert"))
    fight.declares("anna", act("hurt"))
    fight.acts("anna", 2, 1)
    assert (fight.health("bert", ST), fight.now) == ((1, 0, 0), "over")
    seen = [roll.reason for roll in fight.view(WATCHER).all(Roll)]
    assert ("Damage: Hurt in the clinch" in seen, "Soak" in seen) == (True, False)


def test_the_other_side_chooses_its_better_pool() -> None:
    """C7: breaking free is resisted, each side choosing Strength + Unarmed or Dexterity + Dodge."""
    fight = clinched()
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.acts("bert", 0, 0)
    assert [(roll.actor, roll.pool) for roll in fight.rolls()[-2:]] == [("bert", 3), ("anna", 5)]


@pytest.mark.parametrize(("chosen", "pool"), [
    ("", ("Strength", "Unarmed")), ("Strength + Unarmed", ("Strength", "Unarmed")),
    ("Dexterity + Dodge", ("Dexterity", "Dodge")),
])  # fmt: skip
def test_who_keeps_a_clinch_may_say_with_what(chosen: str, pool: tuple[str, str]) -> None:
    """C7: the keeper of a clinch may choose its pool beforehand, and only its player and the Storyteller know the
    choice."""
    fight = clinched()
    before = fight.dump(WATCHER)
    fight.does("anna", KeepClinch("anna", chosen))
    assert fight.dump(WATCHER) == before
    (offer,) = fight.offers("anna", KeepClinch)
    assert offer.inputs[0].default == chosen
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.acts("bert", 0, 0)
    assert tuple(name for name, _ in fight.rolls()[-1].parts) == pool


def test_what_a_clinch_is_kept_with() -> None:
    """C7: the choice is between two pools, and only for a character in a clinch."""
    fight = clinched()
    assert "Strength + Unarmed or Dexterity + Dodge (C7)" in fight.refused(
        "anna", KeepClinch("anna", "Strength + Brawl")
    )
    fight = Fight(TWO)
    assert "(C7)" in fight.refused("anna", KeepClinch("anna"))
    assert not fight.offers("anna", KeepClinch)


def test_who_has_no_dice_left_does_not_get_free() -> None:
    """C7, D19: if wounds take the last die before the attempt, breaking free fails without a roll."""
    fight = clinched()
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.does(ST, SetHealth("bert", bashing=6))
    fight.acts("bert")
    assert fight.story()[-1] == "Bert has no dice left to break free with."
    assert fight.borne("bert") == ["clinched"]


def test_against_who_has_no_dice_left_one_gets_free_with_a_success() -> None:
    """C7, D19: a keeper without dice rolls none, so a single success breaks free."""
    fight = clinched()
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.does(ST, SetHealth("anna", bashing=6))
    fight.acts("bert", 1)
    assert fight.story()[-1] == "Bert is no longer clinched."


def caught_twice(bert: str = "") -> Fight:
    """Bert is clinched by Anna and by Cora; it is the turn after."""
    cast = TWO.replace("Endurance 3", f"Endurance 3 {bert}")
    fight = Fight(cast + "cora Intuition 2 Strength 1 Unarmed 4 Dexterity 1", declare="any-order")
    fight.starts(anna=2, bert=0, cora=1)
    for name in ("anna", "cora"):
        fight.declares(name, act("clinch", "bert", at_once="gentle"))
    fight.declares("bert")
    fight.acts("anna", 1)
    fight.acts("cora", 1)
    fight.acts("bert")
    fight.does(ST, StartTurn())
    return fight


def test_who_is_in_two_clinches_says_which() -> None:
    """C7: a character in two clinches chooses the clinch that it breaks; the second lasts."""
    fight = caught_twice()
    second = next(grip.grapple for grip in grips(fight.full, "cora"))
    (offer,) = [o for o in fight.offers("bert", DeclareAction) if o.label == "Break free"]
    (asked,) = [i for i in offer.inputs if i.name == "clinch"]
    assert [choice.label for choice in asked.choices] == ["With Anna", "With Cora"]
    fight.all_pass("anna", "cora")
    fight.declares("bert", act("break_free", clinch=second))
    fight.acts("anna")
    fight.acts("cora")
    fight.acts("bert", 2, 1)
    assert fight.rolls()[-1].actor == "cora"
    assert [grip.character for grip in fight.full.all(Grip)] == ["anna", "bert"]
    assert fight.borne("bert") == ["clinched"]


@pytest.mark.parametrize(("how", "words"), [("hurt", "hurt in the clinch with"), ("break_free", "break free of")])
@pytest.mark.parametrize("whom", ["anna", "cora"])
def test_what_was_meant_for_one_falls_on_no_other(how: str, words: str, whom: str) -> None:
    """I2, C7: in several clinches the declaration names the opponent (by default the first), and is lost if that
    clinch has ended."""
    fight = caught_twice()
    meant = next(grip.grapple for grip in grips(fight.full, whom))
    fight.declares("bert", act(how, clinch=meant if whom == "cora" else ""))
    assert fight.story()[-1] == f"Bert declares {words} {whom.title()}."
    fight.all_pass("anna", "cora")
    fight.does(ST, EndGrapple(meant))
    fight.acts("anna")
    fight.acts("cora")
    fight.acts("bert")
    label = "Hurt in the clinch" if how == "hurt" else "Break free"
    assert fight.story()[-1] == f"Bert: {label} is lost. What it was declared in is over (I2, C7)."
    assert len(grips(fight.full, "bert")) == 1


def test_of_one_clinch_the_declaration_names_nobody() -> None:
    """I2, C7: in a single clinch the declaration does not name the opponent."""
    fight = clinched()
    fight.declares("anna", act("hurt"))
    assert fight.story()[-1] == "Anna declares hurt in the clinch."


def test_a_change_is_meant_for_one_too() -> None:
    """I2, I4, C7: a change of action in one of two clinches is lost with that clinch too."""
    fight = caught_twice("Fate:1")
    fight.declares("bert")
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    fight.acts("cora")
    fight.does("bert", ChangeAction("bert", act("hurt")), 1)
    assert fight.story()[-1] == "Bert changes to hurt in the clinch with Anna."
    fight.does(ST, EndGrapple(grips(fight.full, "anna")[0].grapple))
    fight.acts("bert")
    assert "is lost" in fight.story()[-1]


def test_caught_twice_is_no_easier_to_hit() -> None:
    """C27: immobilised but struggling gives two dice, with any number of holders."""
    fight = caught_twice()
    fight.declares("bert")
    fight.does(ST, CreateCharacter("Dora", traits=(("Strength", 3), ("Unarmed", 2), ("Intuition", 1))))
    dora = next(face.id for face in fight.full.all(Face) if face.name == "Dora")
    fight.does(ST, JoinTurns(dora), 0)
    fight.does(ST, DeclareAction(dora, (act("attack", "bert"),)))
    fight.all_pass("anna", "cora")
    for name in ("anna", "cora", "bert"):
        fight.acts(name)
    fight.does(ST, TakeAction(dora), 0)
    assert fight.rolls()[-1].parts[-1] == ("clinched", 2)
    assert fight.rolls()[-1].pool == 7


@pytest.mark.parametrize(("kind", "target", "more"), [
    ("clinch", "bert", 2), ("clinch", "anna", 0), ("hold", "bert", 2), ("hold", "anna", 0),
])  # fmt: skip
def test_who_is_caught_is_easier_to_hit_and_who_caught_is_not(kind: str, target: str, more: int) -> None:
    """C27: +2 against a held or clinched target; none against the clincher or the holder."""
    fight = Fight("anna Intuition 1 Strength 2\nbert Intuition 1 Strength 2\ncora Intuition 1 Strength 2")
    fight.does(ST, BeginGrapple("anna", "bert", kind))
    blow = new_blow(fight.full, "cora", act("attack", target), 2)
    assert sum(dice for _, dice in target_modifiers(fight.full, blow)) == more


def test_a_clinch_outlasts_the_turns_that_it_began_in() -> None:
    """C7: after turns stop and start again, both may act in the clinch at once."""
    fight = clinched()
    fight.does(ST, StopTurns())
    assert fight.borne("bert") == ["clinched"]
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hurt"))


def test_a_clinch_may_hurt_at_once() -> None:
    """C7: the clincher may do Strength damage in the first turn."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("clinch", "bert"))
    fight.declares("bert")
    fight.acts("anna", 1, 3, 1)
    assert fight.health("bert") == (2, 0, 0)


@pytest.mark.parametrize("name", ["anna", "bert"])
@pytest.mark.parametrize("action", [act("attack", "anna"), act("dodge"), act("free", text="shouts an order")])
def test_the_clinched_may_do_nothing_else(name: str, action: Action) -> None:
    """C7: both sides of a clinch may only pass, hurt or break free, and are offered no more."""
    fight = clinched()
    assert "(C7)" in fight.refused(name, DeclareAction(name, (action,)))
    labels = {option.label for option in fight.offers(name, DeclareAction)}
    assert labels == {"Nothing", "Break free", "Hurt in the clinch"}


def held(*bert: Action) -> Fight:
    """Anna holds Bert, who had declared these actions and has had no slot since."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert", *bert)
    fight.acts("anna", 1)
    return fight


def test_a_hold_lasts_until_the_held_one_wins() -> None:
    """C9: on each of its slots the held character tests against the holder, and may act once it wins."""
    fight = held(act("attack", "anna"))
    fight.acts("bert", 1, 1)
    assert fight.story()[-1] == "Bert does not get free."
    fight.does(ST, StartTurn())
    fight.declares("anna")
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna")
    fight.acts("bert", 2, 1)
    fight.acts("bert", 0)
    assert fight.story()[-2:] == ["Bert is no longer held.", "Melee attack: Bert misses Anna."]


def test_who_holds_somebody_holds_it_once() -> None:
    """C9: a character cannot hold its victim twice: a second hold is refused, or lost if both were declared; a
    second holder is possible."""
    fight = Fight(TWO + "cora Intuition 2 Strength 2 Brawl 2", declare="any-order")
    fight.starts(anna=3, bert=1, cora=2)
    fight.declares("anna", act("hold", "bert", dice=2), act("hold", "bert", dice=3))
    fight.declares("cora", act("hold", "bert"))
    fight.declares("bert")
    fight.acts("anna", 1)
    fight.acts("anna")
    assert fight.story()[-1].startswith("Anna: Hold is lost. It holds this one already")
    fight.acts("cora", 1)
    assert fight.borne("bert") == ["held", "held"]
    fight.acts("bert", 0, 0, 0, 0)
    fight.does(ST, StartTurn())
    assert "(C9)" in fight.refused("anna", DeclareAction("anna", (act("hold", "bert"),)))
    (offer,) = [o for o in fight.offers("anna", DeclareAction) if o.label == "Hold"]
    (asked,) = [i for i in offer.inputs if i.name == "targets"]
    assert [choice.label for choice in asked.choices] == ["Cora"]


def test_the_held_do_not_defend_themselves() -> None:
    """C9, C27: a held character has no defence before its slot, and is hit with two dice more."""
    fight = held()
    fight.acts("bert", 0, 0)
    fight.does(ST, StartTurn())
    assert "(C9)" in fight.refused("bert", DeclareAction("bert", (act("dodge"),)))
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].parts[-1] == ("held", 2)


def test_who_is_out_by_new_levels_lets_go() -> None:
    """C9, C29, G0: a holder put out by new health levels loses its hold."""
    fight = held()
    fight.does(ST, Wound("anna", 2))
    assert fight.borne("bert") == ["held"]
    fight.does(ST, ChangeHouseRules(health=(Word(0, "Scratched"), Word(-1, "Out"))))
    assert fight.borne("anna") == fight.borne("bert") == []


def test_something_unseen_holds() -> None:
    """X4, C9: a player knows that her character is caught by a hidden opponent, but not by whom; it can break free."""
    fight = Fight(TWO + "ghost hidden Intuition 1 Strength 3 Unarmed 1 Brawl 1 Dexterity 1", declare="any-order")
    fight.starts(anna=2, bert=1, ghost=2)
    fight.declares("anna", act("dodge"))
    fight.declares("bert", act("dodge"))
    fight.declares("ghost", act("clinch", "bert", at_once="gentle"))
    fight.acts("anna")
    fight.acts("ghost", 2)
    assert "Something unseen clinches Bert." in fight.story()
    assert "ghost" not in repr(fight.dump(fight.seat("bert")))
    fight.acts("bert")
    fight.does(ST, StartTurn())
    assert "(C7)" in fight.refused("bert", DeclareAction("bert", (act("dodge"),)))
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    fight.acts("bert", 1, 0)
    assert fight.story()[-1] == "Bert is no longer clinched."
    assert not list(fight.full.all(Grip))
    assert "ghost" not in repr(fight.dump(fight.seat("bert")))


@pytest.mark.parametrize("kind", ["hold", "clinch"])
@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("rolled", [False, True])
def test_whom_something_gets_hold_of_strikes_nobody(kind: str, ruled: bool, rolled: bool) -> None:
    """C7, C9: an attacker that is caught during its attack loses it: before its roll as a lost action, after it as a
    miss, unless the Storyteller rules hits (G0). So a held character cannot catch a third."""
    ghost = "ghost hidden Intuition 2 Strength 3 Unarmed 1 Brawl 1 Dexterity 2"
    fight = Fight(f"{TWO}\n{ghost}", declare="any-order", reactions="ask")
    fight.starts(anna=3, bert=1, ghost=4)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", act("clinch", "bert", at_once="gentle"))
    fight.declares("bert", act("dodge"))
    fight.declares("ghost", Action(kind, ("anna",), details=(("at_once", "gentle"),) if kind == "clinch" else ()))
    fight.acts("anna")
    (own,) = fight.full.all(Blow)
    if rolled:
        fight.does(ST, GoOn(own.id), 3)
    fight.acts("ghost")
    (other,) = (blow for blow in fight.full.all(Blow) if blow.by == "ghost")
    for rolls in ((4,), (), ()):
        fight.does(ST, GoOn(other.id), *rolls)
    assert fight.borne("anna") == ["held" if kind == "hold" else "clinched"]
    fight.does(ST, RuleBlow(own.id, hits=2) if ruled else GoOn(own.id))
    if ruled and not rolled:
        fight.does("bert", GoOn(own.id))
    assert ("clinched" in fight.borne("bert")) is ruled
    lost = [line for line in fight.story() if line.startswith("Anna: Clinch is lost. ")]
    missed = "Clinch: Anna misses Bert." in fight.story()
    assert (bool(lost), missed) == (not (ruled or rolled), rolled and not ruled)
    assert fight.now == ("anna" if ruled else "bert")


def test_a_grapple_survives_hiding_and_revealing() -> None:
    """X4: a grip is part of its character's face, and is hidden and revealed with it."""
    fight = Fight(TWO.replace("anna ", "anna npc "), declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert")
    fight.acts("anna", 1)
    fight.does(ST, HideCharacter("anna"))
    assert [grip.character for grip in fight.view(WATCHER).all(Grip)] == ["bert"]
    fight.does(ST, RevealCharacter("anna"))
    assert {grip.character for grip in fight.view(WATCHER).all(Grip)} == {"anna", "bert"}


def out_of_action(fight: Fight, name: str, how: str) -> None:
    """Put a character out by damage, or make it bound, staked or paralysed."""
    if how == "wounded":
        fight.does(ST, Wound(name, 7))
    elif how == "health":
        fight.does(ST, SetHealth(name, lethal=7))
    else:
        fight.does(ST, SetCondition(name, how))


HOWS = ("wounded", "health", "staked", "paralysed", "bound")


@pytest.mark.parametrize("how", HOWS)
def test_who_cannot_stir_holds_nobody(how: str) -> None:
    """C13, C27, C29: a holder or clincher that is out or helpless loses its grip at once, and the story says so."""
    fight = held()
    out_of_action(fight, "anna", how)
    assert fight.borne("bert") == []
    assert "Anna is no longer holding." in fight.story()
    assert "Bert is no longer held." in fight.story()
    fight.acts("bert")
    fight = clinched()
    out_of_action(fight, "anna", how)
    assert fight.borne("bert") == []
    assert "Anna is no longer clinching." in fight.story()
    assert not list(fight.full.all(Grip))


def test_a_stake_ends_the_clinch_of_whom_it_goes_through() -> None:
    """C13, C7: staking a vampire ends its clinch."""
    fight = Fight(
        TWO.replace("anna ", "anna vampire ") + "cora Intuition 1 Strength 3 Melee 3 +stake", declare="any-order"
    )
    fight.starts(anna=2, bert=1, cora=0)
    fight.declares("anna", act("clinch", "bert", at_once="gentle"))
    fight.declares("bert")
    fight.declares("cora", act("stake", "anna", weapon="stake"))
    fight.acts("anna", 1)
    fight.acts("bert")
    fight.acts("cora", 1, 3, 0)
    assert fight.story()[-3:] == ["Anna: staked.", "Anna is no longer clinching.", "Bert is no longer clinched."]


@pytest.mark.parametrize("how", ["staked", "paralysed", "bound"])
def test_who_is_held_and_cannot_stir_rolls_nothing(how: str) -> None:
    """C9, C13, C27: a helpless held character stays held, makes no test on its slot and is not offered it."""
    fight = held(act("attack", "anna"))
    (offer,) = fight.offers("bert", TakeAction)
    assert offer.label == "Try to get free"
    out_of_action(fight, "bert", how)
    (offer,) = fight.offers("bert", TakeAction)
    assert offer.label == "Melee attack: it will be lost"
    fight.acts("bert")
    assert "held" in fight.borne("bert")
    assert fight.story()[-1].startswith("Bert: Melee attack is lost.")


@pytest.mark.parametrize("how", HOWS)
def test_who_is_clinched_and_cannot_stir_neither_breaks_free_nor_keeps_it(how: str) -> None:
    """C7, C13, C27, C29: a helpless clinched character can neither break free nor keep the clinch; the clincher ends
    it without a roll (ours)."""
    fight = clinched()
    out_of_action(fight, "bert", how)
    assert "clinched" in fight.borne("bert")
    assert not [offer for offer in fight.offers("bert", DeclareAction) if offer.label == "Break free"]
    fight.declares("anna", act("break_free"))
    if how in ("staked", "paralysed", "bound"):
        fight.all_pass("bert")
    fight.acts("anna")
    assert fight.story()[-1] == "Bert is no longer clinched."


def test_who_is_struck_down_as_it_gets_hold_holds_nobody() -> None:
    """C9, C27: an attacker paralysed during its hold does not catch the target."""
    fight = Fight(TWO, declare="any-order", reactions="ask")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert", act("dodge"))
    fight.acts("anna", 1)
    fight.does(ST, SetCondition("anna", "paralysed"))
    (offer,) = fight.offers("bert", GoOn)
    fight.does("bert", GoOn(offer.inputs[0].default))
    assert fight.borne("bert") == []


@pytest.mark.parametrize("step", ["sprint", "move"])
def test_a_holder_that_moves_away_lets_go(step: str) -> None:
    """C9, F2: a holder may act in place, but leaving the spot ends the hold."""
    fight = held()
    fight.acts("bert", 0, 0)
    fight.does(ST, StartTurn())
    fight.declares("anna", *([act("sprint")] if step == "sprint" else [act("attack", "bert")]))
    fight.declares("bert")
    if step == "sprint":
        fight.acts("anna")
    else:
        fight.acts("anna", 0)
        assert fight.borne("bert") == ["held"]
        fight.does("anna", Move("anna"))
    assert fight.borne("anna") == fight.borne("bert") == []
    assert fight.story()[-2:] == ["Anna is no longer holding.", "Bert is no longer held."]
    fight.acts("bert")


def test_a_hidden_holder_that_cannot_stir_lets_go_too() -> None:
    """C29, X4: when a hidden holder is out, the held character learns only that it is free."""
    fight = Fight(TWO + "ghost hidden Intuition 1 Strength 3 Brawl 1 Dexterity 1", declare="any-order")
    fight.starts(anna=2, bert=1, ghost=2)
    fight.all_pass("anna", "bert")
    fight.declares("ghost", act("hold", "bert"))
    fight.acts("anna")
    fight.acts("ghost", 2)
    fight.does(ST, Wound("ghost", 7))
    assert fight.story()[-1] == "Bert is no longer held."
    assert "ghost" not in repr(fight.dump(fight.seat("bert")))


def test_the_storyteller_ends_a_grapple_and_leaving_does() -> None:
    """G0: a grapple ends when the Storyteller ends it, or when a side leaves."""
    fight = clinched()
    (offer,) = fight.offers(ST, EndGrapple)
    fight.does(ST, EndGrapple(offer.inputs[0].choices[0].value))
    assert not list(fight.full.all(Grip))
    fight = clinched()
    fight.does(ST, RemoveCharacter("anna"))
    assert not list(fight.full.all(Grip))


NAMES = ("anna", "bert", "ghost")


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 21)), max_size=60))
def test_a_grapple_ends_exactly_once(steps: list[tuple[str, str, int]]) -> None:
    """C7, C9: in every sequence of commands, each audience receives a grapple's end at most once, and each grapple
    has two sides."""
    fight = Fight(
        """
        anna   npc     Intuition 1 Strength 3 Unarmed 2 Brawl 2 Dexterity 2 Dodge 1
        bert   npc     Intuition 1 Strength 2 Unarmed 1 Brawl 1 Dexterity 3 Dodge 2
        ghost  hidden  Intuition 1 Strength 3 Unarmed 1 Brawl 1 Dexterity 1 Dodge 1
        """,
        declare="any-order",
        turns="automatic",
    )
    fight.starts(anna=1, bert=0, ghost=1)
    for who, whom, step in steps:
        fight.tries(ST, wish(fight, who, whom, step))
        sides = Counter(grip.grapple for grip in fight.full.all(Grip))
        assert all(count == 2 for count in sides.values())
    ended = Counter((fact.audience, fact.event.grapple) for fact in fight.facts if isinstance(fact.event, GrappleEnded))
    assert all(count == 1 for count in ended.values())


def wish(fight: Fight, who: str, whom: str, step: int) -> Command:
    """Return a command of a brawl; mostly a character acts."""
    grapple = next((grip.grapple for grip in grips(fight.full, who)), "")
    wishes = (
        HideCharacter(who),
        RevealCharacter(who),
        EndGrapple(grapple),
        DeclareAction(who, (act("clinch", whom),)),
        DeclareAction(who, (act("hold", whom),)),
        DeclareAction(who, (act("break_free", clinch=grapple),)),
        DeclareAction(who, (act("tackle", whom),)),
        DeclareAction(who, (act("full_defence"),)),
        RemoveCharacter(who),
        StopTurns(),
        StartTurns(),
        SetCondition(who, "dazed"),
        SetHealth(who, lethal=7),
        SetHealth(who),
        SetCondition(who, "bound"),
        Wound(who, 7),
        DeclareAction(who, (act("sprint"),)),
    )
    return wishes[step] if step < len(wishes) else TakeAction(who)


def test_a_clinched_character_does_one_thing_in_a_turn() -> None:
    """C7: a clinched character hurts or breaks free once in a turn."""
    fight = clinched()
    for actions in ((act("hurt"), act("hurt")), (act("hurt"), act("break_free"))):
        assert "one thing in a turn" in fight.refused("anna", DeclareAction("anna", actions))


def test_a_hold_that_was_broken_stands_again_by_the_storytellers_word() -> None:
    """G0, C9: if the Storyteller overrides the roll that broke a hold, she is told what to do and can restore the
    hold; everybody reads it, and the next slot is a new test."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert", act("attack", "anna"))
    fight.acts("anna", 1)
    fight.acts("bert", 2, 1)
    fight.acts("bert", 0)
    fight.does(ST, OverrideRoll(fight.last_roll("Breaking the hold"), "failure"))
    assert fight.story(ST)[-1].endswith("set a wound, a state or a grapple yourself (G0).")
    assert not list(fight.full.all(Grip))
    fight.does(ST, BeginGrapple("anna", "bert", "hold"))
    assert (fight.borne("anna"), fight.borne("bert")) == (["holding"], ["held"])
    assert fight.story()[-1] == "Anna holds Bert."
    assert [line.text for line in fight.view(WATCHER).all(Line) if line.kind == "ruled"][-2:] == [
        "{0}: the hold stands."
    ] * 2
    fight.does(ST, StartTurn())
    fight.all_pass("bert", "anna")
    fight.acts("anna")
    fight.acts("bert", 2, 1)
    assert fight.borne("bert") == []


def test_a_clinch_by_the_storytellers_word_is_one_as_any() -> None:
    """G0, C7: a clinch set by the Storyteller locks both until the next turn, and ends like any clinch."""
    fight = Fight(TWO, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.does(ST, BeginGrapple("bert", "anna", "clinch"))
    assert (fight.borne("anna"), fight.borne("bert")) == (["clinched"], ["clinching"])
    fight.all_pass("anna", "bert")
    fight.acts("anna")
    assert "Anna is locked in the clinch until the next turn." in fight.story()
    assert [offer.label for offer in fight.offers(ST, EndGrapple)] == ["End the clinch of Anna"]


def test_a_grapple_by_the_storytellers_word_takes_two_who_are_in_none() -> None:
    """G0, C7, C9, C13: only the Storyteller can set a grapple; it needs two characters without a grapple between
    them, and a holder that is not helpless."""
    fight = Fight(TWO)
    fight.starts(anna=2, bert=1)
    assert "a clinch or a hold" in fight.refused(ST, BeginGrapple("anna", "bert", "kiss"))
    assert "takes two" in fight.refused(ST, BeginGrapple("anna", "anna", "hold"))
    assert "Storyteller" in fight.refused("anna", BeginGrapple("anna", "bert", "hold"))
    assert not fight.offers("anna", BeginGrapple)
    assert fight.offers(ST, BeginGrapple)
    fight.does(ST, BeginGrapple("anna", "bert", "hold"))
    for by, on in (("anna", "bert"), ("bert", "anna")):
        assert "in a hold already" in fight.refused(ST, BeginGrapple(by, on, "hold"))
    fight.does(ST, SetCondition("bert", "bound"))
    assert "cannot stir" in fight.refused(ST, BeginGrapple("bert", "anna", "clinch"))
    assert not Fight("anna  Strength 1").offers(ST, BeginGrapple)


def test_something_unseen_gets_hold_by_the_storytellers_word() -> None:
    """G0, X4: for a grapple set with a hidden holder, the table sees the held character but neither the holder nor
    its condition."""
    fight = Fight(TWO + "ghost  hidden  Strength 2")
    fight.does(ST, BeginGrapple("ghost", "bert", "hold"))
    assert fight.story()[-1] == "Something unseen holds Bert."
    assert "ghost" not in repr(fight.dump(WATCHER))
    assert fight.borne("ghost", ST) == ["holding"]


# Both sides roll (C7, C9, C22, X7)

STRONG = TWO.replace("Strength 2", "Strength 5")
DIM = SetCircumstance("dim hall", -1, on=("scene",))


def breaking_a_hold() -> Fight:
    """Anna holds Bert; it is the turn after, and his slot to get free."""
    fight = Fight(STRONG, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("anna", act("hold", "bert"))
    fight.declares("bert")
    fight.acts("anna", 1)
    fight.acts("bert", 0, 1)
    fight.does(ST, StartTurn())
    fight.declares("anna")
    fight.declares("bert")
    fight.acts("anna")
    return fight


def breaking_free() -> Fight:
    """Anna has clinched Bert, and it is his slot to break free."""
    fight = clinched(STRONG)
    fight.declares("anna")
    fight.declares("bert", act("break_free"))
    fight.acts("anna")
    return fight


GRAPPLES = pytest.mark.parametrize(
    ("made", "keeps"), [(breaking_free, "Keeping the clinch"), (breaking_a_hold, "Holding")], ids=["clinch", "hold"]
)


@GRAPPLES
def test_what_bears_on_all_actions_bears_on_both_sides_of_a_grapple(made: Callable[[], Fight], keeps: str) -> None:
    """X7, C7, C9, C22: a circumstance on all actions and blindness take dice from both sides of a grapple."""
    fight = made()
    fight.does(ST, DIM)
    for name in ("anna", "bert"):
        fight.does(ST, SetCondition(name, "blinded"))
    fight.acts("bert", 0, 0)
    mine, theirs = fight.rolls()[-2:]
    assert theirs.reason == keeps
    for roll in (mine, theirs):
        assert {("blinded", -2), ("dim hall", -1)} <= set(roll.parts)


@GRAPPLES
def test_what_is_ruled_on_the_next_action_passes_the_keeping_by(made: Callable[[], Fight], keeps: str) -> None:
    """X6, C7, C9: keeping a grip is not the keeper's own action, so a modifier of its next action waits."""
    fight = made()
    fight.does(ST, ModifyNextRoll("anna", 2, "open", "luck"))
    fight.acts("bert", 0, 0)
    assert fight.rolls()[-1].reason == keeps
    assert ("luck", 2) not in fight.rolls()[-1].parts
    assert [ruling.actor for ruling in fight.full.all(Ruling)] == ["anna"]


@GRAPPLES
@pytest.mark.parametrize(
    "secret",
    [
        SetCircumstance("a jinx", -1, on=("anna",), visibility="hidden"),
        ModifyNextRoll("anna", -1, "hidden", "a jinx", kind="reflex"),
    ],
)
@pytest.mark.parametrize(("theirs", "won"), [(0, "failure"), (2, "success")])
def test_what_is_hidden_bears_on_the_keeping_and_tells_who_has_won(
    made: Callable[[], Fight], keeps: str, secret: Command, theirs: int, won: str
) -> None:
    """X7, X6, X2 (iii): with a hidden circumstance or hidden reflex modifier, the keeper's dice stay with the
    Storyteller; the table learns if the grip was kept, but no count."""
    fight = made()
    fight.does(ST, secret)
    fight.acts("bert", 1, theirs)
    (roll,) = [roll for roll in fight.rolls() if roll.reason == keeps and ("a jinx", -1) in roll.parts]
    assert not [seen for seen in fight.view("bert").all(Roll) if seen.id == roll.id]
    assert "jinx" not in repr(fight.dump(fight.seat("bert")))
    assert [(told.actor, told.outcome, told.text) for told in fight.told(OutcomeTold)] == [("anna", won, keeps)]
    assert bool(grips(fight.full, "anna")) == (won == "success")


def test_how_a_clinch_is_kept_is_offered_with_the_dice_it_has() -> None:
    """C7, X7: the choice of a pool shows its dice with open circumstances, and for the Storyteller with hidden ones."""
    fight = clinched()

    def hints(who: Seat | str) -> list[str]:
        offered = next(o for o in fight.offers(who, KeepClinch) if o.actor == "anna")
        return [choice.hint for choice in offered.inputs[0].choices[1:]]

    assert hints("anna") == ["5 dice", "3 dice"]
    fight.does(ST, DIM)
    assert hints("anna") == ["4 dice", "2 dice"]
    fight.does(ST, SetCircumstance("a jinx", -1, on=("anna",), visibility="hidden"))
    assert (hints("anna"), hints(ST)) == (["4 dice", "2 dice"], ["3 dice", "1 die"])
