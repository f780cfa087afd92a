"""Overriding a roll: the Storyteller sets its result in place of the result of the dice (G0).

Effects that have not happened yet follow the new result: what the roll counts in the present round of a task, or in an
attack in progress. Effects that have already happened stay, and the Storyteller is told how she can correct them.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import Id, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, lifted, listed, phrase, term
from domain.features.actions.action import manoeuvre
from domain.features.actions.attack_in_progress import with_levels
from domain.features.actions.grapples import Grip, end_label, parties
from domain.features.actions.hidden_attack_numbers import is_roll_of, known_blows, store_blow
from domain.features.actions.weapon_in_hand import in_hand, in_hand_label, weapons
from domain.features.characters.hidden_names import check_tells_of_nobody_hidden
from domain.features.combat.attack_steps import as_miss
from domain.features.combat.attack_to_hit import at_step
from domain.features.combat.botched_disarm import fumble_was_settled, update_fumble
from domain.features.combat.resume_attack import resume_attack
from domain.features.rolls.count_tries import overrule_try
from domain.features.rolls.pending_consequences import update_pending_consequence
from domain.features.rolls.retractions import roll_taken_back
from domain.features.rolls.roll import WON, Roll, Told
from domain.features.rolls.secret_outcomes import update_kept_outcome
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import Line, tell
from domain.features.tasks.rounds import BOTCHED
from domain.features.tasks.settle_task import set_tally_label
from domain.features.tasks.sides import TaskRoll
from domain.features.tasks.task import LedgerKept, Task, TaskStated, has_ledger, task_audience, truth
from domain.records.blow import Blow
from domain.rules.equipment import BARE_HANDS
from domain.rules.rule_types import Result


class RollOverridden(Event, frozen=True):
    """The Storyteller set the result of a roll (G0). The dice stay as they were rolled."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    id: str
    who: str
    result: Result
    degree: str
    reason: str

    def apply(self, records: Partition, at: int) -> None:
        found = apply_override(records, self)
        if found is None:
            return
        what = result_words(self.result)
        if self.degree:
            what = phrase("result-of-degree", degree=term(self.degree), result=what)
        line = (
            phrase("line-roll-overridden", who=character_ref(found.actor), result=what)
            if found.actor
            else phrase("line-plain-roll-overridden", result=what)
        )
        if self.reason:
            line = phrase("line-because", line=line, why=Typed(self.reason))
        tell(records, at, line, kind="ruled", who=self.who)


class CopyOverridden(Event, frozen=True):
    """The result of a roll was set, in the Storyteller's own copy of the roll. She has a copy if the audience of the
    roll does not know the full result."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    result: Result
    degree: str
    reason: str

    def apply(self, records: Partition, at: int) -> None:
        apply_override(records, self)


def apply_override(records: Partition, ruled: RollOverridden | CopyOverridden) -> Roll | None:
    """Fold the new result into the roll. Return the roll as it was before, or None if the state no longer has it."""
    found = records.get(Roll, ruled.id)
    if found is not None:
        why = ruled.reason or phrase("storyteller-says-so")
        records.put(replace(found, result=ruled.result, degree=ruled.degree, ruled=why))
    return found


class FollowedStands(Event, frozen=True):
    """An effect of a roll stays although the roll was overridden. The Storyteller is told how she can correct it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 3

    actor: str
    way: Words

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version == 1:
            actor, clinched, way = (*fields, "")[:3]
            old = phrase("way-end-clinch") if clinched else phrase("way-heal")
            return [actor, lifted(way) if way else msgspec.to_builtins(old)]
        if version == 2:
            actor, way = fields
            return [actor, lifted(way)]
        return super().lift(version, fields)

    def apply(self, records: Partition, at: int) -> None:
        words = (
            phrase("line-effects-stay-of", rule="G0", who=character_ref(self.actor), way=self.way)
            if self.actor
            else phrase("line-effects-stay", rule="G0", way=self.way)
        )
        tell(records, at, words)


