"""Forks: a new scene that continues from an earlier moment of a closed scene (T1).

Long because a fork is compared with the closed scene and the chronicle, and each kind of record that differs since
has a test.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Seat, seats
from domain.core.event import Fact
from domain.core.record import Record
from domain.core.state import State
from domain.features.actions.declaration import Plan, has_declared
from domain.features.actions.grapples import BeginGrapple, Grip
from domain.features.cast.characters_between_scenes import MemoryStated, MemoryTaken
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face, Health, HealthStated, Sheet, sheet
from domain.features.characters.conditions import ConditionEnded
from domain.features.characters.experience import ledger
from domain.features.characters.notes import Note, WriteNote
from domain.features.characters.points import PointsUsed
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.characters.willpower import WillpowerUsed
from domain.features.combat.declare_action import DeclareAction, declarers
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_botches import BotchForgiven, BotchWaived
from domain.features.rolls.obstacles import Obstacle, SetObstacle
from domain.features.rolls.retractions import Retraction
from domain.features.rolls.roll_modifiers import ModifyNextRoll, NextRollModified, Ruling, WithdrawRuling
from domain.features.rolls.seal_and_open_seed import DiceSeal
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chronicle import open_scene_command
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.downtime import PassDowntime
from domain.features.scenes.earn_and_spend_experience import GrantExperience, SpendExperience, StrikeExperience
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.features.storyteller.fork_scene import (
    ForkScene,
    OpenFork,
    OriginStated,
    TableLaid,
    open_fork_command,
)
from domain.features.table.chapters import BeginChapter, BeginStory
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import Fork, SceneCard
from domain.features.table.settings import Rulebook, SceneKey, setting
from domain.features.table.turn import Turn
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.task import Task
from domain.perform import perform
from domain.records.bearing import Bearing, ConditionStated
from domain.rules.declared_action import Action
from domain.rules.house_rules import NO_HOUSE_RULES
from domain.rules.rule_types import Word
from tests.chance import FakeChance
from tests.domain.random_play import SEATS, Play, folded, snapshot
from tests.domain.world import ANNA, BEN, ST, WATCHER, World

SEEDS = st.integers(0, 2**32 - 1)
STAY = {
    "Away", "ChapterCard", "DiceSeal", "ExperienceLedger", "Fork", "Handout", "HandoutCard", "Loan", "Note",
    "OpenLeaf", "Profile", "Retraction", "RollOff", "Rulebook", "SceneCard", "SceneKey", "Setting", "StoryCard",
}  # fmt: skip
"""Classes of records that a fork does not take over: it has its own, the chronicle's present ones, or none."""
COUNTED = {"PointsUsed", "Turn", "WillpowerUsed"}
"""Classes of records with a count of turns, which begins again in a fork."""


def table(state: State) -> dict[str, dict[str, list[Record]]]:
    """Return the records that a fork of this state begins with, by audience and class, in order."""
    return {
        audience: found
        for audience, partition in state.partitions.items()
        if (
            found := {
                type_.__name__: list(records.values())
                for type_, records in partition.tables.items()
                if records and type_.__name__ not in STAY | COUNTED
            }
        )
    }


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_a_scene_goes_on_as_the_other_was(seed: int) -> None:
    """T1: a fork has every record of every audience unchanged and in order; sealed dice are fresh; each seat's view
    equals its part of the full fold; and the fork can be played on."""
    origin = Play(seed)
    origin.wander(30)
    past = folded(origin.commits[: origin.random.randint(1, len(origin.commits))])
    assume(setting(past.full).place == "scene")
    play = Play(seed + 1, begins=lambda play: play.forks(past))
    at, facts = play.commits[0]
    told = max(n for n, fact in enumerate(facts) if isinstance(fact.event, TableLaid))
    assert table(folded([(at, facts[: told + 1])])) == table(past), "and then what follows, as from any command"
    for key in (SceneKey, DiceSeal):
        (fresh,) = play.state.full.all(key)
        assert fresh not in list(past.full.all(key))
    assert not list(play.state.full.all(Retraction))
    now = setting(play.state.full)
    assert (now.stream, now.name, now.open) == ("scene/c/fork", "On", True)
    assert now.rule_set.choices == setting(past.full).rule_set.choices
    play.wander(10)
    for seat in SEATS:
        read = folded((time, [f for f in facts if seat.reads(f.audience)]) for time, facts in play.commits)
        assert snapshot(read) == snapshot(play.state, seat)


