"""Joining a task, and giving it up (E1, E4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Typed, character_ref, phrase
from domain.features.characters.absence import Absent
from domain.features.characters.character import hidden, own, owned
from domain.features.table.scene_list import played_here
from domain.features.tasks.open_task import check_social
from domain.features.tasks.rounds import (
    continue_task,
    side_unseen,
)
from domain.features.tasks.sides import after_leaving, with_member
from domain.features.tasks.task import (
    Ledger,
    LedgerKept,
    Task,
    has_ledger,
    is_secret,
    open_task,
    task_audience,
    task_of,
    true_side_of,
    truth,
)
from domain.features.tasks.task_events import TaskEnded, TaskJoined, TaskLeft
from domain.features.tasks.task_form import SIDES, Which, _OfTask, open_tasks, side_choices, this_task
from domain.rules.task_score import NOBODY


class JoinTask(_OfTask, frozen=True):
    """Let a character join a side of a task. Each member rolls its own pool (E4). Players may join an open task that
    allows helpers; the Storyteller may add any character. A hidden character joins a side that the task's audience does
    not see."""

    helper: Id
    side: Which = "first"

    def check(self, view: View) -> None:
        task = open_task(view, self.task)
        played_here(view)
        face = own(view, self.helper)
        if not view.seat.is_storyteller and (not task.helpers or self.side != "first"):
            raise Refusal("no-helpers", rule="E4")
        side = SIDES.index(self.side)
        if side >= len(task.sides):
            raise Refusal("no-such-side", rule="E2")
        if task.side_of(self.helper) != NOBODY or true_side_of(view, task, self.helper) != NOBODY:
            raise Refusal("in-task", rule="E4", who=character_ref(face.id))
        if hidden(view, self.helper) and not is_secret(view, task) and not joins_unseen(view, task, side):
            raise Refusal("hidden-worker", rule="X4", who=character_ref(face.id))
        check_social(view, task.social, len(truth(view, task).sides[side].members) + 1)

    def decide(self, table: Deciding) -> None:
        full, side = table.full, SIDES.index(self.side)
        task = open_task(full, self.task)
        if has_ledger(full, task):
            known = truth(full, task)
            sides = [with_member(one, self.helper) if n == side else one for n, one in enumerate(known.sides)]
            table.emit(STORYTELLER, LedgerKept(replace(known, sides=tuple(sides))))
        if not joins_unseen(full, task, side):
            table.emit(task_audience(full, task.id), TaskJoined(task.id, self.helper, side))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in open_tasks(view):
            joining = (cls(task.id, face.id, side) for face in owned(view) for side in SIDES[: len(task.sides)])
            able = [one for one in joining if allowed(one.check, view)]
            if not able:
                continue
            helpers, sides = {one.helper for one in able}, {one.side for one in able}
            free = tuple(Choice(face.id, face.name) for face in owned(view) if face.id in helpers)
            inputs = [this_task(task), Input("helper", phrase("ask-helper"), "choice", free)]
            if view.seat.is_storyteller and task.contest:
                with_ = tuple(choice for choice in side_choices(task) if choice.value in sides)
                inputs.append(Input("side", phrase("ask-side"), "choice", with_, default=with_[0].value))
            name = Typed(task.name)
            label = (
                phrase("option-task-add-helper", rule="E4", task=name)
                if view.seat.is_storyteller
                else phrase("option-task-help", rule="E4", task=name)
            )
            yield Option(cls.__name__, "", label, "", "tasks", inputs=tuple(inputs))


class GiveUpTask(_OfTask, frozen=True):
    """Stop working on a task, between two rolls (E1). When the last member gives up, the rolls of the present round are
    counted, and the task ends (E4); in a contest the opposing side wins at once. For an absent character, the
    Storyteller decides."""

    actor: Id

    def check(self, view: View) -> None:
        task = open_task(view, self.task)
        played_here(view)
        absent = view.get(Absent, self.actor) if view.seat.is_storyteller else None
        if absent is None:
            own(view, self.actor)
        if task.side_of(self.actor) == NOBODY and true_side_of(view, task, self.actor) == NOBODY:
            raise Refusal("not-in-task", rule="E4", who=character_ref(self.actor), task=Typed(task.name))

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = open_task(full, self.task)
        known = truth(full, task)
        if has_ledger(full, task):
            sides = tuple(after_leaving(side, self.actor) for side in known.sides)
            table.emit(STORYTELLER, LedgerKept(replace(known, sides=sides)))
        side = task.side_of(self.actor)
        if side == NOBODY:
            return
        audience = task_audience(full, task.id)
        table.emit(audience, TaskLeft(task.id, self.actor))
        task = open_task(full, self.task)
        deserted = not task.sides[side].members
        if not (deserted and task.contest):
            # If the whole team has rolled in this round and then left, count its rolls first, because they may reach
            # the goal.
            continue_task(table, task)
        if deserted and task_of(full, task.id).status == "open":
            winner = 1 - side if task.contest else NOBODY
            table.emit(audience, TaskEnded(task.id, "given-up", winner))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in open_tasks(view):
            for face in (*owned(view), *(view.all(Absent) if view.seat.is_storyteller else ())):
                if task.side_of(face.id) != NOBODY:
                    name = Typed(task.name)
                    label = (
                        phrase("option-task-give-up-for", rule="E1", task=name, who=character_ref(face.id))
                        if view.seat.is_storyteller
                        else phrase("option-task-give-up", rule="E1", task=name)
                    )
                    yield Option(cls.__name__, face.id, label, "", "tasks", inputs=(this_task(task),))


def joins_unseen(view: View, task: Task, side: int) -> bool:
    """True if a character would join this side without the task's audience seeing it."""
    known = view.get(Ledger, task.id)
    return known is not None and side_unseen(view, task, side) and known.sides[side].steps != task.sides[side].steps
