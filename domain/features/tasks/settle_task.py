"""Settling tasks: the Storyteller sets a tally, rules for a side, puts a task away, hides or reveals it (G0, E2)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.bounds import Id, Modifier, SeatIds, ShortText
from domain.core.command import BOTH, Choice, Command, Input, Option
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.features.cast.follow_character import without_absent
from domain.features.characters.absence import face_or_absent
from domain.features.characters.character import Face
from domain.features.rolls.roll_modifiers import VISIBILITIES, Visibility
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import check_audience, rules_of, storyteller_only
from domain.features.tasks.modifiers import GivenModifier, check_modifier, set_modifier
from domain.features.tasks.rounds import end_if_decided, true_outcome
from domain.features.tasks.sides import UNTOLD, anonymous_side, tallies_to_show, untold_roll, with_tallies
from domain.features.tasks.task import (
    Ledger,
    LedgerKept,
    Status,
    Task,
    TaskStated,
    has_ledger,
    has_secrets,
    is_secret,
    open_task,
    task_audience,
    task_of,
    truth,
    untold_sides,
)
from domain.features.tasks.task_events import LedgerTaken, TallySet, TaskEnded, TaskOpened, TaskTaken
from domain.features.tasks.task_form import side_choices, this_task
from domain.rules.task_score import NOBODY

Winner = Literal["first", "second", "nobody"]
WINNERS: dict[Winner, int] = {"first": 0, "second": 1, "nobody": NOBODY}
DECIDED_BY_DICE: frozenset[Status] = frozenset({"met", "level", "unmet", "failed", "done"})
Tally = Annotated[int, Meta(ge=0, le=1000)]
Degree = Annotated[int, Meta(ge=0, le=100)]


class _Settling(Command, frozen=True):
    """A command of the Storyteller about one task."""

    places = BOTH

    task: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        task_of(view, self.task)
        played_here(view)


def not_public(view: View, actor: str) -> bool:
    """True if not everybody knows of a character, present or absent (X4)."""
    return face_or_absent(view.public, actor) is None


def tasks_to_settle(view: View) -> list[Task]:
    """Return the tasks that this seat may settle here."""
    return list(view.all(Task)) if view.seat.is_storyteller and is_played_here(view) else []


class SetTally(_Settling, frozen=True):
    """Set a task's tallies (G0). The audience is told, even if it did not know the progress so far."""

    tally: Tally
    their_tally: Tally = 0

    def check(self, view: View) -> None:
        super().check(view)
        task = open_task(view, self.task)
        if task.kind == "resisted":
            raise Refusal("no-tally", "Each side rolls once here: rule for a side instead (E2).")

    def decide(self, table: Deciding) -> None:
        full = table.full
        task, known = open_task(full, self.task), truth(full, open_task(full, self.task))
        tallies = (self.tally, self.their_tally)[: len(task.sides)]
        sides = with_tallies(known.sides, tallies)
        # Neither the successes of a side that the audience does not see nor the lead over it are shown (E3, X2).
        unseen = [task.kind == "lead" and a.steps != b.steps for a, b in zip(sides, task.sides, strict=True)]
        shown = tuple(UNTOLD if keep else tally for keep, tally in zip(unseen, tallies, strict=True))
        lead = self.tally - self.their_tally if task.kind == "lead" and not any(unseen) else 0
        if has_ledger(full, task):
            rest = replace(known, sides=sides, due="", dark=False, veiled=False)
            table.emit(STORYTELLER, LedgerKept(rest) if has_secrets(task, rest) else LedgerTaken(task.id))
        table.emit(task_audience(full, task.id), TallySet(task.id, table.seat.id, shown, lead))
        end_if_decided(table, task.id)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in tasks_to_settle(view):
            if task.status == "open" and task.kind != "resisted":
                names = ("tally", "their_tally")
                labels = ("The tally", "The others' tally") if task.contest else ("The tally",)
                known = [max(side.tally, 0) for side in truth(view, task).sides]
                inputs = tuple(
                    Input(name, label, "number", most=1000, default=str(tally))
                    for name, label, tally in zip(names, labels, known, strict=False)
                )
                label = f"{task.name}: set the tally"
                yield Option(cls.__name__, "", label, "G0", "tasks", inputs=(this_task(task), *inputs))


