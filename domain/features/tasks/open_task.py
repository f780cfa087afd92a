"""Opening tasks: the Storyteller decides the goal, the characters that work on it, the difficulty and the audience (E1
to E5)."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.bounds import Count, Id, Modifier, Name, SeatIds, ShortText
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, phrase
from domain.features.characters.character import hidden, own
from domain.features.rolls.opposed_difficulty import check_against
from domain.features.rolls.pools import check_known, check_traits
from domain.features.rolls.roll_modifiers import Visibility, check_hidden_difficulty
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import played_here
from domain.features.table.settings import check_audience, rules_of, storyteller_only
from domain.features.tasks.modifiers import GivenModifier, check_modifier, set_modifier
from domain.features.tasks.sides import TaskSide
from domain.features.tasks.task import Task
from domain.features.tasks.task_events import TaskOpened
from domain.features.tasks.task_form import (
    against_inputs,
    cast_choices,
    each_inputs,
    first_inputs,
    last_inputs,
    may_open,
    rarely,
    within_inputs,
)
from domain.rules.game_time import Unit, lasting
from domain.rules.task_terms import Against, Goal, Script, Step, Steps, TaskKind

TASKS_MOST = 50

Actors = Annotated[tuple[Id, ...], Meta(max_length=20)]
Traits = Annotated[tuple[Name, ...], Meta(max_length=4)]
OfOpponent = Annotated[tuple[Name, ...], Meta(max_length=2)]
Plus = Annotated[int, Meta(ge=0, le=10)]
Difficulty = Annotated[int, Meta(ge=0, le=10)]
Each = Annotated[int, Meta(ge=0, le=1000)]


class _OpenTask(Command, frozen=True):
    """The inputs that all new tasks share. `steps` say round by round what is rolled; without them every round is
    rolled with `traits`, `dice` and a difficulty, which is a number or comes from an opponent's traits (`against`,
    `plus`). A round takes `each` times `unit`. The task ends after `limit` rounds, or `within` times `within_unit` from
    now (0: never). `hidden`: only the Storyteller knows of the task; `to`: only these seats do. `modifier` adds dice to
    every roll of a character for the task, or removes them, with this reason and visibility (X7)."""

    places = BOTH

    name: Name
    actors: Actors
    traits: Traits = ()
    dice: Count = 0
    difficulty: Difficulty = 0
    against: OfOpponent = ()
    plus: Plus = 0
    goal: Goal = 0
    each: Each = 0
    unit: Unit = "hour"
    limit: Count = 0
    within: Each = 0
    within_unit: Unit = "hour"
    helpers: bool = False
    social: bool = False
    hidden: bool = False
    to: SeatIds = ()
    steps: Steps = ()
    modifier: Modifier = 0
    modifier_reason: ShortText = ""
    visibility: Visibility = "open"

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        check_printable(self.name)
        if sum(1 for _ in view.all(Task)) >= TASKS_MOST:
            raise Refusal("too-many-tasks", most=TASKS_MOST)
        if self.hidden and self.to:
            raise Refusal("task-audience", rule="X1")
        check_audience(view, self.audience)
        check_workers(view, self.actors, self.audience)
        check_social(view, self.social, len(self.actors))
        check_said_once(self.steps, self.single())
        for one in self.rolled():
            check_step(view, one, self.actors, self.across)
        if self.modifier:
            check_modifier(view, self.modifier, self.modifier_reason)

    @property
    def across(self) -> Sequence[str]:
        """Return the characters whose traits may make the difficulty of the first side (D18)."""
        return ()

    @property
    def audience(self) -> Audience:
        """Return the audience of the task."""
        if self.hidden:
            return STORYTELLER
        return seats(*self.to) if self.to else EVERYONE

    def single(self) -> Step:
        """Return the step that is the same in every round."""
        return Step(self.traits, self.dice, self.difficulty, Against(self.against, self.plus))

    def rolled(self) -> Steps:
        """Return the steps of the first side, round by round."""
        return self.steps or (self.single(),)

    def task(self, table: Deciding, kind: TaskKind, sides: tuple[TaskSide, ...]) -> Task:
        """Return the task as its audience sees it."""
        time = clock(table.full)
        over = time.at + lasting(self.within, self.within_unit, time.turn) if self.within else 0
        return Task(
            table.chance.id(self.audience), self.name, kind, sides, self.each, self.unit, self.limit, over,
            helpers=self.helpers, social=self.social, until=time.at,
        )  # fmt: skip

    def opened(self, table: Deciding, task: Task) -> None:
        """Open the task for its audience, with its modifier."""
        table.emit(self.audience, TaskOpened(table.seat.id, task))
        if self.modifier:
            set_modifier(table, task, GivenModifier(self.modifier, self.modifier_reason.strip(), self.visibility))


class OpenTask(_OpenTask, frozen=True):
    """Open a task whose successes add up over rolls (E1), for one character or several together (E4). `target` is the
    character whose traits make the difficulty. `gain` says what each success brings (E5). A task of one round is a
    single roll."""

    target: Id = ""
    gain: ShortText = ""

    @property
    def across(self) -> Sequence[str]:
        return (self.target,) if self.target else ()

    def check(self, view: View) -> None:
        super().check(view)
        if not (self.goal or self.limit or self.within):
            raise Refusal("no-goal", rule="E1")
        if self.target:
            own(view, self.target)
            if not self.hidden and hidden(view, self.target):
                raise Refusal("hidden-opponent", rule="D18")
        elif any(step.against for step in self.rolled()):
            raise Refusal("no-opponent-traits", rule="D18")

    def decide(self, table: Deciding) -> None:
        side = TaskSide("", self.actors, self.rolled(), self.goal)
        task = replace(self.task(table, "extended", (side,)), target=self.target, gain=self.gain)
        self.opened(table, task)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if may_open(view):
            cast = cast_choices(view)
            inputs = (
                *first_inputs(view, phrase("ask-task-workers")),
                Input("goal", phrase("ask-task-goal"), "number", most=1000, default="5"),
                *each_inputs("1"),
                *rarely(
                    Input("limit", phrase("ask-task-limit"), "number", most=100),
                    *within_inputs(),
                    Input("target", phrase("ask-task-target"), "choice", (Choice("", phrase("choice-nobody")), *cast)),
                    *against_inputs("", view),
                    Input("gain", phrase("ask-task-gain"), "text", most=200),
                    Input("helpers", phrase("ask-task-helpers", rule="E4"), "flag"),
                    *last_inputs(view),
                ),
            )
            yield Option(cls.__name__, "", phrase("option-open-task", rule="E1"), "", "tasks", inputs=inputs)


# Checks


def check_workers(view: View, actors: Sequence[str], audience: Audience) -> None:
    """Raise `Refusal` unless these characters may be the side that works on a task with this audience."""
    if not actors:
        raise Refusal("no-worker", rule="E1")
    for actor in actors:
        face = own(view, actor)
        if audience != STORYTELLER and hidden(view, actor):
            raise Refusal("hidden-worker", rule="X4", who=character_ref(face.id))
    if len(set(actors)) < len(actors):
        raise Refusal("worker-twice", rule="E4")


def check_social(view: View, social: bool, several: int) -> None:
    """Raise `Refusal` if so many characters may not work together on a task about people, under these rules."""
    if social and several > 1 and rules_of(view).choices.get("teamwork-social", "forbidden") == "forbidden":
        raise Refusal("social", rule="E4")


def check_said_once(by_round: Steps | Script | None, single: Step) -> None:
    """Raise `Refusal` if the dice are given twice: round by round, and for all rounds."""
    if by_round and single != Step():
        raise Refusal("said-twice", rule="E3")


def check_step(view: View, step: Step, actors: Sequence[str], across: Sequence[str]) -> None:
    """Raise `Refusal` unless `actors` may roll this step against the traits of `across`, without checking their
    dots."""
    rules = rules_of(view)
    check_against(view, step.against)
    for who in across:
        for trait in step.against.traits:
            check_known(view, who, trait)
    if step.difficulty:
        check_hidden_difficulty(view, step.difficulty)
    if step.difficulty and step.against:
        raise Refusal("two-difficulties", rule="D18")
    if step.traits:
        for actor in actors:
            check_traits(view, rules, actor, step.traits, called=True)
