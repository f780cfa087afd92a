"""Circumstances: what helps with a roll and what hinders, by names that the rules rate (S3, S10)."""

from collections.abc import Iterator, Sequence

from domain.command import Choice, Input
from domain.ruleset import Part, RuleSet


def rated(rules: RuleSet, helps: Sequence[str], hinders: Sequence[str]) -> tuple[Part, ...]:
    """Circumstances with what each counts: what the rules rate it at, else 1 (S3, S10)."""
    good = tuple((name, abs(rules.rating(name))) for name in helps)
    return good + tuple((name, -abs(rules.rating(name))) for name in hinders)


def circumstance_inputs(rules: RuleSet) -> Iterator[Input]:
    """What helps and what hinders, where the rules rate such things (S10)."""
    good = tuple(Choice(word.label, word.label, f"{word.value:+}") for word in rules.ratings if word.value > 0)
    bad = tuple(Choice(word.label, word.label, f"{word.value:+}") for word in rules.ratings if word.value < 0)
    if good:
        yield Input("helps", "What helps (S10)", "choices", good)
    if bad:
        yield Input("hinders", "What hinders (S10)", "choices", bad)