class Forking(World):
    """A chronicle in which scenes are forked."""

    facts: list[Fact]

    def does(self, seat: Seat, command: Command, *faces: int, at: State | None = None) -> list[Fact]:
        self.facts = super().does(seat, command, *faces, at=at)
        return self.facts

    def forks(self, past: State, parent: SceneCard | None = None) -> State:
        """Begin a fork of an earlier state of a scene (by default the newest), as the server does."""
        parent = parent or self.card
        self.does(ST, ForkScene(parent.id, past.view(ST).moment, "Again"))
        fork = self.chronicle.full.get(Fork, self.card.id)
        assert fork == Fork(self.card.id, parent.stream, past.view(ST).moment)
        self.scene = state = State()
        opening = open_fork_command(self.chronicle.full, self.card, 7, b"chain")
        self.facts = perform(state, TABLE, opening, self.chance, past).facts
        state.settle()
        return state

    def plays(self) -> State:
        """Play a scene in which Anna's character was hurt in a fight, close it, and return the state before the
        closing."""
        self.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2), ("Dexterity", 3))))
        self.does(ST, CreateCharacter("Shade", hidden=True))
        self.opens()
        self.does(ST, SetHealth(self.id("Anna"), 2))
        self.does(ST, StartTurns())
        past = deepcopy(self.scene)
        assert past is not None
        self.closes()
        return past


def told(state: State, seat: Seat) -> list[Record]:
    """Return all records that a seat may read."""
    return [record for partition in state.view(seat).partitions for record in partition.records()]


def test_a_scene_that_was_closed_too_early_is_played_on() -> None:
    """T1: a fork has the turns and wounds of its moment, and its own result returns to the chronicle."""
    world = Forking()
    past = world.plays()
    assert past.full.get(Turn, "turn") is not None
    scene = world.forks(past)
    anna = world.id("Anna")
    assert scene.full.get(Health, anna) == Health(anna, 2)
    assert scene.full.get(Turn, "turn") is not None
    assert world.lines(ANNA) == ["Again", "This scene begins at an earlier moment of The Docks."]
    world.does(ST, SetHealth(anna, 1))
    world.closes()
    assert world.chronicle.full.get(Health, anna) == Health(anna, 1)


def test_a_scene_is_played_on_from_its_very_end() -> None:
    """T1: a fork from the end of a scene differs from it only in being open."""
    world = Forking()
    world.plays()
    world.opens("The Roof")
    end = world.scene
    assert end is not None
    world.closes()
    assert not setting(end.full).open
    world.forks(end)
    world.does(ST, SetHealth(world.id("Anna"), 3))


def test_players_are_not_told_where_a_scene_goes_on_from() -> None:
    """X1: only the Storyteller learns the moment of a fork, in its first commit and in the chronicle; hidden
    characters stay hidden (X4)."""
    world = Forking()
    past = world.plays()
    parent = world.card.stream
    scene = world.forks(past)
    moment = past.view(ST).moment
    (origin,) = [fact for fact in world.facts if isinstance(fact.event, OriginStated)]
    assert (origin.audience, origin.event) == (STORYTELLER, OriginStated(parent, 7, b"chain", "The Docks", moment))
    assert world.lines(ST)[-1] == f"This scene begins at moment {moment} of The Docks."
    for seat in (ANNA, WATCHER):
        assert not [record for record in told(world.chronicle, seat) if isinstance(record, Fork)]
        assert {face.name for face in scene.view(seat).all(Face)} == {"Anna"}


def test_who_may_have_a_scene_go_on_and_when() -> None:
    """T1: only the Storyteller forks, between scenes, from an existing scene."""
    world = Forking()
    assert not world.offers(ST, ForkScene)
    past = world.plays()
    card = world.card.id
    assert world.offers(ST, ForkScene)
    assert not world.offers(ANNA, ForkScene)
    assert "Storyteller" in world.refuses(ANNA, ForkScene(card, 3, "Again"), "storyteller-only")
    assert "no such scene" in world.refuses(ST, ForkScene("nowhere", 3, "Again"), "no-such-scene")
    world.forks(past)
    assert "Close it" in world.refuses(ST, ForkScene(card, 3, "Again"), "scene-open-already", at=world.chronicle)
    assert not world.offers(ST, ForkScene)


