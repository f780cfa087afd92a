"""Standing circumstances: modifiers that last, on a character, a side or the scene (X7)."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, Audience
from domain.core.record import Record
from domain.core.state import State
from domain.features.actions.attack_in_progress import AttackMade
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.conditions import SetCondition
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import EndTurn, StartTurn, StartTurns, StopTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll import Roll as Seen
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, Visibility
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.rolls.standing_circumstances import (
    Circumstance,
    CircumstanceReason,
    EndCircumstance,
    SetCircumstance,
)
from domain.features.rolls.typed_throw import ThrowAsTyped
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.rules.ruleset import Part
from tests.domain import world
from tests.domain.fight import ST as STORY
from tests.domain.fight import Fight, act
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.domain.world import World

DRUGGED = SetCircumstance("drugged", -2, on=("anna",))
HIDDEN = SetCircumstance("a jinx", -2, on=("anna",), visibility="hidden")
SHOOT = Roll("", "anna", ("Dexterity", "Firearms"))


def standing(state: State, type_: type[Record] = Circumstance) -> list[tuple[Audience, str]]:
    """Who reads what stands, and on whom it is laid."""
    found = [(p.audience, record) for p in state.full.partitions for record in p.all(type_)]
    return [(audience, getattr(record, "on")) for audience, record in found]  # noqa: B009 - of either type


def newest(table: Table) -> str:
    return list(table.state.full.all(Circumstance))[-1].id


# Who sees it


def test_an_open_one_is_on_the_sheet_and_in_every_pool_until_it_ends() -> None:
    """X7: "drugged -2" is part of what is foreseen and of what is rolled, roll after roll; the table reads how it
    ends, and that it has ended."""
    table = Table()
    table.does(ST, DRUGGED)
    (seen,) = table.state.view(WATCHER).all(Circumstance)
    assert (seen.on, seen.words, seen.dice, seen.ends) == ("anna", "drugged", -2, "word")
    assert table.lines(WATCHER)[-1] == (
        "From now on, anna: drugged -2 on all actions; ends when the Storyteller ends it."
    )
    for _ in range(2):
        foreseen = SHOOT.foreseen(table.state.view(ANNA))
        assert foreseen is not None
        table.does(ANNA, SHOOT, 6, 6, 6)
        assert table.roll(WATCHER).parts == foreseen.parts == (("Dexterity", 3), ("Firearms", 2), ("drugged", -2))
    (offer,) = [o for o in table.offers(ANNA, Roll) if o.actor == "anna"]
    assert offer.parts == (("drugged", -2),)
    table.does(ST, EndCircumstance(newest(table)))
    assert table.lines(WATCHER)[-1] == "No longer on anna: drugged -2."
    table.does(ANNA, SHOOT, *[6] * 5)


def test_of_an_unexplained_one_the_number_is_seen_and_the_reason_is_the_storytellers() -> None:
    """X7, X2 (ii)."""
    table = Table()
    table.does(ST, SetCircumstance("a curse", -2, on=("anna",), visibility="unexplained"))
    table.does(ANNA, SHOOT, 6, 6, 6)
    assert table.roll(ANNA).parts[-1] == ("unexplained", -2)
    assert "curse" not in repr(table.dump(ANNA)) + repr(table.dump(WATCHER))
    (reason,) = table.state.view(ST).all(CircumstanceReason)
    assert reason.words == "a curse"
    table.does(ST, EndCircumstance(reason.id))
    assert not [*table.state.full.all(Circumstance), *table.state.full.all(CircumstanceReason)]


@pytest.mark.parametrize(("faces", "outcome"), [((6, 2, 2), "success"), ((2, 2, 2), "failure")])
def test_a_hidden_one_leaves_success_or_failure_and_no_trace(faces: tuple[int, ...], outcome: str) -> None:
    """X7, X2 (iii): the dice stay with the Storyteller, roll after roll, and nothing about it is told to anybody."""
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
    """X7: her preview is of the pool as it will be thrown."""
    table = Table()
    table.does(ST, HIDDEN)
    for command in (SHOOT, RollInSecret("", "anna", ("Dexterity", "Firearms"))):
        foreseen = command.foreseen(table.state.view(ST))
        assert foreseen is not None
        assert foreseen.parts[-1] == ("a jinx", -2)


def test_a_secret_roll_counts_them_all() -> None:
    """X7, X1."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, HIDDEN)
    table.does(ST, RollInSecret("", "anna", ("Dexterity", "Firearms")), 6)
    assert table.roll(ST).parts[2:] == (("drugged", -2), ("a jinx", -2))


def test_of_a_hidden_character_nothing_public_is_said() -> None:
    """X7, X4: it is shown with the character, and hidden with it."""
    table = Table()
    table.does(ST, SetCircumstance("wounded pride", 1, on=("shade", "guard")))
    assert standing(table.state) == [(EVERYONE, "guard"), (STORYTELLER, "shade")]
    table.does(ST, RevealCharacter("shade"))
    table.does(ST, HideCharacter("guard"))
    assert standing(table.state) == [(EVERYONE, "shade"), (STORYTELLER, "guard")]


