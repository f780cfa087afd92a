"""Effort: what a character puts into a roll of its own, said before the dice: a specialty (D7), a point of Willpower
(D11)."""

from collections.abc import Sequence
from typing import Final

from domain.core.command import Input, Refusal
from domain.core.state import View
from domain.features.characters.character import sheet
from domain.features.characters.willpower import check_willpower, may_spend_willpower
from domain.features.rolls.pools import check_test, size, throwable
from domain.features.rolls.roll import Pool
from domain.features.table.settings import rules_of
from domain.rules.rule_types import Part, Throw
from domain.rules.ruleset import RuleSet

SPECIALTY: Final = Input("specialty", "A specialty applies", "flag", rarely=True)


def willpower_input(rules: RuleSet) -> Input:
    """The question whether a point of Willpower is spent on a roll, which says what it gives (D11)."""
    return Input("willpower", f"Spend Willpower: {rules.willpower_gives}", "flag", rarely=True)


def listed(view: View, actor: str, traits: Sequence[str]) -> bool:
    """Whether a character's sheet has a specialty for one of these traits."""
    trait = rules_of(view).trait
    rolled = {trait(name) for name in traits}
    return any(trait(written.partition(":")[0].strip()) in rolled for written in sheet(view, actor).specialties)


def check_effort(view: View, pool: Pool, traits: Sequence[str]) -> None:
    """Whether a character may put into a roll of these traits what its pool says. Raises `Refusal`."""
    if not (pool.specialty or pool.willpower):
        return
    if not pool.parts:
        raise Refusal("no-roll", "What is not rolled needs neither Willpower nor a specialty (D7, D11).")
    check_test(view, pool.actor, pool.parts)
    rules = rules_of(view)
    rules.check(Throw(1, rules.difficulty(), pool.specialty, pool.willpower))
    if pool.specialty and not (view.seat.is_storyteller or listed(view, pool.actor, traits)):
        raise Refusal("not-agreed", "A specialty that is not on the sheet counts once the Storyteller agrees (D7, G6).")
    if pool.willpower:
        check_willpower(view, pool.actor)


def effort_inputs(view: View, actor: str, traits: Sequence[str], pool: Sequence[Part]) -> tuple[Input, ...]:
    """What may be put into a roll of these traits, to be asked of whoever makes it; `pool` is all that it rolls as
    things stand. Nothing where nothing is left to roll (D19)."""
    if not throwable(view, size(pool)):
        return ()
    rules = rules_of(view)
    special = traits and rules.specialties and listed(view, actor, traits)
    strong = traits and rules.willpower and may_spend_willpower(view, actor)
    return (*((SPECIALTY,) if special else ()), *((willpower_input(rules),) if strong else ()))
