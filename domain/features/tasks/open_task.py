"""Opening tasks: the Storyteller sets what is to be reached, by whom, against whom, and who may know (E1 to E5)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.bounds import Count, Id, Modifier, Name, SeatIds, ShortText
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.characters.character import Face, hidden, own
from domain.features.rolls.opposed_difficulty import check_against
from domain.features.rolls.pools import check_known, check_traits
from domain.features.rolls.roll_modifiers import VISIBILITIES, Visibility, check_hidden_difficulty
from domain.features.table.game_clock import UNITS, clock
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import check_audience, rules_of, storyteller_only
from domain.features.tasks.modifiers import Given, check_modifier, modify
from domain.features.tasks.task import Ledger, LedgerKept, Task, TaskOpened, TaskSide
from domain.rules.game_time import Unit, lasting
from domain.rules.task_terms import Against, Goal, Script, Step, Steps, TaskKind

TASKS_MOST = 50

Actors = Annotated[tuple[Id, ...], Meta(max_length=20)]
Traits = Annotated[tuple[Name, ...], Meta(max_length=4)]
OfOpponent = Annotated[tuple[Name, ...], Meta(max_length=2)]
Plus = Annotated[int, Meta(ge=0, le=10)]
Difficulty = Annotated[int, Meta(ge=0, le=10)]
Each = Annotated[int, Meta(ge=0, le=1000)]

UNSEEN = "somebody unseen"


class _OpenTask(Command, frozen=True):
    """What every task is opened with. `steps` are rolled round by round; without them every round is rolled on
    `traits`, `dice` and a difficulty, which is a number or comes from an opponent's traits (`against`, `plus`). `each`
    `unit`s pass a round; after `limit` rounds, or `within` `within_unit`s from now, it is over (0: never). `hidden`:
    the Storyteller alone knows; `to`: the seats that do. `modifier` gives or takes dice on every roll that characters
    make for it, for this reason and seen so far (X7)."""

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
        if sum(1 for _ in view.all(Task)) >= TASKS_MOST:
            raise Refusal("too-many", f"At most {TASKS_MOST} tasks stand on a table: put some away first.")
        if self.hidden and self.to:
            raise Refusal("audience", "A task is hidden from all players, or seen by some: not both (X1).")
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
        """Of whose traits the difficulty may be made for the side that is named first (D18)."""
        return ()

    @property
    def audience(self) -> Audience:
        """Who is to know of it."""
        if self.hidden:
            return STORYTELLER
        return seats(*self.to) if self.to else EVERYONE

    def single(self) -> Step:
        """What is rolled in every round alike."""
        return Step(self.traits, self.dice, self.difficulty, Against(self.against, self.plus))

    def rolled(self) -> Steps:
        """What the side that is named first rolls, round by round."""
        return self.steps or (self.single(),)

    def task(self, table: Deciding, kind: TaskKind, sides: tuple[TaskSide, ...]) -> Task:
        """The task as those see it who may."""
        time = clock(table.full)
        over = time.at + lasting(self.within, self.within_unit, time.turn) if self.within else 0
        return Task(
            table.chance.id(self.audience), self.name, kind, sides, self.each, self.unit, self.limit, over,
            helpers=self.helpers, social=self.social, until=time.at,
        )  # fmt: skip

    def opened(self, table: Deciding, task: Task) -> None:
        """Set the task before those whom it is for, with its modifier."""
        table.emit(self.audience, TaskOpened(table.seat.id, task))
        if self.modifier:
            modify(table, task, Given(self.modifier, self.modifier_reason.strip(), self.visibility))


class OpenTask(_OpenTask, frozen=True):
    """Set a task whose successes add up over rolls (E1), by one or by several together (E4). `target` is whose traits
    make the difficulty; `gain` is what each success brings (E5). A single roll is a task of one round."""

    target: Id = ""
    gain: ShortText = ""

    @property
    def across(self) -> Sequence[str]:
        return (self.target,) if self.target else ()

    def check(self, view: View) -> None:
        super().check(view)
        if not (self.goal or self.limit or self.within):
            raise Refusal("no-goal", "Say how much is to be reached, how many rolls are made, or how long (E1, E5).")
        if self.target:
            own(view, self.target)
            if not self.hidden and hidden(view, self.target):
                raise Refusal("hidden", "The traits of somebody unseen would tell of them: name a number (D18, X4).")
        elif any(step.against for step in self.rolled()):
            raise Refusal("no-opponent", "Say whose traits make the difficulty (D18).")

    def decide(self, table: Deciding) -> None:
        side = TaskSide("", self.actors, self.rolled(), self.goal)
        made = replace(self.task(table, "extended", (side,)), target=self.target, gain=self.gain)
        self.opened(table, made)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if may_open(view):
            cast = faces(view)
            inputs = (
                *first_inputs(view, "Who works on it"),
                Input("goal", "Successes to reach (0: none)", "number", most=1000, default="5"),
                *each_inputs("1"),
                *rarely(
                    Input("limit", "Rolls at most (0: any number)", "number", most=100),
                    *within_inputs(),
                    Input("target", "Difficulty from whose traits", "choice", (Choice("", "Nobody's"), *cast)),
                    *against_inputs("", view),
                    Input("gain", "What each success brings", "text", most=200),
                    Input("helpers", "Players may join in (E4)", "flag"),
                    *last_inputs(view),
                ),
            )
            yield Option(cls.__name__, "", "Set a task", "E1, E4, E5", "tasks", inputs=inputs)


class OpenContest(_OpenTask, frozen=True):
    """Set two sides against each other: for one roll (E2), or round by round (E3), perhaps by a ready `script`. What is
    theirs and is not said is as ours is: traits and dice together, the difficulty, the goal. `secret`: who they are and
    what they roll stays with the Storyteller, as it does for anybody hidden; they then roll by themselves."""

    opponents: Actors = ()
    kind: Literal["resisted", "tally", "lead"] = "resisted"
    script: ShortText = ""
    their_traits: Traits = ()
    their_dice: Count = 0
    their_difficulty: Difficulty = 0
    their_against: OfOpponent = ()
    their_plus: Plus = 0
    their_goal: Goal = 0
    their_label: ShortText = ""
    meaning: ShortText = ""
    their_meaning: ShortText = ""
    secret: bool = False
    their_steps: Steps = ()

    @property
    def across(self) -> Sequence[str]:
        return self.opponents

    def check(self, view: View) -> None:
        ready = self.ready(view)
        super().check(view)
        check_said_once(ready or self.their_steps, self.their_single())
        if ready:
            check_said_once(ready, self.single())
            if self.kind not in ("resisted", ready.kind):
                raise Refusal(
                    "said-twice", f"{ready.name} says itself how it goes round by round: leave that out (E3)."
                )
        if set(self.actors) & set(self.opponents):
            raise Refusal("both-sides", "Nobody opposes herself: a character is on one side (E2).")
        for actor in self.opponents:
            own(view, actor)
        check_social(view, self.social, len(self.opponents))
        theirs = self.theirs(ready)
        for step in theirs:
            check_step(view, step, self.opponents, self.actors)
        if not self.opponents and not all(step.dice for step in theirs):
            raise Refusal("no-opponent", "Say who opposes them, or how many dice do (E2).")
        opposed = any(step.against for step in self.ours(ready))
        if opposed and not self.opponents:
            raise Refusal("no-opponent", "Say whose traits make the difficulty: dice have none (D18).")
        if self.unseen(view):
            if opposed:
                raise Refusal("hidden", "The traits of somebody unseen would tell of them: name a number (D18, X4).")
            if not all(step.traits or step.dice for step in theirs):
                raise Refusal("nothing-to-roll", "Say what the unseen side rolls: nobody else is asked for it (E2).")
        if self.how(ready) != "resisted" and not self.reach(ready):
            raise Refusal("no-goal", "Say what is to be reached (E3).")

    def ready(self, view: View) -> Script | None:
        """The ready script that was named. Raises `Refusal` where there is none of that name."""
        if not self.script:
            return None
        found = next((s for s in rules_of(view).scripts if s.name == self.script), None)
        if found is None:
            raise Refusal("no-such-script", "These rules have no script of that name (E3).")
        return found

    def how(self, ready: Script | None) -> TaskKind:
        """What kind of contest it is."""
        return ready.kind if ready else self.kind

    def reach(self, ready: Script | None) -> int:
        """Our side's goal."""
        return self.goal or (ready.goal if ready else 0)

    def ours(self, ready: Script | None) -> Steps:
        """What our side rolls."""
        return ready.steps if ready and not self.steps else self.rolled()

    def their_single(self) -> Step:
        """What is said of the other side for every round alike."""
        against = Against(self.their_against, self.their_plus)
        return Step(self.their_traits, self.their_dice, self.their_difficulty, against)

    def theirs(self, ready: Script | None) -> Steps:
        """What the other side rolls: in each round as ours, but for what is said of it."""
        if self.their_steps:
            return self.their_steps
        if ready:
            return ready.their_steps
        said, theirs = self.their_single(), self.rolled()
        if said.traits or said.dice:
            theirs = tuple(replace(one, traits=said.traits, dice=said.dice) for one in theirs)
        if said.difficulty or said.against != Against():
            theirs = tuple(replace(one, difficulty=said.difficulty, against=said.against) for one in theirs)
        return theirs

    def unseen(self, view: View) -> bool:
        """Whether who opposes them, and how, is not for the task's audience."""
        return not self.hidden and (self.secret or any(hidden(view, actor) for actor in self.opponents))

    def decide(self, table: Deciding) -> None:
        ready = self.ready(table.view)
        goal, kind = self.reach(ready), self.how(ready)
        ours = TaskSide("", self.actors, self.ours(ready), goal, self.meaning)
        label = self.their_label or ("" if self.opponents else "the dice")
        theirs = TaskSide(label, self.opponents, self.theirs(ready), self.their_goal or goal, self.their_meaning)
        if not self.unseen(table.full):
            self.opened(table, self.task(table, kind, (ours, theirs)))
            return
        shown = veiled(theirs, self.their_label)
        task = self.task(table, kind, (ours, shown))
        table.emit(STORYTELLER, LedgerKept(Ledger(task.id, (ours, theirs))))
        self.opened(table, task)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if may_open(view):
            kinds = (
                Choice("resisted", "One roll each", "E2"),
                Choice("tally", "Round by round, margins add up", "E3"),
                Choice("lead", "Round by round, first to lead by the goal", "E3"),
            )
            rules = rules_of(view)
            scripts = tuple(Choice(s.name, s.name, s.about) for s in rules.scripts if s.traits <= rules.kinds.keys())
            theirs = (Input("their_difficulty", "Their difficulty (0: the same)", "number", most=10),)
            inputs = (
                *first_inputs(view, "Who"),
                Input("opponents", "Against whom", "choices", faces(view), most=20),
                Input("kind", "How", "choice", kinds, default="resisted"),
                Input("script", "By a script", "choice", (Choice("", "None"), *scripts)),
                Input("goal", "Goal (0: the script's)", "number", most=1000),
                Input("their_traits", "The others' traits (no dice either: the same)", "choices", traits(view), most=4),
                *rarely(
                    *against_inputs("", view),
                    Input("meaning", "What it means if they win", "text", most=200),
                    Input("their_dice", "The others' dice (no traits either: the same)", "number", most=100),
                    *(theirs if rules.chooses_difficulty else ()),
                    *against_inputs("their_", view),
                    Input("their_goal", "Their goal (0: the same)", "number", most=1000),
                    Input("their_meaning", "What it means if the others win", "text", most=200),
                    Input("their_label", "What the others are called", "text", most=200),
                    Input("secret", "Keep who they are and what they roll", "flag"),
                    *each_inputs("0"),
                    Input("limit", "Rounds at most (0: any number)", "number", most=100),
                    *within_inputs(),
                    *last_inputs(view),
                ),
            )
            yield Option(cls.__name__, "", "Set a contest", "E2, E3", "tasks", inputs=inputs)