class OverrideRoll(Command, frozen=True):
    """Set the result of a roll in place of the result of its dice (G0)."""

    places = BOTH

    roll: Id
    result: Result
    degree: ShortText = ""
    reason: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(Roll, self.roll) is None:
            raise Refusal("no-such-roll", rule="G0")
        own = storyteller_copy(view, self.roll)
        if own is not None and roll_taken_back(view, own):
            raise Refusal("roll-taken-back", rule="G0")
        results = rules_of(view).results
        if self.result not in results:
            raise Refusal("no-such-result", rule="G0", results=listed(list(map(result_words, results)), "or"))
        if view.audience_of(Roll, self.roll) == EVERYONE:
            check_tells_of_nobody_hidden(
                view, phrase("text-this-ruling"), phrase("or-say-it-otherwise"), self.degree, self.reason
            )

    def decide(self, table: Deciding) -> None:
        audience = table.full.audience_of(Roll, self.roll) or STORYTELLER
        before = storyteller_copy(table.full, self.roll)
        table.emit(audience, RollOverridden(self.roll, table.seat.id, self.result, self.degree, self.reason))
        if before is None:
            return
        own = before.id
        if own != self.roll:
            table.emit(STORYTELLER, CopyOverridden(own, self.result, self.degree, self.reason))
        fumbled = fumble_was_settled(table.full, before, self.result)
        update_pending_consequence(table, before.actor, before.reason, (before.result, self.result), own)
        update_fumble(table, before, self.result)
        overrule_try(table, self.roll, audience, failed=self.result not in WON)
        update_kept_outcome(table, self.roll, won=self.result in WON)
        if count_in_attack(table, self, before) or count_in_task(table, self, own):
            return
        way = correction_words(table.full, before) if fumbled else how_to_correct(table.full, before, self)
        if way:
            table.emit(STORYTELLER, FollowedStands(before.actor, way))

    def successes(self, view: View, had: int) -> int:
        """Return the roll's successes under the new result; `had` were its successes before."""
        return nearest_count(view, had, self.result, self.degree)


MOST = 10
"""No result and no degree needs more successes than this."""


def nearest_count(view: View, had: int, result: Told, degree: str) -> int:
    """Return the number of successes that an overridden roll gets: 0 for a failure, otherwise the number nearest to
    `had` that has the named degree (D6) or the named result (S8). `had` is the number before."""
    if result not in WON:
        return 0
    rules = rules_of(view)
    counts = sorted(range(1, max(had, MOST) + 1), key=lambda n: abs(n - had))
    named = (n for n in counts if degree and rules.degree(n) == degree)
    return next(named, next((n for n in counts if rules.success_result(n) == result), counts[0]))


def storyteller_copy(view: View, roll: str) -> Roll | None:
    """Return the Storyteller's own copy of a roll, or the roll itself if she has no separate copy. Records about the
    effects of the roll contain the id of this copy."""
    return next((one for one in view.all(Roll) if one.shown == roll), None) or view.get(Roll, roll)


def count_in_task(table: Deciding, ruled: OverrideRoll, roll: str) -> bool:
    """Count an overridden roll anew in the present round of its task (E1 to E4). Return True if there is such a
    round."""
    full = table.full
    for task in full.all(Task):
        known = truth(full, task)
        mine = next((one for one in known.rolled if one.roll == roll), None)
        if mine is None:
            continue
        now = replace(mine, successes=ruled.successes(full, mine.successes), botched=ruled.result in BOTCHED)
        if mine in task.rolled:
            table.emit(
                task_audience(full, task.id), TaskStated(replace(task, rolled=replace_roll(task.rolled, mine, now)))
            )
        if has_ledger(full, task):
            table.emit(STORYTELLER, LedgerKept(replace(known, rolled=replace_roll(known.rolled, mine, now))))
        return True
    return False


def replace_roll(rolled: Sequence[TaskRoll], old: TaskRoll, new: TaskRoll) -> tuple[TaskRoll, ...]:
    """Return the rolls of a round with `new` in place of `old`."""
    return tuple(new if one == old else one for one in rolled)


def count_in_attack(table: Deciding, ruled: OverrideRoll, roll: Roll) -> bool:
    """Count an overridden roll anew in a waiting attack: a roll to hit before the defence (C21), a parry before the
    damage of its counter-attack (C16), a damage roll before the wound (C29). Return True if the roll has no other
    effects."""
    full = table.full
    for blow in known_blows(full):
        if roll.id != blow.roll:
            continue
        if blow.step == "damage" and manoeuvre(blow.action.manoeuvre).defence:
            return count_margin(table, blow, ruled, roll)
        if blow.step == "defence":
            count_hits(table, blow, ruled.successes(full, blow.hits))
            return True
        if blow.step in ("soak", "wound"):
            store_blow(table, with_levels(replace(blow, dealt=ruled.successes(full, blow.dealt))))
            return True
    return False


