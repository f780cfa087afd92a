"""Explains the result of a roll in words, computed from the numbers of the roll (D4 to D7, D11, S4). The log does not
store these words. The page computes the same words by the same rules, in `web/src/text/explanation.ts`."""

from typing import Final, Protocol

from domain.core.words import Words, phrase
from domain.rules.rule_types import Faces

AS_IT_WAS: Final = "as-it-was"


class Judged(Protocol):
    """The numbers of a roll; a `Roll`, a `Rolled` and a `Verdict` have them."""

    @property
    def faces(self) -> Faces: ...
    @property
    def worth(self) -> tuple[int, ...]: ...
    @property
    def successes(self) -> int: ...
    @property
    def net(self) -> int: ...
    @property
    def result(self) -> str: ...
    @property
    def why(self) -> Words: ...


def explanation(made: Judged, *, willpower: bool) -> Words:
    """Return the explanation of a roll: the calculation in numbers, then `why`, the part of the explanation that the
    numbers do not show. `willpower`: a point of Willpower was spent on the roll. If an older version stored a sentence
    with the roll, that sentence is the whole explanation."""
    if not made.faces or made.result == "untold" or made.why.id == AS_IT_WAS:
        return made.why
    figures = figures_in_words(made, willpower=willpower)
    return phrase("why-more", dice=figures, more=made.why) if made.why else figures


def figures_in_words(made: Judged, *, willpower: bool) -> Words:
    """Return the calculation of a roll's result in words, such as "3 successes − 1 = 2."."""
    ones = sum(value < 0 for value in made.worth)
    tens = sum(value - 1 for value in made.worth if value > 1)
    dice = made.successes - ones + tens
    bought = willpower and made.net == max(dice, 0) + 1  # False under rules where Willpower adds dice, not a success
    words = sum_in_words(made, ones, tens, dice)
    return phrase("why-with-willpower", dice=words, net=made.net) if bought else words


def sum_in_words(made: Judged, ones: int, tens: int, dice: int) -> Words:
    """Return the calculation of the sum in words: the successes, minus `ones`, plus `tens` (dice that count twice).
    `dice` is the sum."""
    successes = made.successes
    if not successes and ones:
        return phrase("why-only-ones", ones=ones)
    if ones and tens:
        return phrase("why-minus-ones-plus-tens", successes=successes, ones=ones, tens=tens, net=dice)
    if ones and dice < 0:
        return phrase("why-below-zero", successes=successes, ones=ones, below=-dice)
    if ones:
        return phrase("why-minus-ones", successes=successes, ones=ones, net=dice)
    if tens:
        return phrase("why-plus-tens", successes=successes, tens=tens, net=dice)
    again = rolled_again(made)
    if again:
        return phrase("why-rolled-again", successes=successes, again=again)
    return phrase("why-successes", successes=successes)


def rolled_again(made: Judged) -> int:
    """Return how many of the successes came from re-rolled dice."""
    counts = iter(made.worth)
    return sum(next(counts, 0) > 0 and place > 0 for die in made.faces for place, _ in enumerate(die))
