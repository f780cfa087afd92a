"""Automatic success: a pool at least as large as the difficulty may take one success without a roll (D10).

Not while turns run, nor where the Storyteller calls the scene tense or excludes the task. Where she openly keeps the
difficulty back it is a question to her; anything else that is hidden changes nothing that a player is told: a question
would be a trace of it.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.command import Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import face_audience
from domain.features.rolls.obstacles import Obstacle
from domain.features.rolls.roll import Pool, Thrown, on_roll, openly_ruled, rolled, unseen_circumstances
from domain.features.rolls.roll_modifiers import openly_bearing, use_up
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import ToldInSecret, tell
from domain.features.table.turn import turns_run
from domain.rules.rule_types import Verdict

AUTOMATIC = Input("automatic", "Take one success without a roll", "flag")


class Tension(Record, frozen=True):
    """The scene is tense: nothing succeeds by itself. Its id is "tension"; where there is none, it is not."""


class TensionCalled(Event, frozen=True):
    """The Storyteller says that the scene is tense, or is so no longer."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    tense: bool
    who: str

    def apply(self, records: Partition, at: int) -> None:
        if self.tense:
            records.put(Tension("tension"))
        else:
            records.drop(Tension, "tension")
        words = "It grows tense: nothing succeeds by itself." if self.tense else "It is not tense any more."
        tell(records, at, words, kind="ruled", who=self.who)


class CallTense(Command, frozen=True):
    """Say that the scene is tense, or that it is so no longer (D10)."""

    tense: bool

    def check(self, view: View) -> None:
        storyteller_only(view)
        if self.tense is tense(view):
            raise Refusal("so-already", f"The scene is {'' if self.tense else 'not '}tense already (D10).")

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, TensionCalled(self.tense, table.seat.id))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and rules_of(view).automatic:
            now = tense(view)
            say = Input("tense", "Tense", "flag", default="" if now else "true")
            label = "The scene is tense no longer" if now else "Call the scene tense"
            yield Option(cls.__name__, "", label, "nothing succeeds by itself (D10)", "scene", inputs=(say,))


def tense(view: View) -> bool:
    """Whether the Storyteller calls the scene tense."""
    return view.get(Tension, "tension") is not None


def check_automatic(view: View, pool: Pool, *, plain: bool = True, kept_back: bool = False) -> None:
    """Whether this may be taken without a roll, as far as the view knows. `plain`: nobody has excluded it; `kept_back`:
    nobody but the Storyteller knows the difficulty. Raises `Refusal`."""
    rules = rules_of(view)
    if not rules.automatic:
        raise Refusal("no-automatic", "These rules know no success without a roll (D10).")
    if not pool.actor:
        raise Refusal("no-character", "Say whose success that is (D10).")
    if turns_run(view) or tense(view):
        raise Refusal("tense", "Nothing succeeds by itself while turns run or the scene is tense (D10).")
    obstacle = view.get(Obstacle, pool.task)  # none where it was taken away after the roll was called for
    if not plain or (obstacle is not None and not obstacle.simple):
        raise Refusal("excluded", "This takes a roll, says the Storyteller (D10).")
    if pool.willpower or pool.specialty:
        raise Refusal("no-roll", "What is not rolled needs neither Willpower nor a specialty (D10).")
    throw = pool.throw(rules)
    if not kept_back and throw.pool < throw.difficulty:
        raise Refusal(
            "too-few", f"{throw.pool} dice are fewer than the difficulty of {throw.difficulty}: roll them (D10)."
        )


def may_be_automatic(view: View, pool: Pool, *, plain: bool = True, kept_back: bool = False) -> bool:
    """`check_automatic` as an answer."""
    return allowed(check_automatic, view, pool, plain=plain, kept_back=kept_back)


def unseen_rulings(table: Deciding, pool: Pool, call: str = "") -> bool:
    """Whether something that the asker does not see bears on a roll of this pool."""
    return any(r.dice or r.difficulty for r in on_roll(table.full, pool, call, STORYTELLER))


def take_success(
    table: Deciding, pool: Pool, audience: Audience | None = None, call: str = "", *, granted: bool = False
) -> None:
    """Tell a success that was taken without a roll, as a roll of no dice. `granted`: the Storyteller let it be so, and
    what it was measured by stays hers. What nobody but her sees changes nothing: she is told, and may override it (G0);
    of hidden circumstances also where she let it be so, since they were no part of what she was asked (X7). What
    everybody sees that was for the next roll was for this one, and counts in it."""
    heard = audience or face_audience(table.full, pool.actor)
    rules = rules_of(table.full)
    seen = openly_bearing(table.full, pool.actor, call, heard, pool.kind)
    pool = openly_ruled(table.full, pool, call, heard)
    throw = pool.throw(rules)
    if granted:
        throw = replace(throw, difficulty=0)
        why = "The Storyteller lets it succeed without a roll (D10)."
    else:
        why = f"Taken without a roll: {throw.pool} dice reach the difficulty of {throw.difficulty} (D10)."
    verdict = Verdict((), (), 1, 0, 1, "success", rules.degree(1), why, ())
    table.emit(heard, rolled(table, pool, Thrown(rules, throw, verdict), heard))
    use_up(table, seen)
    hidden = [one.part for one in unseen_circumstances(table.full, pool)]
    passed_by = ", ".join(f"{words} {dice:+}" for words, dice in hidden)
    if passed_by or (not (granted or table.seat.is_storyteller) and unseen_rulings(table, pool, call)):
        said = "took a success without a roll, and something that the player does not see stands against a roll (D10)"
        table.emit(STORYTELLER, ToldInSecret(pool.actor, f"{said}{f': {passed_by}' if passed_by else ''}."))
