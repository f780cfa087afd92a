"""Forks: a new scene that goes on from an earlier moment of one that is over (T1)."""

from __future__ import annotations

from copy import deepcopy

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.audience import EVERYONE, SEALED, STORYTELLER, TABLE, Seat
from domain.deciding import perform
from domain.features.cast import Face, Health
from domain.features.creating import CreateCharacter
from domain.features.forking import (
    GOES_ON,
    NOT_TAKEN,
    Fork,
    ForkScene,
    Origin,
    OriginStated,
    TableLaid,
    forked,
    laid,
    to_fork,
)
from domain.features.house_rules import ChangeHouseRules
from domain.features.phase import Turn
from domain.features.points import PointsUsed
from domain.features.sealing import DiceSeal
from domain.features.setting import SceneKey, Setting, setting
from domain.features.turnkeeping import StartTurns
from domain.features.willpower import WillpowerUsed
from domain.features.wounding import SetHealth
from domain.record import Record
from domain.state import State
from tests.domain.wandering import SEATS, Play, folded, snapshot
from tests.domain.world import ANNA, ST, WATCHER, World

SEEDS = st.integers(0, 2**32 - 1)
COUNTED = (Turn, WillpowerUsed, PointsUsed)
"""What names a turn by a count, which begins anew."""


def table(state: State) -> dict[str, dict[str, list[Record]]]:
    """All that a scene which goes on from this one begins with, in its order."""
    return {
        audience: found
        for audience, partition in state.partitions.items()
        if audience != SEALED
        and (
            found := {
                type_.__name__: list(records.values())
                for type_, records in partition.tables.items()
                if records and not type_.irrevocable and not issubclass(type_, (*NOT_TAKEN, *COUNTED))
            }
        )
    }


@given(SEEDS)
@settings(max_examples=60)
def test_a_scene_goes_on_as_the_other_was(seed: int) -> None:
    """T1: whatever was done there, every record of every audience is what it was, in its order, and goes to the same
    audience. What is sealed is fresh. Who reads only some of it sees what the full fold has. And one plays on."""
    origin = Play(seed)
    origin.wander(30)
    at = origin.random.randint(1, len(origin.commits))
    past = folded(origin.commits[:at])
    assume(setting(past.full).place == "scene")
    play = Play(seed + 1, begins=lambda play: play.forks(past))
    at, facts = play.commits[0]
    told = max(n for n, fact in enumerate(facts) if isinstance(fact.event, TableLaid))
    assert table(folded([(at, facts[: told + 1])])) == table(past), "and then what follows, as from any command"
    for key in (SceneKey, DiceSeal):
        assert list(play.state.full.all(key)) != list(past.full.all(key)) or not list(past.full.all(key))
    assert play.state.full.get(Setting, "setting") == replace(
        setting(past.full), stream="scene/c/fork", name="On", open=True, story_name="", chapter_name="",
        switches=setting(play.state.full).switches, waiting=setting(play.state.full).waiting,
    )  # fmt: skip
    assert setting(play.state.full).rule_set.choices == setting(past.full).rule_set.choices
    play.wander(10)
    for seat in SEATS:
        read = folded((time, [f for f in facts if seat.reads(f.audience)]) for time, facts in play.commits)
        assert snapshot(read) == snapshot(play.state, seat)


class Forking(World):
    """A chronicle in which scenes go on from others."""

    def forks(self, scene: str, past: State) -> State:
        """Begin a scene that goes on from how another was, as the house does."""
        self.does(ST, ForkScene(scene, past.view(ST).moment, "Again"))
        parent, moment = forked(self.chronicle.full, self.card)
        assert parent is not None
        assert (parent.id, moment) == (scene, past.view(ST).moment)
        self.scene = state = State()
        opening = to_fork(self.chronicle.full, self.card, parent.stream, 7, b"chain")
        self.facts = perform(state, TABLE, opening, self.chance, past).facts
        state.settle()
        return state

    def plays(self) -> tuple[str, State]:
        """A scene in which Anna's character was hurt in a fight, and which was closed too early: its id, and how it
        was before that."""
        self.does(ANNA, CreateCharacter("Anna", player="anna", traits=(("Strength", 2), ("Dexterity", 3))))
        self.does(ST, CreateCharacter("Shade", hidden=True))
        self.opens()
        self.does(ST, SetHealth(self.id("Anna"), 2))
        self.does(ST, StartTurns())
        past = deepcopy(self.scene)
        assert past is not None
        card = self.card.id
        self.closes()
        return card, past


