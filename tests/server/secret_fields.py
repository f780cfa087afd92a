"""A mark in every secret field of every secret command, for those who then search what others are told (F33)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Literal

from domain.command import Command
from domain.features.calls import CallForRoll
from domain.features.chat import Say
from domain.features.creating import ChangeSheet, CreateCharacter
from domain.features.decrees import Decree
from domain.features.free_roll import RollInSecret
from domain.features.outcomes import TellOutcome
from domain.features.rulings import ModifyNextRoll
from domain.features.task_opening import OpenContest, OpenTask
from domain.features.task_settling import RuleTask
from domain.features.task_working import WorkOnTask
from domain.features.tasks import Task
from server.live import Live
from tests.server.tables import character

Who = Literal["storyteller", "ben"]
Do = Callable[[Who, Command], Awaitable[list[Any]]]


class Secrets:
    """What is secret at a table: the marks, the hidden character, its trait, and the task that nobody knows of."""

    def __init__(self, random: Random) -> None:
        self.marks: list[str] = []
        self.ghost = self.trait = self.plot = ""
        self._random = random

    def mark(self) -> str:
        """One more mark, of 128 bits."""
        self.marks.append(f"{self._random.getrandbits(128):032x}")
        return self.marks[-1]

    async def hide(self, live: Live, do: Do, bens_seat: str) -> Secrets:
        """Have the Storyteller and Ben do whatever may be secret from Anna, at a table that has both characters."""
        mark = self.mark
        shade = CreateCharacter(mark(), mark(), "other", ((mark(), 3),), (mark(),), ((mark(), 5, 4),), hidden=True)
        await granted(do, "storyteller", shade)
        self.trait = shade.traits[0][0]
        ghost = self.ghost = character(live, shade.name)
        ben, anna = character(live, "Ben"), character(live, "Anna")
        contest = OpenContest(
            mark(), (anna,), dice=2, opponents=(ghost,), meaning=mark(), their_label=mark(), hidden=True
        )
        hunt = OpenContest(mark(), (ben,), dice=2, opponents=(ghost,), their_dice=3, secret=True, to=(bens_seat,))
        secrets: list[tuple[Who, Command]] = [
            ("storyteller", RollInSecret(mark(), anna, dice=4, modifiers=((mark(), 2),))),
            ("storyteller", RollInSecret(mark(), ghost, (self.trait,))),
            ("storyteller", Say(mark(), "", ("storyteller",))),
            ("storyteller", Say(mark(), ghost, (bens_seat,))),
            ("ben", Say(mark(), ben, ("storyteller",))),
            ("ben", Say(mark(), "", ("storyteller", bens_seat))),
            ("storyteller", ChangeSheet(ghost, ((mark(), 2),), (mark(),), ((mark(), 1, 1),))),
            ("storyteller", ChangeSheet(ben, ((mark(), 2), ("Strength", 2)), (mark(),))),
            ("storyteller", Decree(mark(), True, ghost, mark(), 1)),
            ("storyteller", TellOutcome("", "success", mark(), (bens_seat,))),
            ("storyteller", ModifyNextRoll(ghost, 2, "open", mark())),
            ("storyteller", ModifyNextRoll(anna, 2, "hidden", mark())),
            ("storyteller", ModifyNextRoll(anna, 1, "unexplained", mark())),
            ("storyteller", CallForRoll(ben, mark(), ("Strength",), private=True)),
            ("storyteller", CallForRoll(anna, "try", ("Strength",), 0, 0, False, 2, "hidden", mark())),
            ("storyteller", contest),
            ("storyteller", hunt),
            ("storyteller", OpenTask(mark(), (anna,), dice=2, goal=3, to=(bens_seat,))),
        ]
        for who, command in secrets:
            await granted(do, who, command)
        tasks = {task.name: task.id for task in live.folded.state.full.all(Task)}
        self.plot = tasks[contest.name]
        for command in (
            WorkOnTask(self.plot, anna),
            WorkOnTask(self.plot, ghost),
            RuleTask(self.plot, "second", 1, mark()),
            WorkOnTask(tasks[hunt.name], ben),
        ):
            await granted(do, "storyteller", command)
        return self


async def granted(do: Do, who: Who, command: Command) -> None:
    """Wish for something that is granted."""
    answer = await do(who, command)
    assert answer[0] == "accepted", (command, answer)
