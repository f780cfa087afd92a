"""Tasks: what takes more than one roll, or sets two sides against each other, as it stands on the table (E1 to E5).

A task has one audience: everybody, some seats, or the Storyteller alone; then nobody else ever has a trace of it.

Law 1. What an audience that sees a task is not to know of it (a hidden opponent, dice that stay with the Storyteller)
       is in the Storyteller's `Ledger` of the same id, which holds the whole truth while there is one. Of a hidden side
       the audience learns who won a round, and who reached the goal: never dice, pool, count, margin, lead or degree,
       nor a tally of which margins are a part. A tally that is once untold stays so until she sets it,
       also where the task is hidden and revealed meanwhile.
Law 2. A task waits for those only whom its audience sees, or knows to be away: it stands still until they are back,
       they give up, or the Storyteller goes on without them.
Law 3. Where the count of a roll is untold (X2 iii, X3), so is the tally from then on (`dark`): the task says nothing of
       its goal until the Storyteller does.
"""

from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Audience, Kind
from domain.core.command import Refusal
from domain.core.event import Event
from domain.core.record import Fate, Record
from domain.core.state import Partition, View
from domain.features.tasks.sides import UNTOLD, TaskRoll, TaskSide, participants, without_participant
from domain.rules.game_time import Unit
from domain.rules.task_score import NOBODY
from domain.rules.task_terms import TaskKind

Status = Literal["open", "met", "level", "unmet", "failed", "given-up", "done", "untold", "ruled"]
"""`met`: a goal is reached, or a side prevailed. `level`: nobody did (E2). `unmet`: rolls or time ran out.
`failed`: a botch ended it. `done`: all rolls are made, and there was no goal. `untold`: the Storyteller knows.
`ruled`: she said."""

ANYWHERE: frozenset[Kind] = frozenset({"everyone", "storyteller", "seats"})


class Task(Record, frozen=True):
    """A task and how far it is. An interval is `each` times `unit`; `limit` rounds at most (0: any), `deadline` a game
    time (0: none), `target` whose traits make the difficulty where there is no other side, `gain` what each success
    brings (E5), `helpers` whether players may join in, `social` whether it is about people (E4). `until` is the game
    time up to which it has been worked on, `lead` by how many the first side leads."""

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
    """Dice that its circumstances give or take on every character's roll for it, as its audience sees them (X7)."""
    modifier_words: str = ""
    """What they are, "" where they are unexplained or there are none."""

    @property
    def about(self) -> tuple[str, ...]:
        return (*participants(self.sides, self.rolled), self.target)

    def without(self, actor: str) -> Self:
        sides, rolled = without_participant(self.sides, self.rolled, actor)
        return replace(self, sides=sides, rolled=rolled, target="" if self.target == actor else self.target)

    def on_handing(self, actor: str) -> Fate:
        return "goes" if actor in participants(self.sides, ()) else "stays"

    def stated(self) -> Event:
        return TaskStated(self)

    @property
    def contest(self) -> bool:
        """Whether two sides oppose each other."""
        return self.kind != "extended"

    @property
    def goals(self) -> tuple[int, ...]:
        """What each side has to reach."""
        return tuple(side.goal for side in self.sides)

    def side_of(self, actor: str) -> int:
        """The side that a character is on, NOBODY for none."""
        return next((n for n, side in enumerate(self.sides) if actor in side.members), NOBODY)


class Ledger(Record, frozen=True):
    """The whole truth of a task that others see in part; its id is the task's. `due`: there is something to tell.
    `modifier` are dice that only the Storyteller knows of, `modifier_words` what those are, or what an unexplained
    modifier of the task is (X7). `dark` and `veiled` are for a task that was hidden from those who saw it: whether they
    did not know how far it was (Law 3), or not what the second side had rolled (Law 1). It is revealed so."""

    keeps_place: ClassVar[bool] = True

    sides: tuple[TaskSide, ...]
    rolled: tuple[TaskRoll, ...] = ()
    due: str = ""
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

    def stated(self) -> Event:
        return LedgerKept(self)


class TaskStated(Event, frozen=True):
    """A task as it stands, without a word about it: brought along from elsewhere, or put away from other eyes."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    task: Task

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.task)


class LedgerKept(Event, frozen=True):
    """What the Storyteller alone knows of a task that others see."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    ledger: Ledger

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.ledger)


def untold_sides(task: Task) -> tuple[int, ...]:
    """The sides whose tally the task's audience does not know."""
    return tuple(n for n, side in enumerate(task.sides) if side.tally == UNTOLD)


def task_of(view: View, id_: str) -> Task:
    """A task that this seat sees. Hidden and absent get the same answer. Raises `Refusal`."""
    found = view.get(Task, id_)
    if found is None:
        raise Refusal("no-such-task", "There is no such task here (E1).")
    return found


def open_task(view: View, id_: str) -> Task:
    """A task that this seat sees and that is not over. Raises `Refusal`."""
    found = task_of(view, id_)
    if found.status != "open":
        raise Refusal("task-over", f"{found.name} is over (E1).")
    return found


def task_audience(view: View, id_: str) -> Audience:
    """Whose task this is."""
    return view.audience_of(Task, id_) or STORYTELLER


def is_secret(view: View, task: Task) -> bool:
    """Whether the Storyteller alone knows of a task that this view has."""
    return task_audience(view, task.id) == STORYTELLER


def truth(view: View, task: Task) -> Ledger:
    """The whole truth of a task, as far as this view has it."""
    return view.get(Ledger, task.id) or Ledger(task.id, task.sides, task.rolled)


def has_ledger(view: View, task: Task) -> bool:
    """Whether there is more to a task than its audience knows."""
    return view.get(Ledger, task.id) is not None


def has_secrets(task: Task, known: Ledger) -> bool:
    """Whether the Storyteller knows more of a task than those who see it, tallies apart."""
    if known.modifier or known.modifier_words:
        return True
    pairs = zip(task.sides, known.sides, strict=True)
    return task.rolled != known.rolled or any(a.members != b.members or a.steps != b.steps for a, b in pairs)


def true_side_of(view: View, task: Task, actor: str) -> int:
    """The side that a character is on as far as this view knows, NOBODY for none."""
    return next((n for n, side in enumerate(truth(view, task).sides) if actor in side.members), NOBODY)
