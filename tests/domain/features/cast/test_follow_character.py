"""Records about a character that leaves, is hidden, revealed or handed over (X4, D11, G3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, STORYTELLER, Audience, named, seats
from domain.core.record import Record
from domain.core.state import State
from domain.core.words import NO_WORDS, phrase
from domain.features.actions.aim_points import AskForSpot, SetSpot, Spot, SpotAsked
from domain.features.cast.characters_between_scenes import MEMORIES
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face, face_audience, hidden, sheet_audience
from domain.features.characters.points import PointsUsed, spendable, used_this_turn
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.consequences import Banked, GiveConsequence
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.roll import Roll as Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import HideTask
from domain.features.tasks.sides import TaskRoll, TaskSide
from domain.features.tasks.task import Ledger, Task
from domain.records.bearing import Bearing
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Store
from domain.rules.task_terms import Step
from tests.domain.random_play import ST, Play, Wanderer
from tests.domain.table import ANNA, BEN, WATCHER, Table
from tests.domain.world import World

SEEDS = st.integers(0, 2**32 - 1)
NAMING = ("actor", "by", "on", "character", "target")
"""Fields in which a record names its characters."""
SAID = ("Declaration", "Plan", "GivingUp", "Absent", "Departed", "Unseen", "Turn", "Call")
"""Classes that may name further characters: declarations and the permission to give one up, which repeats it to a
player who reads it (S7), records of absent, departed and unseen characters, and the
turn, whose marker moves by itself (I2); and a call, whose reason may name the opponent whose traits made the
difficulty (D18)."""
GUARD = CreateCharacter("Guard", traits=(("Strength", 3),))
SIDE = TaskSide("", ("anna", "ben"), (Step(dice=4),), 6)
ROLLED = (TaskRoll("anna", 0, 1, botched=False),)


def sample(name: str) -> Record | None:
    """Return a record of this class about Anna, or None for a class that is about no character."""
    type_ = catalogue().records[name]
    if type_ is Task:
        return Task("t", "A", "extended", (SIDE,), target="anna", rolled=ROLLED)
    if type_ is Ledger:
        return Ledger("t", (SIDE,), ROLLED)
    if type_ is Blow:
        return Blow("w", "anna", "anna", Action("attack", ("anna",)), 3, BARE_HANDS, "hand", "bashing")
    if type_ is Bearing:
        return Bearing("b", "anna", "prone", phrase("condition-prone"), NO_WORDS, 0, 0, 0, "")
    about: dict[str, Any] = {field: "anna" for field in NAMING if field in type_.__struct_fields__}
    about["id"] = "anna Fate" if type_ is PointsUsed else "r" if about else "anna"
    record = Wanderer(1).make(type_, about)
    assert record is not None
    return record if "anna" in record.about and not isinstance(record, Face) else None


def audiences(record: Record) -> tuple[Audience, ...]:
    """Return the audiences that a record about Anna may have."""
    if record.face:
        return (EVERYONE,)
    if record.beside_sheet:
        return (seats("ANNA"),)
    if isinstance(record, Ledger):
        return (STORYTELLER,)
    if isinstance(record, Blow):
        return (EVERYONE, STORYTELLER)
    return (EVERYONE, STORYTELLER, seats("ANNA"), seats("ANNA", "BEN"))


ABOUT = [name for name, type_ in sorted(catalogue().records.items()) if not type_.story and sample(name)]


def check(state: State, known: set[str], slipped_away: set[str]) -> None:
    """Check that every character a record names is in the scene, and known to the record's readers."""
    full = state.full
    for audience, partition in state.partitions.items():
        for record in (record for table in partition.tables.values() for record in table.values()):
            about = known & set(record.about)
            told = repr(record).replace(f"player={getattr(record, 'player', '')!r}", "")  # a seat, whatever its id
            mentioned = {id_ for id_ in known if f"'{id_}'" in told}
            assert mentioned <= about or type(record).__name__ in SAID, f"does not say that it is about them: {record}"
            for id_ in about:
                face = full.get(Face, id_)
                knows = full if audience == STORYTELLER else full.public
                if face is None and record.keeps_place and knows.get(Absent, id_) is not None:
                    continue
                if face is None:
                    assert id_ in slipped_away, f"{id_} is gone: {audience} {record}"
                    assert audience != STORYTELLER, f"{id_} is gone: {record}"
                elif hidden(full, id_) and audience == EVERYONE:
                    assert record.on_hiding(id_) == "stays", f"{id_} is hidden: {record}"
            if record.face and record.character_id in known:
                assert audience == face_audience(full, record.character_id), record
            if record.beside_sheet and record.character_id in known:
                face = full.get(Face, record.character_id)
                away = record.keeps_place and full.get(Absent, record.character_id) is not None
                assert face is not None or away, record
                assert face is None or audience == sheet_audience(face.player), record