# On whom


def test_a_side_and_the_whole_scene() -> None:
    """X7: "dim hall -1" on everybody, and more on one side only; who is handed over changes sides."""
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
    """X7."""
    table = Table()
    table.does(ST, SetCircumstance("thin air", -1, on=("scene",), visibility="hidden"))
    table.does(BEN, Roll("", "ben", ("Strength",)), 6, 6, 6)
    assert table.told(BEN) == ["OutcomeTold"]


# On which rolls


def test_one_on_all_actions_passes_reflexives_by() -> None:
    """X7, X6: initiative, soak and damage are rolled as they are; the attack is not."""
    cast = """
        anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 2 Endurance 2
        bert  Intuition 1 Strength 2 Unarmed 2 Dexterity 3 Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("dim hall", -1, on=("scene",)))
    fight.starts(anna=1, bert=2)
    fight.declares("anna")
    fight.declares("bert", act("attack", "anna"))
    fight.acts("bert", 2, 2, 1)
    with_it = [roll.reason for roll in fight.rolls() if ("dim hall", -1) in roll.parts]
    assert with_it == ["Melee attack"]


def test_it_comes_before_the_dice_are_shared_out() -> None:
    """X7, M2: as wounds do; one that comes after the split takes its dice from each share."""
    cast = "anna  Intuition 1 Strength 3 Unarmed 3 Dexterity 3 Dodge 3\nbert  Intuition 1"
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("drugged", -2, on=("anna",)))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    assert "4" in fight.refused("anna", both(3, 3))
    fight.does("anna", both(2, 2))
    fight.does(STORY, SetCircumstance("smoke", -1, on=("anna",)))
    fight.acts("anna", 0)
    assert sum(dice for _, dice in fight.rolls()[-1].parts) == 1


def both(one: int, two: int) -> DeclareAction:
    """A blow and a dodge, with so many dice each."""
    return DeclareAction("anna", (act("attack", "bert", dice=one), act("dodge", dice=two)))


@pytest.mark.parametrize(("traits", "parts"), [
    (("Perception",), (("Perception", 2), ("fog", -1))),
    (("Dexterity", "Firearms"), (("Dexterity", 3), ("Firearms", 2), ("fog", -1))),
    (("Dexterity",), (("Dexterity", 3),)),
])  # fmt: skip
def test_one_on_sight_bears_on_what_takes_eyes(traits: tuple[str, ...], parts: tuple[Part, ...]) -> None:
    """X7."""
    table = Table()
    table.does(ST, SetCircumstance("fog", -1, on=("scene",), bears="sight"))
    table.does(ANNA, Roll("", "anna", traits), *[2] * sum(dice for _, dice in parts))
    assert table.roll().parts == parts


def test_one_on_a_trait_bears_on_every_roll_of_it_reflexive_or_not() -> None:
    """X7, X6: soak and a test of will too, where they are named."""
    cast = """
        anna  Intuition 1 Strength 3 Unarmed 2 Dexterity 2 Endurance 3
        bert  Intuition 1 Strength 2 Unarmed 2 Dexterity 3 Endurance 3
    """
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("ill", -1, on=("anna",), bears="Endurance"))
    fight.starts(anna=1, bert=2)
    fight.declares("anna")
    fight.declares("bert", act("attack", "anna"))
    fight.acts("bert", 2, 2, 1)
    assert [roll.reason for roll in fight.rolls() if ("ill", -1) in roll.parts] == ["Soak"]
    table = Table()
    table.does(ST, SetCircumstance("faith", 1, on=("anna",), bears="Willpower"))
    table.does(ANNA, Roll("", "anna", ("Willpower",)), *[2] * 6)
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), *[2] * 3)


def test_a_test_of_will_is_no_action() -> None:
    """X7, X6: open or hidden."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, HIDDEN)
    table.does(ANNA, Roll("", "anna", ("Willpower",)), *[2] * 5)
    assert table.roll().parts == (("Willpower", 5),)


def test_changing_ones_mind_is_no_action_either() -> None:
    """X7, X6, I4: the test is rolled without it, and what it is changed to with it."""
    cast = "anna  Intuition 1 Strength 3 Unarmed 3 Dexterity 3 Dodge 3 Fate:2\nbert  Intuition 1"
    fight = Fight(cast, declare="any-order")
    fight.does(STORY, SetCircumstance("drugged", -2, on=("anna",)))
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("dodge"))
    fight.does("anna", ChangeAction("anna", act("attack", "bert")), 1)
    assert ("drugged", -2) not in fight.rolls()[-1].parts
    fight.acts("anna", 0)
    assert ("drugged", -2) in fight.rolls()[-1].parts


