"""The characters and tasks with which random play begins."""

from __future__ import annotations

from domain.core.audience import EVERYONE, STORYTELLER, seats
from domain.features.scenes.scene import CastMember
from domain.features.tasks.sides import TaskSide
from domain.features.tasks.task import Ledger, Task
from domain.features.tasks.tasks_between_scenes import CarriedTask
from domain.rules.task_terms import Step
from tests.domain.fight import member

CAST = """
    anna   Strength 3  Dexterity 3  Intuition 2  Brawl 2  Unarmed 2  Melee 2  Dodge 2  Willpower:5  Fate:3
    ben    vampire  Strength 2  Dexterity 4  Intuition 3  Athletics 3  Brawl 3  Target 2  Firearms 2  Fate:5
    guard  npc     Strength 3  Dexterity 2  Brawl 3  Melee 1
    shade  hidden  Strength 4  Dexterity 5  Brawl 4  Unarmed 4
"""


def cast() -> tuple[CastMember, ...]:
    """Return two players' characters, a character of the Storyteller's, and a hidden character."""
    return tuple(member(line) for line in CAST.splitlines() if line.strip())


def tasks() -> tuple[CarriedTask, ...]:
    """Return a task open to helpers, a contest with a hidden opponent, a task private to Anna, and a hidden task."""
    by_dice = (Step(dice=4),)
    anna, ben, guard = (TaskSide("", (name,), by_dice, 6) for name in ("anna", "ben", "guard"))
    unseen, shade = TaskSide("somebody", (), (), 6), TaskSide("", ("shade",), by_dice, 6)
    climb = Task("climb", "A climb", "extended", (TaskSide("", ("anna", "ben"), by_dice, 12),), 1, helpers=True)
    chase = Task("chase", "A chase", "tally", (anna, unseen), unit="turn", each=1)
    oath = Task("oath", "An oath", "extended", (anna,), each=1, unit="day", limit=3)
    plot = Task("plot", "A plot", "lead", (guard, ben), deadline=100_000)
    return (
        CarriedTask(EVERYONE, climb),
        CarriedTask(EVERYONE, chase, Ledger("chase", (anna, shade))),
        CarriedTask(seats("ANNA"), oath),
        CarriedTask(STORYTELLER, plot),
    )