def test_the_rules_are_those_of_now_but_what_is_fixed_for_a_scene_waits() -> None:
    """G0, C29: a fork uses today's house rules, except switches fixed for a scene, which keep their old value until
    the fork ends. A character that is out by today's rules loses its holds."""
    world = Forking()
    past = world.plays()
    anna, shade = (face.id for face in past.full.all(Face))
    perform(past, ST, BeginGrapple(anna, shade, "hold"), world.chance)
    fixed = next(switch for switch in setting(past.full).rule_set.switches if switch.fixed)
    was, other = setting(past.full).rule_set.choices[fixed.name], fixed.choices[-1]
    assert was != other
    world.does(
        ST,
        ChangeHouseRules((("botch", "negative-sum"), (fixed.name, other)), health=(Word(0, "Fine"), Word(-4, "Out"))),
    )
    scene = world.forks(past)
    now = setting(scene.full)
    assert (now.rule_set.choices["botch"], now.rule_set.choices[fixed.name]) == ("negative-sum", was)
    assert (now.waiting, now.house) == (((fixed.name, other),), setting(world.chronicle.full).house)
    (book,) = scene.full.all(Rulebook)
    assert [level.label for level in book.health] == ["Fine", "Out"]
    assert list(past.full.all(Grip))
    assert not list(scene.full.all(Grip))
    world.closes()
    kept = setting(world.chronicle.full)
    assert kept.rule_set.choices[fixed.name] == other


def test_who_plays_whom_is_as_it_is_now() -> None:
    """G1: a character handed over since belongs to its new player in the fork, with its sheet, and afterwards."""
    world = Forking()
    past = world.plays()
    anna = world.id("Anna")
    world.does(ST, HandOver(anna, "ben"))
    scene = world.forks(past)
    assert scene.view(BEN).get(Sheet, anna)
    assert not scene.view(ANNA).get(Sheet, anna)
    world.closes()
    face = world.chronicle.full.get(Face, anna)
    assert face is not None
    assert face.player == "ben"


def test_who_came_since_is_out_of_the_scene_and_can_be_brought_in() -> None:
    """T1, X4: a new player character is in the fork at once; a character that has left the chronicle since is back;
    any further newcomer is known to the Storyteller only, because its mention would reveal hidden characters."""
    world = Forking()
    past = world.plays()
    world.does(BEN, CreateCharacter("Ben", player="ben"))
    world.does(ST, CreateCharacter("Lurker", hidden=True))
    world.does(ST, CreateCharacter("Guard"))
    world.does(ST, RemoveCharacter(world.id("Shade")))
    guard, lurker = world.id("Guard"), world.id("Lurker")
    scene = world.forks(past)
    assert list(scene.view(ANNA).all(Absent)) == []
    assert {one.name for one in scene.view(ST).all(Absent)} == {"Lurker", "Guard"}
    assert {face.name for face in scene.full.all(Face)} == {"Anna", "Ben", "Shade"}
    world.does(ST, ReturnCharacter(guard))
    assert {face.name for face in scene.view(ANNA).all(Face)} == {"Anna", "Ben", "Guard"}
    world.closes()
    assert {face.name for face in world.chronicle.full.all(Face)} == {"Anna", "Ben", "Guard", "Lurker", "Shade"}
    assert world.chronicle.view(ANNA).get(Face, lurker) is None


def test_who_came_since_and_is_named_in_a_task_of_all_is_known_to_be_away() -> None:
    """T1, X4: a newcomer named in a public task is publicly absent; all further newcomers stay unmentioned."""
    world = Forking()
    past = world.plays()
    for name in ("Guard", "Servant", "Stranger"):
        world.does(ST, CreateCharacter(name))
    anna, guard, servant = (world.id(name) for name in ("Anna", "Guard", "Servant"))
    world.does(ST, OpenTask("Persuading him", (anna,), goal=5, traits=("Stamina",), target=guard))
    world.does(ST, OpenTask("Behind her back", (servant,), goal=5, traits=("Stamina",), hidden=True))
    scene = world.forks(past)
    assert [one.name for one in scene.view(ANNA).all(Absent)] == ["Guard"]
    assert {one.name for one in scene.view(ST).all(Absent)} == {"Guard", "Servant", "Stranger"}


