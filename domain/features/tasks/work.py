"""Working on tasks: who rolls, helps, gives up, and the Storyteller's going on without somebody (E1 to E4)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.core.bounds import Id, Name
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal, allowed
from domain.core.deciding import Checked, Deciding
from domain.core.state import View
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face, hidden, own, owned
from domain.features.characters.willpower import check_willpower, may_spend_willpower
from domain.features.characters.wounds import check_conscious
from domain.features.rolls.boosts import SPECIALTY, listed, willpower_input
from domain.features.rolls.pools import check_traits, trait_choices
from domain.features.rolls.roll import Pool, foretold, on_roll, openly_ruled
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.turn import turns_run
from domain.features.tasks.open_task import check_social
from domain.features.tasks.rounds import (
    awaited,
    away,
    close_round,
    go_on,
    in_secret,
    opposed_away,
    parts,
    pool,
    roll_seen,
    seen,
    unseen,
    unseen_modifier,
)
from domain.features.tasks.task import (
    Ledger,
    LedgerKept,
    Task,
    TaskEnded,
    TaskJoined,
    TaskLeft,
    has_ledger,
    joined,
    open_task,
    out_of,
    secret,
    task_audience,
    task_of,
    truth,
)
from domain.rules.game_time import when
from domain.rules.rule_types import Part
from domain.rules.task_score import NOBODY
from domain.rules.task_terms import Step, step

Which = Literal["first", "second"]
SIDES: tuple[Which, ...] = ("first", "second")


class _OfTask(Command[Checked], frozen=True):
    """A command about one task."""

    places = BOTH

    task: Id


class WorkOnTask(_OfTask[tuple[Part, ...]], frozen=True):
    """Roll once for a task: the interval's work of one character. `traits` where the task leaves them to the roller."""

    actor: Id
    traits: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()
    specialty: bool = False
    willpower: bool = False

    def check(self, view: View) -> tuple[Part, ...]:
        task = open_task(view, self.task)
        played_here(view)
        check_member(view, task, self.actor)
        check_conscious(view, self.actor)
        check_pace(view, task)
        chosen = self.step(task)
        check_opposed(view, task, task.side_of(self.actor), chosen)
        if not chosen.traits and not chosen.dice:
            raise Refusal("nothing-to-roll", "Say which traits it is done with (E1).")
        if self.traits and self.traits != chosen.traits:
            raise Refusal("traits", f"This round is rolled on {' + '.join(chosen.traits)} (E3).")
        rules = rules_of(view)
        if chosen.traits:
            # What the task leaves to its roller is a choice like any other; what it names, the Storyteller called for.
            check_traits(
                view, rules, self.actor, chosen.traits, called=view.seat.is_storyteller or not self.left_open(task)
            )
        team = [member for member in task.sides[task.side_of(self.actor)].members if seen(view, task, member)]
        made = parts(view, task, self.actor, team, chosen)
        kind = rules.roll_kind(chosen.traits)
        asked = Pool(
            self.actor, "", made, chosen.difficulty, self.specialty, self.willpower, kind=kind, traits=chosen.traits
        )
        if not secret(view, task):
            asked = openly_ruled(view, asked, heard=task_audience(view, task.id))
        rules.check(asked.throw(rules))
        if self.specialty and not may_specialise(view, self.actor, chosen):
            raise Refusal(
                "not-agreed",
                "A specialty that is not on the sheet counts once the Storyteller agrees, and rolls so herself (G6).",
            )
        if self.willpower and secret(view, task):
            raise Refusal("secret", "What is rolled in secret spends nothing (X1).")
        if self.willpower:
            check_willpower(view, self.actor)
        return made

    def foreseen(self, view: View) -> Pool | None:
        made, task = self.check(view), open_task(view, self.task)
        chosen = self.step(task)
        if chosen.against and not view.seat.is_storyteller:
            return None  # what the opponent's traits come to is not for a player to know beforehand (D18)
        mine = pool(view, task, self.actor, task.side_of(self.actor), made, chosen)
        asked = replace(mine, specialty=self.specialty, willpower=self.willpower)
        heard = task_audience(view, task.id)
        if secret(view, task):
            return foretold(view, in_secret(view, task, asked), (), heard)
        bearing = [*on_roll(view, asked, heard=heard), *unseen_modifier(view, task, self.actor)]
        return foretold(view, asked, bearing, heard)

    def opposed(self, view: View) -> Pool | None:
        task = open_task(view, self.task)
        ready = task.kind == "resisted" and not truth(view, task).rolled
        if not (ready and view.seat.is_storyteller and all(len(side.members) == 1 for side in task.sides)):
            return None
        (other,) = task.sides[1 - task.side_of(self.actor)].members
        theirs = WorkOnTask(task.id, other)
        return theirs.foreseen(view) if allowed(theirs.check, view) else None

    def left_open(self, task: Task) -> bool:
        """Whether the task leaves it to the roller with which traits it is done."""
        return not step(task.sides[task.side_of(self.actor)].steps, task.rounds).traits

    def step(self, task: Task) -> Step:
        """What is rolled: as the task says, or as the roller likes."""
        chosen = step(task.sides[task.side_of(self.actor)].steps, task.rounds)
        return chosen if chosen.traits else replace(chosen, traits=self.traits)

    def decide(self, table: Deciding[tuple[Part, ...]]) -> None:
        task = open_task(table.full, self.task)
        chosen = self.step(task)
        made = pool(table.full, task, self.actor, task.side_of(self.actor), table.checked, chosen)
        roll_seen(table, task, replace(made, specialty=self.specialty, willpower=self.willpower))
        go_on(table, open_task(table.full, self.task))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in open_tasks(view):
            for actor in awaited(view, task) if in_time(view, task) else ():
                face = view.get(Face, actor)
                if face is None or not mine(view, face) or not allowed(check_conscious, view, actor):
                    continue
                if not stands_still(view, task, actor) and cls.has_dice(view, task, actor):
                    yield cls.option(view, task, face)

    @classmethod
    def has_dice(cls, view: View, task: Task, actor: str) -> bool:
        """Whether a character may roll: that it has dice left of the traits that the task names, or of some that its
        player might name (D19)."""
        named = step(task.sides[task.side_of(actor)].steps, task.rounds)
        if named.traits or named.dice:
            return allowed(cls(task.id, actor).check, view)
        known = [choice.value for choice in trait_choices(view, actor)]
        alone = (cls(task.id, actor, (trait,)) for trait in known)
        pairs = (cls(task.id, actor, pair) for pair in combinations(known, 2))
        return any(allowed(work.check, view) for work in chain(alone, pairs))

    @classmethod
    def option(cls, view: View, task: Task, face: Face) -> Option:
        """One character's next roll."""
        rules, asked = rules_of(view), [this_task(task)]
        chosen = step(task.sides[task.side_of(face.id)].steps, task.rounds)
        if not chosen.traits:
            asked.append(Input("traits", "Traits", "choices", trait_choices(view, face.id)))
        special = rules.specialties and (not chosen.traits or may_specialise(view, face.id, chosen))
        strong = rules.willpower and not secret(view, task) and may_spend_willpower(view, face.id)
        used = ((special, SPECIALTY), (strong, willpower_input(rules)))
        asked += [one for known, one in used if known]
        label = f"{task.name}: roll for {face.name}" if view.seat.is_storyteller else task.name
        return Option(cls.__name__, face.id, label, chosen.words, "tasks", bool(task.rolled), tuple(asked))


