"""Tasks move between chronicle and scenes with all their records and audiences."""

from __future__ import annotations

from domain.core.state import State
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.downtime import PassDowntime
from domain.features.table.game_clock import clock
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import CloseTask
from domain.features.tasks.task import Ledger, Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.rules.game_time import DAY
from tests.domain.world import ANNA, BEN, ST, WATCHER, World


def begun() -> World:
    """A chronicle with Anna's character and a hidden character."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Wits", 3),)))
    world.does(ST, CreateCharacter("Shade", hidden=True, traits=(("Wits", 4),)))
    return world


def task(state: State, name: str) -> Task:
    return next(task for task in state.full.all(Task) if task.name == name)


def test_a_task_is_worked_on_in_downtime() -> None:
    """E1, T1: between scenes a task is worked on in the chronicle, and each roll moves its clock."""
    world = begun()
    anna = world.id("Anna")
    world.does(ST, OpenTask("Research", (anna,), ("Wits",), goal=4, each=1, unit="day"))
    research = task(world.chronicle, "Research")
    world.does(ANNA, WorkOnTask(research.id, anna), 8, 8, 2)
    assert clock(world.chronicle.full).at == DAY
    world.does(ST, PassDowntime("Nothing comes of it.", 1))
    world.does(ANNA, WorkOnTask(research.id, anna), 8, 8, 2)
    assert (task(world.chronicle, "Research").status, clock(world.chronicle.full).at) == ("met", 3 * DAY)


def test_tasks_go_along_into_a_scene_and_back() -> None:
    """E1, T1: tasks move into a scene and back with tallies and rounds; while a scene is open they are worked on
    only there."""
    world = begun()
    anna = world.id("Anna")
    world.does(ST, OpenTask("Research", (anna,), ("Wits",), goal=9, each=1))
    world.does(ST, OpenTask("Forgotten", (anna,), ("Wits",), goal=9))
    research, forgotten = task(world.chronicle, "Research"), task(world.chronicle, "Forgotten")
    world.does(ANNA, WorkOnTask(research.id, anna), 8, 8, 2)
    scene = world.opens()
    assert task(scene, "Research").sides[0].tally == 2
    for command in (WorkOnTask(research.id, anna), GiveUpTask(research.id, anna)):
        world.refuses(ANNA, command, "scene-open", at=world.chronicle)
    for command_ in (CloseTask(research.id), OpenTask("x", (anna,), goal=1), JoinTask(research.id, world.id("Shade"))):
        world.refuses(ST, command_, "scene-open", at=world.chronicle)
    world.does(ANNA, WorkOnTask(research.id, anna), 8, 2, 2)
    world.does(ST, CloseTask(forgotten.id))
    world.does(ST, OpenTask("New", (anna,), ("Wits",), goal=9))
    assert task(world.chronicle, "Research").sides[0].tally == 2
    world.closes()
    assert [(t.name, t.sides[0].tally) for t in world.chronicle.view(WATCHER).all(Task)] == [
        ("Research", 3),
        ("New", 0),
    ]
    assert world.offers(ANNA, WorkOnTask)
    world.opens("The next")
    world.does(ANNA, WorkOnTask(research.id, anna), 8, 8, 8)
    assert task(world.here, "Research").rounds == 3


def test_a_chronicle_offers_no_task_while_a_scene_is_played() -> None:
    """T1: while a scene is open, the chronicle offers no command about tasks."""
    world = begun()
    world.does(ST, OpenTask("Research", (world.id("Anna"),), ("Wits",), goal=9, helpers=True))
    scene = world.opens()
    world.scene = None
    for seat in (ST, ANNA, BEN):
        for command in (OpenTask, WorkOnTask, JoinTask, GiveUpTask, CloseTask):
            assert not world.offers(seat, command)
    world.scene = scene
    assert world.offers(ANNA, WorkOnTask)


def test_what_is_hidden_goes_along_hidden() -> None:
    """X4, E1: hidden and private tasks, and the secret record of a contest with a hidden opponent, keep their
    audience in the scene and back."""
    world = begun()
    anna, shade = world.id("Anna"), world.id("Shade")
    world.does(ST, OpenTask("Plot", (shade,), ("Wits",), goal=9, hidden=True))
    world.does(ST, OpenTask("Oath", (anna,), ("Wits",), goal=9, to=("anna",)))
    hunt = OpenContest("Hunt", (anna,), ("Wits",), opponents=(shade,), kind="lead", goal=9)
    world.does(ST, hunt)

    def known(state: State) -> dict[str, list[str]]:
        seats = {"st": ST, "anna": ANNA, "ben": BEN}
        return {name: sorted(t.name for t in state.view(seat).all(Task)) for name, seat in seats.items()}

    expected = {"st": ["Hunt", "Oath", "Plot"], "anna": ["Hunt", "Oath"], "ben": ["Hunt"]}
    assert known(world.chronicle) == expected
    scene = world.opens()
    assert known(scene) == expected
    assert next(scene.full.all(Ledger)).sides[1].members == (shade,)
    assert not list(scene.view(ANNA).all(Ledger))
    world.does(ANNA, WorkOnTask(task(scene, "Hunt").id, anna), 8, 2, 2, 8, 8, 2, 2)
    assert (task(scene, "Hunt").lead, task(scene, "Hunt").sides[0].tally) == (0, 1), "the lead is not told (E3, X2)"
    world.does(ST, CloseTask(task(scene, "Plot").id))
    world.closes()
    assert known(world.chronicle) == {"st": ["Hunt", "Oath"], "anna": ["Hunt", "Oath"], "ben": ["Hunt"]}
    assert [side.tally for side in next(world.chronicle.full.all(Ledger)).sides] == [1, 2]
    for state in (scene, world.chronicle):
        assert shade not in repr([r for p in state.view(ANNA).partitions for r in p.records()])
    world.does(ST, CloseTask(task(world.chronicle, "Hunt").id))
    assert not list(world.chronicle.full.all(Ledger))


def test_what_is_done_stays_behind() -> None:
    """E1, T1: a task that was met stays in the scene; an unmet task returns with its tally for the Storyteller."""
    world = begun()
    anna = world.id("Anna")
    scene = world.opens()
    for name, goal in (("Met", 2), ("Unmet", 9)):
        world.does(ST, OpenTask(name, (anna,), ("Wits",), goal=goal, limit=1))
        world.does(ANNA, WorkOnTask(task(scene, name).id, anna), 8, 8, 2)
    world.closes()
    assert [(t.name, t.sides[0].tally) for t in world.chronicle.full.all(Task)] == [("Unmet", 2)]
