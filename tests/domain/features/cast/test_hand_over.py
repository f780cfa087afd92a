"""The player of a character: set by the Storyteller, or taken up by a player, from scene to scene; and characters
removed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.core.audience import TABLE
from domain.core.state import State
from domain.features.cast.hand_over import HandOver, TakeUp
from domain.features.characters.character import Face, Sheet
from domain.features.characters.conditions import bears
from domain.features.scenes.chronicle import open_scene_command
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.scenes.spend_points import SpendPoints
from domain.features.storyteller.ready_fight import SetUpFight
from domain.perform import perform
from tests.domain.world import ANNA, BEN, ST, WATCHER, World

GUARD = CreateCharacter("Guard", traits=(("Strength", 3),), pools=(("Willpower", 4, 4),))


def readers(world: World, who: str) -> list[str]:
    """Return the seats that read a character's sheet."""
    return [seat.id for seat in (ST, ANNA, BEN, WATCHER) if world.here.view(seat).get(Sheet, who) is not None]


def test_a_sheet_goes_where_its_character_goes() -> None:
    """G0, D1: after a hand-over only the new player and the Storyteller read the sheet, unchanged; the old player
    keeps no part."""
    world = World()
    world.does(ST, GUARD)
    world.opens()
    guard = world.id("Guard")
    assert readers(world, guard) == ["st"]
    world.does(ST, HandOver(guard, "anna"))
    assert readers(world, guard) == ["st", "anna"]
    world.does(ANNA, SpendPoints(guard, "Willpower", 1))
    world.does(ST, HandOver(guard, "ben"))
    assert readers(world, guard) == ["st", "ben"]
    assert not [r for part in world.here.view(ANNA).partitions for r in part.records() if r.beside_sheet]
    sheet = world.here.view(BEN).get(Sheet, guard)
    assert sheet is not None
    assert sheet.points("Willpower") == 3
    assert "not yours" in world.refuses(ANNA, SpendPoints(guard, "Willpower", 1), "not-yours")
    world.closes()
    assert readers(world, guard) == ["st", "ben"]
    assert len([p for p in world.chronicle.full.partitions if p.get(Sheet, guard)]) == 1


def test_the_storyteller_is_no_player() -> None:
    """G0: no character is handed to the Storyteller's seat."""
    world = World()
    world.does(ST, GUARD)
    world.opens()
    guard = world.id("Guard")
    assert "G0" in world.refuses(ST, HandOver(guard, ST.id), "no-player-of-own")
    assert "G0" in world.refuses(ST, replace(GUARD, player=ST.id), "no-player-of-own")


def test_a_ready_character_is_taken_up_by_who_sits_here() -> None:
    """Rules 9: the ready fight's characters are free to take, also in the scene; once taken they are not free."""
    world = World("nightfall")
    world.does(ST, SetUpFight())
    world.scene = State()
    perform(world.scene, TABLE, open_scene_command(world.chronicle.full, world.card), world.chance)
    free = [option.actor for option in world.offers(ANNA, TakeUp)]
    assert len(free) == 3
    world.does(ANNA, TakeUp(free[0]))
    face = world.here.view(WATCHER).get(Face, free[0])
    assert face is not None
    assert face.player == "anna"
    assert bears(world.here.full, free[0], "unplayed") is None
    world.refuses(BEN, TakeUp(free[0]), "not-free")
    world.refuses(ST, TakeUp(free[1]), "not-free")
    world.refuses(BEN, TakeUp(world.id("Brandt")), "not-free")
    world.closes()
    assert len(world.offers(BEN, TakeUp)) == 2


def test_only_the_storyteller_hands_over_and_nobody_hidden() -> None:
    """G0, X4: only the Storyteller hands characters over, and not hidden ones, since everybody sees a player's
    character."""
    world = World()
    world.does(ST, CreateCharacter("Shade", hidden=True))
    world.does(ANNA, CreateCharacter("Anna"))
    shade, anna = world.id("Shade"), world.id("Anna")
    world.refuses(ST, HandOver(shade, "ben"), "hidden-cannot-have-player")
    world.refuses(ANNA, HandOver(anna, "ben"), "storyteller-only")
    world.refuses(ST, HandOver(anna, "anna"), "has-that-player")
    assert [option.actor for option in world.offers(ST, HandOver)] == [anna]


@pytest.mark.parametrize("place", ["chronicle", "scene"])
def test_who_is_taken_out_of_the_chronicle_is_gone_and_out_of_a_scene_comes_back(place: str) -> None:
    """T1: removal from the chronicle is final; a character removed from a scene returns to the chronicle."""
    world = World()
    world.does(ST, GUARD)
    guard = world.id("Guard")
    if place == "scene":
        world.opens()
    (option,) = world.offers(ST, RemoveCharacter)
    assert option.label.startswith(f"Remove from the {place}")
    assert not world.offers(ANNA, RemoveCharacter)
    world.does(ST, RemoveCharacter(guard))
    assert readers(world, guard) == []
    if place == "scene":
        world.closes()
    assert [face.name for face in world.here.full.all(Face)] == (["Guard"] if place == "scene" else [])
