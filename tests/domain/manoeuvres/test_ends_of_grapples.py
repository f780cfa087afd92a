"""What ends a clinch or a hold, and that each ends exactly once (C7, C9, C27)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.command import Command
from domain.features.actions.grapples import EndGrapple, GrappleEnded, Grip, grips
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move
from domain.features.combat.react_to_attack import GoOn
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn, StartTurns, StopTurns
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.rules.rule_types import Word
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.domain.manoeuvres.grapple_fights import TWO, clinched, held, out_of_action


def test_who_is_out_by_new_levels_lets_go() -> None:
    """C9, C29, G0: a holder put out by new health levels loses its hold."""
    fight = held()
    fight.does(ST, Wound("anna", 2))
    assert fight.borne("bert") == ["held"]
    fight.does(ST, ChangeHouseRules(health=(Word(0, "Scratched"), Word(-1, "Out"))))
    assert fight.borne("anna") == fight.borne("bert") == []


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


HOWS = ("wounded", "health", "staked", "paralysed", "bound")


@pytest.mark.parametrize("how", HOWS)
def test_who_cannot_stir_holds_nobody(how: str) -> None:
    """C13, C27, C29: a holder or clincher that is out or helpless loses its grip at once, and the story says so."""
    fight = held()
    out_of_action(fight, "anna", how)
    assert fight.borne("bert") == []
    assert "Anna: no longer holding." in fight.story()
    assert "Bert: no longer held." in fight.story()
    fight.acts("bert")
    fight = clinched()
    out_of_action(fight, "anna", how)
    assert fight.borne("bert") == []
    assert "Anna: no longer clinching." in fight.story()
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
    assert fight.story()[-3:] == ["Anna: staked.", "Anna: no longer clinching.", "Bert: no longer clinched."]


@pytest.mark.parametrize("how", ["staked", "paralysed", "bound"])
def test_who_is_held_and_cannot_stir_rolls_nothing(how: str) -> None:
    """C9, C13, C27: a helpless held character stays held, makes no test on its slot and is not offered it."""
    fight = held(act("attack", "anna"))
    (offer,) = fight.offers("bert", TakeAction)
    assert offer.label == "Try to get free (C9)"
    out_of_action(fight, "bert", how)
    (offer,) = fight.offers("bert", TakeAction)
    assert offer.label == "Melee attack: will be lost (I2)"
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
    assert not [offer for offer in fight.offers("bert", DeclareAction) if offer.label == "Break free (C7)"]
    fight.declares("anna", act("break_free"))
    if how in ("staked", "paralysed", "bound"):
        fight.all_pass("bert")
    fight.acts("anna")
    assert fight.story()[-1] == "Bert: no longer clinched."


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
    assert fight.story()[-2:] == ["Anna: no longer holding.", "Bert: no longer held."]
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
    assert fight.story()[-1] == "Bert: no longer held."
    assert "ghost" not in repr(fight.dump(fight.seat("bert")))


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
