"""The events of a task, from its opening to its end, and of the Storyteller's ledger (E1 to E5)."""

from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import EVERYONE, Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.words import NO_WORDS, Typed, Words, character_ref, phrase, signed, term
from domain.features.table.game_clock import clock
from domain.features.table.story_log import tell
from domain.features.tasks.sides import UNTOLD, TaskRoll, side_name, with_member, with_tallies, without_member
from domain.features.tasks.task import ANYWHERE, Ledger, Status, Task
from domain.rules.task_score import NOBODY


class TaskOpened(Event, frozen=True):
    """The audience sees a task: it is new, or was revealed."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    who: str
    task: Task

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.task)
        tell(records, at, opening(self.task), kind="ruled", who=self.who)


class TaskTaken(Event, frozen=True):
    """The audience no longer has a task. `text` is the story line with the reason, `NO_WORDS` for no line."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("text",)

    id: str
    text: Words = NO_WORDS

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Task, self.id)
        if self.text:
            tell(records, at, self.text, kind="ruled")


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
            tell(records, at, phrase("line-task-joined", who=character_ref(self.actor), task=Typed(task.name)))


class TaskLeft(Event, frozen=True):
    """A character gives up on a task. Its roll in the present round counts."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    actor: str

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, sides=tuple(without_member(side, self.actor) for side in task.sides)))
            tell(records, at, phrase("line-task-left", who=character_ref(self.actor), task=Typed(task.name)))


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
    """A round has ended, and the interval of game time that it takes. The tallies are as the audience knows them;
    `winner` is the side that won it, by `margin`. `margin` and `lead` are 0 if a side is not seen (X2). `until` is the
    game time up to which the task has been worked on. `now` is the new time of the clock, which only a task that
    everybody sees can move."""

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
        tell(records, at, self.words(task))

    def words(self, task: Task) -> Words:
        """Return the result of the round in words."""
        name, round_ = Typed(task.name), task.rounds
        if self.dark:
            return phrase("line-round-untold", task=name, round=round_)
        if not task.contest:
            (side,) = task.sides
            if side.goal:
                return phrase("line-round-tally-of", task=name, round=round_, tally=side.tally, goal=side.goal)
            return phrase("line-round-tally", task=name, round=round_, tally=side.tally)
        result = self.result(task)
        told = [tally for tally in self.tallies if tally != UNTOLD]
        if task.kind == "tally" and len(told) == len(task.sides):
            ours, theirs = told[0], told[-1]
            return phrase("line-round-tallies", task=name, round=round_, result=result, ours=ours, theirs=theirs)
        if task.kind == "lead" and self.lead:
            ahead = side_name(task.sides[self.lead < 0])
            return phrase("line-round-lead", task=name, round=round_, result=result, ahead=ahead, lead=abs(self.lead))
        return phrase("line-round", task=name, round=round_, result=result)

    def result(self, task: Task) -> Words:
        """Return the side that won a round of a contest in words, with the margin if it is known."""
        if self.winner == NOBODY:
            return phrase("round-level")
        who = side_name(task.sides[self.winner])
        return phrase("round-won-by", who=who, margin=self.margin) if self.margin else phrase("round-won", who=who)


class TaskEnded(Event, frozen=True):
    """A task has ended. `winner` is the side that reached its goal or won. `degree` is how clearly it did (E1: 1 plus
    the successes above the goal; E2: the margin; 0 if the number would reveal something about a hidden side), and
    `word` is the word for this degree. `who` is the Storyteller if she decided it, "" if the dice did."""

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
        name, how = Typed(task.name), ending(task)
        words = (
            phrase("line-task-ended-text", task=name, how=how, text=Typed(self.text))
            if self.text
            else phrase("line-task-ended", task=name, how=how)
        )
        tell(records, at, words, kind="ruled" if self.who else "happened", who=self.who)


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
            match [tally for tally in self.tallies if tally != UNTOLD]:
                case [ours, theirs]:
                    words = phrase("line-tallies-set", task=Typed(task.name), tally=ours, their_tally=theirs)
                case [ours]:
                    words = phrase("line-tally-set", task=Typed(task.name), tally=ours)
                case _:
                    words = NO_WORDS
            if words:
                tell(records, at, words, kind="ruled", who=self.who)


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
            tell(records, at, self.line(task), kind="ruled", who=self.who)

    def line(self, task: Task) -> Words:
        """Return the change in words."""
        name, dice = Typed(task.name), signed(self.modifier)
        if not self.modifier:
            return phrase("line-task-modifier-ended", task=name)
        if not self.words:
            return phrase("line-task-modifier-unexplained", task=name, dice=dice)
        return phrase("line-task-modifier", task=name, dice=dice, why=Typed(self.words))


class TaskModifiedInSecret(Event, frozen=True):
    """A line for the Storyteller alone: a task has a modifier that is hidden or unexplained (X7)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("words",)

    who: str
    name: str
    words: Words
    """The dice, their reason and their visibility."""

    def apply(self, records: Partition, at: int) -> None:
        words = phrase("line-task-modified-in-secret", task=Typed(self.name), modifier=self.words)
        tell(records, at, words, kind="ruled", who=self.who)


class OutcomeDue(Event, frozen=True):
    """A task has an outcome that only the Storyteller knows. She can announce it later."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("text",)

    id: str
    text: Words

    def apply(self, records: Partition, at: int) -> None:
        ledger = records.get(Ledger, self.id)
        if ledger is not None:
            records.put(replace(ledger, due=self.text))
        tell(records, at, self.text)


class LedgerTaken(Event, frozen=True):
    """The ledger of a task was dropped, because its audience now knows everything, or because the task was removed."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Ledger, self.id)


def opening(task: Task) -> Words:
    """Return a new task in words: its sides and its goals."""
    name, goals = Typed(task.name), task.goals or (0,)
    sides = [side_name(side) for side in task.sides] or [phrase("side-nobody")]
    if len(sides) == 1:
        return phrase("line-task-opened", task=name, who=sides[0], goal=goals[0])
    (who, others), (goal, their_goal) = sides[:2], goals[:2]
    if goal != their_goal:
        return phrase("line-contest-opened-goals", task=name, who=who, others=others, goal=goal, their_goal=their_goal)
    return phrase("line-contest-opened", task=name, who=who, others=others, goal=goal)


def ending(task: Task) -> Words:
    """Return the end of a task in words."""
    if task.winner != NOBODY:
        side = task.sides[task.winner]
        return won(task, side_name(side) if task.contest else NO_WORDS, side.meaning)
    if task.status == "done":
        tally = task.sides[0].tally
        return (
            phrase("ended-gain", tally=tally, gain=Typed(task.gain))
            if task.gain
            else phrase("ended-tally", tally=tally)
        )
    return phrase("ended-over") if task.status in ("open", "met") else phrase(f"ended-{task.status}")


def won(task: "Task | TaskEnded", who: Words, meaning: str = "") -> Words:
    """Return in words that a side reached its goal, or won; what happens because of that; and the degree if there is
    one. `who`: the side that won a contest, `NO_WORDS` if nobody opposed it."""
    how = phrase("ended-won", who=who) if who else phrase("ended-done")
    if meaning:
        how = phrase("ended-meaning", how=how, meaning=Typed(meaning))
    if task.degree and task.word:
        return phrase("ended-degree-word", how=how, degree=task.degree, word=term(task.word))
    return phrase("ended-degree", how=how, degree=task.degree) if task.degree else how