@pytest.mark.parametrize("secret", [False, True])
def test_what_was_forgiven_in_secret_before_keeps_nothing_from_those_who_know_of_another_since(*, secret: bool) -> None:
    """D12, X1: a free botch that the chronicle knows publicly by now holds in the fork, whatever the Storyteller
    knew in secret."""
    world = Forking()
    world.does(ANNA, CreateCharacter("Anna", player="anna"))
    world.opens()
    anna, past = world.id("Anna"), world.here
    if secret:
        past.fold([Fact(STORYTELLER, BotchWaived(anna, "one"))], 0)
    past = deepcopy(past)
    world.here.fold([Fact(EVERYONE, BotchWaived(anna, "two"))], 0)
    world.closes()
    assert [one.session for one in world.forks(past).view(ANNA).all(BotchForgiven)] == ["two"]


def test_what_befell_somebody_unseen_since_is_told_to_nobody() -> None:
    """X4: a character that a later scene hid is visible again after a fork of an earlier scene, and none of its
    hidden wounds, conditions and modifiers are told."""
    world = Forking()
    world.does(ST, CreateCharacter("Guard"))
    past = world.plays()
    first = world.card
    world.opens("The Roof")
    guard = world.id("Guard")
    world.does(ST, HideCharacter(guard))
    world.does(ST, SetHealth(guard, lethal=3))
    world.does(ST, SetCondition(guard, "blinded"))
    world.does(ST, ModifyNextRoll(guard, 2, "open"))
    world.closes()
    assert list(world.chronicle.partition(STORYTELLER).all(Bearing))
    assert list(world.chronicle.partition(STORYTELLER).all(Ruling))
    world.forks(past, first)
    world.closes()
    told = [fact.event for fact in world.facts if fact.audience == EVERYONE and getattr(fact.event, "id", "") == guard]
    assert {event for event in told if isinstance(event, HealthStated)} == {HealthStated(guard, 0, 0, 0)}
    assert not [event for event in told if isinstance(event, ConditionStated)]
    moved = (MemoryTaken, MemoryStated, NextRollModified)
    assert not [fact for fact in world.facts if fact.audience == EVERYONE and isinstance(fact.event, moved)]
    assert list(world.chronicle.partition(STORYTELLER).all(Ruling))
    assert not [line for line in world.lines(ANNA) if "blinded" in line]


def test_what_befell_somebody_hidden_is_told_to_nobody_when_a_scene_is_kept() -> None:
    """X2, X4: when a scene is written back, no condition or modifier set while a character was hidden is told, nor
    their number, whether it was hidden first or last."""
    for hidden_first in (False, True):
        world = Forking()
        world.does(ST, CreateCharacter("Guard", hidden=hidden_first))
        guard = world.id("Guard")
        if hidden_first:
            world.does(ST, ModifyNextRoll(guard, 2, "open"))
            world.does(ST, SetCondition(guard, "blinded"))
        world.opens()
        if hidden_first:
            for ruling in list(world.here.full.all(Ruling)):
                world.does(ST, WithdrawRuling(ruling.id))
            world.does(ST, EndCondition(next(world.here.full.all(Bearing)).id))
            world.does(ST, RevealCharacter(guard))
        else:
            world.does(ST, HideCharacter(guard))
            world.does(ST, SetCondition(guard, "blinded"))
            world.does(ST, ModifyNextRoll(guard, 2, "open"))
        world.closes()
        told = [fact.event for fact in world.facts if fact.audience == EVERYONE]
        assert not [e for e in told if isinstance(e, ConditionStated | ConditionEnded | MemoryTaken | NextRollModified)]