def veiled(side: TaskSide, label: str) -> TaskSide:
    """A side as those see it who are not to know who it is, nor what it rolls."""
    return TaskSide(label or UNSEEN, (), (), side.goal, side.meaning)


# What is checked


def check_workers(view: View, actors: Sequence[str], audience: Audience) -> None:
    """Whether these may be the side that works before this audience. Raises `Refusal`."""
    if not actors:
        raise Refusal("no-character", "Say who works on it (E1).")
    for actor in actors:
        face = own(view, actor)
        if audience != STORYTELLER and hidden(view, actor):
            raise Refusal("hidden", f"What {face.name} does would show: keep the task itself hidden (X4).")
    if len(set(actors)) < len(actors):
        raise Refusal("twice", "Each works on it once: traits are never pooled (E4).")


def check_social(view: View, social: bool, several: int) -> None:
    """Whether so many may do it together. Raises `Refusal`."""
    if social and several > 1 and rules_of(view).choices.get("teamwork-social", "forbidden") == "forbidden":
        raise Refusal("social", "Several who talk at once hinder each other: one alone does it here (E4).")


def check_said_once(by_round: Steps | Script | None, single: Step) -> None:
    """Whether what is rolled is said for every round alike, or round by round, and not both. Raises `Refusal`."""
    if by_round and single != Step():
        raise Refusal(
            "said-twice", "A script says what is rolled in each round: leave out traits, dice and difficulty (E3)."
        )


