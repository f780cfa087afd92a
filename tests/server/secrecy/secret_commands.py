"""The secret commands of pairs of worlds, by kind, with each world's own values (FLT30, FLT31)."""

from __future__ import annotations

from collections.abc import Callable

from domain.command import Command
from domain.core.audience import Seat
from domain.core.record import Record
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.decrees import Decree
from domain.features.characters.set_health import SetHealth
from domain.features.combat.initiative import SetInitiative
from domain.features.combat.turn_commands import JoinTurns, LeaveTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import ChangeSheet
from domain.features.tasks.join_task import JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import CloseTask, RuleTask, SetTally
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from tests.domain.random_play import ST
from tests.server.secrecy.world_with_secrets import ANNA, World

Secret = tuple[Seat, Command]


def of_plot(world: World, made: Callable[[Task], Command], *, begun: bool = False) -> Secret | None:
    """Return a command about the newest hidden task, None if there is none. `begun`: only a task in whose current round
    a character has rolled."""
    plots = [task for task in world.plots() if task.rolled or not begun]
    return (ST, made(plots[-1])) if plots else None


def worker(task: Task) -> str:
    """Return the task's first member without a roll."""
    rolled = {roll.actor for roll in task.rolled}
    members = [member for side in task.sides for member in side.members]
    return next((member for member in members if member not in rolled), "")


def of_confided(world: World, type_: type[Record], made: Callable[[str], Command]) -> Secret | None:
    """Return a command of Anna's about the newest record of this type that she knows alone, None if there is none."""
    known = world.confided(type_)
    return (ANNA, made(known[-1])) if known else None


def number(world: World, least: int, most: int) -> int:
    """Return a number that is the world's own."""
    return world.secrets.randint(least, most)


def words(world: World) -> str:
    """Return words that are the world's own."""
    return f"{world.secrets.random()}"


SECRETS: dict[str, Callable[[World, str, str], Secret | None]] = {
    "a roll for a player": lambda w, who, bent: (ST, RollInSecret("spot", "anna", dice=number(w, 1, 9))),
    "a roll": lambda w, who, bent: (ST, RollInSecret("stalk", "shade", dice=number(w, 1, 9))),
    "a note": lambda w, who, bent: (ST, Say(f"note {words(w)}", "", ("storyteller",))),
    "a word": lambda w, who, bent: (ST, Say(f"grr {words(w)}", "shade", ("storyteller",))),
    "a sheet": lambda w, who, bent: (ST, ChangeSheet(who, w.traits(), items=w.armour())),
    "a wound": lambda w, who, bent: (ST, SetHealth("shade", number(w, 0, 5))),
    "dice": lambda w, who, bent: (ST, ModifyNextRoll(bent, number(w, -3, 3) or 1, "hidden", words(w))),
    "a difficulty": lambda w, who, bent: (ST, ModifyNextRoll(bent, visibility="hidden", difficulty=number(w, 3, 9))),
    "a circumstance": lambda w, who, bent: (
        ST, SetCircumstance(words(w), number(w, -3, 3) or 1, (w.secrets.choice((bent, "scene")),), "hidden"),
    ),
    "a decree": lambda w, who, bent: (ST, Decree(words(w), w.secrets.random() < 0.5, "shade")),
    "no place in the turns": lambda w, who, bent: (ST, LeaveTurns("shade")),
    "a place in the turns": lambda w, who, bent: (ST, JoinTurns("shade")),
    "a place otherwise": lambda w, who, bent: (ST, SetInitiative("shade", number(w, 0, 9))),
    "a task": lambda w, who, bent: (
        ST, OpenTask(words(w), ("ben", "shade"), dice=number(w, 1, 9), goal=number(w, 1, 9), each=1, hidden=True),
    ),
    "a contest": lambda w, who, bent: (
        ST, OpenContest(words(w), ("anna",), dice=number(w, 1, 9), opponents=("shade",), kind="lead", goal=4,
                        hidden=True),
    ),
    "work": lambda w, who, bent: of_plot(w, lambda task: WorkOnTask(task.id, worker(task))),
    "a round": lambda w, who, bent: of_plot(w, lambda task: CloseRound(task.id), begun=True),
    "a tally": lambda w, who, bent: of_plot(w, lambda task: SetTally(task.id, number(w, 0, 3), number(w, 0, 3))),
    "a verdict": lambda w, who, bent: of_plot(w, lambda task: RuleTask(task.id, "first", number(w, 0, 5), words(w))),
    "a helper": lambda w, who, bent: of_plot(w, lambda task: JoinTask(task.id, bent)),
    "an end": lambda w, who, bent: of_plot(w, lambda task: CloseTask(task.id)),
    "a whisper": lambda w, who, bent: (ST, Say(words(w), "", (ANNA.id,))),
    "a confession": lambda w, who, bent: (ANNA, Say(words(w), "anna", ("storyteller",))),
    "a private call": lambda w, who, bent: (ST, CallForRoll("anna", words(w), dice=number(w, 1, 9), private=True)),
    "its answer": lambda w, who, bent: of_confided(w, Call, AnswerCall),
    "an oath": lambda w, who, bent: (ST, OpenTask(words(w), ("anna",), dice=number(w, 1, 9), goal=3, to=(ANNA.id,))),
    "a hunt": lambda w, who, bent: (
        ST, OpenContest(words(w), ("anna",), dice=2, opponents=("shade",), their_dice=number(w, 1, 9), secret=True,
                        to=(ANNA.id,)),
    ),
    "its work": lambda w, who, bent: of_confided(w, Task, lambda task: WorkOnTask(task, "anna")),
}  # fmt: skip
"""Secret commands by kind: each takes a world, a character with a secret sheet, and a random character, and returns the
sender and the command."""
CONFIDED = ("a whisper", "a confession", "a private call", "its answer", "an oath", "a hunt", "its work")
"""The kinds that Anna knows of, too."""
AFTER = {
    "a place in the turns": "no place in the turns",
    "a round": "work",
    "its answer": "a private call",
    "its work": "an oath",
}
"""The kind that is sent right before each of these, because it would seldom have a subject without it."""
VEILED: dict[str, Callable[[World, str], Command]] = {
    "a call with hidden dice": lambda w, bent: CallForRoll(
        bent, "try", dice=4, modifier=number(w, -3, 3) or 1, visibility="hidden", modifier_reason=words(w)
    ),
    "a call at a hidden difficulty": lambda w, bent: CallForRoll(
        bent, "try", dice=4, difficulty=number(w, 3, 9), hidden_difficulty=True
    ),
    "dice without a reason": lambda w, bent: ModifyNextRoll(bent, 2, "unexplained", words(w)),
    "a circumstance without a reason": lambda w, bent: SetCircumstance(words(w), -1, (bent,), "unexplained"),
    "an unseen opponent": lambda w, bent: OpenContest(
        "a chase", (bent,), dice=3, opponents=("shade",), their_dice=number(w, 1, 9)
    ),
    "dice of somebody unseen": lambda w, bent: OpenContest(
        "a riddle", (bent,), dice=3, their_dice=number(w, 1, 9), their_label="a voice", secret=True, kind="lead", goal=2
    ),
}
"""Public commands with a hidden part, by kind."""
