"""Rounds of a task: the characters that still have to roll, the result of a round, and the end of the task (E1 to E5).

A round ends when every character that the task's audience sees, or knows to be absent, has rolled. Then the server
rolls for a side of which the audience knows no member; if something about that side is secret, the roll is secret too.
After a botch the Storyteller is asked for a consequence, as after any botch
(`domain/features/rolls/pending_consequences.py`); in `v20` it also empties the tally (E1, G4).
"""

from collections.abc import Sequence
from typing import Final, cast

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Seat
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, phrase
from domain.features.characters.absence import Absent, face_or_absent
from domain.features.characters.character import Face
from domain.features.rolls import pools
from domain.features.rolls.call import PLAIN_DICE
from domain.features.rolls.control_taken import take_control
from domain.features.rolls.make_roll import RollRequest, roll, roll_since
from domain.features.rolls.modified_pool import as_ruling, with_hidden_circumstances, with_rulings
from domain.features.rolls.opposed_difficulty import difficulty, difficulty_source
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import UNEXPLAINED, Ruling
from domain.features.table.game_clock import clock
from domain.features.table.settings import rules_of
from domain.features.table.story_log import ToldInSecret
from domain.features.table.turn import turns_run
from domain.features.tasks.sides import UNTOLD, TaskRoll, side_name, tallies_to_show, untold_roll, with_tallies
from domain.features.tasks.task import (
    Ledger,
    LedgerKept,
    Status,
    Task,
    has_ledger,
    is_secret,
    task_audience,
    truth,
    untold_sides,
)
from domain.features.tasks.task_events import OutcomeDue, RoundEnded, TaskEnded, TaskRolled, ending, won
from domain.rules.game_time import lasting
from domain.rules.pool import Pool
from domain.rules.rule_types import Part, Verdict
from domain.rules.task_score import NOBODY, UNDECIDED, Effort, Goal, OnBotch, Round, advance, reached, together
from domain.rules.task_terms import Step, step

BOTCHED: Final = frozenset({"botch", "dramatic_failure"})
OTHERS_AT_IT: Final = phrase("part-others-at-it", rule="E4")

# Members, opponents and their pools


def audience_view(view: View, task: Task) -> View:
    """Return the view of the characters that the task's audience has: the full view if only the Storyteller knows of
    the task."""
    return view if is_secret(view, task) else view.public


def audience_sees(view: View, task: Task, actor: str) -> bool:
    """True if the task's audience sees this character. The task waits only for such characters."""
    return audience_view(view, task).get(Face, actor) is not None


def side_unseen(view: View, task: Task, side: int) -> bool:
    """True if the task's audience knows no member of a side, present or absent. The server then rolls for this side,
    after the first side."""
    return not any(face_or_absent(audience_view(view, task), member) for member in task.sides[side].members)


def still_to_roll(view: View, task: Task) -> list[str]:
    """Return the members that still have to roll in this round and that the task's audience sees."""
    rolled, seen = {roll.actor for roll in task.rolled}, audience_view(view, task)
    members = (member for side in task.sides for member in side.members)
    return [member for member in members if member not in rolled and seen.get(Face, member) is not None]


def absent_members(view: View, task: Task) -> list[Absent]:
    """Return the absent members that still have to roll in this round, as far as the task's audience knows them."""
    rolled, seen = {roll.actor for roll in task.rolled}, audience_view(view, task)
    members = (member for side in task.sides for member in side.members if member not in rolled)
    return [absent for absent in (seen.get(Absent, member) for member in members) if absent is not None]


def absent_opponent(view: View, task: Task, side: int, chosen: Step) -> Absent | None:
    """Return the absent character whose traits make the difficulty of a roll, if the task's audience knows of it
    (D18)."""
    across = opponents(task, side)
    if not chosen.against or any(audience_sees(view, task, who) for who in across):
        return None
    return next(filter(None, (audience_view(view, task).get(Absent, who) for who in across)), None)


def opponents(task: Task, side: int) -> tuple[str, ...]:
    """Return the characters whose traits may make the difficulty for a side (D18)."""
    return task.sides[1 - side].members if task.contest else (task.target,)


