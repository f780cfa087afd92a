"""Rounds of a task: who is waited for, what an interval's rolls come to, and whether that ends it (E1 to E5).

A round ends when nobody is waited for any more, whom the task's audience sees or knows to be away. A side of which it
knows nobody rolls then, by itself: in secret where there is something to hide. A botch asks the Storyteller for a
consequence as any other does (`owed.py`), so in `v20` beside the empty tally (E1, G4).
"""

from collections.abc import Sequence
from typing import Final, cast

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Seat
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.characters.absence import Absent, whoever
from domain.features.characters.character import Face
from domain.features.rolls import pools
from domain.features.rolls.opposed_difficulty import difficulty, told
from domain.features.rolls.roll import (
    Pool,
    Rolled,
    as_ruling,
    roll_pool,
    roll_since,
    throw_for,
    with_rulings,
    with_unseen,
)
from domain.features.rolls.roll_modifiers import Ruling, take_control
from domain.features.table.game_clock import clock
from domain.features.table.settings import rules_of
from domain.features.table.story_log import ToldInSecret
from domain.features.table.turn import turns_run
from domain.features.tasks.task import (
    UNTOLD,
    Ledger,
    LedgerKept,
    OutcomeDue,
    RoundEnded,
    Status,
    Task,
    TaskEnded,
    TaskRoll,
    TaskRolled,
    has_ledger,
    secret,
    task_audience,
    tellable,
    truth,
    untold_roll,
    untold_sides,
    with_tallies,
)
from domain.rules.game_time import lasting
from domain.rules.rule_types import Part, Verdict
from domain.rules.task_score import NOBODY, UNDECIDED, Effort, Goal, OnBotch, Round, advance, reached, together
from domain.rules.task_terms import Step, step

BOTCHED: Final = frozenset({"botch", "dramatic_failure"})

# Who, and with what


def eyes(view: View, task: Task) -> View:
    """What the task's audience sees of the cast: all of it where only the Storyteller knows of the task."""
    return view if secret(view, task) else view.public


def seen(view: View, task: Task, actor: str) -> bool:
    """Whether the task's audience sees this character, so that the task waits for it."""
    return eyes(view, task).get(Face, actor) is not None


def unseen(view: View, task: Task, side: int) -> bool:
    """Whether the task's audience knows nobody on a side, here or away: it then rolls by itself, when the other has."""
    return not any(whoever(eyes(view, task), member) for member in task.sides[side].members)


def awaited(view: View, task: Task) -> list[str]:
    """Who has still to roll in this round, as the task's audience sees it."""
    rolled, sight = {roll.actor for roll in task.rolled}, eyes(view, task)
    members = (member for side in task.sides for member in side.members)
    return [member for member in members if member not in rolled and sight.get(Face, member) is not None]


def away(view: View, task: Task) -> list[Absent]:
    """Who would still have to roll in this round, and is out of the scene, as far as the task's audience knows."""
    rolled, sight = {roll.actor for roll in task.rolled}, eyes(view, task)
    members = (member for side in task.sides for member in side.members if member not in rolled)
    return [absent for absent in (sight.get(Absent, member) for member in members) if absent is not None]


def opposed_away(view: View, task: Task, side: int, chosen: Step) -> Absent | None:
    """Who makes the difficulty of a roll, and is out of the scene as far as the task's audience knows (D18)."""
    across = opponents(task, side)
    if not chosen.against or any(seen(view, task, who) for who in across):
        return None
    return next(filter(None, (eyes(view, task).get(Absent, who) for who in across)), None)


def opponents(task: Task, side: int) -> tuple[str, ...]:
    """Of whose traits a difficulty may be made for a side (D18)."""
    return task.sides[1 - side].members if task.contest else (task.target,)


