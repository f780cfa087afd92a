"""Portraits: who sees them, who sets them, and that they stay with their character."""

from __future__ import annotations

from domain.core.audience import Seat
from domain.core.state import State
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.portrait import Portrait, SetPortrait
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.domain.world import World

FACE, OTHER = "a" * 32, "b" * 32


def pictures(state: State, seat: Seat) -> dict[str, str]:
    """Return the pictures that a seat sees, by character."""
    return {one.id: one.picture for one in state.view(seat).all(Portrait)}


def test_a_player_gives_the_own_character_a_portrait() -> None:
    """Everybody sees it; nobody else may change it but the Storyteller; "" takes it away."""
    table = Table()
    table.does(ANNA, SetPortrait("anna", FACE))
    assert pictures(table.state, WATCHER) == {"anna": FACE}
    table.refuses(BEN, SetPortrait("anna", OTHER), "not-yours")
    table.does(ST, SetPortrait("anna", OTHER))
    assert pictures(table.state, BEN) == {"anna": OTHER}
    table.does(ANNA, SetPortrait("anna"))
    assert pictures(table.state, ST) == {}


def test_a_hidden_portrait_moves_with_its_face() -> None:
    """X4: players see it when the character is revealed, and no longer once it is hidden again."""
    table = Table()
    table.does(ST, SetPortrait("shade", FACE))
    assert table.told(ANNA) == []
    assert (pictures(table.state, ST), pictures(table.state, ANNA)) == ({"shade": FACE}, {})
    table.does(ST, RevealCharacter("shade"))
    assert pictures(table.state, ANNA) == {"shade": FACE}
    table.does(ST, HideCharacter("shade"))
    assert (pictures(table.state, ST), pictures(table.state, ANNA)) == ({"shade": FACE}, {})


def test_a_portrait_stays_with_a_character_that_leaves_or_is_handed_over() -> None:
    """It is gone while the character is out of the scene, and there again when the character returns."""
    table = Table()
    table.does(ANNA, SetPortrait("anna", FACE))
    table.does(ST, RemoveCharacter("anna"))
    assert pictures(table.state, ANNA) == {}
    table.does(ST, ReturnCharacter("anna"))
    table.does(ST, HandOver("anna", BEN.id))
    assert pictures(table.state, ANNA) == {"anna": FACE}
    table.refuses(ANNA, SetPortrait("anna"), "not-yours")


def test_a_portrait_goes_into_the_scene_and_back() -> None:
    """A scene has the chronicle's portrait, and the chronicle the one that the scene ends with, also of a character
    that was revealed there (X4)."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    world.does(ST, CreateCharacter("Shade", hidden=True))
    anna, shade = world.id("Anna"), world.id("Shade")
    world.does(ANNA, SetPortrait(anna, FACE))
    world.does(ST, SetPortrait(shade, FACE))
    scene = world.opens()
    assert pictures(scene, BEN) == {anna: FACE}
    assert pictures(scene, ST) == {anna: FACE, shade: FACE}
    world.does(ANNA, SetPortrait(anna, OTHER))
    world.does(ST, SetPortrait(shade, OTHER))
    world.does(ST, RevealCharacter(shade))
    world.closes()
    assert pictures(world.chronicle, BEN) == {anna: OTHER, shade: OTHER}
    world.opens()
    world.does(ANNA, SetPortrait(anna))
    world.closes()
    assert pictures(world.chronicle, BEN) == {shade: OTHER}
