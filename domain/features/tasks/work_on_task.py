"""Working on tasks: a character rolls, or the Storyteller ends a round without the missing rolls (E1 to E4)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from domain.core.bounds import Id, Name
from domain.core.deciding import Deciding
from domain.core.option import Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, listed, phrase, summed, term, typed
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face, hidden, own
from domain.features.characters.willpower import check_willpower, may_spend_willpower
from domain.features.characters.wounds import check_conscious
from domain.features.rolls.boosts import SPECIALTY, willpower_input
from domain.features.rolls.boosts import listed as has_specialty
from domain.features.rolls.modified_pool import forecast, rulings_on, with_open_rulings
from domain.features.rolls.pools import check_traits, trait_choices
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.turn import turns_run
from domain.features.tasks.rounds import (
    absent_members,
    absent_opponent,
    audience_sees,
    close_round,
    continue_task,
    pool_parts,
    roll_for_member,
    secret_modifiers,
    secret_pool,
    side_unseen,
    still_to_roll,
    task_pool,
)
from domain.features.tasks.task import (
    Task,
    is_secret,
    open_task,
    task_audience,
    true_side_of,
    truth,
)
from domain.features.tasks.task_form import _OfTask, open_tasks, plays, this_task
from domain.rules.game_time import game_time
from domain.rules.pool import Pool
from domain.rules.rule_types import Part
from domain.rules.task_score import NOBODY
from domain.rules.task_terms import Step, step


class WorkOnTask(_OfTask[tuple[Part, ...]], frozen=True):
    """Roll once for a task: the work of one character in one interval. `traits` are needed if the task leaves them to
    the roller."""

    preview = "pool"
    usual = 1

    actor: Id
    traits: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()
    specialty: bool = False
    willpower: bool = False

    def check(self, view: View) -> tuple[Part, ...]:
        task = open_task(view, self.task)
        played_here(view)
        check_member(view, task, self.actor)
        check_conscious(view, self.actor)
        check_interval_over(view, task)
        chosen = self.step(task)
        check_opposed(view, task, task.side_of(self.actor), chosen)
        if not chosen.traits and not chosen.dice:
            raise Refusal("task-without-traits", rule="E1")
        if self.traits and self.traits != chosen.traits:
            raise Refusal("round-traits", rule="E3", traits=summed(list(map(term, chosen.traits))))
        rules = rules_of(view)
        if chosen.traits:
            # If the roller chooses the traits, D2 limits them as usual. If the task names them, the Storyteller has
            # asked for this roll.
            check_traits(
                view, rules, self.actor, chosen.traits, called=view.seat.is_storyteller or not self.left_open(task)
            )
        team = [member for member in task.sides[task.side_of(self.actor)].members if audience_sees(view, task, member)]
        made = pool_parts(view, task, self.actor, team, chosen)
        kind = rules.roll_kind(chosen.traits)
        asked = Pool(
            self.actor, "", made, chosen.difficulty, self.specialty, self.willpower, kind=kind, traits=chosen.traits
        )
        if not is_secret(view, task):
            asked = with_open_rulings(view, asked, heard=task_audience(view, task.id))
        rules.check(asked.throw(rules))
        if self.specialty and not may_specialise(view, self.actor, chosen):
            raise Refusal("task-specialty", rule="G6")
        if self.willpower and is_secret(view, task):
            raise Refusal("secret-willpower", rule="X1")
        if self.willpower:
            check_willpower(view, self.actor)
        return made

    def foreseen(self, view: View) -> Pool | None:
        made, task = self.check(view), open_task(view, self.task)
        chosen = self.step(task)
        if chosen.against and not view.seat.is_storyteller:
            return None  # a player may not learn the difficulty from the opponent's traits before the roll (D18)
        base = task_pool(view, task, self.actor, task.side_of(self.actor), made, chosen)
        asked = replace(base, specialty=self.specialty, willpower=self.willpower)
        heard = task_audience(view, task.id)
        if is_secret(view, task):
            return forecast(view, secret_pool(view, task, asked), (), heard)
        bearing = [*rulings_on(view, asked, heard=heard), *secret_modifiers(view, task, self.actor)]
        return forecast(view, asked, bearing, heard)

    def opposed(self, view: View) -> Pool | None:
        task = open_task(view, self.task)
        ready = task.kind == "resisted" and not truth(view, task).rolled
        if not (ready and view.seat.is_storyteller and all(len(side.members) == 1 for side in task.sides)):
            return None
        (other,) = task.sides[1 - task.side_of(self.actor)].members
        theirs = WorkOnTask(task.id, other)
        return theirs.foreseen(view) if allowed(theirs.check, view) else None

    def left_open(self, task: Task) -> bool:
        """True if the roller chooses the traits."""
        return not step(task.sides[task.side_of(self.actor)].steps, task.rounds).traits

    def step(self, task: Task) -> Step:
        """Return the step to roll, with the task's traits or the roller's."""
        chosen = step(task.sides[task.side_of(self.actor)].steps, task.rounds)
        return chosen if chosen.traits else replace(chosen, traits=self.traits)

    def decide(self, table: Deciding[tuple[Part, ...]]) -> None:
        task = open_task(table.full, self.task)
        chosen = self.step(task)
        made = task_pool(table.full, task, self.actor, task.side_of(self.actor), table.checked, chosen)
        roll_for_member(table, task, replace(made, specialty=self.specialty, willpower=self.willpower))
        continue_task(table, open_task(table.full, self.task))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for task in open_tasks(view):
            for actor in still_to_roll(view, task) if interval_over(view, task) else ():
                face = view.get(Face, actor)
                if face is None or not plays(view, face) or not allowed(check_conscious, view, actor):
                    continue
                if not waits_for_opponent(view, task, actor) and cls.has_dice(view, task, actor):
                    yield cls.option(view, task, face)

    @classmethod
    def has_dice(cls, view: View, task: Task, actor: str) -> bool:
        """True if a character has dice to roll: with the task's traits, or with some that its player may name (D19)."""
        named = step(task.sides[task.side_of(actor)].steps, task.rounds)
        if named.traits or named.dice:
            return allowed(cls(task.id, actor).check, view)
        known = [choice.value for choice in trait_choices(view, actor)]
        alone = (cls(task.id, actor, (trait,)) for trait in known)
        pairs = (cls(task.id, actor, pair) for pair in combinations(known, 2))
        return any(allowed(work.check, view) for work in chain(alone, pairs))

    @classmethod
    def option(cls, view: View, task: Task, face: Face) -> Option:
        """Return the option for a character's next roll."""
        rules, inputs = rules_of(view), [this_task(task)]
        chosen = step(task.sides[task.side_of(face.id)].steps, task.rounds)
        if not chosen.traits:
            inputs.append(Input("traits", phrase("ask-traits"), "choices", trait_choices(view, face.id)))
        special = rules.specialties and (not chosen.traits or may_specialise(view, face.id, chosen))
        strong = rules.willpower and not is_secret(view, task) and may_spend_willpower(view, face.id)
        used = ((special, SPECIALTY), (strong, willpower_input(rules)))
        inputs += [one for known, one in used if known]
        label = (
            phrase("option-task-roll-for", task=Typed(task.name), who=character_ref(face.id))
            if view.seat.is_storyteller
            else typed(task.name)
        )
        return Option(cls.__name__, face.id, label, chosen.in_words, "tasks", bool(task.rolled), tuple(inputs))


