"""Groups that act together: the rest of a group declares what its first member has declared."""

from __future__ import annotations

from domain.features.actions.declaration import declaration
from domain.features.characters.character import Face
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.declare_same import DeclareSame
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.create_character import CreateCharacter
from domain.features.storyteller.add_opponents import AddOpponents
from tests.domain.fight import act
from tests.domain.world import ANNA, ST, World


def brawl() -> tuple[World, dict[str, str]]:
    """Turns with Anna, three thugs and a dog, all of whom may declare in any order; the ids by name."""
    world = World("nightfall", declare="any-order")
    world.does(ANNA, CreateCharacter("Anna"))
    world.opens()
    world.does(ST, AddOpponents("Thug", 5, 3))
    world.does(ST, AddOpponents("Dog", 4))
    world.does(ST, StartTurns())
    return world, {face.name: face.id for face in world.here.full.all(Face)}


def test_the_rest_of_a_group_does_the_same() -> None:
    """I2: after the first thug's declaration, one command declares the same for the rest of the group alone."""
    world, ids = brawl()
    assert not world.offers(ST, DeclareSame)
    world.refuses(ST, DeclareSame(ids["Thug 1"]), "nobody-follows")
    attack = (act("attack", ids["Anna"]),)
    world.does(ST, DeclareAction(ids["Thug 1"], attack))
    (option,) = world.offers(ST, DeclareSame)
    assert (option.label, option.hint) == (f"All do like {ids['Thug 1']} (I2)", f"{ids['Thug 2']}, {ids['Thug 3']}")
    world.does(ST, DeclareSame(ids["Thug 1"]))
    declared = {name: declaration(world.here.full, id_) for name, id_ in ids.items()}
    assert {name for name, found in declared.items() if found is not None} == {"Thug 1", "Thug 2", "Thug 3"}
    assert {found.actions for found in declared.values() if found is not None} == {attack}
    assert not world.offers(ST, DeclareSame)


def test_whoever_has_declared_keeps_the_declaration() -> None:
    """I2: the command does not change a member with a declaration of its own."""
    world, ids = brawl()
    world.does(ST, DeclareAction(ids["Thug 2"], (act("dodge"),)))
    world.does(ST, DeclareAction(ids["Thug 1"], (act("attack", ids["Anna"]),)))
    world.does(ST, DeclareSame(ids["Thug 1"]))
    kept = declaration(world.here.full, ids["Thug 2"])
    assert kept is not None
    assert [one.manoeuvre for one in kept.actions] == ["dodge"]


def test_only_the_storyteller_lets_a_group_act_together() -> None:
    """G1: a player has no groups."""
    world, ids = brawl()
    world.does(ST, DeclareAction(ids["Thug 1"], (act("attack", ids["Anna"]),)))
    world.refuses(ANNA, DeclareSame(ids["Thug 1"]), "storyteller-only")
    assert not world.offers(ANNA, DeclareSame)
