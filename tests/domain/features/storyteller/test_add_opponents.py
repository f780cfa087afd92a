"""Quick opponents: a name, dice and a count are enough for a fight under every rule set."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.option import Input
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face, Health, Sheet
from domain.features.characters.health_levels import HealthLevels, levels_of
from domain.features.characters.opponents import Opponent
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.characters.wounds import incapacitated, penalty
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.initiative import Slot
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import ChangeFace, CreateCharacter
from domain.features.scenes.leave_scene import RemoveOpponents, ReturnCharacter
from domain.features.storyteller.add_opponents import AddMoreAlike, AddOpponents
from domain.features.table.settings import rules_of
from domain.options import options
from domain.rules.quick_sheet import quick_traits
from domain.rules.rule_types import Word
from tests.domain.fight import act
from tests.domain.world import ANNA, BEN, ST, World

ALL = ("revised", "v20", "storytelling", "nightfall")


def docks(rules: str = "nightfall", **switches: str) -> World:
    """A scene with Anna's character."""
    world = World(rules, **switches)
    world.does(ANNA, CreateCharacter("Anna", traits=quick_traits(rules_of(world.here.full), 4)))
    world.opens()
    return world


def cast(world: World) -> dict[str, Face]:
    """All characters by name, hidden ones too."""
    return {face.name: face for face in world.here.full.all(Face)}


def field(world: World, command: type[Command], name: str) -> Input:
    """A field of the form that the Storyteller gets for a command."""
    (option,) = (option for option in options(world.here.view(ST)) if option.command == command.__name__)
    return next(one for one in option.inputs if one.name == name)


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("dice", [1, 5, 8, 20])
def test_every_usual_pool_has_its_dice(rules: str, dice: int) -> None:
    """D2: an attribute and an ability together are as many dice as the Storyteller typed."""
    view = World(rules).here.full
    kinds, dots = rules_of(view).kinds, dict(quick_traits(rules_of(view), dice))
    attributes = [trait for trait in dots if kinds.get(trait) == "attribute"]
    abilities = [trait for group in rules_of(view).traits if group.kind == "ability" for trait in group.traits]
    assert len(attributes) == 9
    assert {dots[one] + dots.get(other, 0) for one in attributes for other in abilities} == {dice}


@pytest.mark.parametrize("rules", ALL)
def test_quick_opponents_fight(rules: str) -> None:
    """C1, I1: they roll initiative, declare, strike with their dice, and can be wounded."""
    world = docks(rules, declare="any-order")
    world.does(ST, AddOpponents("Thug", 6, 2))
    world.does(ST, StartTurns())
    thug, anna = cast(world)["Thug 1"].id, cast(world)["Anna"].id
    assert len(list(world.here.full.all(Slot))) == 3
    attack = DeclareAction(thug, (act("attack", anna),))
    pool = attack.foreseen(world.here.view(ST))
    assert pool is not None
    assert sum(dice for _, dice in pool.parts[:2]) == 6
    world.does(ST, attack)
    world.does(ANNA, DeclareAction(anna, (act("attack", cast(world)["Thug 2"].id),)))


@pytest.mark.parametrize("rules", ALL)
def test_fewer_or_more_health_levels_cost_their_share(rules: str) -> None:
    """C29: the last level is the only one that puts a character out; the others follow the rules' table by their
    share of it."""
    here = rules_of(World(rules).here.full)
    assert here.health_levels(7) == here.health
    assert [level.value for level in here.health_levels(3)] == [-1, -2, -5]
    assert [level.value for level in here.health_levels(10)] == [0, -1, -1, -1, -2, -2, -2, -5, -5, -5]
    for count in range(1, 21):
        levels = here.health_levels(count)
        assert len(levels) == count
        assert levels.count(here.health[-1]) == 1
        assert levels[-1] == here.health[-1]
        assert [level.value for level in levels] == sorted((level.value for level in levels), reverse=True)


def test_a_house_table_of_one_level_is_enough() -> None:
    """C29: under house rules with a single level, a character with three has two levels that cost no dice."""
    world = World()
    world.does(ST, ChangeHouseRules(health=(Word(0, "Out"),)))
    assert [level.label for level in rules_of(world.here.full).health_levels(3)] == ["Bruised", "Bruised", "Out"]