def pool_parts(view: View, task: Task, actor: str, team: Sequence[str], chosen: Step) -> tuple[Part, ...]:
    """Return the parts of a member's pool, with the task's modifier (X7). In a task about people, each member of the
    team after the first costs a die (E4)."""
    parts = pools.free_parts(view, actor, chosen.traits) if actor else ()
    if chosen.dice:
        parts += ((PLAIN_DICE, chosen.dice),)
    if actor and task.modifier:
        parts += ((task.modifier_words or UNEXPLAINED, task.modifier),)
    others = len(team) - 1
    return (*parts, (OTHERS_AT_IT, -others)) if task.social and others > 0 else parts


def task_pool(full: View, task: Task, actor: str, side: int, parts: tuple[Part, ...], chosen: Step) -> Pool:
    """Return the pool that a character rolls for a task, with a difficulty made from an opponent's traits (D18): the
    target, or the first member of the opposing side that the audience sees. Traits of a hidden opponent do not count,
    because the difficulty would reveal that opponent."""
    why: Words | Typed = Typed(task.name)
    if task.contest or task.rounds:
        why = phrase("reason-round", task=Typed(task.name), round=task.rounds + 1)
    who = next((who for who in opponents(task, side) if audience_sees(full, task, who)), "")
    kind, group = rules_of(full).roll_kind(chosen.traits), f"{task.id} {task.rounds}"
    if not chosen.against or not who:
        return Pool(actor, why, parts, chosen.difficulty, kind=kind, traits=chosen.traits, group=group)
    against = difficulty(full, who, chosen.against)
    why = phrase("reason-against", reason=why, against=difficulty_source(who, chosen.against))
    return Pool(actor, why, parts, against, kind=kind, traits=chosen.traits, group=group)


# Rolling


def roll_for_member(table: Deciding, task: Task, made: Pool) -> None:
    """Roll for a member that the task's audience sees. This audience also sees the roll."""
    audience = task_audience(table.full, task.id)
    mark = len(table.facts)
    if audience == STORYTELLER:
        request = RollRequest(secret_pool(table.full, task, made), audience, applies_rulings=False)
    else:
        request = RollRequest(made, audience, extra_rulings=secret_modifiers(table.full, task, made.actor))
    verdict = roll(table, request).verdict
    face = table.full.get(Face, made.actor)
    if face is not None and not Seat(face.player, "player").reads(audience):
        take_control(table, made.actor)
    count = replace(task_roll(made.actor, task.side_of(made.actor), verdict), roll=roll_since(table, mark))
    clear = shown_in_full(table, mark, audience)
    known = truth(table.full, task)
    table.emit(audience, TaskRolled(task.id, count if clear else untold_roll(count)))
    if not clear or has_ledger(table.full, task):
        table.emit(STORYTELLER, LedgerKept(replace(known, rolled=(*known.rolled, count))))


def secret_modifiers(view: View, task: Task, actor: str) -> list[Ruling]:
    """Return the dice that a task adds and only the Storyteller knows of, as far as this view knows them (X7)."""
    known = truth(view, task)
    if not (known.modifier and actor):
        return []
    return [as_ruling(task.id, actor, known.modifier_words, known.modifier)]


def secret_pool(view: View, task: Task, made: Pool) -> Pool:
    """Return the pool together with all hidden modifiers that affect it, for a roll that only the Storyteller sees (X1,
    X7)."""
    return with_rulings(with_hidden_circumstances(view, made), secret_modifiers(view, task, made.actor), reasons=True)


def shown_in_full(table: Deciding, mark: int, audience: Audience) -> bool:
    """True if this audience was told the result of the roll that was just made."""
    rolls = (f.event for f in table.facts[mark:] if f.audience == audience and isinstance(f.event, Rolled))
    return any(roll.result != "untold" for roll in rolls)


def task_roll(actor: str, side: int, verdict: Verdict) -> TaskRoll:
    """Return what a roll counts in its round. A net result below zero counts as 0: only a botch harms the side."""
    botched = verdict.result in BOTCHED
    return TaskRoll(actor, side, 0 if botched else max(verdict.net, 0), botched)


def rolls_openly(task: Task, known: Ledger, side: int) -> bool:
    """True if a side consists only of plain dice, and the audience may know how many they are."""
    truly = known.sides[side]
    return not truly.members and truly.steps == task.sides[side].steps


