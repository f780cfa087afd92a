"""Questions of a player to the Storyteller, which only the two of them read.

A player who knows that the difficulty is secret must ask for an automatic success (D10) or for another try (D13). A
player also asks for another try if the rules let the Storyteller decide what it costs, and for a bonus or a specialty,
which counts only if the Storyteller agrees (G6).
"""

from typing import ClassVar, Literal

from domain.core.audience import STORYTELLER, Kind, seats
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Ref, Words, character_ref, in_a_row, named, phrase, said, signed
from domain.features.characters.character import character
from domain.features.rolls import pools
from domain.features.rolls.roll import rolled_as
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.rules.pool import Pool
from domain.rules.rule_types import Part

QuestionKind = Literal["automatic", "retry", "plea"]
ASKED: frozenset[Kind] = frozenset({"storyteller", "seats"})


class Question(Record, frozen=True):
    """A roll that a player asks the Storyteller for. `who` is the player's seat, `call` the call that the roll would
    answer, or "". `parts` are the pool at the time of the question; the pool of the roll is computed from `traits` and
    the `given` modifiers. The cost of earlier failures is computed when the roll is made (D13)."""

    asks: ClassVar[bool] = True

    who: str
    actor: str
    kind: QuestionKind
    reason: Words | str
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
    def words(self) -> Words:
        """The pool in a few words."""
        parts = [phrase("part-in-dice", what=named(name), dice=signed(dice)) for name, dice in self.parts]
        return in_a_row([*parts, *((phrase("part-specialty"),) if self.specialty else ())])

    def pool(self, view: View) -> Pool:
        """Return the pool as it is now. It may have changed since the question, for example because of a wound
        (C29)."""
        rules = rules_of(view)
        parts = pools.free_parts(view, self.actor, self.traits) + self.given if self.traits else self.parts
        against = rules.chosen_difficulty(self.difficulty)
        return Pool(
            self.actor, self.reason, parts, against, self.specialty, self.willpower, self.again,
            task=self.task, who=self.who, kind=rules.roll_kind(self.traits), traits=self.traits,
            subject=rolled_as(self.traits),
        )  # fmt: skip


class QuestionAsked(Event, frozen=True):
    """A player asked the Storyteller a question."""

    audiences: ClassVar[frozenset[Kind]] = ASKED

    question: Question

    def apply(self, records: Partition, at: int) -> None:
        asked = self.question
        records.put(asked)
        words = question_words(asked.kind, character_ref(asked.actor))
        about = [said(asked.reason), asked.words if asked.kind == "plea" else NO_WORDS]
        for one in filter(None, about):
            words = phrase("line-asked-about", question=words, what=one)
        tell(records, at, words, who=asked.who)


class QuestionClosed(Event, frozen=True):
    """A question was answered or withdrawn. `text` is the story line with the answer; `NO_WORDS` for no line."""

    audiences: ClassVar[frozenset[Kind]] = ASKED
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("text",)

    id: str
    who: str
    text: Words

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Question, self.id)
        if self.text:
            tell(records, at, self.text, kind="ruled", who=self.who)


def question_words(kind: QuestionKind, who: Ref) -> Words:
    """Return the question of this character's player in words."""
    if kind == "automatic":
        return phrase("line-asks-automatic", rule="D10", who=who)
    return (
        phrase("line-asks-retry", rule="D13", who=who) if kind == "retry" else phrase("line-pleads", rule="G6", who=who)
    )


def ask(table: Deciding, kind: QuestionKind, pool: Pool, traits: tuple[str, ...], call: str = "") -> None:
    """Ask the Storyteller about a pool of these traits, with its modifiers. The sender sees the question too."""
    player = character(table.full, pool.actor).player
    audience = seats(player) if player else STORYTELLER
    question = Question(
        table.chance.id(audience), table.seat.id, pool.actor, kind, pool.reason, pool.parts, pool.difficulty,
        pool.specialty, pool.willpower, pool.again, pool.task, call, traits,
        pool.parts[len(pools.free_parts(table.view, pool.actor, traits)) :],
    )  # fmt: skip
    table.emit(audience, QuestionAsked(question))


def check_unasked(view: View, actor: str) -> None:
    """Raise `Refusal` if a question about this character is still open."""
    if any(question.actor == actor for question in view.all(Question)):
        raise Refusal("asked", rule="G3")


def close(table: Deciding, question: Question, text: Words = NO_WORDS) -> None:
    """Close a question."""
    audience = table.full.audience_of(Question, question.id) or STORYTELLER
    table.emit(audience, QuestionClosed(question.id, table.seat.id, text))


def close_about(table: Deciding, call: str) -> None:
    """Close the questions that belong to a call which has ended."""
    for question in [q for q in table.full.all(Question) if q.call == call]:
        close(table, question)