@pytest.mark.parametrize("rules", ALL)
def test_health_levels_decide_about_wounds_and_who_is_out(rules: str) -> None:
    """C29: an opponent with three health levels is out with the third wound, one with ten is not out with the ninth.
    Every seat knows it; more damage than levels is refused; more of the kind and the next scene keep the number."""
    world = docks(rules)
    world.does(ST, AddOpponents("Rat", 4, health=3))
    world.does(ST, AddOpponents("Ogre", 6, health=10))
    world.does(ST, AddMoreAlike(cast(world)["Rat"].id, 1))
    rat, ogre, other = (cast(world)[name].id for name in ("Rat", "Ogre", "Rat 2"))
    for who, levels, cost, out in ((rat, 2, -2, False), (rat, 3, -5, True), (ogre, 9, -5, False), (ogre, 10, -5, True)):
        world.does(ST, SetHealth(who, bashing=levels))
        for seat in (ST, ANNA):
            view = world.here.view(seat)
            assert (penalty(view, who), incapacitated(view, who)) == (cost, out)
    assert "3 health levels" in world.refuses(ST, SetHealth(other, bashing=2, lethal=2), "too-hurt")
    world.does(ST, Wound(other, 5))
    assert world.here.full.get(Health, other) == Health(other, 0, 3, 0)
    world.closes()
    world.opens()
    assert [len(levels_of(world.here.view(ANNA), who)) for who in (rat, ogre, other)] == [3, 10, 3]


def test_a_hidden_opponents_health_levels_are_hidden_with_it() -> None:
    """C29, X4: players learn how many health levels an opponent has when it is revealed."""
    world = docks()
    world.does(ST, AddOpponents("Rat", 4, hidden=True, health=3))
    assert not list(world.here.view(ANNA).all(HealthLevels))
    world.does(ST, RevealCharacter(cast(world)["Rat"].id))
    assert [len(one.levels) for one in world.here.view(ANNA).all(HealthLevels)] == [3]


def test_the_form_asks_for_as_many_health_levels_as_the_rules_have() -> None:
    """C29: the form begins with the number of the rules, and an opponent with that number follows the rules."""
    world = docks()
    asked = field(world, AddOpponents, "health")
    assert (asked.default, asked.most, asked.rarely) == ("7", 20, False)
    world.does(ST, AddOpponents("Thug", 5, health=7))
    assert not list(world.here.full.all(HealthLevels))


def test_opponents_stay_out_of_the_next_scene() -> None:
    """T1: the form for a scene names the opponents of earlier scenes as absent, hidden ones too, and they can be
    brought in as they were. Characters of players, and those whom the Storyteller named, go on."""
    world = docks()
    world.does(ST, CreateCharacter("Brandt"))
    world.does(ST, AddOpponents("Thug", 5, 2, health=3))
    world.does(ST, AddOpponents("Shade", 5, hidden=True))
    world.does(ST, AddMoreAlike(cast(world)["Brandt"].id, 1))
    world.does(ST, AddMoreAlike(cast(world)["Shade"].id, 1))
    world.does(ST, AddOpponents("Dog", 3))
    world.does(ST, AddOpponents("Rat", 3))
    world.does(ST, ChangeFace(cast(world)["Dog"].id, "Fenris"))
    world.does(ST, HandOver(cast(world)["Rat"].id, "ben"))
    thug = cast(world)["Thug 1"].id
    world.does(ST, Wound(thug, 2))
    world.closes()
    away = field(world, BeginScene, "away")
    assert not away.rarely
    scene = world.opens("The Quay", away=tuple(away.default.split(",")))
    assert {face.name for face in scene.full.all(Face)} == {"Anna", "Brandt", "Brandt 2", "Fenris", "Rat"}
    assert {one.name for one in scene.view(ST).all(Absent)} == {"Thug 1", "Thug 2", "Shade", "Shade 2"}
    assert {one.name for one in scene.view(ANNA).all(Absent)} == {"Thug 1", "Thug 2"}
    world.does(ST, ReturnCharacter(thug))
    assert (scene.full.get(Health, thug), len(levels_of(scene.full, thug))) == (Health(thug, 0, 2, 0), 3)
    world.closes()
    assert thug in field(world, BeginScene, "away").default, "taken along once, not for ever"


def test_all_opponents_are_removed_at_once() -> None:
    """T1: one command takes all opponents out of a scene, hidden ones too, or out of the chronicle for good. Its
    question says how many they are; characters with names of their own stay."""
    world = docks()
    world.does(ST, CreateCharacter("Brandt"))
    world.refuses(ST, RemoveOpponents(), "no-opponents-here")
    assert not world.offers(ST, RemoveOpponents)
    world.does(ST, AddOpponents("Thug", 5, 2))
    world.does(ST, AddOpponents("Shade", 5, hidden=True))
    (option,) = world.offers(ST, RemoveOpponents)
    assert (option.grave, option.label) == (True, "Remove all opponents: 3")
    world.does(ST, RemoveOpponents())
    assert set(cast(world)) == {"Anna", "Brandt"}
    assert {one.name for one in world.here.view(ANNA).all(Absent)} == {"Thug 1", "Thug 2"}
    world.does(ST, AddOpponents("Rat", 3))
    world.closes()
    (option,) = world.offers(ST, RemoveOpponents)
    assert (option.label, option.hint) == ("Remove all opponents: 1", "from the chronicle, for good")
    world.does(ST, RemoveOpponents())
    assert set(cast(world)) == {"Anna", "Brandt"}
    assert not list(world.here.full.all(Opponent))
    assert not world.offers(ST, RemoveOpponents)


