"""Opening contests: the Storyteller sets two sides against each other (E2, E3)."""

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
from domain.features.tasks.sides import TaskSide, anonymous_side
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
    """Open a contest between two sides: for one roll (E2), or round by round (E3), possibly with a ready `script`.
    Inputs left out for the second side are as for the first: traits and dice together, the difficulty, the goal.
    `secret`: only the Storyteller knows its members and rolls, as with any hidden opponent; it then rolls by itself."""

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
        """Return the named script, None if none is named. Raise `Refusal` if it does not exist."""
        if not self.script:
            return None
        found = next((s for s in rules_of(view).scripts if s.name == self.script), None)
        if found is None:
            raise Refusal("no-such-script", "These rules have no script of that name (E3).")
        return found

    def how(self, ready: Script | None) -> TaskKind:
        """Return the kind of the contest."""
        return ready.kind if ready else self.kind

    def reach(self, ready: Script | None) -> int:
        """Return the first side's goal."""
        return self.goal or (ready.goal if ready else 0)

    def ours(self, ready: Script | None) -> Steps:
        """Return the first side's steps."""
        return ready.steps if ready and not self.steps else self.rolled()

    def their_single(self) -> Step:
        """Return the inputs for the second side that are the same in every round."""
        against = Against(self.their_against, self.their_plus)
        return Step(self.their_traits, self.their_dice, self.their_difficulty, against)

    def theirs(self, ready: Script | None) -> Steps:
        """Return the second side's steps: those of the first side, changed by the inputs for the second."""
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
        label = self.their_label or ("" if self.opponents else "the dice")
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
                Choice("resisted", "One roll each", "E2"),
                Choice("tally", "Round by round, margins add up", "E3"),
                Choice("lead", "Round by round, first to lead by the goal", "E3"),
            )
            rules = rules_of(view)
            scripts = tuple(Choice(s.name, s.name, s.about) for s in rules.scripts if s.traits <= rules.kinds.keys())
            theirs = (Input("their_difficulty", "Their difficulty (0: the same)", "number", most=10),)
            inputs = (
                *first_inputs(view, "Who"),
                Input("opponents", "Against whom", "choices", cast_choices(view), most=20),
                Input("kind", "How", "choice", kinds, default="resisted"),
                Input("script", "By a script", "choice", (Choice("", "None"), *scripts)),
                Input("goal", "Goal (0: the script's)", "number", most=1000),
                Input(
                    "their_traits",
                    "The others' traits (no dice either: the same)",
                    "choices",
                    rule_trait_choices(view),
                    most=4,
                ),
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
