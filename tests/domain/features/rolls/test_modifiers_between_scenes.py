"""A modifier of a character's next roll (a ruling) follows the character: from the chronicle into scenes and back,
and out of a scene when it leaves; it applies to a single roll (X2, G4, T1)."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.state import State
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.cast.hide_and_reveal import HideCharacter
from domain.features.rolls.consequences import Banked, GiveConsequence
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll import Roll as Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, WithdrawRuling
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from tests.domain.world import ANNA, ST, WATCHER, World


@pytest.fixture
def world() -> World:
    """A chronicle with Anna's character, which rolls three dice."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Strength", 3),)))
    return world


def pool(world: World, at: State | None = None) -> int:
    """Make Anna's next roll, and return its number of dice."""
    state = at or world.here
    world.does(ANNA, Roll("", world.id("Anna"), ("Strength",)), at=state)
    return list(state.full.all(Rolled))[-1].pool


def ruled(state: State) -> list[tuple[str, int]]:
    """Return the audience and the dice of each waiting modifier."""
    return [(partition.audience, r.dice) for partition in state.full.partitions for r in partition.all(Ruling)]


@pytest.mark.parametrize("scenes", [0, 1, 3])
def test_a_consequence_of_a_scene_is_for_the_next_roll_wherever_that_is(world: World, scenes: int) -> None:
    """G4: a consequence applies to the next roll in downtime, in the next scene or in a later scene."""
    world.opens()
    world.does(ST, GiveConsequence(world.id("Anna"), "sprained wrist", dice=-2))
    for _ in range(scenes):
        world.closes()
        world.opens()
    if not scenes:
        world.closes()
    assert [pool(world), pool(world)] == [1, 3]
    if scenes:
        world.closes()
    assert (pool(world), ruled(world.chronicle)) == (3, [])


def test_what_is_ruled_between_scenes_is_for_the_roll_in_the_next_one(world: World) -> None:
    """X2: a modifier set between scenes applies to a single roll in the next scene."""
    world.does(ST, ModifyNextRoll(world.id("Anna"), 2))
    world.opens()
    assert [pool(world), pool(world)] == [5, 3]
    world.closes()
    assert pool(world) == 3


def test_what_no_roll_of_the_scene_used_is_still_to_come(world: World) -> None:
    """X2: a modifier that no roll of the scene used returns to the chronicle; until then the chronicle keeps it."""
    world.does(ST, ModifyNextRoll(world.id("Anna"), 2))
    assert ruled(world.opens()) == ruled(world.chronicle) == [(EVERYONE, 2)]
    world.closes()
    assert [pool(world), pool(world)] == [5, 3]


def test_while_a_scene_is_open_its_rulings_are_made_and_used_there(world: World) -> None:
    """X2, T1: while a scene is open, the chronicle's modifiers apply only in the scene, and cannot be set or
    withdrawn in the chronicle. A call's modifier ends with its call, in either place."""
    anna, chronicle = world.id("Anna"), world.chronicle
    world.does(ST, ModifyNextRoll(anna, 2))
    (ruling,) = chronicle.full.all(Ruling)
    world.opens()
    assert pool(world, chronicle) == 3
    assert "T1" in world.refuses(ST, ModifyNextRoll(anna, 1), "scene-open", chronicle)
    world.refuses(ST, WithdrawRuling(ruling.id), "scene-open", chronicle)
    world.does(ST, CallForRoll(anna, traits=("Strength",), modifier=1, visibility="hidden"), at=chronicle)
    world.does(ST, CallForRoll(anna, traits=("Strength",), modifier=-1, visibility="hidden"))
    assert ruled(world.here) == [(EVERYONE, 2), (STORYTELLER, -1)]
    world.does(ST, WithdrawRuling(ruling.id))
    world.closes()
    assert ruled(chronicle) == [(STORYTELLER, 1)]
    world.does(ST, WithdrawRuling(next(chronicle.full.all(Ruling)).id))