def roll_for_unseen_side(table: Deciding, task: Task, side: int) -> list[TaskRoll]:
    """Roll for a side of which the audience sees no member. The audience sees the roll only if the side is plain dice
    that are not secret."""
    full, known = table.full, truth(table.full, task)
    truly = known.sides[side]
    chosen = step(truly.steps, task.rounds)
    heard = task_audience(full, task.id) if rolls_openly(task, known, side) else STORYTELLER
    rolls, done = [], {roll.actor for roll in known.rolled if roll.actor}
    members = [member for member in truly.members if full.get(Face, member)]
    alone = truly.label and not truly.members
    for actor in [""] if alone else [member for member in members if member not in done]:
        made = task_pool(full, task, actor, side, pool_parts(full, task, actor, members, chosen), chosen)
        if made.parts:
            verdict = roll(table, RollRequest(secret_pool(full, task, made), heard, applies_rulings=False)).verdict
            rolls.append(task_roll(actor, side, verdict))
            take_control(table, actor)
    for absent in filter(None, (full.get(Absent, member) for member in truly.members)):
        words = phrase("note-absent-from-task", who=character_ref(absent.id), task=Typed(task.name))
        table.emit(STORYTELLER, ToldInSecret(absent.id, words))
    return rolls


# The end of a round


def close_round(table: Deciding, task: Task) -> None:
    """End a round: add up its rolls, let the interval pass, and end the task if the round decides it."""
    full, choices = table.full, rules_of(table.full).choices
    known = truth(full, task)
    rolls, untold = list(known.rolled), [*untold_sides(task)]
    for side in (n for n in range(len(task.sides)) if task.contest and side_unseen(full, task, n)):
        rolls += roll_for_unseen_side(table, task, side)
        untold += [] if rolls_openly(task, known, side) else [side]
    spoils = choices.get("teamwork-botch", "spoils") == "spoils"
    on_botch = cast("OnBotch", choices.get("extended-botch", "restart"))
    of_sides = ([roll for roll in rolls if roll.side == side] for side in range(len(task.sides)))
    efforts = [together([Effort(roll.successes, roll.botched) for roll in side], spoils=spoils) for side in of_sides]
    round_ = advance(task.kind, [side.tally for side in known.sides], efforts, on_botch)
    dark = task.dark or any(roll.successes == UNTOLD for roll in task.rolled)
    table.emit(task_audience(full, task.id), round_for_audience(full, task, round_, untold, dark=dark))
    if dark or untold or has_ledger(full, task):
        table.emit(STORYTELLER, LedgerKept(replace(known, sides=with_tallies(known.sides, round_.tallies), rolled=())))
    botched = [side for side, effort in enumerate(efforts) if effort.botched and task.kind != "resisted"]
    failed = botched if on_botch == "fail" else []
    if not overdue(table.full, task.id):
        end_if_decided(table, task.id, failed, Goal(round_.winner, round_.margin))
    end_if_expired(table, task.id)


def round_for_audience(full: View, task: Task, result: Round, untold: Sequence[int], *, dark: bool) -> RoundEnded:
    """Return the result of a round for the task's audience. About a side that it does not see, the result tells only
    whether that side won, and no number (X2, E2, E3)."""
    until = worked_until(full, task)
    now = clock(full).at if turns_run(full) else until
    if dark:
        return RoundEnded(task.id, tuple(UNTOLD for _ in result.tallies), NOBODY, 0, 0, dark, until, now)
    lead = result.tallies[0] - result.tallies[1] if task.kind == "lead" else 0
    margin, lead = (0, 0) if untold else (result.margin, lead)
    tallies = tallies_to_show(task.kind, result.tallies, untold)
    return RoundEnded(task.id, tallies, result.winner, margin, lead, dark, until, now)


def worked_until(view: View, task: Task) -> int:
    """Return the game time at which this interval ends. While turns run, the interval begins now, and turns move the
    clock. Otherwise it begins at the end of the last interval, so that work on several tasks can go on at the same time
    (E1, T1)."""
    time = clock(view)
    start = time.at if turns_run(view) else max(task.until, time.since)
    return start + lasting(task.each, task.unit, time.turn)


# The end of a task


