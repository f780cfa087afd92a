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

from collections.abc import Collection, Sequence
from typing import ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.command import Refusal
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.features.table.game_clock import clock
from domain.features.table.story_log import literal, tell
from domain.rules.game_time import Unit
from domain.rules.task_score import NOBODY
from domain.rules.task_terms import Step, TaskKind

UNTOLD = -1
"""A count or tally that its audience does not know."""

Status = Literal["open", "met", "level", "unmet", "failed", "given-up", "done", "untold", "ruled"]
"""`met`: a goal is reached, or a side prevailed. `level`: nobody did (E2). `unmet`: rolls or time ran out.
`failed`: a botch ended it. `done`: all rolls are made, and there was no goal. `untold`: the Storyteller knows.
`ruled`: she said."""

ANYWHERE: frozenset[Kind] = frozenset({"everyone", "storyteller", "seats"})


class TaskSide(msgspec.Struct, frozen=True, array_like=True):
    """One side of a task: whoever works on it together. `label` is what it is called ("": by its members; without
    either it is nobody, and rolls nothing), `meaning` what its winning means; `tally` UNTOLD where the audience does
    not know it."""

    label: str
    members: tuple[str, ...]
    steps: tuple[Step, ...]
    goal: int
    meaning: str = ""
    tally: int = 0


class TaskRoll(msgspec.Struct, frozen=True, array_like=True):
    """What somebody has rolled in the round that is under way; `successes` UNTOLD where the audience is not to know.
    `roll` is the roll that shows them, "" where the audience has none."""

    actor: str
    side: int
    successes: int
    botched: bool
    roll: str = ""


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
        return (*named(self.sides, self.rolled), self.target)

    def without(self, actor: str) -> Self:
        sides, rolled = parted(self.sides, self.rolled, actor)
        return replace(self, sides=sides, rolled=rolled, target="" if self.target == actor else self.target)

    def on_handing(self, actor: str) -> Fate:
        return "goes" if actor in named(self.sides, ()) else "stays"

    def restating_event(self) -> Event:
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
        return named(self.sides, self.rolled)

    def without(self, actor: str) -> Self:
        sides, rolled = parted(self.sides, self.rolled, actor)
        return replace(self, sides=sides, rolled=rolled)

    def restating_event(self) -> Event:
        return LedgerKept(self)


class TaskOpened(Event, frozen=True):
    """A task is before those whom it is for; or they see it from now on."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    who: str
    task: Task

    def apply(self, records: Partition, at: int) -> None:
        task, refs = self.task, list[str]()
        records.put(task)
        sides = " against ".join(called(side, refs) for side in task.sides)
        goals = " and ".join(dict.fromkeys(str(goal) for goal in task.goals if goal))
        words = f"{literal(task.name)}: {sides}" + (f", to {goals}" if goals else "")
        tell(records, at, f"{words}.", *refs, kind="ruled", who=self.who)


class TaskStated(Event, frozen=True):
    """A task as it stands, without a word about it: brought along from elsewhere, or put away from other eyes."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    task: Task

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.task)


class TaskTaken(Event, frozen=True):
    """A task is no longer before this audience; `text` says why, "" says nothing."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    text: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Task, self.id)
        if self.text:
            tell(records, at, literal(self.text), kind="ruled")


class TaskJoined(Event, frozen=True):
    """A character works on a task with others (E4)."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    actor: str
    side: int

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            sides = list(task.sides)
            sides[self.side] = joined(sides[self.side], self.actor)
            records.put(replace(task, sides=tuple(sides)))
            tell(records, at, f"{{0}} works on {literal(task.name)}.", self.actor)


class TaskLeft(Event, frozen=True):
    """A character works on a task no longer. What it rolled in the round that is under way counts."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    actor: str

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, sides=tuple(without(side, self.actor) for side in task.sides)))
            tell(records, at, f"{{0}} gives up on {literal(task.name)}.", self.actor)


class TaskRolled(Event, frozen=True):
    """Somebody has rolled in the round that is under way."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    roll: TaskRoll

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, rolled=(*task.rolled, self.roll)))


class RoundEnded(Event, frozen=True):
    """A round is over, and the interval with it: the tallies as the audience knows them, who won it and by how many
    (`margin` and `lead` are 0 where a side is not seen, X2).
    `until` is the game time up to which the task has been worked on, `now` what the clock shows; nobody but everybody
    has a clock that it moves."""

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
        """How the round went."""
        if self.dark:
            return "only the Storyteller knows how far it is."
        if not task.contest:
            (side,) = task.sides
            return f"{side.tally} of {side.goal}." if side.goal else f"{side.tally}."
        by = f"by {self.margin}" if self.margin else "wins the round"
        won = f"{called(task.sides[self.winner], refs)} {by}" if self.winner != NOBODY else "level"
        if task.kind == "tally" and UNTOLD not in self.tallies:
            return f"{won}, {' to '.join(map(str, self.tallies))}."
        if task.kind == "lead" and self.lead:
            return f"{won}; {called(task.sides[self.lead < 0], refs)} leads by {abs(self.lead)}."
        return f"{won}."


class TaskEnded(Event, frozen=True):
    """A task is over. `winner` is the side that reached its goal or prevailed, `degree` how well (E1: 1 and what
    exceeds the goal; E2: the margin; 0 where that would tell of a side that is not seen), `word` the rules' word for
    that; `who` is the Storyteller who ruled so, "" for the dice."""

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
    """The Storyteller said what the tallies are (G0)."""

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
    """The circumstances of a task give or take dice from now on; 0: none any more (X7)."""

    audiences: ClassVar[frozenset[Kind]] = ANYWHERE

    id: str
    who: str
    modifier: int
    words: str

    def apply(self, records: Partition, at: int) -> None:
        task = records.get(Task, self.id)
        if task is not None:
            records.put(replace(task, modifier=self.modifier, modifier_words=self.words))
            said = (
                f"{literal(self.words or 'unexplained')} {self.modifier:+}" if self.modifier else "no modifier any more"
            )
            tell(records, at, f"{literal(task.name)}: {said}.", kind="ruled", who=self.who)