class CloseRound(_OfTask, frozen=True):
    """End a round although some characters have not rolled (E3, E4)."""

    usual = 1

    def check(self, view: View) -> None:
        storyteller_only(view)
        task = open_task(view, self.task)
        played_here(view)
        if not task.rolled:
            raise Refusal("nobody-rolled", rule="E3")

    def decide(self, table: Deciding) -> None:
        close_round(table, open_task(table.full, self.task))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for task in open_tasks(view):
                if task.rolled:
                    label = phrase("option-close-round", rule="E3", task=Typed(task.name))
                    hint = away(absent_members(view, task))
                    yield Option(cls.__name__, "", label, hint, "tasks", inputs=(this_task(task),))


# Checks


def check_member(view: View, task: Task, actor: str) -> None:
    """Raise `Refusal` unless this seat may roll for this character in this round."""
    own(view, actor)
    who, name = character_ref(actor), Typed(task.name)
    if task.side_of(actor) == NOBODY and true_side_of(view, task, actor) != NOBODY:
        if hidden(view, actor):
            raise Refusal("hidden-rolls-last", rule="X4", who=who)
        raise Refusal("unseen-rolls-last", rule="X4", who=who, task=name)
    if task.side_of(actor) == NOBODY:
        raise Refusal("not-in-task", rule="E4", who=who, task=name)
    if any(roll.actor == actor for roll in task.rolled):
        if waits := away(absent_members(view, task)):
            raise Refusal("rolled-and-waits", rule="E4", who=who, task=name, away=waits)
        raise Refusal("rolled", rule="E1", who=who)
    if actor not in still_to_roll(view, task):
        if task.contest and side_unseen(view, task, task.side_of(actor)):
            raise Refusal("hidden-rolls-last", rule="X4", who=who)
        raise Refusal("hidden-worker", rule="X4", who=who)


def check_opposed(view: View, task: Task, side: int, chosen: Step) -> None:
    """Raise `Refusal` if the character whose traits make the difficulty has left the scene or no longer exists."""
    absent = absent_opponent(view, task, side, chosen)
    if absent is not None:
        who, traits = character_ref(absent.id), chosen.against.in_words
        raise Refusal("opponent-away", rule="D18", task=Typed(task.name), who=who, traits=traits)
    if chosen.against and not task.contest and not task.target:
        raise Refusal("opponent-gone", rule="D18", task=Typed(task.name))


def waits_for_opponent(view: View, task: Task, actor: str) -> bool:
    """True if a character cannot roll because its opponent is absent."""
    side = task.side_of(actor)
    return not allowed(check_opposed, view, task, side, step(task.sides[side].steps, task.rounds))


def away(absent: Sequence[Absent]) -> Words:
    """Return the absent characters in words: "Ben is not here"; `NO_WORDS` for none."""
    if not absent:
        return NO_WORDS
    return phrase("away", who=listed([character_ref(one.id) for one in absent]), n=len(absent))


def interval_over(view: View, task: Task) -> bool:
    """True if the next interval can begin. While turns run, the clock that they move decides it (E1, T1)."""
    return not turns_run(view) or clock(view).at >= task.until


def check_interval_over(view: View, task: Task) -> None:
    """Raise `Refusal` if the last interval has not ended."""
    if not interval_over(view, task):
        raise Refusal("task-too-soon", rule="E1", time=game_time(task.until))


def may_specialise(view: View, actor: str, chosen: Step) -> bool:
    """True if a specialty may count: it is on the sheet, or the Storyteller rolls (G6)."""
    return view.seat.is_storyteller or has_specialty(view, actor, chosen.traits)