class CloseRound(_OfTask, frozen=True):
    """End a round without those who have not rolled (E3, E4)."""

    def check(self, view: View) -> None:
        storyteller_only(view)
        task = open_task(view, self.task)
        played_here(view)
        if not task.rolled:
            raise Refusal("nobody-rolled", "Nobody has rolled in this round, so there is nothing to end (E3).")

    def decide(self, table: Deciding) -> None:
        close_round(table, open_task(table.full, self.task))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for task in open_tasks(view):
                if task.rolled:
                    label, hint = f"{task.name}: go on without the others", not_here(away(view, task))
                    yield Option(cls.__name__, "", label, hint, "tasks", inputs=(this_task(task),))


class JoinTask(_OfTask, frozen=True):
    """Work on a task with others, each with a pool of its own (E4): a player where it is open to helpers, or whomever
    the Storyteller likes. Somebody hidden joins those who are unseen."""

    helper: Id
    side: Which = "first"

    def check(self, view: View) -> None:
        task = open_task(view, self.task)
        played_here(view)
        face = own(view, self.helper)
        if not view.seat.is_storyteller and (not task.helpers or self.side != "first"):
            raise Refusal("no-helpers", "The Storyteller says who works on this (E4).")
        side = SIDES.index(self.side)
        if side >= len(task.sides):
            raise Refusal("no-such-side", "This task has one side only (E2).")
        if task.side_of(self.helper) != NOBODY or truly_side_of(view, task, self.helper) != NOBODY:
            raise Refusal("in-task", f"{face.name} works on it already (E4).")
        if hidden(view, self.helper) and not secret(view, task) and not veiled_side(view, task, side):
            raise Refusal("hidden", f"What {face.name} does would show: keep the task itself hidden (X4).")
        check_social(view, task.social, len(truth(view, task).sides[side].members) + 1)

    def decide(self, table: Deciding) -> None:
        full, side = table.full, SIDES.index(self.side)
        task = open_task(full, self.task)
        if has_ledger(full, task):
            known = truth(full, task)
            sides = [joined(one, self.helper) if n == side else one for n, one in enumerate(known.sides)]
            table.emit(STORYTELLER, LedgerKept(replace(known, sides=tuple(sides))))
        if not veiled_side(full, task, side):
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
            asked = [this_task(task), Input("helper", "Who", "choice", free)]
            if view.seat.is_storyteller and task.contest:
                with_ = tuple(choice for choice in side_choices(task) if choice.value in sides)
                asked.append(Input("side", "With whom", "choice", with_, default=with_[0].value))
            label = f"{task.name}: let somebody help" if view.seat.is_storyteller else f"Help with {task.name}"
            yield Option(cls.__name__, "", label, "E4", "tasks", inputs=tuple(asked))


