"""Scenes: what a character became in one is what it is in the chronicle, and in the next scene."""

import pytest

from domain.audience import EVERYONE, STORYTELLER, TABLE, Seat
from domain.command import Command, Refusal
from domain.deciding import perform
from domain.features.cast import Face, Health
from domain.features.chronicle import FoundChronicle, KeepScene
from domain.features.creating import CreateCharacter
from domain.features.hiding import HideCharacter, RevealCharacter
from domain.features.scene import AllowLookBack, CloseScene, OpenScene, members
from domain.features.wounding import SetHealth
from domain.state import State
from tests.chance import FakeChance

ST, ANNA = Seat("st", "storyteller"), Seat("anna", "player")


class World:
    """A chronicle and its scenes, by hand."""

    def __init__(self) -> None:
        self.chance = FakeChance()
        self.chronicle = State()
        self.does(self.chronicle, TABLE, FoundChronicle("chronicle/c", "c", "Night", "revised"))

    def does(self, state: State, seat: Seat, command: Command) -> None:
        perform(state, seat, command, self.chance)
        state.settle()

    def scene(self) -> State:
        """A scene with the chronicle's cast."""
        state = State()
        cast = members(self.chronicle.full)
        self.does(state, TABLE, OpenScene("scene/c/s", "c", "The Docks", "revised", (), cast))
        return state

    def keep(self, scene: State) -> None:
        self.does(self.chronicle, TABLE, KeepScene("s", members(scene.full)))


def face_of(state: State, name: str) -> str:
    return next(f.id for f in state.full.all(Face) if f.name == name)


def seen(state: State, seat: Seat) -> set[str]:
    return {face.name for face in state.view(seat).all(Face)}


def test_who_was_hidden_in_a_scene_stays_hidden_after_it() -> None:
    """X4: a character hidden in one scene has no public face in the chronicle, nor in the next scene."""
    world = World()
    world.does(world.chronicle, ST, CreateCharacter("Guard"))
    scene = world.scene()
    world.does(scene, ST, HideCharacter(face_of(scene, "Guard")))
    world.keep(scene)
    assert seen(world.chronicle, ANNA) == set()
    assert seen(world.scene(), ANNA) == set()
    assert seen(world.scene(), ST) == {"Guard"}


def test_who_was_revealed_in_a_scene_stays_seen_and_once() -> None:
    """X4: a character revealed in one scene has one face, everybody's, from then on."""
    world = World()
    world.does(world.chronicle, ST, CreateCharacter("Guard", hidden=True))
    scene = world.scene()
    world.does(scene, ST, RevealCharacter(face_of(scene, "Guard")))
    world.keep(scene)
    assert [m.hidden for m in members(world.chronicle.full)] == [False]
    assert list(world.chronicle.partition(STORYTELLER).all(Face)) == []
    assert len(list(world.chronicle.partition(EVERYONE).all(Face))) == 1


def test_wounds_travel_to_the_chronicle_and_on() -> None:
    """T1: what a scene did to a character is there in the next."""
    world = World()
    world.does(world.chronicle, ANNA, CreateCharacter("Anna"))
    scene = world.scene()
    anna = face_of(scene, "Anna")
    world.does(scene, ST, SetHealth(anna, lethal=2))
    world.keep(scene)
    assert world.scene().full.get(Health, anna) == Health(anna, 0, 2, 0)


def test_a_closed_scene_takes_nothing_but_leave_to_look_back() -> None:
    """Whatever the command, a closed scene refuses it, unless it says that it comes after."""
    world = World()
    scene = world.scene()
    world.does(scene, ST, CloseScene())
    for command in (CreateCharacter("Late"), CloseScene()):
        with pytest.raises(Refusal, match="closed"):
            world.does(scene, ST, command)
    world.does(scene, ST, AllowLookBack(allowed=True))
