"""Settling tasks: the Storyteller sets a tally, decides who wins, removes a task, hides or reveals it (G0, E2)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.bounds import Id, Modifier, SeatIds, ShortText
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, listed, phrase
from domain.features.cast.follow_character import without_absent
from domain.features.characters.absence import face_or_absent
from domain.features.characters.character import Face
from domain.features.characters.hidden_names import check_tells_of_nobody_hidden
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
    """A command of the Storyteller about a task."""

    places = BOTH

    task: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        task_of(view, self.task)
        played_here(view)


def not_public(view: View, actor: str) -> bool:
    """True if some seats do not know of a character, whether it is present or absent (X4)."""
    return face_or_absent(view.public, actor) is None


def tasks_to_settle(view: View) -> list[Task]:
    """Return the tasks that this seat may settle here."""
    return list(view.all(Task)) if view.seat.is_storyteller and is_played_here(view) else []


class SetTally(_Settling, frozen=True):
    """Set the tallies of a task (G0). Its audience is told, even if it did not know them so far."""

    tally: Tally
    their_tally: Tally = 0

    def check(self, view: View) -> None:
        super().check(view)
        task = open_task(view, self.task)
        if task.kind == "resisted":
            raise Refusal("no-tally", rule="E2")

    def decide(self, table: Deciding) -> None:
        full = table.full
        task, known = open_task(full, self.task), truth(full, open_task(full, self.task))
        tallies = (self.tally, self.their_tally)[: len(task.sides)]
        sides = with_tallies(known.sides, tallies)
        # The audience learns neither the successes of a side that it does not see, nor the lead over that side (E3,
        # X2).
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
                labels = (phrase("ask-tally"), phrase("ask-their-tally"))[: len(task.sides)]
                known = [max(side.tally, 0) for side in truth(view, task).sides]
                inputs = tuple(
                    Input(name, label, "number", most=1000, default=str(tally))
                    for name, label, tally in zip(names, labels, known, strict=False)
                )
                label = set_tally_label(task)
                yield Option(cls.__name__, "", label, "", "tasks", inputs=(this_task(task), *inputs))


class RuleTask(_Settling, frozen=True):
    """Decide how a task ends, or has ended: for one side, or for neither (E2, G0)."""

    winner: Winner
    degree: Degree = 0
    text: ShortText = ""

    def check(self, view: View) -> None:
        super().check(view)
        if self.winner == "second" and not task_of(view, self.task).contest:
            raise Refusal("no-such-side", rule="E2")
        if task_audience(view, self.task) == EVERYONE:
            check_tells_of_nobody_hidden(view, phrase("text-this-ruling"), phrase("or-say-it-otherwise"), self.text)

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
            sides = (*side_choices(task), Choice("nobody", phrase("choice-nobody")))
            due = truth(view, task).due
            inputs = (
                this_task(task),
                Input("winner", phrase("ask-winner"), "choice", sides),
                Input("degree", phrase("ask-degree"), "number", most=100),
                Input("text", phrase("ask-in-words"), "text", most=200),
            )
            label = phrase("option-rule-task", rule="G0", task=Typed(task.name))
            yield Option(cls.__name__, "", label, due, "tasks", bool(due), inputs)


class ModifyTask(_Settling, frozen=True):
    """Add dice to every roll of a character for a task, or remove dice, until this is changed (X7). 0 ends it."""

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
            raise Refusal("no-modifier", rule="X7", task=Typed(task.name))
        if self.given.is_set(task, known):
            raise Refusal("same-modifier", rule="X7", task=Typed(task.name))

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
                    Input("dice", phrase("ask-modifier"), "number", least=-10, most=10, default=str(dice)),
                    Input("text", phrase("ask-modifier-reason"), "text", most=200, default=words),
                    Input("visibility", phrase("ask-modifier-visibility"), "choice", VISIBILITIES, default="open"),
                )
                label = phrase("option-modify-task", rule="X7", task=Typed(task.name))
                yield Option(cls.__name__, "", label, "", "tasks", inputs=(this_task(task), *inputs))


class CloseTask(_Settling, frozen=True):
    """Remove a task from the table. Its results are in the story."""

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = task_of(full, self.task)
        text = phrase("line-task-closed", task=Typed(task.name)) if task.status == "open" else NO_WORDS
        audience = task_audience(full, task.id)
        if has_ledger(full, task):
            table.emit(STORYTELLER, LedgerTaken(task.id))
        table.emit(audience, TaskTaken(task.id, text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in tasks_to_settle(view):
            label = phrase("option-close-task", task=Typed(task.name))
            yield Option(cls.__name__, "", label, "", "tasks", inputs=(this_task(task),))


class HideTask(_Settling, frozen=True):
    """Hide a task from all but the Storyteller: it continues in secret (X1). If its audience did not know the tallies,
    it still does not know them after the task is revealed again."""

    def check(self, view: View) -> None:
        super().check(view)
        if is_secret(view, task_of(view, self.task)):
            raise Refusal("task-already-hidden", rule="X1")

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = task_of(full, self.task)
        known = truth(full, task)
        audience = task_audience(full, task.id)
        table.emit(audience, TaskTaken(task.id, phrase("line-task-hidden", task=Typed(task.name))))
        dark = task.dark or any(roll.successes == UNTOLD for roll in task.rolled)
        kept = replace(known, due="", dark=dark, veiled=bool(untold_sides(task)))
        # these facts stay secret after the task is revealed
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
                label = phrase("option-hide-task", rule="X1", task=Typed(task.name))
                yield Option(cls.__name__, "", label, "", "tasks", inputs=(this_task(task),))


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
        unseen = [character_ref(worker.id) for worker in workers if worker and not_public(view, worker.id)]
        if unseen:
            raise Refusal("hidden-workers", rule="X4", who=listed(unseen))
        against = any(step.against for step in first.steps)
        if against and any(
            not_public(view, m) for m in (*(m for side in others for m in side.members), task.target) if m
        ):
            raise Refusal("hidden-source", rule="D18")
        veils = any(not_public(view, m) for side in others for m in side.members)
        if any(not_public(view, roll.actor) for roll in task.rolled if roll.side == 0 or not veils):
            raise Refusal("hidden-roll", rule="X4")
        check_printable(self.their_label)
        shown = (
            task.name, task.gain, task.modifier_words, self.their_label, *(side.meaning for side in task.sides),
            *(side.label for side in ((first,) if veils else task.sides) if isinstance(side.label, str)),
        )  # fmt: skip
        check_tells_of_nobody_hidden(view, phrase("text-this-task"), phrase("or-leave-it-hidden"), *shown)

    def check_seen(self, view: View, task: Task) -> None:
        """Raise `Refusal` unless a visible contest has opponents that can be shown."""
        if not unseen_members(view, task):
            raise Refusal("task-not-hidden", rule="X1")
        unseen = [member for member in unseen_members(view, task) if not_public(view, member)]
        if unseen:
            raise Refusal("hidden-opponents", rule="X4", who=listed(list(map(character_ref, unseen))))
        if self.to or self.their_label:
            raise Refusal("audience-known", rule="X4")

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
                    Input("to", phrase("ask-task-to"), "choices", tuple(map(Choice, players, players.values()))),
                ]
                if task.contest:
                    inputs.append(Input("their_label", phrase("ask-unseen-label"), "text", most=200))
                label = phrase("option-reveal-task", rule="X1", task=Typed(task.name))
                yield Option(cls.__name__, "", label, "", "tasks", inputs=tuple(inputs))
            else:
                label = phrase("option-reveal-opponents", rule="X4", task=Typed(task.name))
                yield Option(cls.__name__, "", label, "", "tasks", inputs=(this_task(task),))


def with_progress_hidden(task: Task) -> Task:
    """Return a task for an audience that may not know its progress, nor an end that dice decided (X2, X3)."""
    sides = with_tallies(task.sides, [UNTOLD] * len(task.sides))
    rolled = tuple(map(untold_roll, task.rolled))
    shown = replace(task, sides=sides, rolled=rolled, lead=0, dark=True)
    if task.status in DECIDED_BY_DICE:
        return replace(shown, status="untold", winner=NOBODY, degree=0, word="")
    return shown


def set_tally_label(task: Task) -> Words:
    """Return the label of the option that sets a task's tally."""
    return phrase("option-set-tally", rule="G0", task=Typed(task.name))


def unseen_members(view: View, task: Task) -> tuple[str, ...]:
    """Return the members of a task that its audience does not know."""
    if is_secret(view, task):
        return ()
    members = (member for side in truth(view, task).sides for member in side.members)
    return tuple(member for member in members if task.side_of(member) == NOBODY)


def show_opponents(table: Deciding, task: Task, known: Ledger) -> None:
    """Show the opponents to the audience of a task. Its untold tallies stay untold, because they depend on earlier
    secret rolls (X2); the secret rolls of this round stay untold too."""
    sides = with_tallies(known.sides, [side.tally for side in task.sides])
    seen = {roll.actor for roll in task.rolled}
    rolled = (*task.rolled, *(untold_roll(roll) for roll in known.rolled if roll.actor not in seen))
    shown = replace(task, sides=sides, rolled=rolled)
    if not untold_sides(shown) and not has_secrets(shown, known):
        table.emit(STORYTELLER, LedgerTaken(task.id))
    table.emit(task_audience(table.full, task.id), TaskOpened(table.seat.id, shown))