def count_hits(table: Deciding, blow: Blow, hits: int) -> None:
    """Give an attack this many hits before its defence; with 0 it is over (C21)."""
    if hits:
        store_blow(table, replace(blow, hits=hits))
    else:
        resume_attack(table, as_miss(table, blow))


def count_margin(table: Deciding, blow: Blow, ruled: OverrideRoll, roll: Roll) -> bool:
    """Compute a counter-attack anew from the overridden parry. Without a margin it is over (C16). Return True if it
    goes on."""
    full, fell = table.full, max(roll.net, 0)
    had = nearest_count(full, fell, roll.result, roll.degree) if roll.ruled else fell
    hits = blow.hits - had + ruled.successes(full, fell)
    if hits > 0:
        store_blow(table, replace(blow, hits=hits, dealt=-1))
    else:
        resume_attack(table, at_step(blow, "over"))
    return hits > 0


BY_REASON: Final = {"roll-initiative": phrase("way-initiative"), "roll-to-abort": phrase("way-abort")}
"""The ways in which the Storyteller can correct rolls whose effect has no line in the story, by the id of the roll's
reason."""


def how_to_correct(view: View, roll: Roll, ruled: OverrideRoll) -> Words:
    """Return how the Storyteller can correct effects of a roll that have already happened, `NO_WORDS` if they still fit
    the new result."""
    turned = (roll.result in WON) != (ruled.result in WON)
    degree = ruled.degree not in ("", roll.degree) or {roll.result, ruled.result} == WON
    task = next((t for t in view.all(Task) if t.side_of(roll.actor) >= 0 and is_roll_for(roll, t)), None)
    if task is not None:
        botch = (roll.result in BOTCHED) != (ruled.result in BOTCHED)
        settable = task.status == "open" and task.kind != "resisted"
        way = (
            phrase("way-choose", option=replace(set_tally_label(task), rule=""))
            if settable
            else phrase("way-rule-ending")
        )
        return way if turned or botch or degree else NO_WORDS
    blow = next((b for b in view.all(Blow) if is_roll_of(view, roll.id, b)), None)
    if blow is not None and (turned or degree):
        coming = phrase("way-take-over", option=phrase("option-rule-attack", who=character_ref(blow.by)))
        return correction_words(view, roll, NO_WORDS if blow.step == "consequence" else coming)
    by_reason = BY_REASON.get(roll.reason.id, NO_WORDS) if isinstance(roll.reason, Words) else NO_WORDS
    if not turned or not (by_reason or roll.on or had_consequence(view, roll)):
        return NO_WORDS
    return by_reason or correction_words(view, roll)


def correction_words(view: View, roll: Roll, coming: Words = NO_WORDS) -> Words:
    """Return the ways to correct a roll's effects: the rest of its attack, grapples, lost weapons, or else wounds and
    conditions (C7, C8, C9, G0)."""
    about = {roll.actor, roll.on} - {""}
    held = [grip for grip in view.all(Grip) if not grip.holding and about and about <= parties(view, grip.grapple)]
    empty = [who for who in sorted(about) if weapons(view, who) and in_hand(view, who) == BARE_HANDS]
    known = [*map(end_label, held), *map(in_hand_label, empty)]
    ways = [phrase("way-choose", option=replace(label, rule="")) for label in known]
    return listed([*ways, coming or phrase("way-set")], "or")


def is_roll_for(roll: Roll, task: Task) -> bool:
    """True if the name of a roll is that of the rolls for this task."""
    return names(roll.reason, task)


def names(reason: Words | str, task: Task) -> bool:
    """True if a reason is the name of a task, alone or together with its round or with the origin of its difficulty."""
    if isinstance(reason, str):
        return reason == task.name or reason.startswith(f"{task.name}, ")
    return any(names(arg, task) for _, arg in reason.args if isinstance(arg, Words | str))


def result_words(result: Result) -> Words:
    """Return a result in words."""
    return phrase(f"result-{result.replace('_', '-')}")


def had_consequence(view: View, roll: Roll) -> bool:
    """True if the roll had an effect at once: the story has a line of kind "happened" that was told together with
    it."""
    seen = ((p, p.get(Roll, copy)) for p in view.partitions for copy in (roll.id, roll.shown))
    happened = ((p, one.n) for p, one in seen if one is not None)
    return any(
        isinstance(one, Line) and (one.kind, one.n) == ("happened", n) for p, n in happened for one in p.story.values()
    )
