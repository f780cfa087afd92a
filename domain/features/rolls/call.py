"""Calls as they stand on the table, and what is proposed for them (G3, G6); `calls.py` says how they come and go."""

from typing import ClassVar, Final

from domain.core.audience import EVERYONE, Audience
from domain.core.command import Refusal
from domain.core.record import Record
from domain.core.state import View
from domain.rules.rule_types import Part

TRIED: Final = "tried before"
UNCOUNTED: Final = ("dice", TRIED)
"""Parts of a call that are no modifiers, by their names: plain dice (C30), and what earlier failures cost (D13)."""


class Call(Record, frozen=True):
    """A roll that a character is asked for. `parts` are what comes on top of the traits. What earlier failures cost is
    no part of it: that is reckoned when it is rolled (D13)."""

    asks: ClassVar[bool] = True

    actor: str
    reason: str
    traits: tuple[str, ...]
    parts: tuple[Part, ...]
    difficulty: int
    """0: one that the Storyteller keeps back (X3), or none where the rules have none."""
    task: str = ""
    """The obstacle that it is a try at (D13), "" for none."""
    plain: bool = True
    """Whether a large pool may take it without a roll (D10)."""
    specialty: bool = False
    """Whether a specialty was agreed upon (G6)."""
    abandon: bool = False
    """Whether the character may give it up rather than roll a chance die (S7)."""
    costs_turn: bool = False
    """Whether giving it up uses the turn (S7)."""
    retry: bool = False
    """Whether each failure at its obstacle until it is rolled makes it harder (D13)."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    @property
    def given(self) -> list[int]:
        """What circumstances give and take (S3): neither plain dice nor what earlier failures cost (D13)."""
        return [dice for name, dice in self.parts if name not in UNCOUNTED]


class Plea(Record, frozen=True):
    """What a player proposes for a call (G6); its id is the call's. `traits` () leaves those that were asked for."""

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
    def words(self) -> str:
        """The proposal in a few words."""
        special = f"a specialty in {self.specialty}" if self.specialty else ""
        parts = (" + ".join(self.traits), special, f"{self.bonus:+} dice" if self.bonus else "")
        return ", ".join(part for part in parts if part)


def call_audience(view: View, call: str) -> Audience:
    """Who hears of a call, and of its answer."""
    return view.audience_of(Call, call) or EVERYONE


def check_reasons(*reasons: str) -> None:
    """Whether modifiers may go by these names: not by one that would not be counted as one (S3). Raises `Refusal`."""
    for reason in reasons:
        if reason in UNCOUNTED:
            raise Refusal("reason", f'"{reason}" would not be counted as a modifier: give it another name (S3).')
