"""Why a roll came to its result, in words that follow from its figures (D4 to D7, D11, S4). The log stores them for no
roll: the page has the same rules in `web/src/text/explanation.ts`."""

from typing import Final, Protocol

from domain.core.words import Words, phrase
from domain.rules.rule_types import Faces

AS_IT_WAS: Final = "as-it-was"


class Judged(Protocol):
    """The figures of a roll: a `Roll`, a `Rolled` or a `Verdict`."""

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
    """Return the explanation of a roll: its figures, then what they do not say (`why`). `willpower`: a point of
    Willpower was spent on the roll. A sentence that an older version stored is the whole explanation."""
    if not made.faces or made.result == "untold" or made.why.id == AS_IT_WAS:
        return made.why
    figures = figures_in_words(made, willpower=willpower)
    return phrase("why-more", dice=figures, more=made.why) if made.why else figures


def figures_in_words(made: Judged, *, willpower: bool) -> Words:
    """Return the figures of a roll in words: "3 successes − 1 = 2."."""
    ones = sum(value < 0 for value in made.worth)
    tens = sum(value - 1 for value in made.worth if value > 1)
    dice = made.successes - ones + tens
    bought = willpower and made.net == max(dice, 0) + 1  # under rules in which Willpower adds dice, it is none of these
    words = sum_in_words(made, ones, tens, dice)
    return phrase("why-with-willpower", dice=words, net=made.net) if bought else words


def sum_in_words(made: Judged, ones: int, tens: int, dice: int) -> Words:
    """Return the sum of the dice in words: successes, less `ones`, more `tens` that count twice, is `dice`."""
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
    """Return the number of successes on dice that were rolled again."""
    counts = iter(made.worth)
    return sum(next(counts, 0) > 0 and place > 0 for die in made.faces for place, _ in enumerate(die))
