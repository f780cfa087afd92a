"""Overruling: the Storyteller says what a roll came to, whatever the dice show (G0).

What has still to come of the roll comes of it as she says: what it counts in a task's round that is under way, or in an
attack that is. What came of it before stands, and she is told what she can do about that.
"""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Kind
from domain.core.bounds import Id, ShortText
from domain.core.command import BOTH, Command, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.action import manoeuvre
from domain.features.actions.attack_in_progress import Blow, weighed
from domain.features.actions.grapples import Grip, ending, parties
from domain.features.actions.hidden_attack_numbers import hold, made_for, standing
from domain.features.actions.weapon_in_hand import hands_of, in_hand, weapons
from domain.features.characters.character import name_of
from domain.features.combat.attack_steps import failing, next_step
from domain.features.combat.botched_disarm import fumble_anew, was_settled
from domain.features.combat.take_action import resume
from domain.features.rolls.obstacles import recount
from domain.features.rolls.pending_consequences import owe_anew
from domain.features.rolls.retractions import counts_no_more
from domain.features.rolls.roll import WON, Roll, Told
from domain.features.rolls.secret_outcomes import keep_anew
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import Line, literal, tell
from domain.features.tasks.rounds import BOTCHED
from domain.features.tasks.task import LedgerKept, Task, TaskRoll, TaskStated, has_ledger, task_audience, truth
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Result


class RollOverridden(Event, frozen=True):
    """The Storyteller ruled that a roll came to something else (G0). The dice stay as they fell."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    id: str
    who: str
    result: Result
    degree: str
    reason: str

    def apply(self, records: Partition, at: int) -> None:
        found = rule(records, self)
        if found is None:
            return
        what = literal(" ".join(filter(None, (self.degree, self.result.replace("_", " ")))))
        about = f"{{0}}'s roll is now: {what}." if found.actor else f"The roll is now: {what}."
        refs = (found.actor,) if found.actor else ()
        tell(records, at, f"{about} {literal(self.reason)}".rstrip(), *refs, kind="ruled", who=self.who)


class CopyOverridden(Event, frozen=True):
    """A roll was ruled to be something else as those have it who were not told what it came to: so it is by the
    Storyteller's own copy."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    result: Result
    degree: str
    reason: str

    def apply(self, records: Partition, at: int) -> None:
        rule(records, self)


def rule(records: Partition, ruled: RollOverridden | CopyOverridden) -> Roll | None:
    """Have a roll be what is ruled; as it was, None if it is too long ago."""
    found = records.get(Roll, ruled.id)
    if found is not None:
        why = ruled.reason or "The Storyteller says so."
        records.put(replace(found, result=ruled.result, degree=ruled.degree, ruled=why))
    return found


