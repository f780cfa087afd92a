"""Clinches and holds: the actions they allow, and whom those concern (C7, C9, C27)."""

from __future__ import annotations

import pytest

from domain.features.actions.attack_in_progress import new_blow
from domain.features.actions.conditions_in_attacks import target_modifiers
from domain.features.actions.grapples import BeginGrapple, EndGrapple, Grip, grips
from domain.features.cast.hide_and_reveal import HideCharacter
from domain.features.characters.character import Face
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import GoOn, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import JoinTurns, StartTurn, StopTurns
from domain.features.rolls.roll import Roll
from domain.features.scenes.create_character import CreateCharacter
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.domain.manoeuvres.grapple_fights import TWO, clinched, held, out_of_action
from tests.in_english import english


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
        "Anna declares: Clinch on Bert.",
        "Bert declares: Melee attack on Anna.",
        "Clinch: Anna hits Bert.",
        "Anna clinches Bert.",
        "Bert is locked in the clinch until the next turn.",
        "Turn 2.",
        "Anna declares: Hurt in the clinch.",
        "Bert declares: Break free.",
        "Bert takes 1 bashing wound: Bruised.",
        "Bert does not get free.",
        "Turn 3.",
        "Anna declares: Hurt in the clinch.",
        "Bert declares: Break free.",
        "No wound for Bert.",
        "Anna: no longer clinching.",
        "Bert: no longer clinched.",
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
    seen = [english(roll.reason) for roll in fight.view(WATCHER).all(Roll)]
    assert ("Damage: Hurt in the clinch" in seen, "Soak" in seen) == (True, False)


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
    (offer,) = [o for o in fight.offers("bert", DeclareAction) if o.label == "Break free (C7)"]
    (asked,) = [i for i in offer.inputs if i.name == "clinch"]
    assert [choice.label for choice in asked.choices] == ["with Anna", "with Cora"]
    fight.all_pass("anna", "cora")
    fight.declares("bert", act("break_free", clinch=second))
    fight.acts("anna")
    fight.acts("cora")
    fight.acts("bert", 2, 1)
    assert fight.rolls()[-1].actor == "cora"
    assert [grip.character for grip in fight.full.all(Grip)] == ["anna", "bert"]
    assert fight.borne("bert") == ["clinched"]


@pytest.mark.parametrize(("how", "words"), [("hurt", "Hurt in the clinch"), ("break_free", "Break free")])
@pytest.mark.parametrize("whom", ["anna", "cora"])
def test_what_was_meant_for_one_falls_on_no_other(how: str, words: str, whom: str) -> None:
    """I2, C7: in several clinches the declaration names the opponent (by default the first), and is lost if that
    clinch has ended."""
    fight = caught_twice()
    meant = next(grip.grapple for grip in grips(fight.full, whom))
    fight.declares("bert", act(how, clinch=meant if whom == "cora" else ""))
    assert fight.story()[-1] == f"Bert declares: {words} (clinch with {whom.title()})."
    fight.all_pass("anna", "cora")
    fight.does(ST, EndGrapple(meant))
    fight.acts("anna")
    fight.acts("cora")
    fight.acts("bert")
    label = "Hurt in the clinch" if how == "hurt" else "Break free"
    assert fight.story()[-1] == f"Bert: {label} is lost. The clinch in which this action was declared has ended (C7)."
    assert len(grips(fight.full, "bert")) == 1


def test_of_one_clinch_the_declaration_names_nobody() -> None:
    """I2, C7: in a single clinch the declaration does not name the opponent."""
    fight = clinched()
    fight.declares("anna", act("hurt"))
    assert fight.story()[-1] == "Anna declares: Hurt in the clinch."


def test_a_change_is_meant_for_one_too() -> None:
    """I2, I4, C7: a change of action in one of two clinches is lost with that clinch too."""
    fight = caught_twice("Fate:1")
    fight.declares("bert")
    fight.all_pass("anna", "cora")
    fight.acts("anna")
    fight.acts("cora")
    fight.does("bert", ChangeAction("bert", act("hurt")), 1)
    assert fight.story()[-1] == "Bert changes to: Hurt in the clinch (clinch with Anna)."
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
    assert labels == {"Do nothing (I2)", "Break free (C7)", "Hurt in the clinch (C7)"}


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
    assert fight.story()[-2:] == ["Bert: no longer held.", "Melee attack: Bert misses Anna."]


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
    assert fight.story()[-1].startswith("Anna: Hold is lost. This character already holds Bert")
    fight.acts("cora", 1)
    assert fight.borne("bert") == ["held", "held"]
    fight.acts("bert", 0, 0, 0, 0)
    fight.does(ST, StartTurn())
    assert "(C9)" in fight.refused("anna", DeclareAction("anna", (act("hold", "bert"),)))
    (offer,) = [o for o in fight.offers("anna", DeclareAction) if o.label == "Hold (C9)"]
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
    assert fight.story()[-1] == "Bert: no longer clinched."
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


def test_a_clinched_character_does_one_thing_in_a_turn() -> None:
    """C7: a clinched character hurts or breaks free once in a turn."""
    fight = clinched()
    for actions in ((act("hurt"), act("hurt")), (act("hurt"), act("break_free"))):
        assert "declare only one action" in fight.refused("anna", DeclareAction("anna", actions))