def test_who_was_out_of_the_scene_is_as_the_chronicle_has_it() -> None:
    """G1, X4: a character that was out of the old scene keeps its state from the chronicle in the fork and after it:
    handed over, changed or hidden."""
    for hide in (False, True):
        world = Forking()
        world.does(ANNA, CreateCharacter("Anna", player="anna"))
        anna = world.id("Anna")
        world.opens()
        world.does(ST, RemoveCharacter(anna))
        past, first = deepcopy(world.scene), world.card
        assert past is not None
        world.closes()
        world.does(ST, HandOver(anna, "" if hide else "ben"))
        world.opens("The Roof")
        if hide:
            world.does(ST, HideCharacter(anna))
        world.does(ST, SetHealth(anna, 3))
        world.closes()
        scene = world.forks(past, first)
        if hide:
            world.closes()
        else:
            world.does(ST, ReturnCharacter(anna))
            assert scene.view(BEN).get(Sheet, anna)
            world.closes()
        assert (world.chronicle.view(BEN).get(Sheet, anna) is None) == hide
        assert world.chronicle.full.get(Health, anna) == Health(anna, 3)
        assert (world.chronicle.view(WATCHER).get(Face, anna) is None) == hide
        assert not list(world.chronicle.partition(seats("anna")).all(Sheet))


def test_who_was_hidden_and_is_a_players_now_is_seen() -> None:
    """G1, X4: a hidden character that is a player's by now is visible in the fork; a character no longer a player's
    keeps its face, and its old player loses the sheet."""
    world = Forking()
    past = world.plays()
    shade, anna, first = world.id("Shade"), world.id("Anna"), world.card
    world.opens("The Roof")
    world.does(ST, RevealCharacter(shade))
    world.does(ST, HandOver(shade, "ben"))
    world.does(ST, HandOver(anna, ""))
    world.closes()
    scene = world.forks(past, first)
    assert scene.view(BEN).get(Sheet, shade)
    assert scene.view(WATCHER).get(Face, shade)
    assert not scene.view(ANNA).get(Sheet, anna)
    world.closes()
    assert {face.name: face.player for face in world.chronicle.full.all(Face)} == {"Shade": "ben", "Anna": ""}


def test_what_was_planned_in_secret_is_for_no_other_player() -> None:
    """I2, G1: a hidden declaration is dropped for a character handed over since, whose new player declares again."""
    world = Forking(declarations="hidden")
    world.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2), ("Dexterity", 3))))
    world.does(BEN, CreateCharacter("Ben", player="ben", traits=(("Dexterity", 2),)))
    world.opens()
    world.does(ST, StartTurns())
    first = next(declarers(world.here.full.public))
    seat, other = (ANNA, "ben") if first == world.id("Anna") else (BEN, "anna")
    world.does(seat, DeclareAction(first, (Action("dodge"),)))
    past = deepcopy(world.scene)
    assert past is not None
    assert past.full.get(Plan, first)
    world.closes()
    world.does(ST, HandOver(first, other))
    scene = world.forks(past)
    assert not scene.full.get(Plan, first)
    assert not has_declared(scene.full, first)


def test_what_the_chronicle_came_to_know_since_is_not_lost() -> None:
    """D13, E1: a task and an obstacle added since are in the fork, and in the chronicle after it."""
    world = Forking()
    past = world.plays()
    world.does(ST, SetObstacle("A rusted lock", "lock"))
    world.does(ST, OpenTask("A vigil", (world.id("Anna"),), goal=5, traits=("Stamina",)))
    scene = world.forks(past)
    assert [one.name for one in scene.full.all(Obstacle)] == ["A rusted lock"]
    world.closes()
    assert [one.name for one in world.chronicle.full.all(Obstacle)] == ["A rusted lock"]
    assert [one.name for one in world.chronicle.full.all(Task)] == ["A vigil"]


def test_what_goes_on_from_long_ago_does_not_turn_back_the_chronicles_clock() -> None:
    """T1: a fork runs at its own game time, and does not turn back the chronicle's clock, because stories and
    chapters have passed since."""
    world = Forking()
    past = world.plays()
    world.does(ST, PassDowntime("They rest.", 2))
    world.does(ST, BeginStory("The tide"))
    world.does(ST, BeginChapter("Ebb"))
    later = clock(world.chronicle.full)
    scene = world.forks(past)
    assert clock(scene.full).at == clock(past.full).at < later.at
    assert (setting(scene.full).story_name, setting(scene.full).chapter_name) == ("The tide", "Ebb")
    world.closes()
    assert clock(world.chronicle.full).at == later.at