class RuleTask(_Settling, frozen=True):
    """Rule how a task ends or has ended: for a side, or for neither (E2, G0)."""

    winner: Winner
    degree: Degree = 0
    text: ShortText = ""

    def check(self, view: View) -> None:
        super().check(view)
        if self.winner == "second" and not task_of(view, self.task).contest:
            raise Refusal("no-such-side", "This task has one side only (E2).")

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = task_of(full, self.task)
        word = rules_of(full).degree(self.degree)
        ended = TaskEnded(task.id, "ruled", WINNERS[self.winner], self.degree, word, table.seat.id, self.text)
        if has_ledger(full, task):
            table.emit(STORYTELLER, LedgerKept(replace(truth(full, task), rolled=(), due="")))
        table.emit(task_audience(full, task.id), ended)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in tasks_to_settle(view):
            sides = (*side_choices(task), Choice("nobody", "Nobody"))
            due = truth(view, task).due
            inputs = (
                this_task(task),
                Input("winner", "Who prevails", "choice", sides),
                Input("degree", "To what degree (0: none)", "number", most=100),
                Input("text", "In words", "text", most=200),
            )
            yield Option(cls.__name__, "", f"{task.name}: rule", due or "G0", "tasks", bool(due), inputs)


class ModifyTask(_Settling, frozen=True):
    """Give or take dice on every roll of a character for a task, until changed; 0 removes the modifier (X7)."""

    dice: Modifier
    text: ShortText = ""
    visibility: Visibility = "open"

    def check(self, view: View) -> None:
        super().check(view)
        task = open_task(view, self.task)
        known = truth(view, task)
        if self.dice:
            check_modifier(view, self.dice, self.text)
        elif not (task.modifier or known.modifier):
            raise Refusal("no-modifier", f"{task.name} has no modifier that could end (X7).")
        if self.given.is_set(task, known):
            raise Refusal("same", f"{task.name} has this modifier already: nothing changed (X7).")

    @property
    def given(self) -> GivenModifier:
        """The modifier that the command gives the task."""
        return GivenModifier(self.dice, self.text.strip(), self.visibility)

    def decide(self, table: Deciding) -> None:
        set_modifier(table, open_task(table.full, self.task), self.given)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in tasks_to_settle(view):
            if task.status == "open":
                known = truth(view, task)
                dice, words = known.modifier or task.modifier, known.modifier_words or task.modifier_words
                inputs = (
                    Input("dice", "Dice given or taken (0: none)", "number", least=-10, most=10, default=str(dice)),
                    Input("text", 'What it is, such as "fog"', "text", most=200, default=words),
                    Input("visibility", "Who sees it", "choice", VISIBILITIES, default="open"),
                )
                label = f"{task.name}: set its modifier"
                yield Option(cls.__name__, "", label, "X7", "tasks", inputs=(this_task(task), *inputs))


