"""Questions to the Storyteller, each between her and the player who asks.

Where a difficulty is openly kept back, a success without a roll (D10) and another try (D13) are asked for instead of
taken; another try, by a roll or without one, also where the rules leave its cost to the Storyteller each time. And what
a player adds to a roll of her own, a bonus or a specialty, counts only once the Storyteller agrees (G6).
"""

from typing import ClassVar, Literal

from domain.core.audience import STORYTELLER, Kind, seats
from domain.core.command import Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import character
from domain.features.rolls import pools
from domain.features.rolls.roll import Pool, rolled_as
from domain.features.table.settings import rules_of
from domain.features.table.story_log import literal, tell
from domain.rules.rule_types import Part

QuestionKind = Literal["automatic", "retry", "plea"]
WORDS: dict[QuestionKind, str] = {
    "automatic": "asks to take a success without a roll (D10)",
    "retry": "wants to try again (D13)",
    "plea": "pleads for a roll (G6)",
}
ASKED: frozenset[Kind] = frozenset({"storyteller", "seats"})


class Question(Record, frozen=True):
    """What a player wants to do, as she would do it; the Storyteller answers. `who` is her seat, `call` the call that
    it would answer, "" for none. `parts` are the pool as it was when she asked; what it is by now is made of the
    `traits` and what was `given` on top of them. What earlier failures cost is no part of it: that is reckoned when it
    is rolled (D13)."""

    asks: ClassVar[bool] = True

    who: str
    actor: str
    kind: QuestionKind
    reason: str
    parts: tuple[Part, ...]
    difficulty: int
    specialty: bool
    willpower: bool
    again: int
    task: str
    call: str
    traits: tuple[str, ...] = ()
    given: tuple[Part, ...] = ()

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    @property
    def words(self) -> str:
        """What would be rolled, in a few words."""
        parts = [f"{label} {dice:+}" for label, dice in self.parts]
        return ", ".join((*parts, "a specialty") if self.specialty else parts)

    def pool(self, view: View) -> Pool:
        """What would be rolled by now: whoever was hurt since she asked rolls so (C29)."""
        rules = rules_of(view)
        parts = pools.free_parts(view, self.actor, self.traits) + self.given if self.traits else self.parts
        against = rules.chosen_difficulty(self.difficulty)
        return Pool(
            self.actor, self.reason, parts, against, self.specialty, self.willpower, self.again,
            task=self.task, who=self.who, kind=rules.roll_kind(self.traits), traits=self.traits,
            subject=rolled_as(self.traits),
        )  # fmt: skip


class QuestionAsked(Event, frozen=True):
    """A player asked the Storyteller for something."""

    audiences: ClassVar[frozenset[Kind]] = ASKED

    question: Question

    def apply(self, records: Partition, at: int) -> None:
        asked = self.question
        records.put(asked)
        said = ": ".join(filter(None, (asked.reason, asked.words if asked.kind == "plea" else "")))
        about = f": {literal(said)}" if said else ""
        tell(records, at, f"{{0}} {WORDS[asked.kind]}{about}.", asked.actor, who=asked.who)


class QuestionClosed(Event, frozen=True):
    """A question was answered, or is asked no longer; `text` says how, "" nothing."""

    audiences: ClassVar[frozenset[Kind]] = ASKED

    id: str
    who: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Question, self.id)
        if self.text:
            tell(records, at, literal(self.text), kind="ruled", who=self.who)


def ask(table: Deciding, kind: QuestionKind, pool: Pool, traits: tuple[str, ...], call: str = "") -> None:
    """Put a question to the Storyteller, for the asker to see too: a pool of these traits, with what is added."""
    player = character(table.full, pool.actor).player
    audience = seats(player) if player else STORYTELLER
    question = Question(
        table.chance.id(audience), table.seat.id, pool.actor, kind, pool.reason, pool.parts, pool.difficulty,
        pool.specialty, pool.willpower, pool.again, pool.task, call, traits,
        pool.parts[len(pools.free_parts(table.view, pool.actor, traits)) :],
    )  # fmt: skip
    table.emit(audience, QuestionAsked(question))


def check_unasked(view: View, actor: str) -> None:
    """One question at a time for a character. Raises `Refusal`."""
    if any(question.actor == actor for question in view.all(Question)):
        raise Refusal("asked", "The Storyteller has been asked for this character already: wait for the answer (G3).")


def close(table: Deciding, question: Question, text: str = "") -> None:
    """Take a question from the table."""
    audience = table.full.audience_of(Question, question.id) or STORYTELLER
    table.emit(audience, QuestionClosed(question.id, table.seat.id, text))


def close_about(table: Deciding, call: str) -> None:
    """Take the questions from the table that were about a call: it is over."""
    for question in [q for q in table.full.all(Question) if q.call == call]:
        close(table, question)