def test_a_turn_that_runs_is_the_same_by_another_count() -> None:
    """D11, F4: points spent in the running turn still count in the fork; those of earlier turns are dropped, because
    a later turn of the fork may have the same count."""
    for spent in (WillpowerUsed("a", 37), PointsUsed("a Blood", 37, 2)):
        begun: Any = spent.in_continued_scene(37)
        assert (type(begun), begun.id, begun.turn) == (type(spent), spent.id, 1)
        assert spent.in_continued_scene(40) is None
        assert spent.in_continued_scene(0) is None
    assert Turn("turn", 3, "acting", began=37).in_continued_scene(37) == Turn("turn", 3, "acting", began=1)


def test_what_was_not_handed_in_is_a_bug() -> None:
    """A missing past state raises an error: it is neither a refusal nor a commit."""
    fork = OpenFork("scene/c/s", "Again", (), (), NO_HOUSE_RULES, "", "", 7, b"chain")
    with pytest.raises(TypeError, match="not handed in"):
        perform(State(), TABLE, fork, FakeChance())


def test_experience_and_notes_of_the_present_last_through_a_fork() -> None:
    """T1: a scene that goes on from an earlier moment has the experience and notes of today, and takes none away."""
    world = Forking()
    past = world.plays()
    anna = world.id("Anna")
    world.does(ST, GrantExperience((anna,), 3))
    world.does(ANNA, WriteNote(anna, "I owe Ben a favour."))
    world.forks(past)
    world.does(ST, GrantExperience((anna,), 2))
    world.closes()
    assert ledger(world.here.view(ANNA), anna).balance == 5
    assert [note.text for note in world.here.view(ANNA).all(Note)] == ["I owe Ben a favour."]


def spent_on_strength() -> tuple[Forking, State, State, str]:
    """Play a scene in which Anna's character gets 10 experience and pays 4 for a dot of Strength; return the states of
    the scene before and after the dot."""
    world = Forking()
    world.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2),)))
    world.opens()
    anna = world.id("Anna")
    world.does(ST, GrantExperience((anna,), 10))
    before = deepcopy(world.here)
    world.does(ANNA, SpendExperience(anna, 4, "Strength"))
    after = deepcopy(world.here)
    world.closes()
    return world, before, after, anna


def paid(state: State, actor: str) -> tuple[int, int, list[int]]:
    """Return a character's Strength, the balance of its ledger, and the points of the entries that count, as Anna reads
    them."""
    view = state.view(ANNA)
    read = ledger(view, actor)
    return sheet(view, actor).dots("Strength"), read.balance, [entry.points for entry in read.counted]


def test_a_dot_that_was_bought_since_is_not_paid_in_a_fork() -> None:
    """T1, D1: in a fork from before a bought dot its points can be spent again; what was granted since stays, once, and
    so does what was spent on something else."""
    world, before, after, anna = spent_on_strength()
    world.does(ST, GrantExperience((anna,), 3))
    world.does(ANNA, SpendExperience(anna, 1, what="a boat"))
    assert paid(world.here, anna) == (3, 8, [10, -4, 3, -1])
    scene = world.forks(before)
    assert paid(scene, anna) == (2, 12, [10, 3, -1])
    world.does(ANNA, SpendExperience(anna, 5, "Strength"))
    world.closes()
    assert paid(world.here, anna) == (3, 7, [10, 3, -1, -5])
    numbers = [entry.n for entry in ledger(world.here.full, anna).entries]
    assert numbers == sorted(set(numbers)), "each entry has a number of its own"
    world.forks(after, next(world.chronicle.full.all(SceneCard)))
    assert paid(world.here, anna) == (3, 8, [10, -4, 3, -1])


def test_a_dot_that_was_struck_since_is_paid_again_in_a_fork() -> None:
    """T1, D1: in a fork from before a bought dot was struck the character has the dot, and it is paid; a grant that was
    struck since stays struck."""
    world, _, after, anna = spent_on_strength()
    world.does(ST, GrantExperience((anna,), 2))
    world.does(ANNA, StrikeExperience(anna, 2))
    assert paid(world.here, anna) == (2, 12, [10, 2])
    world.does(ST, StrikeExperience(anna, 1))
    assert paid(world.here, anna) == (2, 2, [2])
    world.forks(after)
    assert paid(world.here, anna) == (3, -2, [-4, 2])