def parts(view: View, task: Task, actor: str, team: Sequence[str], chosen: Step) -> tuple[Part, ...]:
    """The pool of one who works on a task with a team, with the task's own modifier (X7). Where people are talked to
    together, the others are in the way (E4)."""
    made = pools.free_parts(view, actor, chosen.traits) if actor else ()
    if chosen.dice:
        made += (("dice", chosen.dice),)
    if actor and task.modifier:
        made += ((task.modifier_words or "unexplained", task.modifier),)
    others = len(team) - 1
    return (*made, ("others at it", -others)) if task.social and others > 0 else made


def pool(full: View, task: Task, actor: str, side: int, made: tuple[Part, ...], chosen: Step) -> Pool:
    """What somebody rolls for a task, with the difficulty that the opponent's traits make (D18): those of the target,
    or of the first on the other side whom the audience sees. Of anybody else they would tell, and are left out."""
    why = f"{task.name}, round {task.rounds + 1}" if task.contest or task.rounds else task.name
    who = next((who for who in opponents(task, side) if seen(full, task, who)), "")
    kind = rules_of(full).roll_kind(chosen.traits)
    if not chosen.against or not who:
        return Pool(actor, why, made, chosen.difficulty, kind=kind, traits=chosen.traits)
    against = difficulty(full, who, chosen.against)
    why = f"{why}, {told(full, who, chosen.against)}"
    return Pool(actor, why, made, against, kind=kind, traits=chosen.traits)


# Rolling


def roll_seen(table: Deciding, task: Task, made: Pool) -> None:
    """Roll for somebody whom the task's audience sees, for that audience to hear."""
    audience = task_audience(table.full, task.id)
    mark = len(table.facts)
    if audience == STORYTELLER:
        verdict = throw_for(table, in_secret(table.full, task, made), audience)
    else:
        verdict = roll_pool(table, made, audience, also=unseen_modifier(table.full, task, made.actor))
    face = table.full.get(Face, made.actor)
    if face is not None and not Seat(face.player, "player").reads(audience):
        take_control(table, made.actor)
    count = replace(entry(made.actor, task.side_of(made.actor), verdict), roll=roll_since(table, mark))
    clear = told_in_full(table, mark, audience)
    known = truth(table.full, task)
    table.emit(audience, TaskRolled(task.id, count if clear else untold_roll(count)))
    if not clear or has_ledger(table.full, task):
        table.emit(STORYTELLER, LedgerKept(replace(known, rolled=(*known.rolled, count))))


def unseen_modifier(view: View, task: Task, actor: str) -> list[Ruling]:
    """The dice that only the Storyteller knows a task to give or take, as far as this view knows them (X7)."""
    known = truth(view, task)
    if not (known.modifier and actor):
        return []
    return [as_ruling(task.id, actor, known.modifier_words, known.modifier)]


def in_secret(view: View, task: Task, made: Pool) -> Pool:
    """A pool for a task with all that others do not see, for a roll that only the Storyteller hears (X1, X7)."""
    return with_rulings(with_unseen(view, made), unseen_modifier(view, task, made.actor), told=True)


def told_in_full(table: Deciding, mark: int, audience: Audience) -> bool:
    """Whether a roll that was just made was told to this audience with all that it came to."""
    rolls = (f.event for f in table.facts[mark:] if f.audience == audience and isinstance(f.event, Rolled))
    return any(roll.result != "untold" for roll in rolls)


def entry(actor: str, side: int, verdict: Verdict) -> TaskRoll:
    """What a roll brings to its side. What counts against it is a botch, not a sum below zero."""
    botched = verdict.result in BOTCHED
    return TaskRoll(actor, side, 0 if botched else max(verdict.net, 0), botched)


def in_the_open(task: Task, known: Ledger, side: int) -> bool:
    """Whether a side is plain dice and nobody, with nothing to hide."""
    truly = known.sides[side]
    return not truly.members and truly.steps == task.sides[side].steps


