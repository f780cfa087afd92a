"""The records of calls (rolls that the Storyteller asks for) and of players' proposals for them (G3, G6). Their
commands are in the package `calls`."""

from typing import ClassVar, Final

from domain.core.audience import EVERYONE, Audience
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words, in_a_row, phrase, summed, term
from domain.rules.rule_types import Part

PLAIN_DICE: Final = phrase("part-dice")
TRIED: Final = phrase("part-tried-before", rule="D13")
UNCOUNTED: Final = (PLAIN_DICE, TRIED, "dice", "tried before")
"""The names of parts of a call that are not modifiers: plain dice (C30), and the cost of earlier failures (D13). Calls
of older versions have the English names."""


class Call(Record, frozen=True):
    """A roll that the Storyteller asks of a character. `parts` are added to the traits. The cost of earlier failures is
    not among them, because it is computed when the roll is made (D13)."""

    asks: ClassVar[bool] = True

    actor: str
    reason: Words | str
    """A `str` is text that the Storyteller typed."""
    traits: tuple[str, ...]
    parts: tuple[Part, ...]
    difficulty: int
    """The difficulty; 0 if the Storyteller keeps it secret (X3), or if the rules have none."""
    task: str = ""
    """The id of the obstacle that the roll tries to overcome (D13), or ""."""
    plain: bool = True
    """True if a large pool may succeed without a roll (D10)."""
    specialty: bool = False
    """True if the Storyteller agreed to a specialty (G6)."""
    abandon: bool = False
    """True if the character may give up instead of rolling a chance die (S7)."""
    costs_turn: bool = False
    """True if giving up uses the turn (S7)."""
    retry: bool = False
    """True if earlier failures at the obstacle make the roll harder (D13)."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    @property
    def given(self) -> list[int]:
        """The dice of the modifiers (S3), not counting plain dice and what earlier failures cost (D13)."""
        return [dice for name, dice in self.parts if name not in UNCOUNTED]


class Plea(Record, frozen=True):
    """A player's proposal for a call (G6); its id is the call's. If `traits` is empty, the proposal keeps the traits of
    the call."""

    asks: ClassVar[bool] = True

    actor: str
    traits: tuple[str, ...]
    specialty: str
    bonus: int
    text: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    @property
    def words(self) -> Words:
        """The proposal in a few words."""
        parts = [
            *((summed([*map(term, self.traits)]),) if self.traits else ()),
            *((phrase("plea-specialty", what=Typed(self.specialty)),) if self.specialty else ()),
            *((phrase("more-dice", n=self.bonus),) if self.bonus else ()),
        ]
        return in_a_row(parts)


def call_audience(view: View, call: str) -> Audience:
    """Return the audience of a call and of its answer."""
    return view.audience_of(Call, call) or EVERYONE


def check_reasons(*reasons: str) -> None:
    """Raise `Refusal` if the name of a modifier is reserved for a part that is not a modifier (S3)."""
    for reason in reasons:
        if reason in UNCOUNTED:
            raise Refusal("reason", rule="S3", reason=Typed(reason))