def end_if_decided(table: Deciding, id_: str, failed: Sequence[int] = (), round_: Goal = UNDECIDED) -> None:
    """End a task if its goal is reached, if all its rolls are made, or if a botch ends it."""
    full = table.full
    task = full.get(Task, id_)
    if task is None or task.status != "open":
        return
    sides = truth(full, task).sides
    goal = reached(task.kind, [side.goal for side in sides], [side.tally for side in sides])
    if len(failed) == 1 and task.contest:
        other = 1 - failed[0]
        end_task(table, task, "met", goal if goal is not None and goal.winner == other else Goal(other, 0))
    elif failed:
        end_task(table, task, "failed")
    elif task.kind == "resisted" and task.rounds:
        end_task(table, task, "level" if round_.winner == NOBODY else "met", round_)
    elif goal is not None:
        end_task(table, task, "met", goal)
    elif 0 < task.limit <= task.rounds:
        end_task(table, task, "unmet" if any(task.goals) else "done")


def end_task(table: Deciding, task: Task, status: Status, goal: Goal = UNDECIDED) -> None:
    """End a task. If its audience does not know its progress, only the Storyteller is told the outcome; the audience is
    told that there are no more rolls, if it can know that (X3). If the audience does not know a tally, it learns the
    winner, and only the Storyteller learns the degree (X2)."""
    word = rules_of(table.full).degree(goal.degree)
    ended = TaskEnded(task.id, status, goal.winner, goal.degree, word)
    if not task.dark:
        if untold_sides(task) and goal.degree:
            well = phrase("note-secret-degree", rule="X2", task=Typed(task.name), degree=goal.degree)
            table.emit(STORYTELLER, ToldInSecret("", well))
            ended = replace(ended, degree=0, word="")
        table.emit(task_audience(table.full, task.id), ended)
        return
    known = truth(table.full, task)
    if not known.due:
        table.emit(STORYTELLER, OutcomeDue(task.id, true_outcome(table.full, task, ended)))
    if no_more_rolls(table.full, task):
        table.emit(task_audience(table.full, task.id), TaskEnded(task.id, "untold"))


def no_more_rolls(full: View, task: Task) -> bool:
    """True if everybody can know that the task is over: from its kind, its limit of rolls or its deadline."""
    rolls_made = (task.kind == "resisted" and task.rounds) or 0 < task.limit <= task.rounds
    return bool(rolls_made) or 0 < task.deadline <= task_time(full, task)


def true_outcome(full: View, task: Task, ended: TaskEnded | Task) -> Words:
    """Return the true outcome of a task in words, for the Storyteller."""
    name = Typed(task.name)
    if ended.winner == NOBODY:
        return phrase("note-outcome", task=name, how=ending(replace(task, status=ended.status, winner=NOBODY)))
    side = truth(full, task).sides[ended.winner]
    return phrase("note-outcome", task=name, how=won(ended, side_name(side) if task.contest else NO_WORDS))


def task_time(full: View, task: Task) -> int:
    """Return the present time of a task. A task that not everybody sees has its own time, because it cannot change the
    clock that everybody sees."""
    public = task_audience(full, task.id) == EVERYONE or turns_run(full)
    return clock(full).at if public else max(clock(full).at, task.until)


def overdue(full: View, id_: str) -> bool:
    """True if a task's interval ended after its deadline, so that its last roll was too late (E1)."""
    task = full.get(Task, id_)
    return task is not None and 0 < task.deadline < task_time(full, task)


def end_if_expired(table: Deciding, id_: str) -> None:
    """End a task whose deadline has passed."""
    full = table.full
    task = full.get(Task, id_)
    if task is None or task.status != "open" or not task.deadline:
        return
    if task_time(full, task) >= task.deadline:
        end_task(table, task, "unmet" if any(task.goals) else "done")


def continue_task(table: Deciding, task: Task) -> None:
    """End the round if everybody has rolled, and the task if its deadline has passed."""
    if (
        task.status == "open"
        and task.rolled
        and not still_to_roll(table.full, task)
        and not absent_members(table.full, task)
    ):
        close_round(table, task)
    end_if_expired(table, task.id)


def follow_up(table: Deciding) -> None:
    """After each change of the public table: end the rounds in which everybody has rolled, and the tasks whose deadline
    has passed."""
    for task in list(table.full.all(Task)):
        continue_task(table, task)