class GiveUpTask(_OfTask, frozen=True):
    """Work on a task no longer, between two rolls (E1). The last one to give up ends it, once what was rolled in the
    round has counted (E4); a side that has nobody left leaves it to the other. For one who is out of the scene the
    Storyteller says so."""

    actor: Id

    def check(self, view: View) -> None:
        task = open_task(view, self.task)
        played_here(view)
        absent = view.get(Absent, self.actor) if view.seat.is_storyteller else None
        name = (absent or own(view, self.actor)).name
        if task.side_of(self.actor) == NOBODY and truly_side_of(view, task, self.actor) == NOBODY:
            raise Refusal("not-in-task", f"{name} does not work on this (E4).")

    def decide(self, table: Deciding) -> None:
        full = table.full
        task = open_task(full, self.task)
        known = truth(full, task)
        if has_ledger(full, task):
            sides = tuple(out_of(side, self.actor) for side in known.sides)
            table.emit(STORYTELLER, LedgerKept(replace(known, sides=sides)))
        side = task.side_of(self.actor)
        if side == NOBODY:
            return
        audience = task_audience(full, task.id)
        table.emit(audience, TaskLeft(task.id, self.actor))
        task = open_task(full, self.task)
        deserted = not task.sides[side].members
        if not (deserted and task.contest):
            # Of a team that has rolled in this round and left, what was rolled counts first: it may have been enough.
            go_on(table, task)
        if deserted and task_of(full, task.id).status == "open":
            winner = 1 - side if task.contest else NOBODY
            table.emit(audience, TaskEnded(task.id, "given-up", winner))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in open_tasks(view):
            for face in (*owned(view), *(view.all(Absent) if view.seat.is_storyteller else ())):
                if task.side_of(face.id) != NOBODY:
                    label = (
                        f"{task.name}: {face.name} gives up" if view.seat.is_storyteller else f"Give up on {task.name}"
                    )
                    yield Option(cls.__name__, face.id, label, "E1", "tasks", inputs=(this_task(task),))


# What is checked


