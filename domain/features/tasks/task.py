"""Tasks: work that takes several rolls, and contests between two sides (E1 to E5).

A task has one audience: everybody, some seats, or the Storyteller alone. Seats outside the audience never learn of it.

Law 1. Facts that the audience of a task may not know (a hidden opponent, dice that only the Storyteller sees) are in
       the Storyteller's `Ledger` with the same id; if a task has one, it contains the whole truth. If a side is hidden,
       the audience learns who won a round and who reached the goal, but never dice, pool, count, margin, lead or
       degree, and no tally that contains margins over that side. A tally that became UNTOLD stays so until the
       Storyteller sets it, even if the task is hidden and revealed in between.
Law 2. A task waits only for characters that its audience sees, or knows to be absent, until they roll or give up, or
       until the Storyteller continues without them.
Law 3. If the audience does not know the count of a roll (X2 iii, X3), it does not know the tally from then on (`dark`).
       It then learns only from the Storyteller that the goal is reached.
"""

from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Audience, Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words
from domain.features.tasks.sides import UNTOLD, TaskRoll, TaskSide, participants, without_participant
from domain.rules.game_time import Unit
from domain.rules.task_score import NOBODY
from domain.rules.task_terms import TaskKind

Status = Literal["open", "met", "level", "unmet", "failed", "given-up", "done", "untold", "ruled"]
"""`met`: a goal is reached, or a side has won. `level`: neither side has won (E2). `unmet`: rolls or time ran out.
`failed`: a botch ended it. `done`: all rolls of a task without a goal are made. `untold`: only the Storyteller knows
the outcome. `ruled`: she decided the outcome."""

ANYWHERE: frozenset[Kind] = frozenset({"everyone", "storyteller", "seats"})


class Task(Record, frozen=True):
    """A task and its progress. A round takes `each` times `unit`. `limit`: the greatest number of rounds (0: no limit);
    `deadline`: a game time (0: none); `target`: the character whose traits make the difficulty if there is no second
    side; `gain`: what each success brings (E5); `helpers`: players may join; `social`: it is about people (E4). `until`
    is the game time up to which it has been worked on; `lead` is the lead of the first side."""

    keeps_place: ClassVar[bool] = True

    name: str
    kind: TaskKind
    sides: tuple[TaskSide, ...]
    each: int = 0
    unit: Unit = "hour"
    limit: int = 0
    deadline: int = 0
    target: str = ""
    gain: str = ""
    helpers: bool = False
    social: bool = False
    until: int = 0
    rounds: int = 0
    rolled: tuple[TaskRoll, ...] = ()
    lead: int = 0
    dark: bool = False
    status: Status = "open"
    winner: int = NOBODY
    degree: int = 0
    word: str = ""
    modifier: int = 0
    """The dice that are added to every character's roll for the task, or removed from it (below 0), as its audience
    sees them (X7)."""
    modifier_words: str = ""
    """The reason for the modifier, "" if it is unexplained or there is none."""

    @property
    def about(self) -> tuple[str, ...]:
        return (*participants(self.sides, self.rolled), self.target)

    def without(self, actor: str) -> Self:
        sides, rolled = without_participant(self.sides, self.rolled, actor)
        return replace(self, sides=sides, rolled=rolled, target="" if self.target == actor else self.target)

    def on_handing(self, actor: str) -> Fate:
        return "goes" if actor in participants(self.sides, ()) else "stays"

    def restating_event(self) -> Event:
        return TaskStated(self)

    @property
    def contest(self) -> bool:
        """True if two sides oppose each other."""
        return self.kind != "extended"

    @property
    def goals(self) -> tuple[int, ...]:
        """The goal of each side, in successes."""
        return tuple(side.goal for side in self.sides)

    def side_of(self, actor: str) -> int:
        """Return the side that a character is on, NOBODY if it is on none."""
        return next((n for n, side in enumerate(self.sides) if actor in side.members), NOBODY)


class Ledger(Record, frozen=True):
    """The whole truth about a task of which its audience knows only a part. The id is the task's. `due` is an outcome
    that the Storyteller has not announced yet. `modifier` is the number of dice that only she knows of;
    `modifier_words` is their reason, or the reason of the task's unexplained modifier (X7). `dark` and `veiled` matter
    for a task that was hidden after its audience had seen it: the audience did not know its progress (`dark`), or the
    second side's rolls (`veiled`). When the task is revealed, the audience still does not know them."""

    keeps_place: ClassVar[bool] = True

    sides: tuple[TaskSide, ...]
    rolled: tuple[TaskRoll, ...] = ()
    due: Words | str = ""
    modifier: int = 0
    modifier_words: str = ""
    dark: bool = False
    veiled: bool = False

    @property
    def about(self) -> tuple[str, ...]:
        return participants(self.sides, self.rolled)

    def without(self, actor: str) -> Self:
        sides, rolled = without_participant(self.sides, self.rolled, actor)
        return replace(self, sides=sides, rolled=rolled)

    def restating_event(self) -> Event:
        return LedgerKept(self)


class TaskStated(Event, frozen=True):
    """The present form of a task that came from another stream or moved to another audience. The story shows no line
    for it."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    task: Task

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.task)


class LedgerKept(Event, frozen=True):
    """The present form of the Storyteller's ledger of a task."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    ledger: Ledger

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.ledger)


def untold_sides(task: Task) -> tuple[int, ...]:
    """Return the sides whose tally the task's audience does not know."""
    return tuple(n for n, side in enumerate(task.sides) if side.tally == UNTOLD)


def task_of(view: View, id_: str) -> Task:
    """Return a task that this seat sees. Raise a `Refusal` for all others; it is the same for a hidden task and for one
    that does not exist."""
    found = view.get(Task, id_)
    if found is None:
        raise Refusal("no-such-task", rule="E1")
    return found


def open_task(view: View, id_: str) -> Task:
    """Return a task that this seat sees and that has not ended. Raise `Refusal` if there is none."""
    found = task_of(view, id_)
    if found.status != "open":
        raise Refusal("task-over", rule="E1", task=Typed(found.name))
    return found


def task_audience(view: View, id_: str) -> Audience:
    """Return the audience of a task."""
    return view.audience_of(Task, id_) or STORYTELLER


def is_secret(view: View, task: Task) -> bool:
    """True if only the Storyteller knows of this task."""
    return task_audience(view, task.id) == STORYTELLER


def truth(view: View, task: Task) -> Ledger:
    """Return the whole truth about a task, as far as this view knows it."""
    return view.get(Ledger, task.id) or Ledger(task.id, task.sides, task.rolled)


def has_ledger(view: View, task: Task) -> bool:
    """True if the Storyteller knows more about the task than its audience."""
    return view.get(Ledger, task.id) is not None


def has_secrets(task: Task, known: Ledger) -> bool:
    """True if the ledger differs from the task, apart from tallies."""
    if known.modifier or known.modifier_words:
        return True
    pairs = zip(task.sides, known.sides, strict=True)
    return task.rolled != known.rolled or any(a.members != b.members or a.steps != b.steps for a, b in pairs)


def true_side_of(view: View, task: Task, actor: str) -> int:
    """Return the side that a character is on as far as this view knows, NOBODY if it is on none."""
    return next((n for n, side in enumerate(truth(view, task).sides) if actor in side.members), NOBODY)