def test_it_bears_on_calls_and_on_plain_dice() -> None:
    """X7: whoever asks for the roll, and however it is typed."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, CallForRoll("anna", "", ("Dexterity",)))
    (call,) = table.state.full.all(Call)
    table.does(ANNA, AnswerCall(call.id), 2)
    assert table.roll().parts == (("Dexterity", 3), ("drugged", -2))
    table.does(ANNA, Roll("", "anna", dice=5), 2, 2, 2)
    table.does(ANNA, ThrowAsTyped("?throw 6 7", "anna"), *[2] * 4)


def test_what_leaves_nothing_to_roll_is_refused_as_wounds_would() -> None:
    """X7, D19: a visible one; a hidden one refuses nothing."""
    table = Table()
    table.does(ST, SetCircumstance("drugged", -9, on=("anna",)))
    table.refuses(ANNA, SHOOT, "no-dice")
    table.does(ST, EndCircumstance(newest(table)))
    table.does(ST, SetCircumstance("drugged", -9, on=("anna",), visibility="hidden"))
    table.does(ANNA, SHOOT)
    assert table.fact(OutcomeTold).outcome == "failure"


def test_a_hidden_one_bears_on_an_attack_as_a_hidden_ruling_does() -> None:
    """X7, X2 (iii): the table hears hit or miss, and no number of the roll."""
    cast = "anna  Intuition 1 Dexterity 1 Strength 3 Unarmed 2\nbert  Intuition 1 Strength 2 Endurance 3"
    fight = Fight(cast, declare="any-order")
    fight.starts(anna=2, bert=1)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(STORY, SetCircumstance("a jinx", -2, on=("anna",), visibility="hidden"))
    fight.acts("anna", 2, 2, 1)
    assert not [roll for roll in fight.view("bert").all(Seen) if roll.reason == "Melee attack"]
    assert [made.hit for made in fight.told(AttackMade)] == [True]
    assert fight.full.get(Circumstance, next(fight.full.all(Circumstance)).id)


# How it ends


@pytest.mark.parametrize("by", [StartTurn(), StopTurns()], ids=["next-turn", "turns-stop"])
@pytest.mark.parametrize("visibility", ["open", "unexplained", "hidden"])
def test_one_for_a_turn_ends_with_it(by: StartTurn | StopTurns, visibility: Visibility) -> None:
    """X7: also where turns stop."""
    table = Table()
    table.does(ST, StartTurns())
    table.does(ST, SetCircumstance("dazzled", -1, on=("anna",), ends="turn", visibility=visibility))
    table.does(ST, EndTurn())
    assert standing(table.state)
    table.does(ST, by)
    assert not standing(table.state) + standing(table.state, CircumstanceReason)


def test_one_until_the_storyteller_ends_it_goes_on_from_scene_to_scene() -> None:
    """X7, T1: and with whoever leaves and comes back; one for the scene ends with that."""
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


# What is refused


@pytest.mark.parametrize(("wrong", "code"), [
    (SetCircumstance(" ", -1, on=("scene",)), "nothing-said"),
    (SetCircumstance("dark", 0, on=("scene",)), "nothing-modified"),
    (SetCircumstance("dice", -1, on=("scene",)), "reason"),
    (SetCircumstance("dark", -1, on=()), "nobody"),
    (SetCircumstance("dark", -1, on=("anna", "nobody")), "no-such-character"),
    (SetCircumstance("dark", -1, on=("scene",), bears="Juggling"), "no-such-trait"),
    (SetCircumstance("dark", -1, on=("scene",), ends="turn"), "no-turns"),
    (EndCircumstance("none"), "no-such-circumstance"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(wrong: SetCircumstance | EndCircumstance, code: str) -> None:
    """X7: and changes nothing."""
    table = Table()
    table.refuses(ST, wrong, code)
    table.refuses(ANNA, wrong, "storyteller-only")
    assert not standing(table.state)


def test_between_scenes_none_ends_with_a_scene() -> None:
    """X7, T1."""
    here = World()
    here.does(world.ANNA, CreateCharacter("Anna"))
    assert "X7" in here.refuses(world.ST, SetCircumstance("ill", -1, on=("players",), ends="scene"), "no-scene")


def test_where_modifiers_have_a_size_it_has_too() -> None:
    """X7, S3: at most 5 either way."""
    table = Table("storytelling")
    assert "S3" in table.refuses(ST, SetCircumstance("dark", -6, on=("scene",)), "modifier")
    table.does(ST, SetCircumstance("dark", -5, on=("scene",)))
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), 2)
    assert table.roll().pool == -2


def test_a_ruling_and_a_condition_stand_beside_it() -> None:
    """X7, X6: the ruling is used up, the others stay."""
    table = Table()
    table.does(ST, DRUGGED)
    table.does(ST, SetCondition("anna", "blinded"))
    table.does(ST, ModifyNextRoll("anna", 3))
    table.does(ANNA, SHOOT, *[6] * 4)
    assert not list(table.state.full.all(Ruling))
    table.does(ANNA, SHOOT, 6)
