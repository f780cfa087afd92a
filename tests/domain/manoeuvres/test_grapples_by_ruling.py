"""Clinches and holds that the Storyteller begins and ends by her word (C7, C9, G0)."""

from __future__ import annotations

from domain.features.actions.grapples import BeginGrapple, EndGrapple, Grip
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.turn_commands import StartTurn
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.story_log import Line
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.domain.manoeuvres.grapple_fights import TWO, clinched
from tests.in_english import line_text


def test_the_storyteller_ends_a_grapple_and_leaving_does() -> None:
    """G0: a grapple ends when the Storyteller ends it, or when a side leaves."""
    fight = clinched()
    (offer,) = fight.offers(ST, EndGrapple)
    fight.does(ST, EndGrapple(offer.inputs[0].choices[0].value))
    assert not list(fight.full.all(Grip))
    fight = clinched()
    fight.does(ST, RemoveCharacter("anna"))
    assert not list(fight.full.all(Grip))


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
    assert "set a wound, a state or a grapple" in fight.story(ST)[-1]
    assert not list(fight.full.all(Grip))
    fight.does(ST, BeginGrapple("anna", "bert", "hold"))
    assert (fight.borne("anna"), fight.borne("bert")) == (["holding"], ["held"])
    assert fight.story()[-1] == "Anna holds Bert."
    assert [line_text(line, lambda _: "{0}") for line in fight.view(WATCHER).all(Line) if line.kind == "ruled"][
        -2:
    ] == ["{0}: hold begun, by ruling."] * 2
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
    assert [offer.label for offer in fight.offers(ST, EndGrapple)] == ["End Anna’s clinch (G0)"]


def test_a_grapple_by_the_storytellers_word_takes_two_who_are_in_none() -> None:
    """G0, C7, C9, C13: only the Storyteller can set a grapple; it needs two characters without a grapple between
    them, and a holder that is not helpless."""
    fight = Fight(TWO)
    fight.starts(anna=2, bert=1)
    assert "a clinch or a hold" in fight.refused(ST, BeginGrapple("anna", "bert", "kiss"))
    assert "two different characters" in fight.refused(ST, BeginGrapple("anna", "anna", "hold"))
    assert "Storyteller" in fight.refused("anna", BeginGrapple("anna", "bert", "hold"))
    assert not fight.offers("anna", BeginGrapple)
    assert fight.offers(ST, BeginGrapple)
    fight.does(ST, BeginGrapple("anna", "bert", "hold"))
    for by, on in (("anna", "bert"), ("bert", "anna")):
        assert "in this grapple already (hold)" in fight.refused(ST, BeginGrapple(by, on, "hold"))
    fight.does(ST, SetCondition("bert", "bound"))
    assert "cannot move" in fight.refused(ST, BeginGrapple("bert", "anna", "clinch"))
    assert not Fight("anna  Strength 1").offers(ST, BeginGrapple)


def test_something_unseen_gets_hold_by_the_storytellers_word() -> None:
    """G0, X4: for a grapple set with a hidden holder, the table sees the held character but neither the holder nor
    its condition."""
    fight = Fight(TWO + "ghost  hidden  Strength 2")
    fight.does(ST, BeginGrapple("ghost", "bert", "hold"))
    assert fight.story()[-1] == "Something unseen holds Bert."
    assert "ghost" not in repr(fight.dump(WATCHER))
    assert fight.borne("ghost", ST) == ["holding"]