def roll_unseen(table: Deciding, task: Task, side: int) -> list[TaskRoll]:
    """Roll for a side in which the audience sees nobody. Plain dice, which have a name of their own, roll by
    themselves, and fall before its eyes where they need not be hidden."""
    full, known = table.full, truth(table.full, task)
    truly = known.sides[side]
    chosen = step(truly.steps, task.rounds)
    heard = task_audience(full, task.id) if in_the_open(task, known, side) else STORYTELLER
    rolls, done = [], {roll.actor for roll in known.rolled if roll.actor}
    members = [member for member in truly.members if full.get(Face, member)]
    alone = truly.label and not truly.members
    for actor in [""] if alone else [member for member in members if member not in done]:
        made = pool(full, task, actor, side, parts(full, task, actor, members, chosen), chosen)
        if made.parts:
            verdict = throw_for(table, in_secret(full, task, made), heard)
            rolls.append(entry(actor, side, verdict))
            take_control(table, actor)
    for absent in filter(None, (full.get(Absent, member) for member in truly.members)):
        table.emit(STORYTELLER, ToldInSecret(absent.id, f"is not here, and rolls nothing for {task.name}."))
    return rolls


# The end of a round


def close_round(table: Deciding, task: Task) -> None:
    """End a round: add up what was rolled, let the interval pass, and see whether that ends the task."""
    full, choices = table.full, rules_of(table.full).choices
    known = truth(full, task)
    rolls, untold = list(known.rolled), [*untold_sides(task)]
    for side in (n for n in range(len(task.sides)) if task.contest and unseen(full, task, n)):
        rolls += roll_unseen(table, task, side)
        untold += [] if in_the_open(task, known, side) else [side]
    spoils = choices.get("teamwork-botch", "spoils") == "spoils"
    on_botch = cast("OnBotch", choices.get("extended-botch", "restart"))
    of_sides = ([roll for roll in rolls if roll.side == side] for side in range(len(task.sides)))
    efforts = [together([Effort(roll.successes, roll.botched) for roll in side], spoils=spoils) for side in of_sides]
    made = advance(task.kind, [side.tally for side in known.sides], efforts, on_botch)
    dark = task.dark or any(roll.successes == UNTOLD for roll in task.rolled)
    table.emit(task_audience(full, task.id), told_round(full, task, made, untold, dark=dark))
    if dark or untold or has_ledger(full, task):
        table.emit(STORYTELLER, LedgerKept(replace(known, sides=with_tallies(known.sides, made.tallies), rolled=())))
    botched = [side for side, effort in enumerate(efforts) if effort.botched and task.kind != "resisted"]
    failed = botched if on_botch == "fail" else []
    if not overdue(table.full, task.id):
        end_if_decided(table, task.id, failed, Goal(made.winner, made.margin))
    expire(table, task.id)


def told_round(full: View, task: Task, made: Round, untold: Sequence[int], *, dark: bool) -> RoundEnded:
    """A round as the task's audience learns of it. Of a side that it does not see it learns whether that won, and no
    number (X2, E2, E3)."""
    until = worked_until(full, task)
    now = clock(full).at if turns_run(full) else until
    if dark:
        return RoundEnded(task.id, tuple(UNTOLD for _ in made.tallies), NOBODY, 0, 0, dark, until, now)
    lead = made.tallies[0] - made.tallies[1] if task.kind == "lead" else 0
    margin, lead = (0, 0) if untold else (made.margin, lead)
    tallies = tellable(task.kind, made.tallies, untold)
    return RoundEnded(task.id, tallies, made.winner, margin, lead, dark, until, now)


def worked_until(view: View, task: Task) -> int:
    """The game time at which this interval is over. While turns run it begins now, and they move the clock; else where
    the last one ended, so that those who work side by side share their time (E1, T1)."""
    time = clock(view)
    start = time.at if turns_run(view) else max(task.until, time.since)
    return start + lasting(task.each, task.unit, time.turn)


# The end of a task


