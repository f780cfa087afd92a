"""Automatic success: if a pool is at least as large as the difficulty, its player may take one success without a roll
(D10).

An automatic success is not possible while turns run, or if the Storyteller calls the scene tense or excludes the task.
If players know that she keeps the difficulty secret, they must ask her for the automatic success. Because of any other
secret they need not ask: if they had to, they would learn that there is a secret.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import character_ref, in_a_row, phrase
from domain.features.characters.character import face_audience
from domain.features.rolls.make_roll import Thrown, rolled_event
from domain.features.rolls.modified_pool import hidden_circumstances, rulings_on, with_open_rulings
from domain.features.rolls.obstacles import Obstacle
from domain.features.rolls.roll_modifiers import open_rulings_for, use_up
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import ToldInSecret, tell
from domain.features.table.turn import turns_run
from domain.rules.pool import Pool
from domain.rules.rule_types import Verdict

AUTOMATIC = Input("automatic", phrase("ask-automatic", rule="D10"), "flag")


class Tension(Record, frozen=True):
    """A tense scene, in which no automatic success is possible. Its id is "tension"; without this record, the scene is
    not tense."""


class TensionCalled(Event, frozen=True):
    """The Storyteller called the scene tense, or no longer tense."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    tense: bool
    who: str

    def apply(self, records: Partition, at: int) -> None:
        if self.tense:
            records.put(Tension("tension"))
        else:
            records.drop(Tension, "tension")
        words = phrase("line-tense", rule="D10") if self.tense else phrase("line-not-tense")
        tell(records, at, words, kind="ruled", who=self.who)


class CallTense(Command, frozen=True):
    """Call the scene tense, or no longer tense (D10)."""

    tense: bool

    def check(self, view: View) -> None:
        storyteller_only(view)
        if self.tense is tense(view):
            raise Refusal("so-already-tense" if self.tense else "so-already-not-tense", rule="D10")

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, TensionCalled(self.tense, table.seat.id))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and rules_of(view).automatic:
            now = tense(view)
            say = Input("tense", phrase("ask-tense"), "flag", default="" if now else "true")
            label = phrase("option-end-tension", rule="D10") if now else phrase("option-call-tense", rule="D10")
            yield Option(cls.__name__, "", label, phrase("hint-tense"), "scene", inputs=(say,))


def tense(view: View) -> bool:
    """True if the Storyteller calls the scene tense."""
    return view.get(Tension, "tension") is not None


def check_automatic(view: View, pool: Pool, *, plain: bool = True, kept_back: bool = False) -> None:
    """Raise `Refusal` if the view does not allow an automatic success. `plain`: False if the Storyteller does not allow
    it for this roll. `kept_back`: True if only she knows the difficulty."""
    rules = rules_of(view)
    if not rules.automatic:
        raise Refusal("no-automatic", rule="D10")
    if not pool.actor:
        raise Refusal("no-character-to-succeed", rule="D10")
    if turns_run(view) or tense(view):
        raise Refusal("tense", rule="D10")
    # The obstacle is None if it was removed after the Storyteller asked for the roll.
    obstacle = view.get(Obstacle, pool.task)
    if not plain or (obstacle is not None and not obstacle.simple):
        raise Refusal("excluded", rule="D10")
    if pool.willpower or pool.specialty:
        raise Refusal("no-roll", rule="D10")
    throw = pool.throw(rules)
    if not kept_back and throw.pool < throw.difficulty:
        raise Refusal("too-few", rule="D10", dice=throw.pool, difficulty=throw.difficulty)


def may_be_automatic(view: View, pool: Pool, *, plain: bool = True, kept_back: bool = False) -> bool:
    """True if `check_automatic` raises no refusal."""
    return allowed(check_automatic, view, pool, plain=plain, kept_back=kept_back)


def has_unseen_rulings(table: Deciding, pool: Pool, call: str = "") -> bool:
    """True if a ruling or circumstance that the sender does not see affects a roll of this pool."""
    return any(r.dice or r.difficulty for r in rulings_on(table.full, pool, call, STORYTELLER))


def take_success(
    table: Deciding, pool: Pool, audience: Audience | None = None, call: str = "", *, granted: bool = False
) -> None:
    """Record an automatic success as a roll without dice. `granted`: the Storyteller allowed it, and the difficulty
    stays secret.

    Open rulings on the next roll are used up by it. Secret modifiers do not change it: the Storyteller is told of them,
    and may override the success (G0). Hidden circumstances are named to her even if she granted the success, because
    the question that she answered did not mention them (X7).
    """
    heard = audience or face_audience(table.full, pool.actor)
    rules = rules_of(table.full)
    seen = open_rulings_for(table.full, pool.actor, call, heard, pool.kind)
    pool = with_open_rulings(table.full, pool, call, heard)
    throw = pool.throw(rules)
    if granted:
        throw = replace(throw, difficulty=0)
        why = phrase("why-granted", rule="D10")
    else:
        why = phrase("why-taken", rule="D10", dice=throw.pool, difficulty=throw.difficulty)
    verdict = Verdict((), (), 1, 0, 1, "success", rules.degree(1), (), why)
    table.emit(heard, rolled_event(table, pool, Thrown(rules, throw, verdict), heard, call))
    use_up(table, seen)
    who = character_ref(pool.actor)
    hidden = [one.in_dice for one in hidden_circumstances(table.full, pool)]
    if hidden:
        passed_by = in_a_row(hidden)
        note = phrase("note-success-passed-by", rule="D10", who=who, what=passed_by)
        table.emit(STORYTELLER, ToldInSecret(pool.actor, note))
    elif not (granted or table.seat.is_storyteller) and has_unseen_rulings(table, pool, call):
        table.emit(STORYTELLER, ToldInSecret(pool.actor, phrase("note-success-against-unseen", rule="D10", who=who)))