class TaskModifiedInSecret(Event, frozen=True):
    """The Storyteller alone knows what a modifier of a task is, or that there is one (X7)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    who: str
    name: str
    words: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{literal(self.name)}: {literal(self.words)}.", kind="ruled", who=self.who)


class LedgerKept(Event, frozen=True):
    """What the Storyteller alone knows of a task that others see."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    ledger: Ledger

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.ledger)


class OutcomeDue(Event, frozen=True):
    """Something came of a task that only the Storyteller knows: to be told when she likes."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        ledger = records.get(Ledger, self.id)
        if ledger is not None:
            records.put(replace(ledger, due=self.text))
        tell(records, at, literal(self.text))


class LedgerTaken(Event, frozen=True):
    """There is nothing more of this task that its audience does not know."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Ledger, self.id)


def called(side: TaskSide, refs: list[str]) -> str:
    """What a side is called in a story line whose characters are collected in `refs`."""
    if side.label or not side.members:
        return literal(side.label) or "nobody"
    first = len(refs)
    refs.extend(side.members)
    return " and ".join(f"{{{place}}}" for place in range(first, len(refs)))


def ending(task: Task, refs: list[str]) -> str:
    """How a task ended, in words."""
    if task.winner != NOBODY:
        side = task.sides[task.winner]
        won = f"{called(side, refs)} prevails" if task.contest else "done"
        meant = f": {literal(side.meaning)}" if side.meaning else ""
        degree = f"degree {task.degree}" + (f", {task.word}" if task.word else "")
        return f"{won}{meant} ({degree})." if task.degree else f"{won}{meant}."
    if task.status == "done":
        brought = f" times {literal(task.gain)}" if task.gain else ""
        return f"{task.sides[0].tally}{brought}."
    return {
        "level": "level, nobody prevails.",
        "unmet": "over, and not reached.",
        "failed": "a botch ends it.",
        "given-up": "given up.",
        "untold": "over; only the Storyteller knows how.",
        "ruled": "nobody prevails.",
    }.get(task.status, "over.")


def with_tallies(sides: tuple[TaskSide, ...], tallies: Sequence[int]) -> tuple[TaskSide, ...]:
    """The sides with these tallies."""
    return tuple(replace(side, tally=tally) for side, tally in zip(sides, tallies, strict=False))


def tellable(kind: TaskKind, tallies: Sequence[int], unseen: Collection[int]) -> tuple[int, ...]:
    """The tallies as those know them who do not see these sides: where successes add up, what a side that they see has
    rolled; where margins do, none, because each margin tells of both sides (X2, E3)."""
    kept = unseen if kind == "lead" else range(len(tallies)) if unseen else ()
    return tuple(UNTOLD if side in kept else tally for side, tally in enumerate(tallies))


def untold_roll(roll: TaskRoll) -> TaskRoll:
    """What somebody has rolled, as those know it who are not to know its count."""
    return replace(roll, successes=UNTOLD, botched=False, roll="")


def untold_sides(task: Task) -> tuple[int, ...]:
    """The sides whose tally the task's audience does not know."""
    return tuple(n for n, side in enumerate(task.sides) if side.tally == UNTOLD)


def joined(side: TaskSide, actor: str) -> TaskSide:
    """The side with one more member."""
    return replace(side, members=(*(m for m in side.members if m != actor), actor))


def without(side: TaskSide, actor: str) -> TaskSide:
    """The side without that member."""
    return replace(side, members=tuple(m for m in side.members if m != actor))


def out_of(side: TaskSide, actor: str) -> TaskSide:
    """The side once somebody is out of it. With its last member its name is gone, too: what dice it has were that
    one's, and do not go on by themselves."""
    rest = without(side, actor)
    return replace(rest, label="") if side.members and not rest.members else rest


def named(sides: tuple[TaskSide, ...], rolled: tuple[TaskRoll, ...]) -> tuple[str, ...]:
    """Who works on a task, or has rolled in the round that is under way."""
    return (*(member for side in sides for member in side.members), *(roll.actor for roll in rolled))


def parted(
    sides: tuple[TaskSide, ...], rolled: tuple[TaskRoll, ...], actor: str
) -> tuple[tuple[TaskSide, ...], tuple[TaskRoll, ...]]:
    """The sides and rolls of a task that somebody has left. What it rolled in the round that is under way counts, for
    nobody by name."""
    nameless = (replace(roll, actor="") if roll.actor == actor else roll for roll in rolled)
    return tuple(out_of(side, actor) for side in sides), tuple(nameless)


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


def secret(view: View, task: Task) -> bool:
    """Whether the Storyteller alone knows of a task that this view has."""
    return task_audience(view, task.id) == STORYTELLER


def truth(view: View, task: Task) -> Ledger:
    """The whole truth of a task, as far as this view has it."""
    return view.get(Ledger, task.id) or Ledger(task.id, task.sides, task.rolled)


def has_ledger(view: View, task: Task) -> bool:
    """Whether there is more to a task than its audience knows."""
    return view.get(Ledger, task.id) is not None


def hides(task: Task, known: Ledger) -> bool:
    """Whether the Storyteller knows more of a task than those who see it, tallies apart."""
    if known.modifier or known.modifier_words:
        return True
    pairs = zip(task.sides, known.sides, strict=True)
    return task.rolled != known.rolled or any(a.members != b.members or a.steps != b.steps for a, b in pairs)
