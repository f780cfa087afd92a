"""Circumstances: what helps with a roll and what hinders, by names that the rules rate (S3, S10)."""

from collections.abc import Iterator, Sequence

from domain.core.command import Choice, Input, Refusal
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet


def rated(rules: RuleSet, helps: Sequence[str], hinders: Sequence[str]) -> tuple[Part, ...]:
    """Circumstances with what each counts: what the rules rate it at, else 1 (S3, S10). Raises `Refusal`."""
    return (*(counted(rules, name, 1) for name in helps), *(counted(rules, name, -1) for name in hinders))


def counted(rules: RuleSet, name: str, unrated: int) -> Part:
    """A circumstance that is said to help (`unrated` is 1) or to hinder (-1). Raises `Refusal` for one that is rated
    the other way."""
    dice = rules.rating(name) or unrated
    if dice * unrated < 0:
        does = "helps, and does not hinder" if dice > 0 else "hinders, and does not help"
        raise Refusal("rated", f"{name} is rated {dice:+}: it {does} (S10).")
    return name, dice


def circumstance_inputs(rules: RuleSet) -> Iterator[Input]:
    """What helps and what hinders, where the rules rate such things (S10)."""
    good = tuple(Choice(word.label, word.label, f"{word.value:+}") for word in rules.ratings if word.value > 0)
    bad = tuple(Choice(word.label, word.label, f"{word.value:+}") for word in rules.ratings if word.value < 0)
    if good:
        yield Input("helps", "What helps (S10)", "choices", good)
    if bad:
        yield Input("hinders", "What hinders (S10)", "choices", bad)