def check_step(view: View, step: Step, actors: Sequence[str], across: Sequence[str]) -> None:
    """Whether these may roll so against those, as far as that does not depend on their dots. Raises `Refusal`."""
    rules = rules_of(view)
    check_against(view, step.against)
    for who in across:
        for trait in step.against.traits:
            check_known(view, who, trait)
    if step.difficulty:
        check_hidden_difficulty(view, step.difficulty)
    if step.difficulty and step.against:
        raise Refusal("difficulty", "A difficulty is a number, or comes from somebody's traits (D18).")
    if step.traits:
        for actor in actors:
            check_traits(view, rules, actor, step.traits, called=True)


# What is asked


def may_open(view: View) -> bool:
    """Whether this seat may set tasks here and now."""
    return view.seat.is_storyteller and is_played_here(view) and any(True for _ in view.all(Face))


def faces(view: View) -> tuple[Choice, ...]:
    """The cast to choose from."""
    return tuple(Choice(face.id, face.name, "hidden" if hidden(view, face.id) else "") for face in view.all(Face))


def traits(view: View) -> tuple[Choice, ...]:
    """The rules' traits to choose from."""
    return tuple(Choice(trait, trait, group.name) for group in rules_of(view).traits for trait in group.traits)


def first_inputs(view: View, who: str) -> tuple[Input, ...]:
    """What a task is, who works on it and with what."""
    asked = [
        Input("name", "What is it?", "text", least=1, most=60),
        Input("actors", who, "choices", faces(view), least=1, most=20),
        Input("traits", "Traits (none: as the roller likes)", "choices", traits(view), most=4),
        Input("dice", "Dice beside them", "number", most=100),
    ]
    if rules_of(view).chooses_difficulty:
        asked.append(Input("difficulty", "Difficulty (0: the usual)", "number", most=10))
    return tuple(asked)


