"""Saved rolls: who reads them, how they last, and how many there are."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.audience import STORYTELLER, seats
from domain.features.cast.hand_over import HandOver
from domain.features.characters.saved_rolls import SavedRoll, SavedRollList, SavedRolls, SaveRolls
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter
from tests.domain.world import ANNA, BEN, ST, World

CLIMB = SavedRoll("Climb", ("Strength", "Athletics"), 1, 7)
SNEAK = SavedRoll("Sneak", ("Dexterity", "Stealth"), specialty=True)


def world() -> World:
    """Return a chronicle with Anna's character."""
    w = World()
    w.does(ANNA, CreateCharacter("Anna"))
    return w


def saved(w: World) -> dict[str, list[tuple[str, ...]]]:
    """Return the names in each list of saved rolls that each seat reads."""
    return {
        seat.id: sorted(tuple(roll.name for roll in one.rolls) for one in w.here.view(seat).all(SavedRolls))
        for seat in (ST, ANNA, BEN)
    }


def test_saved_rolls_are_read_by_their_writer_and_the_storyteller() -> None:
    """X1: a player's saved rolls are read by that player and the Storyteller, hers by her alone; no line tells of
    them."""
    w = world()
    anna = w.id("Anna")
    w.does(ANNA, SaveRolls(anna, (CLIMB, SNEAK)))
    w.does(ST, SaveRolls(anna, (SNEAK,)))
    audiences = {one.writer: w.here.full.audience_of(SavedRolls, one.id) for one in w.here.full.all(SavedRolls)}
    assert audiences == {"anna": seats("anna"), "": STORYTELLER}
    assert saved(w) == {"st": [("Climb", "Sneak"), ("Sneak",)], "anna": [("Climb", "Sneak")], "ben": []}
    assert w.lines() == w.lines(ANNA)
    assert w.refuses(BEN, SaveRolls(anna, (CLIMB,)), "not-yours")
    w.does(ANNA, SaveRolls(anna))
    assert saved(w) == {"st": [("Sneak",)], "anna": [], "ben": []}


def test_saved_rolls_stay_with_their_writer() -> None:
    """G0, T1: they last from scene to scene, and do not go to the player who gets the character."""
    w = world()
    anna = w.id("Anna")
    w.does(ANNA, SaveRolls(anna, (CLIMB,)))
    w.opens()
    assert saved(w)["anna"] == [("Climb",)]
    w.does(ANNA, SaveRolls(anna, (CLIMB, SNEAK)))
    w.closes()
    assert saved(w)["anna"] == [("Climb", "Sneak")]
    w.does(ST, HandOver(anna, "ben"))
    assert saved(w) == {"st": [("Climb", "Sneak")], "anna": [("Climb", "Sneak")], "ben": []}
    w.does(ST, RemoveCharacter(anna))
    assert saved(w) == {"st": [], "anna": [], "ben": []}, "a character that is gone for good has no saved rolls"


def test_a_list_has_at_most_20_rolls() -> None:
    """SEC19: the type of the command limits the number and the size of saved rolls."""
    roll: list[object] = ["Climb", ["Strength"]]
    assert len(msgspec.convert([roll] * 20, SavedRollList)) == 20
    for rolls in ([roll] * 21, [["", ["Strength"]]], [["x" * 61, []]], [["x", ["y"] * 7]]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(rolls, SavedRollList)
