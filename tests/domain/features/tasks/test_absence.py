"""Tasks of absent characters: they wait, name the absent character, and the Storyteller may go on (E1, T1)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face
from domain.features.rolls.roll import Roll
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import HideTask, RevealTask
from domain.features.tasks.task import Ledger, Task
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.table import ANNA as SEATED
from tests.domain.table import WATCHER
from tests.domain.world import ANNA, BEN, ST, World
from tests.in_english import english


def begun() -> World:
    """A scene with Anna and Ben, who have three Wits each."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Wits", 3),)))
    world.does(BEN, CreateCharacter("Ben", traits=(("Wits", 3),)))
    world.opens()
    return world


def the_task(world: World) -> Task:
    (found,) = world.here.view(BEN).all(Task)
    return found


@pytest.mark.parametrize("kind", ["resisted", "tally", "lead"])
def test_nobody_loses_a_contest_by_not_being_there(kind: str) -> None:
    """E2, E3: a contest needs both rolls, so a round waits for a character absent from the next scene, and names it."""
    world = begun()
    anna, ben = world.id("Anna"), world.id("Ben")
    world.does(ST, OpenContest("Chess", (anna,), ("Wits",), opponents=(ben,), kind=kind, goal=2, each=1))  # type: ignore[arg-type]
    chess = the_task(world).id
    world.does(ANNA, WorkOnTask(chess, anna), 8, 8, 2)
    world.closes()
    world.opens("Away", away=(ben,))
    assert (the_task(world).status, the_task(world).rounds) == ("open", 0)
    sentence = world.refuses(ANNA, WorkOnTask(chess, anna), "rolled-and-waits")
    assert sentence == f"{anna} has rolled. The next round of Chess cannot begin, because {ben} is not here (E4)."
    assert [option.hint for option in world.offers(ST, CloseRound)] == [f"{ben} is not here"]
    world.closes()
    world.opens("Back")
    world.does(BEN, WorkOnTask(chess, ben), 8, 8, 8)
    assert (the_task(world).rounds, [side.tally for side in the_task(world).sides]) == (
        1,
        [2, 3] if kind == "lead" else [0, 1],
    )


def test_a_team_waits_for_one_who_is_away() -> None:
    """E4: a round half rolled in a scene goes on in the next scene, and waits for an absent member."""
    world = begun()
    anna, ben = world.id("Anna"), world.id("Ben")
    world.does(ST, OpenTask("A lift", (anna, ben), ("Wits",), goal=9))
    world.does(ANNA, WorkOnTask(the_task(world).id, anna), 8, 8, 2)
    world.closes()
    world.opens("Away", away=(ben,))
    assert (the_task(world).rounds, len(the_task(world).rolled)) == (0, 1)
    world.does(ST, ReturnCharacter(ben))
    world.does(BEN, WorkOnTask(the_task(world).id, ben), 8, 2, 2)
    assert (the_task(world).rounds, the_task(world).sides[0].tally) == (1, 3)


def test_who_is_taken_out_of_the_scene_and_brought_back_is_in_its_task_still() -> None:
    """E2, T1: a character removed from the scene stays in its contest, which publicly waits until it is back."""
    table = AtWork()
    id_ = table.opens(OpenContest("Chess", ("anna",), ("Wits",), opponents=("guard",), kind="tally", goal=9))
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, RemoveCharacter("guard"))
    assert (table.task(id_, WATCHER).sides[1].members, table.task(id_).rounds) == (("guard",), 0)
    assert table.state.view(WATCHER).get(Absent, "guard") == Absent("guard", "Guard")
    table.does(ST, ReturnCharacter("guard"))
    assert table.state.view(WATCHER).get(Absent, "guard") is None
    table.works(id_, "guard", 8, 8, 8, 2)
    assert table.tallies(id_) == (0, 1)
    assert [roll.actor for roll in table.state.view(WATCHER).all(Roll)] == ["anna", "guard"]


def test_the_storyteller_goes_on_without_one_who_is_away() -> None:
    """E3, E4, G0: the Storyteller goes on without an absent character for a round, or gives up for it; no secret
    roll is made for it."""
    table = AtWork()
    id_ = table.opens(OpenContest("Chess", ("anna",), ("Wits",), opponents=("guard",), kind="tally", goal=9))
    table.does(ST, RemoveCharacter("guard"))
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, CloseRound(id_))
    assert (table.tallies(id_), table.ledger(id_)) == ((2, 0), None)
    assert "Chess: guard gives up (E1)" in [option.label for option in table.offers(ST, GiveUpTask)]
    table.does(ST, GiveUpTask(id_, "guard"))
    assert table.ended(id_) == ("given-up", 0, 0)
    table.refuses(BEN, GiveUpTask(id_, "guard"), "task-over")


