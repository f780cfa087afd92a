"""Opposed difficulty: a difficulty that is computed from an opponent's traits (D18)."""

from typing import ClassVar, Final

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase, summed, term
from domain.features.characters.character import character
from domain.features.rolls.pools import check_known, dots
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.rules.ruleset import no_difficulty
from domain.rules.task_terms import Against

LEAST: Final = 2
MOST: Final = 10


class DifficultyMade(Event, frozen=True):
    """Where a difficulty comes from, for the Storyteller alone, because its roller may not know it (D18)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("source",)

    actor: str
    source: Words
    difficulty: int

    def apply(self, records: Partition, at: int) -> None:
        words = phrase(
            "line-difficulty-made", rule="D18", who=character_ref(self.actor), difficulty=self.difficulty,
            source=self.source,
        )  # fmt: skip
        tell(records, at, words)


def parse_traits(text: str) -> Against:
    """Parse a text that says which traits make a difficulty: "Wits", "Wits + 3", "Perception + Alertness". The traits
    need not exist."""
    words = [word.strip() for word in text.split("+") if word.strip()]
    plus = int(words.pop()) if words and words[-1].isascii() and words[-1].isdigit() else 0
    return Against(tuple(words), plus)


def check_against(view: View, against: Against) -> None:
    """Raise `Refusal` if the rules do not allow this kind of difficulty."""
    if not (against or against.plus):
        return
    if not rules_of(view).chooses_difficulty:
        raise no_difficulty()
    if not against:
        raise Refusal("against-number-alone", rule="D18")
    if len(against.traits) == 2 and against.plus:
        raise Refusal("against-too-much", rule="D18")


def difficulty(view: View, opponent: str, against: Against) -> int:
    """Return the difficulty that these traits of the opponent make. It is never below 2 or above 10."""
    made = sum(dots(view, opponent, trait) for trait in against.traits) + against.plus
    return min(max(made, LEAST), MOST)


def difficulty_source(opponent: str, against: Against) -> Words:
    """Return in words where a difficulty comes from, as the roll records it: "against Guard: Wits + 3"."""
    traits = summed([*map(term, against.traits), *((against.plus,) if against.plus else ())])
    return phrase("difficulty-against", who=character_ref(opponent), traits=traits)


def check_opponent(view: View, opponent: str, against: str, asked: int) -> None:
    """Raise `Refusal` if this opponent's traits may not make the difficulty, or if the seat may not read them."""
    made = parse_traits(against)
    if not opponent or not made or len(made.traits) > 2 or made.plus > 10:
        raise Refusal("against-whom", rule="D18")
    if asked:
        raise Refusal("against-and-number", rule="D18")
    if character(view, opponent).player != view.seat.id and not view.seat.is_storyteller:
        raise Refusal("not-yours-difficulty", rule="D18")
    check_against(view, made)
    for trait in made.traits:
        check_known(view, opponent, trait)
