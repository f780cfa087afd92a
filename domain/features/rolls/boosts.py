"""A specialty (D7) and a point of Willpower (D11), which a player adds to a roll before the dice are thrown."""

from collections.abc import Sequence
from typing import Final

from domain.core.option import Input
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import phrase
from domain.features.characters.character import sheet
from domain.features.characters.willpower import check_willpower, may_spend_willpower
from domain.features.rolls.pools import check_test, size, throwable
from domain.features.table.settings import rules_of
from domain.rules.pool import Pool
from domain.rules.rule_types import Part, Throw
from domain.rules.ruleset import RuleSet

SPECIALTY: Final = Input("specialty", phrase("ask-specialty", rule="D7"), "flag", rarely=True)


def willpower_input(rules: RuleSet) -> Input:
    """Return the input that spends a point of Willpower on a roll, labelled with its effect (D11)."""
    dice = rules.willpower_dice
    label = phrase("ask-willpower-dice", rule="D11", n=dice) if dice else phrase("ask-willpower-success", rule="D11")
    return Input("willpower", label, "flag", rarely=True)


def listed(view: View, actor: str, traits: Sequence[str]) -> bool:
    """True if the character's sheet has a specialty for one of these traits."""
    trait = rules_of(view).trait
    rolled = {trait(name) for name in traits}
    return any(trait(written.partition(":")[0].strip()) in rolled for written in sheet(view, actor).specialties)


def check_effort(view: View, pool: Pool, traits: Sequence[str]) -> None:
    """Raise `Refusal` if the character may not add this pool's specialty or Willpower to a roll of these traits."""
    if not (pool.specialty or pool.willpower):
        return
    if not pool.parts:
        raise Refusal("no-roll", rule="D11")
    check_test(view, pool.actor, pool.parts)
    rules = rules_of(view)
    rules.check(Throw(1, rules.difficulty(), pool.specialty, pool.willpower))
    if pool.specialty and not (view.seat.is_storyteller or listed(view, pool.actor, traits)):
        raise Refusal("not-agreed-specialty", rule="G6")
    if pool.willpower:
        check_willpower(view, pool.actor)


def effort_inputs(view: View, actor: str, traits: Sequence[str], pool: Sequence[Part]) -> tuple[Input, ...]:
    """Return the inputs with which a player adds a specialty or Willpower to a roll of these traits. `pool` is the
    whole pool as it is now; if it leaves no dice to roll (D19), return none."""
    if not throwable(view, size(pool)):
        return ()
    rules = rules_of(view)
    special = traits and rules.specialties and listed(view, actor, traits)
    strong = traits and rules.willpower and may_spend_willpower(view, actor)
    return (*((SPECIALTY,) if special else ()), *((willpower_input(rules),) if strong else ()))