def test_only_the_storyteller_gives_up_for_one_who_is_away() -> None:
    """E1, G1: only the Storyteller gives up for an absent character; players are told that there is no such
    character."""
    table = AtWork()
    id_ = table.opens(OpenTask("A search", ("anna", "guard"), dice=3, goal=9))
    table.does(ST, RemoveCharacter("guard"))
    table.refuses(ANNA, GiveUpTask(id_, "guard"), "no-such-character")
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, GiveUpTask(id_, "guard"))
    assert table.tallies(id_) == (2,)


def test_who_leaves_the_chronicle_is_out_of_its_tasks() -> None:
    """E2, T1: a character that leaves the chronicle leaves its tasks for good, and so does a character that existed
    only within a scene."""
    world = begun()
    anna, ben = world.id("Anna"), world.id("Ben")
    world.does(ST, CreateCharacter("A passer-by", traits=(("Wits", 3),)))
    other = world.id("A passer-by")
    world.does(ST, OpenTask("A lift", (anna, ben, other), ("Wits",), goal=9))
    for actor in (ben, other):
        world.does(ST, RemoveCharacter(actor))
    assert the_task(world).sides[0].members == (anna, ben, other)
    world.closes()
    assert the_task(world).sides[0].members == (anna, ben)
    world.does(ST, RemoveCharacter(ben))
    assert the_task(world).sides[0].members == (anna,)
    world.does(ANNA, WorkOnTask(the_task(world).id, anna), 8, 8, 2)
    assert the_task(world).rounds == 1


# Characters whose traits make the difficulty


def test_a_difficulty_waits_for_whose_traits_make_it() -> None:
    """D18: while the character whose traits make the difficulty is absent, the task cannot be rolled."""
    world = begun()
    anna, ben = world.id("Anna"), world.id("Ben")
    world.does(ST, OpenTask("A shadow", (anna,), ("Wits",), against=("Wits",), plus=5, target=ben, goal=9))
    shadow = the_task(world).id
    for away in (True, False):
        if away:
            world.does(ST, RemoveCharacter(ben))
            assert not world.offers(ANNA, WorkOnTask)
            sentence = world.refuses(ANNA, WorkOnTask(shadow, anna), "opponent-away")
            assert sentence == f"A shadow waits for {ben}: the difficulty comes from that character’s Wits + 5 (D18)."
            world.does(ST, ReturnCharacter(ben))
        world.does(ANNA, WorkOnTask(shadow, anna), 8, 8, 2)
    assert [roll.difficulty for roll in world.here.view(ANNA).all(Roll)] == [8, 8]
    world.closes()
    world.does(ST, RemoveCharacter(ben))
    assert not world.offers(ANNA, WorkOnTask)
    sentence = world.refuses(ANNA, WorkOnTask(shadow, anna), "opponent-gone")
    assert sentence == "The opponent has left. The Storyteller decides about A shadow (D18)."


def test_a_contests_difficulty_waits_for_its_opponent() -> None:
    """D18, E2: an absent opponent gives no difficulty; of two opponents the present opponent does, and the roll
    names it."""
    both = ("guard", "ben")
    for gone in (both[:1], both):
        table = AtWork()
        id_ = table.opens(
            OpenContest("A debate", ("anna",), ("Wits",), opponents=both, against=("Wits",), plus=3, their_dice=2)
        )
        for actor in gone:
            table.does(ST, RemoveCharacter(actor))
        if gone == both:
            assert "for guard: the difficulty comes from that character’s Wits + 3" in table.refuses(
                SEATED, WorkOnTask(id_, "anna"), "opponent-away"
            )
        else:
            table.works(id_, "anna", 8, 8, 2)
            assert english(table.roll().reason) == "A debate, round 1, against ben (Wits + 3)"


# Secrets


def test_a_hidden_one_that_is_away_shows_nothing() -> None:
    """X4, G0: when a hidden opponent leaves or returns, players receive no event and do not wait. The Storyteller is
    told that it did not roll."""
    table = AtWork()
    id_ = table.opens(
        OpenContest("A hunt", ("anna",), ("Wits",), opponents=("shade",), kind="tally", goal=9, their_traits=("Wits",))
    )
    for command in (RemoveCharacter("shade"), ReturnCharacter("shade")):
        table.does(ST, command)
        assert {fact.audience for fact in table.facts} == {STORYTELLER}
        table.works(id_, "anna", 2, 2, 2)
    assert table.task(id_, WATCHER).rounds == 2
    told = "shade is not here, and rolls nothing for A hunt."
    assert [table.lines(seat).count(told) for seat in (ST, SEATED, WATCHER)] == [1, 0, 0]
    ledger = table.ledger(id_)
    assert ledger is not None
    assert ledger.sides[1].members == ("shade",)
    assert [roll.actor for roll in table.state.view(ST).all(Roll)] == ["anna", "anna", "shade"]


