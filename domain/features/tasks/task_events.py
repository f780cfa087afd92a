"""The events of a task, from its opening to its end, and of the Storyteller's ledger (E1 to E5)."""

from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import EVERYONE, Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.features.table.game_clock import clock
from domain.features.table.story_log import literal, tell
from domain.features.tasks.sides import UNTOLD, TaskRoll, side_name, with_member, with_tallies, without_member
from domain.features.tasks.task import ANYWHERE, Ledger, Status, Task
from domain.rules.task_score import NOBODY


class TaskOpened(Event, frozen=True):
    """The audience sees a task: it is new, or was revealed."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    who: str
    task: Task

    def apply(self, records: Partition, at: int) -> None:
        task, refs = self.task, list[str]()
        records.put(task)
        sides = " against ".join(side_name(side, refs) for side in task.sides)
        goals = " and ".join(dict.fromkeys(str(goal) for goal in task.goals if goal))
        words = f"{literal(task.name)}: {sides}" + (f", to {goals}" if goals else "")
        tell(records, at, f"{words}.", *refs, kind="ruled", who=self.who)


class TaskTaken(Event, frozen=True):
    """The audience no longer has a task. `text` gives the reason, "" for no line in the story."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    text: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Task, self.id)
        if self.text:
            tell(records, at, literal(self.text), kind="ruled")


class TaskJoined(Event, frozen=True):
    """A character joins a side of a task (E4)."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    actor: str
    side: int

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            sides = list(task.sides)
            sides[self.side] = with_member(sides[self.side], self.actor)
            records.put(replace(task, sides=tuple(sides)))
            tell(records, at, f"{{0}} works on {literal(task.name)}.", self.actor)


class TaskLeft(Event, frozen=True):
    """A character gives up on a task. Its roll in the present round counts."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    actor: str

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, sides=tuple(without_member(side, self.actor) for side in task.sides)))
            tell(records, at, f"{{0}} gives up on {literal(task.name)}.", self.actor)


class TaskRolled(Event, frozen=True):
    """A character has rolled in the present round."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    roll: TaskRoll

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, rolled=(*task.rolled, self.roll)))


class RoundEnded(Event, frozen=True):
    """A round has ended, and its interval with it. The tallies are as the audience knows them; `winner` is the side
    that won it, by `margin`. `margin` and `lead` are 0 if a side is not seen (X2). `until` is the game time up to which
    the task has been worked on. `now` is the new time of the clock, which only a task that everybody sees can move."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    tallies: tuple[int, ...]
    winner: int
    margin: int
    lead: int
    dark: bool
    until: int
    now: int

    def apply(self, records: Partition, at: int) -> None:
        if records.audience == EVERYONE and clock(records).at < self.now:
            records.put(replace(clock(records), at=self.now))
        task = records.get(Task, self.id)
        if task is None:
            return
        sides = with_tallies(task.sides, self.tallies)
        task = replace(
            task, sides=sides, until=self.until, rounds=task.rounds + 1, rolled=(), lead=self.lead, dark=self.dark
        )
        records.put(task)
        refs = list[str]()
        words = f"{literal(task.name)}, round {task.rounds}: {self.words(task, refs)}"
        tell(records, at, words, *refs)

    def words(self, task: Task, refs: list[str]) -> str:
        """Return the result of the round in words."""
        if self.dark:
            return "only the Storyteller knows how far it is."
        if not task.contest:
            (side,) = task.sides
            return f"{side.tally} of {side.goal}." if side.goal else f"{side.tally}."
        by = f"by {self.margin}" if self.margin else "wins the round"
        won = f"{side_name(task.sides[self.winner], refs)} {by}" if self.winner != NOBODY else "level"
        if task.kind == "tally" and UNTOLD not in self.tallies:
            return f"{won}, {' to '.join(map(str, self.tallies))}."
        if task.kind == "lead" and self.lead:
            return f"{won}; {side_name(task.sides[self.lead < 0], refs)} leads by {abs(self.lead)}."
        return f"{won}."


class TaskEnded(Event, frozen=True):
    """A task has ended. `winner` is the side that reached its goal or prevailed. `degree` is how well (E1: 1 plus the
    successes above the goal; E2: the margin; 0 if it would betray a side that is not seen), `word` the rules' word for
    it. `who` is the Storyteller if she ruled it, "" for the dice."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    status: Status
    winner: int = NOBODY
    degree: int = 0
    word: str = ""
    who: str = ""
    text: str = ""

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is None:
            return
        task = replace(task, status=self.status, winner=self.winner, degree=self.degree, word=self.word, rolled=())
        records.put(task)
        refs = list[str]()
        words = f"{literal(task.name)}: {ending(task, refs)}{' ' if self.text else ''}{literal(self.text)}"
        tell(records, at, words, *refs, kind="ruled" if self.who else "happened", who=self.who)


class TallySet(Event, frozen=True):
    """The Storyteller set the tallies (G0)."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    who: str
    tallies: tuple[int, ...]
    lead: int

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, sides=with_tallies(task.sides, self.tallies), lead=self.lead, dark=False))
            known = " to ".join(str(tally) for tally in self.tallies if tally != UNTOLD)
            tell(records, at, f"{literal(task.name)} stands at {known}.", kind="ruled", who=self.who)


class TaskModified(Event, frozen=True):
    """The modifier of a task changed; with 0 dice it is gone (X7)."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    who: str
    modifier: int
    words: str

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, modifier=self.modifier, modifier_words=self.words))
            words = (
                f"{literal(self.words or 'unexplained')} {self.modifier:+}" if self.modifier else "no modifier any more"
            )
            tell(records, at, f"{literal(task.name)}: {words}.", kind="ruled", who=self.who)


class TaskModifiedInSecret(Event, frozen=True):
    """A line for the Storyteller alone: a task has a modifier that is hidden or unexplained (X7)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    who: str
    name: str
    words: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{literal(self.name)}: {literal(self.words)}.", kind="ruled", who=self.who)


class OutcomeDue(Event, frozen=True):
    """A task has an outcome that only the Storyteller knows. She announces it later."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        ledger = records.get(Ledger, self.id)
        if ledger is not None:
            records.put(replace(ledger, due=self.text))
        tell(records, at, literal(self.text))


class LedgerTaken(Event, frozen=True):
    """The ledger of a task is gone: its audience knows everything about it, or the task is gone too."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Ledger, self.id)


def ending(task: Task, refs: list[str]) -> str:
    """Return the end of a task in words."""
    if task.winner != NOBODY:
        side = task.sides[task.winner]
        won = f"{side_name(side, refs)} prevails" if task.contest else "done"
        meant = f": {literal(side.meaning)}" if side.meaning else ""
        degree = f"degree {task.degree}" + (f", {task.word}" if task.word else "")
        return f"{won}{meant} ({degree})." if task.degree else f"{won}{meant}."
    if task.status == "done":
        gain = f" times {literal(task.gain)}" if task.gain else ""
        return f"{task.sides[0].tally}{gain}."
    return {
        "level": "level, nobody prevails.",
        "unmet": "over, and not reached.",
        "failed": "a botch ends it.",
        "given-up": "given up.",
        "untold": "over; only the Storyteller knows how.",
        "ruled": "nobody prevails.",
    }.get(task.status, "over.")