def test_a_scene_with_nobody_to_leave_out_asks_nothing_more() -> None:
    """T1: without opponents, all come along as before, and the list of those who are absent stays folded."""
    world = docks()
    world.does(ST, CreateCharacter("Brandt"))
    world.closes()
    away = field(world, BeginScene, "away")
    assert (away.default, away.rarely) == ("", True)


def test_each_has_a_name_of_its_own() -> None:
    """Of several who come at once the first has a number, too; numbers go on from the names that everybody knows."""
    world = docks()
    world.does(ST, AddOpponents("Thug", 5, 2))
    world.does(ST, AddOpponents("Thug", 5))
    world.does(ST, AddOpponents("Dog", 5))
    world.does(ST, AddOpponents("Dog", 5, 2))
    assert list(cast(world)) == ["Anna", "Thug 1", "Thug 2", "Thug 3", "Dog", "Dog 2", "Dog 3"]


def test_a_number_does_not_betray_a_hidden_opponent() -> None:
    """X4: hidden opponents are the Storyteller's secret, and the name of a visible one does not count them."""
    world = docks()
    told = world.does(ST, AddOpponents("Thug", 5, 2, hidden=True))
    assert {fact.audience for fact in told} == {STORYTELLER}
    told = world.does(ST, AddOpponents("Thug", 5))
    assert EVERYONE in {fact.audience for fact in told}
    assert [face.name for face in world.here.view(ANNA).all(Face)] == ["Anna", "Thug"]


def test_hidden_opponents_repeat_no_name() -> None:
    """X4: a hidden opponent has a name that no character of the scene has; a visible one that came meanwhile keeps its
    name, and the hidden one gets a number when it is revealed."""
    world = docks()
    world.does(ST, AddOpponents("Thug", 5, hidden=True))
    world.does(ST, AddOpponents("Thug", 5, 2, hidden=True))
    assert list(cast(world)) == ["Anna", "Thug", "Thug 2", "Thug 3"]
    hidden = cast(world)["Thug"].id
    world.does(ST, AddOpponents("Thug", 5))
    world.does(ST, RevealCharacter(hidden))
    assert [face.name for face in world.here.view(ANNA).all(Face)] == ["Anna", "Thug", "Thug 2"]
    assert world.here.view(ANNA).get(Face, hidden).name == "Thug 2"  # type: ignore[union-attr]


def test_they_join_the_turns_that_run() -> None:
    """I1: an opponent who comes late rolls initiative at once."""
    world = docks()
    world.does(ST, StartTurns())
    world.does(ST, AddOpponents("Thug", 5))
    assert world.here.full.get(Slot, cast(world)["Thug"].id) is not None


def test_a_weapon_is_in_hand() -> None:
    """D17: the weapon comes from the list of the rules; another name is refused, and nobody comes."""
    world = docks("revised")
    weapon = rules_of(world.here.full).weapons[0].name
    world.does(ST, AddOpponents("Thug", 5, weapon=weapon))
    written = world.here.full.get(Sheet, cast(world)["Thug"].id)
    assert written is not None
    assert [item.name for item in written.items] == [weapon]
    world.refuses(ST, AddOpponents("Thug", 5, weapon="a kind word"), "no-such-weapon")
    assert list(cast(world)) == ["Anna", "Thug"]


def test_more_of_the_same_are_unhurt() -> None:
    """Three more of a kind take one command: with its sheet, but without its wounds."""
    world = docks()
    world.does(ST, AddOpponents("Thug", 5))
    first = cast(world)["Thug"].id
    (option,) = world.offers(ST, AddMoreAlike)
    assert (option.actor, option.hint) == (first, "three more")
    world.does(ST, AddMoreAlike(first))
    world.does(ST, AddMoreAlike(cast(world)["Thug 4"].id, 1))
    assert list(cast(world)) == ["Anna", "Thug", "Thug 2", "Thug 3", "Thug 4", "Thug 5"]
    sheets = {world.here.full.get(Sheet, face.id).traits for name, face in cast(world).items() if name != "Anna"}  # type: ignore[union-attr]
    assert len(sheets) == 1
    wounds = [world.here.full.get(Health, face.id) for face in cast(world).values()]
    assert all(one is not None and one.bashing == 0 for one in wounds)


def test_only_the_storyteller_adds_opponents() -> None:
    """G0, G1: players add none, and a player's character is not copied."""
    world = docks()
    world.refuses(BEN, AddOpponents("Thug", 5), "storyteller-only")
    world.refuses(ST, AddMoreAlike(cast(world)["Anna"].id), "more-of-a-player")
    assert not world.offers(ST, AddMoreAlike)
    assert list(cast(world)) == ["Anna"]
