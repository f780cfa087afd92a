"""A ready fight: from an empty chronicle to the first blow in a few commands."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.core.audience import TABLE
from domain.core.state import State
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.character import Face
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.chronicle import BeginScene, open_scene_command
from domain.features.scenes.create_character import CreateCharacter
from domain.features.storyteller.add_opponents import AddOpponents
from domain.features.storyteller.ready_fight import SetUpFight
from domain.options import options
from domain.perform import perform
from tests.domain.fight import act
from tests.domain.world import ANNA, ST, World
from tests.in_english import english

ALL = ("revised", "v20", "storytelling", "nightfall")
OPPONENTS = ["Brandt", "Mother Agate", "Nils"]
"""The visible opponents first, then the lookout, who is hidden."""


def opened(world: World) -> State:
    """Open the scene that the chronicle began, as the server does, and return it."""
    world.scene = state = State()
    perform(state, TABLE, open_scene_command(world.chronicle.full, world.card), world.chance)
    return state


@pytest.mark.parametrize("rules", ALL)
def test_a_newcomer_fights_after_two_wishes(rules: str) -> None:
    """T1, I1: "Start a ready fight" and "Start turns" are enough for a character to declare."""
    world = World(rules)
    (option,) = world.offers(ST, SetUpFight)
    assert option.label == "Start a ready fight"
    (name,) = option.inputs  # the page sends its label in the Storyteller's language
    assert [(choice.value, choice.label) for choice in name.choices] == [("The loading bay", "The loading bay")]
    world.does(ST, SetUpFight())
    scene = opened(world)
    assert len(list(scene.full.all(Face))) == 6
    assert world.card.name == "The loading bay"
    world.does(ST, StartTurns())
    declared = world.offers(ST, DeclareAction)
    assert declared
    someone = declared[0].actor
    against = next(face.id for face in scene.full.all(Face) if face.id != someone)
    world.does(ST, DeclareAction(someone, (act("attack", against),)))


def test_opponents_of_earlier_scenes_do_not_walk_in() -> None:
    """T1: a ready fight that begins a scene leaves out those who were added as opponents, as every new scene does."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna"))
    world.opens()
    world.does(ST, AddOpponents("Thug", 5, 2))
    world.closes()
    world.does(ST, SetUpFight())
    assert {face.name for face in opened(world).full.all(Face)} == {"Anna", *OPPONENTS}


def test_opponents_of_a_ready_fight_stay_behind() -> None:
    """T1: the opponents of a ready fight are opponents like any others, the hidden lookout too; the ready characters
    go on into the next scene."""
    world = World("nightfall")
    world.does(ST, SetUpFight())
    opened(world)
    world.does(ST, SetUpFight())
    world.closes()
    (option,) = world.offers(ST, BeginScene)
    away = next(one.default for one in option.inputs if one.name == "away")
    scene = world.opens("The Quay", away=tuple(away.split(",")))
    assert [face.name for face in scene.full.all(Face)] == [one.name for one in catalogue().rulesets["nightfall"].ready]


def test_in_a_scene_that_is_played_it_is_worth_a_second_thought() -> None:
    """T1: in an open scene the option is grave, because it adds all opponents again; its hint names them."""
    world = World("revised")
    (option,) = world.offers(ST, SetUpFight)
    assert not option.grave
    world.does(ST, SetUpFight())
    (again,) = (o for o in options(opened(world).view(ST)) if o.command == "SetUpFight")
    assert (again.grave, again.inputs) == (True, ())
    assert english(again.hint) == "The loading bay: Brandt, Nils, Mother Agate"


def test_who_has_characters_meets_the_opponents_alone() -> None:
    """If the chronicle has characters, only the opponents are added. The scene has the name that the command gives."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna"))
    world.does(ST, SetUpFight("Die Laderampe"))
    assert world.card.name == "Die Laderampe"
    assert [face.name for face in opened(world).full.all(Face)] == ["Anna", *OPPONENTS]


def test_a_fight_may_come_into_a_scene_that_is_played() -> None:
    """In an open scene the opponents enter and the story says so; only the Storyteller is offered it, and only in
    the scene."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna"))
    scene = world.opens()
    assert not world.offers(ANNA, SetUpFight)
    world.refuses(ANNA, SetUpFight(), "storyteller-only")
    world.refuses(ST, SetUpFight(), "scene-open", at=world.chronicle)
    world.does(ST, SetUpFight())
    assert [face.name for face in scene.full.all(Face)] == ["Anna", *OPPONENTS]
    assert "nobody would come through here" in world.lines(ANNA)[-1]


@pytest.mark.parametrize("rules", ALL)
def test_the_lookout_comes_unseen(rules: str) -> None:
    """X4: the lookout arrives hidden, and the Storyteller may reveal him; hiding a visible opponent states the line
    that players will read."""
    world = World(rules)
    world.does(ANNA, CreateCharacter("Anna"))
    scene = world.opens()
    world.does(ST, SetUpFight())
    assert [face.name for face in scene.view(ANNA).all(Face)] == ["Anna", "Brandt", "Mother Agate"]
    assert [option.label for option in world.offers(ST, RevealCharacter)] == [f"Reveal {world.id('Nils')} (X4)"]
    assert world.offers(ST, HideCharacter)[0].hint == "the players read: “Brandt is out of sight now.”"


def test_whoever_comes_once_more_can_be_told_from_the_first() -> None:
    """X4: opponents that come again are numbered after all that the table knows of, also hidden ones; no number
    betrays a character the table has not seen."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna"))
    scene = world.opens()
    world.does(ST, SetUpFight())
    world.does(ST, HideCharacter(world.id("Brandt")))
    for _ in range(2):
        world.does(ST, SetUpFight())
    seen = [face.name for face in scene.view(ANNA).all(Face)]
    assert seen == ["Anna", "Mother Agate", "Brandt 2", "Mother Agate 2", "Brandt 3", "Mother Agate 3"]
    for option in world.offers(ST, RevealCharacter):
        world.does(ST, RevealCharacter(option.actor))
    assert [face.name for face in scene.view(ANNA).all(Face)][-4:] == ["Nils", "Brandt", "Nils 2", "Nils 3"]
    world.does(ST, SetUpFight())
    assert {"Brandt 4", "Mother Agate 4"} <= {face.name for face in scene.view(ANNA).all(Face)}
    assert [face.name for face in scene.full.all(Face)][-1] == "Nils 4"
