"""Opening contests: the Storyteller lets two sides compete (E2, E3)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.core.bounds import Count, ShortText
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import named, phrase, term
from domain.features.characters.character import hidden, own
from domain.features.table.settings import rules_of
from domain.features.tasks.open_task import (
    Actors,
    Difficulty,
    OfOpponent,
    Plus,
    Traits,
    _OpenTask,
    check_said_once,
    check_social,
    check_step,
)
from domain.features.tasks.sides import PLAIN_DICE, TaskSide, anonymous_side
from domain.features.tasks.task import Ledger, LedgerKept
from domain.features.tasks.task_form import (
    against_inputs,
    cast_choices,
    each_inputs,
    first_inputs,
    last_inputs,
    may_open,
    rarely,
    rule_trait_choices,
    within_inputs,
)
from domain.rules.task_terms import Against, Goal, Script, Step, Steps, TaskKind


class OpenContest(_OpenTask, frozen=True):
    """Open a contest between two sides: for one roll (E2), or round by round (E3), possibly with a ready `script`. What
    is not given for the second side is the same as for the first: its traits and dice, its difficulty, its goal.
    `secret`: only the Storyteller knows the members and rolls of the second side, as with any hidden opponent; the
    server then rolls for it."""

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
        check_printable(self.their_label)
        check_said_once(ready or self.their_steps, self.their_single())
        if ready:
            check_said_once(ready, self.single())
            if self.kind not in ("resisted", ready.kind):
                raise Refusal("said-twice-kind", rule="E3", contest=term(ready.name))
        if set(self.actors) & set(self.opponents):
            raise Refusal("both-sides", rule="E2")
        for actor in self.opponents:
            own(view, actor)
        check_social(view, self.social, len(self.opponents))
        theirs = self.theirs(ready)
        for step in theirs:
            check_step(view, step, self.opponents, self.actors)
        if not self.opponents and not all(step.dice for step in theirs):
            raise Refusal("no-opponent", rule="E2")
        opposed = any(step.against for step in self.ours(ready))
        if opposed and not self.opponents:
            raise Refusal("no-opponent-for-dice", rule="D18")
        if self.unseen(view):
            if opposed:
                raise Refusal("hidden-opponent", rule="D18")
            if not all(step.traits or step.dice for step in theirs):
                raise Refusal("unseen-without-roll", rule="E2")
        if self.how(ready) != "resisted" and not self.reach(ready):
            raise Refusal("no-contest-goal", rule="E3")

    def ready(self, view: View) -> Script | None:
        """Return the named script, None if none is named. Raise `Refusal` if it does not exist."""
        if not self.script:
            return None
        found = next((s for s in rules_of(view).scripts if s.name == self.script), None)
        if found is None:
            raise Refusal("no-such-script", rule="E3")
        return found

    def how(self, ready: Script | None) -> TaskKind:
        """Return the kind of the contest."""
        return ready.kind if ready else self.kind

    def reach(self, ready: Script | None) -> int:
        """Return the goal of the first side."""
        return self.goal or (ready.goal if ready else 0)

    def ours(self, ready: Script | None) -> Steps:
        """Return the first side's steps."""
        return ready.steps if ready and not self.steps else self.rolled()

    def their_single(self) -> Step:
        """Return what the second side rolls in every round, as the inputs say."""
        against = Against(self.their_against, self.their_plus)
        return Step(self.their_traits, self.their_dice, self.their_difficulty, against)

    def theirs(self, ready: Script | None) -> Steps:
        """Return the steps of the second side: those of the first, changed by the inputs for the second."""
        if self.their_steps:
            return self.their_steps
        if ready:
            return ready.their_steps
        given, theirs = self.their_single(), self.rolled()
        if given.traits or given.dice:
            theirs = tuple(replace(one, traits=given.traits, dice=given.dice) for one in theirs)
        if given.difficulty or given.against != Against():
            theirs = tuple(replace(one, difficulty=given.difficulty, against=given.against) for one in theirs)
        return theirs

    def unseen(self, view: View) -> bool:
        """True if the task's audience may not know the second side."""
        return not self.hidden and (self.secret or any(hidden(view, actor) for actor in self.opponents))

    def decide(self, table: Deciding) -> None:
        ready = self.ready(table.view)
        goal, kind = self.reach(ready), self.how(ready)
        ours = TaskSide("", self.actors, self.ours(ready), goal, self.meaning)
        label = self.their_label or ("" if self.opponents else PLAIN_DICE)
        theirs = TaskSide(label, self.opponents, self.theirs(ready), self.their_goal or goal, self.their_meaning)
        if not self.unseen(table.full):
            self.opened(table, self.task(table, kind, (ours, theirs)))
            return
        shown = anonymous_side(theirs, self.their_label)
        task = self.task(table, kind, (ours, shown))
        table.emit(STORYTELLER, LedgerKept(Ledger(task.id, (ours, theirs))))
        self.opened(table, task)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if may_open(view):
            kinds = (
                Choice("resisted", phrase("choice-contest-resisted", rule="E2")),
                Choice("tally", phrase("choice-contest-tally", rule="E3")),
                Choice("lead", phrase("choice-contest-lead", rule="E3")),
            )
            rules = rules_of(view)
            scripts = tuple(
                Choice(s.name, named(s.name), s.about) for s in rules.scripts if s.traits <= rules.kinds.keys()
            )
            theirs = (Input("their_difficulty", phrase("ask-their-difficulty"), "number", most=10),)
            inputs = (
                *first_inputs(view, phrase("ask-contest-first")),
                Input("opponents", phrase("ask-contest-opponents"), "choices", cast_choices(view), most=20),
                Input("kind", phrase("ask-contest-kind"), "choice", kinds, default="resisted"),
                Input("script", phrase("ask-contest-script"), "choice", (Choice("", phrase("choice-none")), *scripts)),
                Input("goal", phrase("ask-contest-goal"), "number", most=1000),
                Input(
                    "their_traits",
                    phrase("ask-their-traits"),
                    "choices",
                    rule_trait_choices(view),
                    most=4,
                ),
                *rarely(
                    *against_inputs("", view),
                    Input("meaning", phrase("ask-meaning"), "text", most=200),
                    Input("their_dice", phrase("ask-their-dice"), "number", most=100),
                    *(theirs if rules.chooses_difficulty else ()),
                    *against_inputs("their_", view),
                    Input("their_goal", phrase("ask-their-goal"), "number", most=1000),
                    Input("their_meaning", phrase("ask-their-meaning"), "text", most=200),
                    Input("their_label", phrase("ask-their-label"), "text", most=200),
                    Input("secret", phrase("ask-contest-secret"), "flag"),
                    *each_inputs("0"),
                    Input("limit", phrase("ask-contest-limit"), "number", most=100),
                    *within_inputs(),
                    *last_inputs(view),
                ),
            )
            yield Option(cls.__name__, "", phrase("option-open-contest", rule="E2"), "", "tasks", inputs=inputs)