class FollowedStands(Event, frozen=True):
    """What had followed from a roll that was ruled otherwise stands: the Storyteller is told what to do about it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 2

    actor: str
    way: str

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, clinched, way = (*fields, "")[:3]
        wounded = "give back a wound, or end a state"
        return [actor, way or ('choose "End the clinch", or give back the wound' if clinched else wounded)]

    def apply(self, records: Partition, at: int) -> None:
        words = f"What followed from it stands: {literal(self.way)} yourself (G0)."
        tell(records, at, f"{{0}}: {words}" if self.actor else words, *([self.actor] if self.actor else []))


class OverrideRoll(Command, frozen=True):
    """Say what a roll came to, whatever the dice show (G0)."""

    places = BOTH

    roll: Id
    result: Result
    degree: ShortText = ""
    reason: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(Roll, self.roll) is None:
            raise Refusal("no-such-roll", "There is no such roll, or it is too long ago to be overridden (G0).")
        own = own_copy(view, self.roll)
        if own is not None and counts_no_more(view, own):
            raise Refusal("taken-back", "This roll was taken back: nothing rests on it any more (G0).")
        results = rules_of(view).results
        if self.result not in results:
            known = ", ".join(result.replace("_", " ") for result in results)
            raise Refusal("no-such-result", f"Under these rules a roll comes to one of these: {known} (G0).")

    def decide(self, table: Deciding) -> None:
        audience = table.full.audience_of(Roll, self.roll) or STORYTELLER
        before = own_copy(table.full, self.roll)
        table.emit(audience, RollOverridden(self.roll, table.seat.id, self.result, self.degree, self.reason))
        if before is None:
            return
        own = before.id
        if own != self.roll:
            table.emit(STORYTELLER, CopyOverridden(own, self.result, self.degree, self.reason))
        fumbled = was_settled(table.full, before, self.result)
        owe_anew(table, before.actor, before.reason, (before.result, self.result), own)
        fumble_anew(table, before, self.result)
        recount(table, self.roll, audience, failed=self.result not in WON)
        keep_anew(table, self.roll, won=self.result in WON)
        if count_in_blow(table, self, before) or count_in_task(table, self, own):
            return
        way = done_otherwise(table.full, before) if fumbled else what_stands(table.full, before, self)
        if way:
            table.emit(STORYTELLER, FollowedStands(before.actor, way))

    def successes(self, view: View, had: int) -> int:
        """What the roll counts by her word, which had counted so many."""
        return nearest(view, had, self.result, self.degree)


MOST = 10
"""No degree and no result begins with more successes."""


def nearest(view: View, had: int, result: Told, degree: str) -> int:
    """What a roll counts that had counted so many and is ruled to be this: none, or the nearest number that is the
    degree that is named (D6), or else the result (S8)."""
    if result not in WON:
        return 0
    rules = rules_of(view)
    counts = sorted(range(1, max(had, MOST) + 1), key=lambda n: abs(n - had))
    named = (n for n in counts if degree and rules.degree(n) == degree)
    return next(named, next((n for n in counts if rules.success_result(n) == result), counts[0]))


def own_copy(view: View, roll: str) -> Roll | None:
    """The Storyteller's own copy of a roll, by which all is known that came of it; the roll itself where she has no
    other, or none any more."""
    return next((one for one in view.all(Roll) if one.shown == roll), None) or view.get(Roll, roll)


def count_in_task(table: Deciding, ruled: OverrideRoll, roll: str) -> bool:
    """Count a roll as it was ruled in the round that it was made in, if that is under way (E1 to E4). Whether that is
    so."""
    full = table.full
    for task in full.all(Task):
        known = truth(full, task)
        mine = next((one for one in known.rolled if one.roll == roll), None)
        if mine is None:
            continue
        now = replace(mine, successes=ruled.successes(full, mine.successes), botched=ruled.result in BOTCHED)
        if mine in task.rolled:
            table.emit(task_audience(full, task.id), TaskStated(replace(task, rolled=swapped(task.rolled, mine, now))))
        if has_ledger(full, task):
            table.emit(STORYTELLER, LedgerKept(replace(known, rolled=swapped(known.rolled, mine, now))))
        return True
    return False


def swapped(rolled: Sequence[TaskRoll], old: TaskRoll, new: TaskRoll) -> tuple[TaskRoll, ...]:
    """The rolls of a round with another in the place of one."""
    return tuple(new if one == old else one for one in rolled)


def count_in_blow(table: Deciding, ruled: OverrideRoll, roll: Roll) -> bool:
    """Count a roll as it was ruled in the attack that waits with what it came to: the roll to hit while the attack is
    not met yet (C21), that of a parry until the damage of the cut that comes of it (C16), the roll of its damage until
    the wound (C29). Whether that is all that came of it."""
    full = table.full
    for blow in standing(full):
        if roll.id != blow.roll:
            continue
        if blow.step == "damage" and manoeuvre(blow.action.manoeuvre).defence:
            return count_margin(table, blow, ruled, roll)
        if blow.step == "defence":
            count_hits(table, blow, ruled.successes(full, blow.hits))
            return True
        if blow.step in ("soak", "wound"):
            hold(table, weighed(replace(blow, dealt=ruled.successes(full, blow.dealt))))
            return True
    return False


def count_hits(table: Deciding, blow: Blow, hits: int) -> None:
    """An attack that is not met yet hits with so many successes; with none it is over (C21)."""
    if hits:
        hold(table, replace(blow, hits=hits))
    else:
        resume(table, failing(table, blow))


def count_margin(table: Deciding, blow: Blow, ruled: OverrideRoll, roll: Roll) -> bool:
    """A cut has the margin of the parry as it is ruled, and with none it is over (C16). Whether it stands."""
    full, fell = table.full, max(roll.net, 0)
    had = nearest(full, fell, roll.result, roll.degree) if roll.ruled else fell
    hits = blow.hits - had + ruled.successes(full, fell)
    if hits > 0:
        hold(table, replace(blow, hits=hits, dealt=-1))
    else:
        resume(table, next_step(blow, "over"))
    return hits > 0


BY_REASON = {
    "Initiative": "set the initiative",
    "Aborting the action": 'choose "Take over the attack" when it is struck at, and rule the hits',
}
"""What there is to do about rolls whose effect nobody is told of with them."""


def what_stands(view: View, roll: Roll, ruled: OverrideRoll) -> str:
    """What the Storyteller can do about what came of a roll already, "" where nothing came of it that is otherwise by
    now."""
    turned = (roll.result in WON) != (ruled.result in WON)
    degree = ruled.degree not in ("", roll.degree) or {roll.result, ruled.result} == WON
    task = next((t for t in view.all(Task) if t.side_of(roll.actor) >= 0 and is_for(roll, t)), None)
    if task is not None:
        botch = (roll.result in BOTCHED) != (ruled.result in BOTCHED)
        settable = task.status == "open" and task.kind != "resisted"
        ways = f'choose "{task.name}: set the tally"' if settable else "rule how it ended"
        return ways if turned or botch or degree else ""
    blow = next((b for b in view.all(Blow) if made_for(view, roll.id, b)), None)
    if blow is not None and (turned or degree):
        name = name_of(view, blow.by)
        coming = f'choose "Take over {name}\'s attack" and rule what is still to come of it'
        return done_otherwise(view, roll, "" if blow.step == "consequence" else coming)
    if not turned or not (roll.reason in BY_REASON or roll.on or followed(view, roll)):
        return ""
    return BY_REASON.get(roll.reason) or done_otherwise(view, roll)


def done_otherwise(view: View, roll: Roll, coming: str = "") -> str:
    """How the Storyteller does otherwise what came of a roll: what is still to come of it, what has got hold of whom,
    what is in hand no more, and whatever else (C7, C8, C9, G0)."""
    about = {roll.actor, roll.on} - {""}
    held = [grip for grip in view.all(Grip) if not grip.holding and about and about <= parties(view, grip.grapple)]
    empty = [who for who in sorted(about) if weapons(view, who) and in_hand(view, who) == BARE_HANDS]
    known = [f'"{ending(view, grip)}"' for grip in held] + [f'"{hands_of(view, who)}"' for who in empty]
    return ", or ".join([*(f"choose {name}" for name in known), coming or "set a wound, a state or a grapple"])


def is_for(roll: Roll, task: Task) -> bool:
    """Whether a roll is called as those for a task are."""
    return roll.reason == task.name or roll.reason.startswith(f"{task.name}, ")


def followed(view: View, roll: Roll) -> bool:
    """Whether something came of a roll at once: something that happened was told with it, to those who saw it."""
    seen = ((p, p.get(Roll, copy)) for p in view.partitions for copy in (roll.id, roll.shown))
    happened = ((p, one.n) for p, one in seen if one is not None)
    return any(
        isinstance(one, Line) and (one.kind, one.n) == ("happened", n) for p, n in happened for one in p.story.values()
    )