def check_handed(state: State, actor: str, before: str) -> None:
    """Check that a player no longer reads records about a character that she gave away, apart from the permitted
    ones."""
    for audience, partition in state.partitions.items():
        if before in named(audience):
            for record in partition.records():
                if not record.story and actor in record.about and record.on_handing(actor) != "stays":
                    others = (state.full.get(Face, other) for other in record.about if other != actor)
                    assert any(face is not None and face.player == before for face in others), (audience, record)


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_nobody_is_named_who_is_not_there(seed: int) -> None:
    """X4, G0: no record names a character that has left or is hidden, except where its readers know of the absence;
    records of a face or sheet have its audience. A hidden character leaves without a trace."""
    play = Play(seed)
    known: set[str] = set()
    slipped_away: set[str] = set()
    for sender, wish in play.steps(50):
        full = play.state.full
        faces = {face.id: face for face in full.all(Face)}
        known |= set(faces)
        unseen = {id_ for id_ in faces if hidden(full, id_)}
        seat, command = sender, wish
        if faces and play.random.random() < 0.25:
            actor = play.random.choice(sorted(faces))
            player = play.random.choice(("", "ANNA", "BEN"))
            partings = (HideCharacter(actor), RevealCharacter(actor), HandOver(actor, player), RemoveCharacter(actor))
            seat, command = ST, play.random.choices(partings, (4, 3, 5, 1))[0]
        done = play.does(seat, command)
        slipped_away |= unseen - {face.id for face in play.state.full.all(Face)}
        check(play.state, known, slipped_away)
        if done is not None and isinstance(command, HandOver):
            check_handed(play.state, command.actor, faces[command.actor].player)


@pytest.mark.parametrize("name", ABOUT)
def test_every_class_of_records_parts_with_a_character(name: str) -> None:
    """For every class and audience: after Anna leaves, only records that keep her place name her; after a hand-over
    her old player loses the records; after hiding only facts already seen stay visible."""
    record = sample(name)
    assert record is not None
    for audience in audiences(record):
        for command in (RemoveCharacter("anna"), HandOver("anna", "BEN"), HideCharacter("anna")):
            play = Play(3)  # a scene under any rules
            play.state.partition(audience).put(record)
            if isinstance(command, HideCharacter):
                if audience not in (EVERYONE, STORYTELLER) and not record.beside_sheet:
                    continue
                assert play.does(ST, HandOver("anna", "")) is not None
            assert play.does(ST, command) is not None
            check(play.state, {"anna", "guard", "shade"}, set())
            if isinstance(command, HandOver):
                check_handed(play.state, "anna", "ANNA")


def test_what_lasts_is_what_travels() -> None:
    """T1: the classes marked as lasting are exactly the classes that travel between scenes."""
    assert {type_ for type_ in catalogue().records.values() if type_.lasts} == set(MEMORIES)


def test_what_was_spent_in_this_turn_goes_with_the_character() -> None:
    """D11, F4: points spent this turn stay counted after a hand-over or an absence."""
    table = Table()
    table.does(ST, ChangeHouseRules(stores=(Store("Willpower", "Strength"),)))
    table.does(ST, StartTurns())
    table.does(ANNA, Roll("", "anna", ("Strength",), willpower=True), 2, 2)
    table.does(ST, HandOver("anna", "BEN"))
    table.does(ST, RemoveCharacter("anna"))
    table.does(ST, ReturnCharacter("anna"))
    assert "D11" in table.refuses(BEN, Roll("", "anna", ("Strength",), willpower=True), "willpower-once-a-turn")
    assert used_this_turn(table.state.view(BEN), "anna", "Willpower") == 1
    assert spendable(table.state.view(BEN), "anna", "Willpower") == 1


def test_who_has_left_owes_nothing_for_a_roll_that_is_ruled_a_botch_later() -> None:
    """G0, G4: a roll can be overridden after its character left, but then it causes no consequence."""
    table = Table()
    table.does(ANNA, Roll("", "anna", ("Strength",)))
    (rolled,) = table.state.full.all(Rolled)
    table.does(ST, RemoveCharacter("anna"))
    table.does(ST, OverrideRoll(rolled.id, "botch"))
    assert [roll.result for roll in table.state.full.all(Rolled)] == ["botch"]
    assert not list(table.state.full.all(Owed))