def test_what_is_offered_of_rulings_while_a_scene_is_open_is_offered_there(world: World) -> None:
    """X2, T1: setting and withdrawing modifiers is offered only in the open scene."""
    world.does(ST, ModifyNextRoll(world.id("Anna"), 2))
    scene, chronicle = world.opens(), world.chronicle
    for place, there in ((scene, True), (chronicle, False)):
        world.scene = place
        assert [bool(world.offers(ST, command)) for command in (ModifyNextRoll, WithdrawRuling)] == [there, there]


def test_each_ruling_travels_with_those_who_know_of_it(world: World) -> None:
    """X2, X3: each modifier keeps its audience between scenes; hidden modifiers and difficulties stay with the
    Storyteller."""
    anna = world.id("Anna")
    world.does(ST, ModifyNextRoll(anna, 2, "open", "the sun"))
    world.does(ST, ModifyNextRoll(anna, -1, "hidden", "a curse"))
    world.opens()
    world.does(ST, ModifyNextRoll(anna, difficulty=8))
    stand = [(EVERYONE, 2), (STORYTELLER, -1), (STORYTELLER, 0)]
    assert ruled(world.here) == stand
    world.closes()
    assert ruled(world.here) == stand
    assert [ruling.reason for ruling in world.here.view(WATCHER).all(Ruling)] == ["the sun"]
    assert not any("curse" in line for line in world.lines(ANNA))


@pytest.mark.parametrize("back", [True, False])
def test_who_leaves_a_scene_takes_along_what_is_ruled_on_the_next_roll(world: World, back: bool) -> None:
    """X2, X4: a character that leaves a scene takes its modifiers along, back into the scene or into the chronicle;
    meanwhile they apply to no roll."""
    world.opens()
    anna = world.id("Anna")
    world.does(ST, ModifyNextRoll(anna, -1))
    world.does(ST, ModifyNextRoll(anna, -1, "hidden"))
    world.does(ST, CallForRoll(anna, traits=("Strength",), modifier=-2, visibility="hidden"))
    world.does(ST, RemoveCharacter(anna))
    assert not ruled(world.here)
    if back:
        world.does(ST, ReturnCharacter(anna))
    else:
        world.closes()
    assert ruled(world.here) == [(EVERYONE, -1), (STORYTELLER, -1)]


def test_who_is_not_there_when_a_scene_begins_comes_with_what_is_ruled(world: World) -> None:
    """X2, X4: a character absent at the start keeps its modifier, and brings it into the scene when it enters."""
    anna = world.id("Anna")
    world.does(ST, ModifyNextRoll(anna, 2))
    world.opens(away=(anna,))
    world.closes()
    world.opens(away=(anna,))
    world.does(ST, ReturnCharacter(anna))
    assert [pool(world), pool(world)] == [5, 3]


def test_what_is_ruled_on_one_who_hides_in_a_scene_is_hidden_after_it(world: World) -> None:
    """X4: the modifier of a character that hides in a scene is hidden in the chronicle afterwards, although it was
    public before."""
    world.does(ST, CreateCharacter("Guard"))
    guard = world.id("Guard")
    world.does(ST, ModifyNextRoll(guard, 2))
    assert ruled(world.opens()) == [(EVERYONE, 2)]
    world.does(ST, HideCharacter(guard))
    world.closes()
    assert ruled(world.chronicle) == [(STORYTELLER, 2)]


@pytest.mark.parametrize("hidden", [False, True])
def test_nothing_is_remembered_of_a_passer_by(world: World, hidden: bool) -> None:
    """X2, G4, X4: no modifier or consequence is kept for a character that exists only within the scene."""
    world.opens()
    world.does(ST, CreateCharacter("A passer-by", hidden=hidden))
    other = world.id("A passer-by")
    world.does(ST, ModifyNextRoll(other, 2))
    world.does(ST, GiveConsequence(other, "a limp", bank=True))
    world.does(ST, RemoveCharacter(other))
    world.closes()
    assert not [*ruled(world.chronicle), *world.chronicle.full.all(Banked)]
