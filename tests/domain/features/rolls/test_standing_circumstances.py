"""Standing circumstances: who sees them, whom they are on, and how they end (X7)."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, Audience
from domain.core.record import Record
from domain.core.state import State
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.turn_commands import EndTurn, StartTurn, StartTurns, StopTurns
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, Visibility
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import (
    Circumstance,
    CircumstanceReason,
    EndCircumstance,
    SetCircumstance,
)
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from tests.domain import world
from tests.domain.features.rolls.standing_examples import DRUGGED, HIDDEN, SHOOT, newest
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.domain.world import World
from tests.in_english import parts_text


def standing(state: State, type_: type[Record] = Circumstance) -> list[tuple[Audience, str]]:
    """Return the audience of each record of this class, and the character or group that it applies to."""
    found = [(p.audience, record) for p in state.full.partitions for record in p.all(type_)]
    return [(audience, getattr(record, "on")) for audience, record in found]  # noqa: B009 - of either type


# Audiences


def test_an_open_one_is_on_the_sheet_and_in_every_pool_until_it_ends() -> None:
    """X7: "drugged -2" is part of each forecast and roll until it ends; the table reads how it ends, and that it has
    ended."""
    table = Table()
    table.does(ST, DRUGGED)
    (seen,) = table.state.view(WATCHER).all(Circumstance)
    assert (seen.on, seen.words, seen.dice, seen.ends) == ("anna", "drugged", -2, "word")
    assert table.lines(WATCHER)[-1] == (
        "From now on: drugged −2 on all actions for anna, until the Storyteller ends it (X7)."
    )
    for _ in range(2):
        foreseen = SHOOT.foreseen(table.state.view(ANNA))
        assert foreseen is not None
        table.does(ANNA, SHOOT, 6, 6, 6)
        assert table.roll(WATCHER).parts == foreseen.parts == (("Dexterity", 3), ("Firearms", 2), ("drugged", -2))
    (offer,) = [o for o in table.offers(ANNA, Roll) if o.actor == "anna"]
    assert offer.parts == (("drugged", -2),)
    table.does(ST, EndCircumstance(newest(table)))
    assert table.lines(WATCHER)[-1] == "drugged −2 has ended for anna (X7)."
    table.does(ANNA, SHOOT, *[6] * 5)


def test_of_an_unexplained_one_the_number_is_seen_and_the_reason_is_the_storytellers() -> None:
    """X7, X2 (ii): an unexplained circumstance shows its number, and its reason to the Storyteller only."""
    table = Table()
    table.does(ST, SetCircumstance("a curse", -2, on=("anna",), visibility="unexplained"))
    table.does(ANNA, SHOOT, 6, 6, 6)
    assert parts_text(table.roll(ANNA).parts)[-1] == ("unexplained", -2)
    assert "curse" not in repr(table.dump(ANNA)) + repr(table.dump(WATCHER))
    (reason,) = table.state.view(ST).all(CircumstanceReason)
    assert reason.words == "a curse"
    table.does(ST, EndCircumstance(reason.id))
    assert not [*table.state.full.all(Circumstance), *table.state.full.all(CircumstanceReason)]


@pytest.mark.parametrize(("faces", "outcome"), [((6, 2, 2), "success"), ((2, 2, 2), "failure")])
def test_a_hidden_one_leaves_success_or_failure_and_no_trace(faces: tuple[int, ...], outcome: str) -> None:
    """X7, X2 (iii): under a hidden circumstance every roll shows only success or failure; the circumstance itself
    sends no event to any player."""
    table, plain = Table(), Table()
    table.does(ST, HIDDEN)
    assert [table.told(seat) for seat in (ANNA, BEN, WATCHER)] == [[], [], []]
    assert table.dump(ANNA) == plain.dump(ANNA)
    assert list(table.offers(ANNA, Roll)) == list(plain.offers(ANNA, Roll))
    assert SHOOT.foreseen(table.state.view(ANNA)) == SHOOT.foreseen(plain.state.view(ANNA))
    for _ in range(2):
        table.does(ANNA, SHOOT, *faces)
        assert table.told(ANNA) == ["OutcomeTold"]
        assert table.fact(OutcomeTold).outcome == outcome
        assert table.fact(Rolled).parts[-1] == ("a jinx", -2)
    assert "jinx" not in repr(table.dump(ANNA))


def test_the_storyteller_foresees_a_hidden_one() -> None:
    """X7: the Storyteller's forecast includes a hidden circumstance."""
    table = Table()
    table.does(ST, HIDDEN)
    for command in (SHOOT, RollInSecret("", "anna", ("Dexterity", "Firearms"))):
        foreseen = command.foreseen(table.state.view(ST))
        assert foreseen is not None
        assert foreseen.parts[-1] == ("a jinx", -2)


