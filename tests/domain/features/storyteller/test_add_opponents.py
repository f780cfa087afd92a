"""Quick opponents: a name, dice and a count are enough for a fight under every rule set."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.characters.character import Face, Health, Sheet
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.initiative import Slot
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.create_character import CreateCharacter
from domain.features.storyteller.add_opponents import AddMoreAlike, AddOpponents
from domain.features.table.settings import rules_of
from domain.rules.quick_sheet import quick_traits
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