def test_experience_that_was_taken_back_since_is_there_in_a_fork_from_before() -> None:
    """T1, G0: a fork from a moment that was taken back has the sheet and the ledger of that moment."""
    world = Forking()
    world.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2),)))
    anna = world.id("Anna")
    world.opens()
    world.does(ST, GrantExperience((anna,), 10))
    world.does(ANNA, SpendExperience(anna, 4, "Strength"))
    past = deepcopy(world.here)
    world.scene = State()
    opening = open_scene_command(world.chronicle.full, world.card)
    perform(world.here, TABLE, opening, world.chance)  # the same scene, as it is without what was taken back
    world.closes()
    assert not ledger(world.here.full, anna).entries
    world.does(ST, HandOver(anna, "ben"))
    scene = world.forks(past)
    assert ledger(scene.view(BEN), anna).balance == 6
    assert sheet(scene.view(BEN), anna).dots("Strength") == 3
    assert not ledger(scene.view(ANNA), anna).entries, "its old player does not read it any more"


def test_who_was_out_of_the_scene_has_the_dots_and_the_experience_of_today() -> None:
    """G1, D1: a character that was out of the old scene keeps the sheet and the ledger that the chronicle has."""
    world = Forking()
    world.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2),)))
    anna = world.id("Anna")
    world.opens()
    world.does(ST, RemoveCharacter(anna))
    past = deepcopy(world.here)
    world.closes()
    world.does(ST, GrantExperience((anna,), 10))
    world.does(ANNA, SpendExperience(anna, 4, "Strength"))
    world.forks(past)
    world.does(ST, ReturnCharacter(anna))
    assert paid(world.here, anna) == (3, 6, [10, -4])


def does_something_with_experience(world: Forking, actor: str, random: Random) -> None:
    """Grant, spend or strike experience at random. Of the bought dots of a trait, only the newest is struck."""
    view = world.here.view(ST)
    found, trait = ledger(view, actor), random.choice(("Strength", "Stealth"))
    may_go = [e for e in found.counted if not e.raised or sheet(view, actor).dots(e.raised) == e.dots]
    match random.randrange(4):
        case 0:
            world.does(ST, GrantExperience((actor,), random.randint(1, 9)))
        case 1 if found.balance > 0 and sheet(view, actor).dots(trait) < 10:
            world.does(ANNA, SpendExperience(actor, random.randint(1, found.balance), trait))
        case 2 if found.balance > 0:
            world.does(ANNA, SpendExperience(actor, 1, what="a boat"))
        case 3 if may_go:
            world.does(ST, StrikeExperience(actor, random.choice(may_go).n))


@given(SEEDS)
@settings(max_examples=20)
def test_a_sheet_and_its_ledger_agree_in_each_fork(seed: int) -> None:
    """T1, D1: whatever is granted, spent and struck before and after a moment, and from whatever moment a scene goes
    on, each dot beyond the first sheet is paid by one entry that counts, and the balance is the sum of the entries."""
    world, random = Forking(), Random(seed)
    world.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2), ("Stealth", 1))))
    anna, moments = world.id("Anna"), list[tuple[State, SceneCard]]()
    for _ in range(3):
        if moments and random.random() < 0.7:
            world.forks(*random.choice(moments))
        else:
            world.opens()
        for place in ("scene", "chronicle"):
            for _ in range(random.randrange(8)):
                does_something_with_experience(world, anna, random)
                if place == "scene":
                    moments.append((deepcopy(world.here), world.card))
                view = world.here.full
                entries = ledger(view, anna).entries
                bought = Counter(entry.raised for entry in ledger(view, anna).counted)
                assert sheet(view, anna).dots("Strength") == 2 + bought["Strength"]
                assert sheet(view, anna).dots("Stealth") == 1 + bought["Stealth"]
                assert ledger(view, anna).balance == sum(entry.points for entry in entries if not entry.struck)
                assert [entry.n for entry in entries] == sorted({entry.n for entry in entries})
            if place == "scene":
                world.closes()