def end_if_decided(table: Deciding, id_: str, failed: Sequence[int] = (), round_: Goal = UNDECIDED) -> None:
    """End a task whose goal is reached, whose rolls are made, or that a botch has ended."""
    full = table.full
    task = full.get(Task, id_)
    if task is None or task.status != "open":
        return
    sides = truth(full, task).sides
    goal = reached(task.kind, [side.goal for side in sides], [side.tally for side in sides])
    if len(failed) == 1 and task.contest:
        other = 1 - failed[0]
        end(table, task, "met", goal if goal is not None and goal.winner == other else Goal(other, 0))
    elif failed:
        end(table, task, "failed")
    elif task.kind == "resisted" and task.rounds:
        end(table, task, "level" if round_.winner == NOBODY else "met", round_)
    elif goal is not None:
        end(table, task, "met", goal)
    elif 0 < task.limit <= task.rounds:
        end(table, task, "unmet" if any(task.goals) else "done")


def end(table: Deciding, task: Task, status: Status, goal: Goal = UNDECIDED) -> None:
    """End a task. Where its audience is in the dark the Storyteller is told instead, and they that no more is rolled
    where that is so, whatever it has come to (X3). Where a tally is untold, they hear who prevails, and she how well
    (X2)."""
    word = rules_of(table.full).degree(goal.degree)
    ended = TaskEnded(task.id, status, goal.winner, goal.degree, word)
    if not task.dark:
        if untold_sides(task) and goal.degree:
            well = f"{task.name}: degree {goal.degree}. The others heard only who won (X2)."
            table.emit(STORYTELLER, ToldInSecret("", well))
            ended = replace(ended, degree=0, word="")
        table.emit(task_audience(table.full, task.id), ended)
        return
    known = truth(table.full, task)
    if not known.due:
        table.emit(STORYTELLER, OutcomeDue(task.id, in_words(table.full, task, ended)))
    if no_more_rolls(table.full, task):
        table.emit(task_audience(table.full, task.id), TaskEnded(task.id, "untold"))


def no_more_rolls(full: View, task: Task) -> bool:
    """Whether everybody can tell that it is over: by its kind, its limit of rolls or its deadline."""
    made = (task.kind == "resisted" and task.rounds) or 0 < task.limit <= task.rounds
    return bool(made) or 0 < task.deadline <= time_of(full, task)


def in_words(full: View, task: Task, ended: TaskEnded | Task) -> str:
    """How a task truly ended, for the Storyteller."""
    if ended.winner == NOBODY:
        return f"Behind the screen, {task.name}: {ended.status}."
    side = truth(full, task).sides[ended.winner]
    faces = (full.get(Face, member) for member in side.members)
    who = side.label or " and ".join(face.name for face in faces if face) or "nobody"
    return f"Behind the screen, {task.name}: {who} (degree {ended.degree})."


def time_of(full: View, task: Task) -> int:
    """The time at a task. What others do not see has a time of its own, that the clock does not show."""
    public = task_audience(full, task.id) == EVERYONE or turns_run(full)
    return clock(full).at if public else max(clock(full).at, task.until)


def overdue(full: View, id_: str) -> bool:
    """Whether a task's interval went beyond its deadline: what its last roll brought comes too late (E1)."""
    task = full.get(Task, id_)
    return task is not None and 0 < task.deadline < time_of(full, task)


def expire(table: Deciding, id_: str) -> None:
    """End a task whose time is over."""
    full = table.full
    task = full.get(Task, id_)
    if task is None or task.status != "open" or not task.deadline:
        return
    if time_of(full, task) >= task.deadline:
        end(table, task, "unmet" if any(task.goals) else "done")


def go_on(table: Deciding, task: Task) -> None:
    """End the round if nobody is waited for, and the task if its time is over."""
    if task.status == "open" and task.rolled and not awaited(table.full, task) and not away(table.full, task):
        close_round(table, task)
    expire(table, task.id)


def follow_up(table: Deciding) -> None:
    """Whatever everybody was told: whoever was waited for may be gone, or a deadline come."""
    for task in list(table.full.all(Task)):
        go_on(table, task)