@pytest.mark.parametrize("label", ["", "footsteps"])
@pytest.mark.parametrize("pool", [{"their_dice": 6}, {"their_traits": ("Wits",), "their_dice": 2}])
@pytest.mark.parametrize("gives_up", [False, True])
def test_nothing_is_rolled_unseen_for_nobody(pool: dict[str, Any], label: str, *, gives_up: bool) -> None:
    """E2, E3, X4: the dice of a hidden opponent are not rolled while it is absent or has given up; a replacement
    rolls all of them; players receive no event of either."""
    table = AtWork()
    hunt = OpenContest("A hunt", ("anna",), ("Wits",), opponents=("shade",), kind="tally", goal=99, their_label=label)
    id_ = table.opens(replace(hunt, **pool))
    before = table.dump(WATCHER)
    table.does(ST, GiveUpTask(id_, "shade") if gives_up else RemoveCharacter("shade"))
    assert table.dump(WATCHER) == before
    for _ in range(2):
        table.works(id_, "anna")
    assert [roll.actor for roll in table.state.view(ST).all(Roll)] == ["anna", "anna"]
    before = table.dump(WATCHER)
    table.does(ST, JoinTask(id_, "shade", "second") if gives_up else ReturnCharacter("shade"))
    assert table.dump(WATCHER) == before
    table.works(id_, "anna")
    assert (table.roll(ST).actor, table.roll(ST).pool) == ("shade", 6 if "their_traits" not in pool else 7)


@pytest.mark.parametrize("secret", [False, True])
def test_plain_dice_are_nobodys_until_somebody_joins_them(*, secret: bool) -> None:
    """E2, X1: plain dice roll by themselves, openly or in secret; after a character has joined them they belong to
    it."""
    table = AtWork()
    id_ = table.opens(OpenContest("A storm", ("anna",), ("Wits",), kind="tally", goal=99, their_dice=6, secret=secret))
    table.works(id_, "anna")
    assert [(roll.actor, roll.pool) for roll in table.state.view(ST).all(Roll)] == [("anna", 3), ("", 6)]
    table.does(ST, JoinTask(id_, "guard", "second"))
    table.does(ST, GiveUpTask(id_, "guard"))
    if secret:
        table.works(id_, "anna")
        assert [roll.actor for roll in table.state.view(ST).all(Roll)] == ["anna", "anna", ""]
    else:
        assert table.ended(id_) == ("given-up", 0, 0)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("label", ["", "The watch"])
def test_nobody_rolls_for_who_has_left_the_chronicle(label: str, *, hidden: bool) -> None:
    """E2, T1: no dice are rolled for a character that has left the chronicle, seen or hidden, with a label or
    without."""
    world = World()
    for name in ("Anna", "Lurker"):
        world.does(ST, CreateCharacter(name, hidden=hidden and name == "Lurker", traits=(("Wits", 3),)))
    anna, lurker = world.id("Anna"), world.id("Lurker")
    hunt = OpenContest("A hunt", (anna,), ("Wits",), opponents=(lurker,), kind="tally", goal=99, their_dice=6)
    world.does(ST, replace(hunt, their_label=label))
    world.does(ST, RemoveCharacter(lurker))
    world.does(ST, WorkOnTask(the_task(world).id, anna))
    assert [roll.actor for roll in world.here.full.all(Roll)] == [anna]


def test_a_hidden_task_waits_for_a_hidden_one() -> None:
    """X1, X4: a hidden task waits for its absent member, and tells only the Storyteller."""
    table = AtWork()
    id_ = table.opens(OpenTask("A plot", ("guard", "shade"), ("Wits",), goal=9, hidden=True))
    table.does(ST, RemoveCharacter("shade"))
    table.does(ST, WorkOnTask(id_, "guard"), 8, 8, 2, 2)
    assert table.task(id_).rounds == 0
    assert "shade is not here" in table.refuses(ST, WorkOnTask(id_, "guard"), "rolled-and-waits")
    table.does(ST, ReturnCharacter("shade"))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 2, 2, 2, 2)
    assert table.tallies(id_, ST) == (3,)


def test_who_is_away_for_all_to_know_opposes_for_all_to_see() -> None:
    """X4: a contest hidden and revealed while its opponent is publicly absent still names it, and waits for it."""
    table = AtWork()
    id_ = table.opens(OpenContest("Chess", ("anna",), ("Wits",), opponents=("guard",), kind="tally", goal=9))
    table.does(ST, RemoveCharacter("guard"))
    table.does(ST, HideTask(id_))
    table.does(ST, RevealTask(id_))
    assert table.task(id_, WATCHER).sides[1].members == ("guard",)
    assert table.state.full.get(Ledger, id_) is None
    table.works(id_, "anna", 8, 8, 2)
    assert table.task(id_).rounds == 0
    assert table.state.view(WATCHER).get(Face, "guard") is None