def check_member(view: View, task: Task, actor: str) -> None:
    """Whether this seat may roll for this character in this round. Raises `Refusal`."""
    face = own(view, actor)
    if task.side_of(actor) == NOBODY and truly_side_of(view, task, actor) != NOBODY:
        how = f"{face.name} works on {task.name} unseen, and rolls by itself when the others have"
        raise Refusal("hidden", f"{how}{'' if hidden(view, actor) else ': reveal the task'} (X4).")
    if task.side_of(actor) == NOBODY:
        raise Refusal("not-in-task", f"{face.name} does not work on {task.name} (E4).")
    if any(roll.actor == actor for roll in task.rolled):
        waits = not_here(away(view, task))
        raise Refusal(
            "rolled",
            f"{face.name} has rolled, and {task.name} waits: {waits} (E2, E4)."
            if waits
            else f"{face.name} has rolled: there is one roll in an interval (E1).",
        )
    if actor not in awaited(view, task):
        alone = task.contest and unseen(view, task, task.side_of(actor))
        how = (
            "rolls by itself when the others have"
            if alone
            else f"takes no part where that would show: reveal {face.name}, or hide the task"
        )
        raise Refusal("hidden", f"{face.name} is not to be seen, and {how} (X4).")


def check_opposed(view: View, task: Task, side: int, chosen: Step) -> None:
    """Raises `Refusal` where the difficulty is made of the traits of somebody who is out of the scene, or gone."""
    absent = opposed_away(view, task, side, chosen)
    if absent is not None:
        made = f"its difficulty is made of {absent.name}'s {chosen.against.words}"
        raise Refusal("away", f"{task.name} waits: {made}, and {not_here([absent])} (D18).")
    if chosen.against and not task.contest and not task.target:
        raise Refusal(
            "gone", f"Whose traits made the difficulty of {task.name} is gone: it is the Storyteller's (D18)."
        )


def stands_still(view: View, task: Task, actor: str) -> bool:
    """Whether a character cannot roll because of somebody who is not there."""
    side = task.side_of(actor)
    return not allowed(check_opposed, view, task, side, step(task.sides[side].steps, task.rounds))


def not_here(absent: Sequence[Absent]) -> str:
    """Who is out of the scene, in words: "Ben is not here"; "" for nobody."""
    names = " and ".join(one.name for one in absent)
    return f"{names} {'is' if len(absent) == 1 else 'are'} not here" if names else ""


def in_time(view: View, task: Task) -> bool:
    """Whether the next interval can begin: while turns run, they say what time it is (E1, T1)."""
    return not turns_run(view) or clock(view).at >= task.until


def check_pace(view: View, task: Task) -> None:
    """Raises `Refusal` where the last interval is not over yet."""
    if not in_time(view, task):
        raise Refusal("too-soon", f"Turns run, and this roll takes until {when(task.until)} (E1, T1).")


def may_specialise(view: View, actor: str, chosen: Step) -> bool:
    """Whether a specialty may count for what is rolled: the sheet has one, or the Storyteller says so (G6)."""
    return view.seat.is_storyteller or listed(view, actor, chosen.traits)


def veiled_side(view: View, task: Task, side: int) -> bool:
    """Whether a side is not for the task's audience: who joins it does so unseen."""
    known = view.get(Ledger, task.id)
    return known is not None and unseen(view, task, side) and known.sides[side].steps != task.sides[side].steps


def truly_side_of(view: View, task: Task, actor: str) -> int:
    """The side that a character is on as far as this view knows, NOBODY for none."""
    return next((n for n, side in enumerate(truth(view, task).sides) if actor in side.members), NOBODY)


# What is asked


def open_tasks(view: View) -> list[Task]:
    """The tasks that this seat may have a hand in now."""
    if not is_played_here(view):
        return []
    return [task for task in view.all(Task) if task.status == "open"]


def mine(view: View, face: Face) -> bool:
    """Whether this seat plays a character; the Storyteller may play any."""
    return view.seat.is_storyteller or face.player == view.seat.id


def this_task(task: Task) -> Input:
    """The one task that an option is about."""
    return Input("task", "The task", "choice", (Choice(task.id, task.name),), default=task.id)


def side_choices(task: Task) -> tuple[Choice, ...]:
    """The sides of a task to choose from."""
    labels = ("Those who work on it", "Those against them")[: len(task.sides)]
    return tuple(map(Choice, SIDES, labels))