def test_a_scene_that_was_closed_too_early_is_played_on() -> None:
    """T1: turns run, wounds are as they were; what then comes of it is what the chronicle keeps."""
    world = Forking()
    card, past = world.plays()
    assert past.full.get(Turn, "turn") is not None
    scene = world.forks(card, past)
    anna = world.id("Anna")
    assert scene.full.get(Health, anna) == Health(anna, 2)
    assert scene.full.get(Turn, "turn") is not None
    assert world.lines(ANNA) == ["Again", GOES_ON]
    world.does(ST, SetHealth(anna, 1))
    world.closes()
    assert world.chronicle.full.get(Health, anna) == Health(anna, 1)


def test_players_are_not_told_where_a_scene_goes_on_from() -> None:
    """X1: the Storyteller alone is, in its first commit and in the chronicle; and who was hidden stays so (X4)."""
    world = Forking()
    card, past = world.plays()
    scene = world.forks(card, past)
    assert [f.audience for f in world.facts if isinstance(f.event, OriginStated)] == [STORYTELLER]
    assert scene.full.get(Origin, "origin") == Origin("origin", setting(past.full).stream, 7, b"chain")
    for state in (scene, world.chronicle):
        assert not [r for seat in (ANNA, WATCHER) for r in told(state, seat) if isinstance(r, Origin | Fork)]
        assert {face.name for face in state.view(ANNA).all(Face)} == {"Anna"}
    assert world.lines(ST)[-1] == f"It goes on from The Docks, as that was at moment {past.view(ST).moment}."


def test_who_may_have_a_scene_go_on_and_when() -> None:
    """T1: the Storyteller, between scenes, from a scene that there was."""
    world = Forking()
    assert not world.offers(ST, ForkScene)
    card, past = world.plays()
    assert world.offers(ST, ForkScene)
    assert not world.offers(ANNA, ForkScene)
    assert "Storyteller" in world.refuses(ANNA, ForkScene(card, 3, "Again"), "storyteller-only")
    assert "this chronicle" in world.refuses(ST, ForkScene("nowhere", 3, "Again"), "no-such-scene")
    world.forks(card, past)
    assert "close it" in world.refuses(ST, ForkScene(card, 3, "Again"), "scene-open", at=world.chronicle)
    assert not world.offers(ST, ForkScene)


def test_the_rules_are_those_of_now_but_what_is_fixed_for_a_scene_waits() -> None:
    """G0: and at its end the chronicle has its own again."""
    world = Forking()
    card, past = world.plays()
    fixed = next(switch for switch in setting(past.full).rule_set.switches if switch.fixed)
    was, other = setting(past.full).rule_set.choices[fixed.name], fixed.choices[-1]
    assert was != other
    world.does(ST, ChangeHouseRules((("botch", "negative-sum"), (fixed.name, other)), dots=tuple("abcdef")))
    scene = world.forks(card, past)
    now = setting(scene.full)
    assert (now.rule_set.choices["botch"], now.rule_set.choices[fixed.name]) == ("negative-sum", was)
    assert (now.waiting, now.house.dots) == (((fixed.name, other),), tuple("abcdef"))
    world.closes()
    kept = setting(world.chronicle.full)
    assert (kept.rule_set.choices[fixed.name], kept.house.dots) == (other, tuple("abcdef"))


def test_a_turn_that_runs_is_the_same_by_another_count() -> None:
    """D11: Willpower that bought a success in this turn has, and what was spent in an earlier one is forgotten, for a
    later turn of the new scene may begin at the same count."""
    state = State()
    partition = state.partition(EVERYONE)
    for record in (Turn("turn", 3, "acting", began=37), WillpowerUsed("a", 37), WillpowerUsed("b", 12)):
        partition.put(record)
    assert list(laid(partition, 37)) == [Turn("turn", 3, "acting", began=1), WillpowerUsed("a", 1)]
    assert list(laid(partition, 0))[1:] == []


def told(state: State, seat: Seat) -> list[Record]:
    """All that a seat may read."""
    return [record for partition in state.view(seat).partitions for record in partition.records()]