def against_inputs(prefix: str, view: View) -> tuple[Input, ...]:
    """A difficulty that comes from an opponent's traits, where the rules have difficulties (D18)."""
    if not rules_of(view).chooses_difficulty:
        return ()
    whose = "Their difficulty" if prefix else "Difficulty"
    return (
        Input(f"{prefix}against", f"{whose} from an opponent's traits", "choices", traits(view), most=2),
        Input(f"{prefix}plus", "and", "number", most=10),
    )


def rarely(*asked: Input) -> tuple[Input, ...]:
    """The inputs, marked as those that are seldom answered."""
    return tuple(replace(one, rarely=True) for one in asked)


def each_inputs(each: str) -> tuple[Input, ...]:
    """The interval."""
    return (
        Input("each", "Each roll takes", "number", most=1000, default=each),
        Input("unit", "Of what", "choice", UNITS, default="hour"),
    )


def within_inputs() -> tuple[Input, ...]:
    """The time that there is."""
    return (
        Input("within", "It must be done within (0: any time)", "number", most=1000),
        Input("within_unit", "Of what", "choice", UNITS, default="hour"),
    )


def last_inputs(view: View) -> tuple[Input, ...]:
    """Of what sort it is, and who may know."""
    players = {face.player: face.name for face in view.all(Face) if face.player}
    return (
        Input("social", "It is about dealing with people", "flag"),
        Input("hidden", "Only you may know of it", "flag"),
        Input("to", "Who may know of it (nobody chosen: everybody)", "choices", choices_of(players)),
        Input("modifier", "Dice given or taken on each roll", "number", least=-10, most=10, default="0"),
        Input("modifier_reason", "Why they are given or taken", "text", most=200),
        Input("visibility", "Who sees the dice given or taken", "choice", VISIBILITIES, default="open"),
    )


def choices_of(names: dict[str, str]) -> tuple[Choice, ...]:
    """Values with their labels as choices."""
    return tuple(Choice(value, label) for value, label in names.items())