class CloseTask(_Settling, frozen=True):
    """Remove a task from the table. Its results are in the story."""

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = task_of(full, self.task)
        text = f"{task.name}: put away." if task.status == "open" else ""
        audience = task_audience(full, task.id)
        if has_ledger(full, task):
            table.emit(STORYTELLER, LedgerTaken(task.id))
        table.emit(audience, TaskTaken(task.id, text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in tasks_to_settle(view):
            yield Option(cls.__name__, "", f"{task.name}: put it away", "", "tasks", inputs=(this_task(task),))


class HideTask(_Settling, frozen=True):
    """Hide a task from all but the Storyteller: it continues in secret (X1). If its audience did not know the tallies,
    it will not know them after the task is revealed either."""

    def check(self, view: View) -> None:
        super().check(view)
        if is_secret(view, task_of(view, self.task)):
            raise Refusal("already-hidden", "Only you know of this task (X1).")

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = task_of(full, self.task)
        known = truth(full, task)
        audience = task_audience(full, task.id)
        table.emit(audience, TaskTaken(task.id, f"{task.name} is followed no longer."))
        dark = task.dark or any(roll.successes == UNTOLD for roll in task.rolled)
        kept = replace(known, due="", dark=dark, veiled=bool(untold_sides(task)))
        # Facts that stay secret after the task is revealed.
        if kept.modifier or kept.modifier_words or kept.dark or kept.veiled:
            table.emit(STORYTELLER, LedgerKept(without_absent(full, kept) or kept))
        elif has_ledger(full, task):
            table.emit(STORYTELLER, LedgerTaken(task.id))
        tallies = [side.tally for side in known.sides]
        lead = tallies[0] - tallies[1] if task.kind == "lead" else 0
        whole = replace(task, sides=known.sides, rolled=known.rolled, lead=lead, dark=False)
        table.emit(STORYTELLER, TaskStated(without_absent(full, whole) or whole))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in tasks_to_settle(view):
            if not is_secret(view, task):
                yield Option(cls.__name__, "", f"{task.name}: hide it", "", "tasks", inputs=(this_task(task),))


class RevealTask(_Settling, frozen=True):
    """Show a hidden task to everybody, or to the seats in `to`. Hidden opponents stay unseen under the name
    `their_label`. Tallies and the rolls of this round show, unless an audience that saw the task before it was hidden
    did not know the tallies. A character that is hidden or gone is never named (X4). For a contest that is visible
    already, show its opponents to its audience."""

    to: SeatIds = ()
    their_label: ShortText = ""

    def check(self, view: View) -> None:
        super().check(view)
        task = task_of(view, self.task)
        if not is_secret(view, task):
            self.check_seen(view, task)
            return
        check_audience(view, self.audience)
        first, *others = task.sides
        workers = (face_or_absent(view, member) for member in first.members)
        unseen = [worker.name for worker in workers if worker and not_public(view, worker.id)]
        if unseen:
            raise Refusal("hidden", f"What {' and '.join(unseen)} did would show: take part of it back first (X4).")
        against = any(step.against for step in first.steps)
        if against and any(
            not_public(view, m) for m in (*(m for side in others for m in side.members), task.target) if m
        ):
            raise Refusal(
                "hidden", "The traits of somebody unseen make the difficulty, and would tell of them (D18, X4)."
            )
        veils = any(not_public(view, m) for side in others for m in side.members)
        if any(not_public(view, roll.actor) for roll in task.rolled if roll.side == 0 or not veils):
            raise Refusal("hidden", "What somebody unseen rolled in this round would show: end the round first (X4).")

    def check_seen(self, view: View, task: Task) -> None:
        """Raise `Refusal` unless a visible contest has opponents that can be shown."""
        if not unseen_members(view, task):
            raise Refusal("not-hidden", "This task is seen already (X1).")
        unseen = hidden_names(view, task)
        if unseen:
            names = " and ".join(unseen)
            raise Refusal(
                "hidden",
                f"{names} {'is' if len(unseen) == 1 else 'are'} not to be seen: reveal the character first (X4).",
            )
        if self.to or self.their_label:
            raise Refusal("audience", "Those who see this task already will see who opposes: say nothing else (X4).")

    @property
    def audience(self) -> Audience:
        """The audience of the revealed task."""
        return seats(*self.to) if self.to else EVERYONE

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = task_of(full, self.task)
        known = truth(full, task)
        if not is_secret(full, task):
            show_opponents(table, task, known)
            return
        table.emit(STORYTELLER, TaskTaken(task.id))
        here = without_absent(full, task) or task
        target = "" if task.target and not_public(full, task.target) else here.target
        shown = replace(here, target=target)
        unseen = task.contest and any(not_public(full, m) for m in task.sides[1].members)
        if unseen:
            first, second = here.sides
            rolled = tuple(roll for roll in here.rolled if roll.side == 0)
            shown = replace(shown, sides=(first, anonymous_side(second, self.their_label)), rolled=rolled, lead=0)
        if known.dark:
            shown = with_progress_hidden(shown)
        elif known.veiled or unseen:
            tallies = [side.tally for side in here.sides]
            counted = tallies_to_show(task.kind, tallies, (1,) if known.veiled or task.rounds else ())
            shown = replace(shown, sides=with_tallies(shown.sides, counted), lead=0)
        if known.veiled:
            kept_back = tuple(untold_roll(roll) if roll.side else roll for roll in shown.rolled)
            shown = replace(shown, rolled=kept_back)
        if (known.veiled or unseen) and task.status != "ruled":
            shown = replace(shown, degree=0, word="")
        if known.dark or known.veiled or unseen:
            due = known.due or (true_outcome(full, task, task) if shown.status == "untold" else "")
            table.emit(STORYTELLER, LedgerKept(replace(known, due=due, dark=False, veiled=False)))
        table.emit(self.audience, TaskOpened(table.seat.id, shown))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        players = {face.player: face.name for face in view.all(Face) if face.player}
        for task in tasks_to_settle(view):
            if not allowed(cls(task.id).check, view):
                continue
            if is_secret(view, task):
                inputs = [
                    this_task(task),
                    Input(
                        "to", "Who (nobody chosen: everybody)", "choices", tuple(map(Choice, players, players.values()))
                    ),
                ]
                if task.contest:
                    inputs.append(Input("their_label", "What unseen opponents are called", "text", most=200))
                yield Option(cls.__name__, "", f"{task.name}: reveal it", "", "tasks", inputs=tuple(inputs))
            else:
                yield Option(
                    cls.__name__, "", f"{task.name}: show who opposes", "X4", "tasks", inputs=(this_task(task),)
                )


def with_progress_hidden(task: Task) -> Task:
    """Return a task for an audience that may not know its progress, nor an end that dice decided (X2, X3)."""
    sides = with_tallies(task.sides, [UNTOLD] * len(task.sides))
    rolled = tuple(map(untold_roll, task.rolled))
    shown = replace(task, sides=sides, rolled=rolled, lead=0, dark=True)
    if task.status in DECIDED_BY_DICE:
        return replace(shown, status="untold", winner=NOBODY, degree=0, word="")
    return shown


def unseen_members(view: View, task: Task) -> tuple[str, ...]:
    """Return the members of a task that its audience does not know."""
    if is_secret(view, task):
        return ()
    members = (member for side in truth(view, task).sides for member in side.members)
    return tuple(member for member in members if task.side_of(member) == NOBODY)


def hidden_names(view: View, task: Task) -> list[str]:
    """Return the names of unseen members that only the Storyteller may know of (X4)."""
    found = (face_or_absent(view, member) for member in unseen_members(view, task) if not_public(view, member))
    return [one.name if one else "Somebody" for one in found]


def show_opponents(table: Deciding, task: Task, known: Ledger) -> None:
    """Show the opponents to the audience of a task. Its untold tallies stay untold, because they depend on earlier
    secret rolls (X2); secret rolls of this round do, too."""
    sides = with_tallies(known.sides, [side.tally for side in task.sides])
    seen = {roll.actor for roll in task.rolled}
    rolled = (*task.rolled, *(untold_roll(roll) for roll in known.rolled if roll.actor not in seen))
    shown = replace(task, sides=sides, rolled=rolled)
    if not untold_sides(shown) and not has_secrets(shown, known):
        table.emit(STORYTELLER, LedgerTaken(task.id))
    table.emit(task_audience(table.full, task.id), TaskOpened(table.seat.id, shown))