def test_a_secret_roll_counts_them_all() -> None:
    """X7, X1: a secret roll counts open and hidden circumstances."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, HIDDEN)
    table.does(ST, RollInSecret("", "anna", ("Dexterity", "Firearms")), 6)
    assert table.roll(ST).parts[2:] == (("drugged", -2), ("a jinx", -2))


def test_of_a_hidden_character_nothing_public_is_said() -> None:
    """X7, X4: a circumstance is hidden and revealed together with its character."""
    table = Table()
    table.does(ST, SetCircumstance("wounded pride", 1, on=("shade", "guard")))
    assert standing(table.state) == [(EVERYONE, "guard"), (STORYTELLER, "shade")]
    table.does(ST, RevealCharacter("shade"))
    table.does(ST, HideCharacter("guard"))
    assert standing(table.state) == [(EVERYONE, "shade"), (STORYTELLER, "guard")]


# Characters and groups


def test_a_side_and_the_whole_scene() -> None:
    """X7: "dim hall -1" applies to everybody, a second circumstance to one side only; a handed-over character
    changes sides."""
    table = Table()
    table.does(ST, SetCircumstance("dim hall", -1, on=("scene",)))
    table.does(ST, SetCircumstance("a tail wind", 2, on=("players",)))
    table.does(ANNA, SHOOT, *[6] * 6)
    assert table.roll().parts[2:] == (("dim hall", -1), ("a tail wind", 2))
    table.does(ST, Roll("", "guard", ("Strength",)), 6, 6)
    assert table.roll().parts == (("Strength", 3), ("dim hall", -1))
    table.does(ST, HandOver("guard", "BEN"))
    table.does(BEN, Roll("", "guard", ("Strength",)), *[6] * 4)
    table.does(ST, Roll("", "shade", ("Dexterity",)), 6, 6, 6)
    assert table.roll(ST).parts[-1] == ("dim hall", -1)


def test_a_hidden_one_on_everybody_bears_on_each() -> None:
    """X7: a hidden circumstance on the scene applies to each character."""
    table = Table()
    table.does(ST, SetCircumstance("thin air", -1, on=("scene",), visibility="hidden"))
    table.does(BEN, Roll("", "ben", ("Strength",)), 6, 6, 6)
    assert table.told(BEN) == ["OutcomeTold"]


def test_a_hidden_one_counts_once_as_control_taken() -> None:
    """X5, X7: setting a hidden circumstance counts once as control taken from each affected player; rolls under it
    do not count again, a hidden modifier does."""
    table = Table()
    table.does(ST, SetCircumstance("thin air", -1, on=("anna", "players"), visibility="hidden"))
    assert {worn.id: worn.times for worn in table.state.view(ST).all(Wear)} == {"ANNA": 1, "BEN": 1}
    for _ in range(2):
        table.does(ANNA, SHOOT, 2, 2, 2)
    assert {worn.id: worn.times for worn in table.state.view(ST).all(Wear)} == {"ANNA": 1, "BEN": 1}
    table.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    table.does(ANNA, SHOOT, 2, 2, 2, 2)
    assert {worn.id: worn.times for worn in table.state.view(ST).all(Wear)} == {"ANNA": 2, "BEN": 1}
    open_ = Table()
    open_.does(ST, DRUGGED)
    assert not list(open_.state.view(ST).all(Wear))


# Endings


@pytest.mark.parametrize("by", [StartTurn(), StopTurns()], ids=["next-turn", "turns-stop"])
@pytest.mark.parametrize("visibility", ["open", "unexplained", "hidden"])
def test_one_for_a_turn_ends_with_it(by: StartTurn | StopTurns, visibility: Visibility) -> None:
    """X7: a circumstance for a turn ends with the turn, also when turns stop."""
    table = Table()
    table.does(ST, StartTurns())
    table.does(ST, SetCircumstance("dazzled", -1, on=("anna",), ends="turn", visibility=visibility))
    table.does(ST, EndTurn())
    assert standing(table.state)
    table.does(ST, by)
    assert not standing(table.state) + standing(table.state, CircumstanceReason)


def test_one_until_the_storyteller_ends_it_goes_on_from_scene_to_scene() -> None:
    """X7, T1: a circumstance until the Storyteller ends it follows its character between scenes, and out of a scene
    and back; a circumstance for the scene ends with it."""
    here = World()
    here.does(world.ANNA, CreateCharacter("Anna", traits=(("Strength", 5),)))
    anna = here.id("Anna")
    here.opens()
    for ends, visibility in (("word", "open"), ("word", "unexplained"), ("scene", "open"), ("scene", "hidden")):
        here.does(world.ST, SetCircumstance(ends, -1, on=(anna,), ends=ends, visibility=visibility))  # type: ignore[arg-type]
    here.does(world.ST, SetCircumstance("rain", -1, on=("scene",), ends="scene"))
    here.does(world.ANNA, Roll("", anna, ("Strength",)))
    here.closes()
    assert standing(here.chronicle) == [(EVERYONE, anna)] * 2
    assert standing(here.chronicle, CircumstanceReason) == [(STORYTELLER, anna)]
    here.opens()
    here.does(world.ST, RemoveCharacter(anna))
    assert not standing(here.here)
    here.does(world.ST, ReturnCharacter(anna))
    assert standing(here.here) == [(EVERYONE, anna)] * 2


# Refusals


@pytest.mark.parametrize(("wrong", "code"), [
    (SetCircumstance(" ", -1, on=("scene",)), "nothing-said-circumstance"),
    (SetCircumstance("dark", 0, on=("scene",)), "nothing-modified-circumstance"),
    (SetCircumstance("dice", -1, on=("scene",)), "reason"),
    (SetCircumstance("dark", -1, on=()), "nobody-circumstance"),
    (SetCircumstance("dark", -1, on=("anna", "nobody")), "no-such-character"),
    (SetCircumstance("dark", -1, on=("scene",), bears="Juggling"), "no-such-trait-anywhere"),
    (SetCircumstance("dark", -1, on=("scene",), ends="turn"), "no-turns-circumstance"),
    (EndCircumstance("none"), "no-such-circumstance"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(wrong: SetCircumstance | EndCircumstance, code: str) -> None:
    """X7: a contradictory circumstance is refused and changes no record."""
    table = Table()
    table.refuses(ST, wrong, code)
    table.refuses(ANNA, wrong, "storyteller-only")
    assert not standing(table.state)


def test_between_scenes_none_ends_with_a_scene() -> None:
    """X7, T1: a circumstance for the scene is refused between scenes."""
    here = World()
    here.does(world.ANNA, CreateCharacter("Anna"))
    assert "X7" in here.refuses(
        world.ST, SetCircumstance("ill", -1, on=("players",), ends="scene"), "no-scene-circumstance"
    )


def test_where_modifiers_have_a_size_it_has_too() -> None:
    """X7, S3: in `storytelling` a circumstance is at most 5 either way."""
    table = Table("storytelling")
    assert "S3" in table.refuses(ST, SetCircumstance("dark", -6, on=("scene",)), "modifier")
    table.does(ST, SetCircumstance("dark", -5, on=("scene",)))
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), 2)
    assert table.roll().pool == -2


def test_a_ruling_and_a_condition_stand_beside_it() -> None:
    """X7, X6: a roll uses up the modifier of the next roll; the circumstance and the condition stay."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, SetCondition("anna", "blinded"))
    table.does(ST, ModifyNextRoll("anna", 3))
    table.does(ANNA, SHOOT, *[6] * 4)
    assert not list(table.state.full.all(Ruling))
    table.does(ANNA, SHOOT, 6)


def test_that_one_on_a_side_has_ended_is_a_sentence() -> None:
    """X7: the line about the end of a circumstance names the group that it applied to."""
    table = Table()
    table.does(ST, SetCircumstance("dim hall", -1, on=("scene",)))
    table.does(ST, EndCircumstance(newest(table)))
    assert table.lines(WATCHER)[-1] == "dim hall −1 has ended for everyone in the scene (X7)."


def test_which_of_several_is_to_end_is_not_chosen_beforehand() -> None:
    """X7: if several circumstances can be ended, none is preselected."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, SetCircumstance("dim hall", -1, on=("scene",)))
    (option,) = table.offers(ST, EndCircumstance)
    assert (option.inputs[0].least, option.inputs[0].default, len(option.inputs[0].choices)) == (1, "", 2)