def test_the_answer_to_a_question_goes_to_nobody_who_has_given_the_character_away() -> None:
    """C31, G0: an open question about a place ends with the hand-over, so the old player gets no answer."""
    table = Table()
    table.does(ST, StartTurns())
    table.does(ANNA, AskForSpot("anna", "guard", "the knee"))
    (asked,) = table.state.full.all(SpotAsked)
    table.does(ST, HandOver("anna", "BEN"))
    table.refuses(ST, SetSpot("knee", cover=True, asked=asked.id), "no-such-question-spot")
    assert not list(table.state.view(ANNA).all(Spot))


def test_a_task_of_one_player_goes_with_its_character() -> None:
    """E1, G0: a task visible to a single player follows its character to the new player; the old player loses it,
    unless she plays a second worker on it."""
    table = Table()
    table.does(ST, OpenTask("An oath", ("anna",), ("Strength",), goal=5, to=("ANNA",)))
    table.does(ST, HandOver("anna", "BEN"))
    assert not list(table.state.view(ANNA).all(Task))
    assert [task.name for task in table.state.view(BEN).all(Task)] == ["An oath"]
    table.does(ST, OpenTask("A vow", ("anna", "ben"), ("Strength",), goal=5, to=("BEN",)))
    table.does(ST, HandOver("ben", "ANNA"))
    assert [task.name for task in table.state.view(ANNA).all(Task)] == ["A vow"]
    assert {task.name for task in table.state.view(BEN).all(Task)} == {"An oath", "A vow"}


def test_a_task_that_is_hidden_names_nobody_who_slipped_away() -> None:
    """X1, X4: the audience of a task may remember a member that left while hidden; when the task becomes the
    Storyteller's alone, it drops a member that cannot return."""
    world = World()
    for name in ("Anna", "Guard"):
        world.does(ST, CreateCharacter(name, traits=(("Strength", 3),)))
    world.opens()
    anna, guard = world.id("Anna"), world.id("Guard")
    world.does(ST, OpenContest("An ambush", (anna,), ("Strength",), opponents=(guard,)))
    world.does(ST, HideCharacter(guard))
    world.does(ST, RemoveCharacter(guard))
    world.closes()
    world.does(ST, RemoveCharacter(guard))
    (task,) = world.here.full.all(Task)
    assert task.sides[1].members == (guard,)
    world.does(ST, HideTask(task.id))
    (task,) = world.here.full.all(Task)
    assert [side.members for side in task.sides] == [(anna,), ()]


def test_an_open_ruling_goes_with_the_face() -> None:
    """X2, X4: an open modifier is hidden with its character, and visible again when the character is revealed."""
    table = Table()
    table.does(ST, ModifyNextRoll("guard", 2, "open", "the sun"))
    table.does(ST, ModifyNextRoll("guard", 1, "hidden"))
    table.does(ST, HideCharacter("guard"))
    assert not list(table.state.view(WATCHER).all(Ruling))
    assert len(list(table.state.view(ST).all(Ruling))) == 2
    table.does(ST, RevealCharacter("guard"))
    assert [ruling.reason for ruling in table.state.view(WATCHER).all(Ruling)] == ["the sun"]


def test_who_leaves_a_scene_comes_back_with_what_is_remembered_of_it() -> None:
    """T1, G4: after a character leaves a scene only its task names it there; its consequence waits in the chronicle.
    After it leaves the chronicle, no record names it."""
    world = World()
    world.does(ST, GUARD)
    world.opens()
    guard = world.id("Guard")
    world.does(ST, GiveConsequence(guard, "a limp", bank=True))
    world.does(ST, OpenTask("A climb", (guard,), ("Strength",), goal=5))
    world.does(ST, RemoveCharacter(guard))
    assert not list(world.here.full.all(Banked))
    assert [side.members for task in world.here.full.all(Task) for side in task.sides] == [(guard,)]
    world.closes()
    assert [banked.text for banked in world.here.full.all(Banked)] == ["a limp"]
    world.does(ST, RemoveCharacter(guard))
    assert not list(world.here.full.all(Banked))
    assert [side.members for task in world.here.full.all(Task) for side in task.sides] == [()]
