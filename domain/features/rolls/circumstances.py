"""Named circumstances that help or hinder a roll, with the ratings of the rules (S3, S10)."""

from collections.abc import Iterator, Sequence

from domain.core.option import Choice, Input
from domain.core.refusal import Refusal
from domain.core.words import named, phrase, signed, term
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet


def rated(rules: RuleSet, helps: Sequence[str], hinders: Sequence[str]) -> tuple[Part, ...]:
    """Return each circumstance with its dice: the rules' rating, or 1 if they have none (S3, S10). Raise `Refusal` as
    `counted` does."""
    return (*(counted(rules, name, 1) for name in helps), *(counted(rules, name, -1) for name in hinders))


def counted(rules: RuleSet, name: str, unrated: int) -> Part:
    """Return a circumstance with its dice. `unrated` is 1 if the roller says that it helps, -1 if it hinders. Raise
    `Refusal` if the rules say the opposite."""
    dice = rules.rating(name) or unrated
    if dice * unrated < 0:
        raise Refusal("rated-helps" if dice > 0 else "rated-hinders", rule="S10", what=term(name), dice=signed(dice))
    return name, dice


def circumstance_inputs(rules: RuleSet) -> Iterator[Input]:
    """Yield the inputs for circumstances that help and that hinder, if the rules rate any (S10)."""
    good = tuple(Choice(w.label, named(w.label), signed(w.value)) for w in rules.ratings if w.value > 0)
    bad = tuple(Choice(w.label, named(w.label), signed(w.value)) for w in rules.ratings if w.value < 0)
    if good:
        yield Input("helps", phrase("ask-helps", rule="S10"), "choices", good)
    if bad:
        yield Input("hinders", phrase("ask-hinders", rule="S10"), "choices", bad)
