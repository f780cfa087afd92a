"""The limits of pools in every rule set here: the traits that may be combined (D2), and the number of dice."""

from collections.abc import Sequence

from domain.core.refusal import Refusal
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet

MOST_DICE = 100


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 success", "no ones"."""
    noun = one if number == 1 else many or f"{one}s"
    return f"{number or 'no'} {noun}"


class _Pools(RuleSet):
    """Base of the rule sets here: the checks of D2 and of the number of dice."""

    def check(self, throw: Throw) -> None:
        if throw.pool > MOST_DICE:
            raise Refusal("too-many-dice", f"A pool holds at most {MOST_DICE} dice, not {throw.pool} (D1).")

    def check_traits(self, traits: Sequence[str], *, called: bool = False) -> None:
        kinds = [self.kinds.get(trait, "other") for trait in traits]
        if "never" in kinds:
            raise Refusal("never-rolled", f"{traits[kinds.index('never')]} is a number, and never rolled (D2, F4).")
        if kinds.count("ability") > 1:
            raise Refusal("two-abilities", f"{' and '.join(traits)}: two abilities never make a pool (D2).")
        if called and self.storyteller_may_lift(kinds):
            return
        if len(kinds) > 2:
            raise Refusal("too-many-traits", "A pool adds at most two traits (D2).")
        if len(kinds) == 2:
            self.check_pair(traits, kinds, called)
        elif kinds == ["ability"]:
            raise Refusal("ability-alone", f"{traits[0]} needs an attribute beside it (D2).")

    def check_pair(self, traits: Sequence[str], kinds: Sequence[str], called: bool) -> None:
        """Raise `Refusal` if two traits may not be combined."""
        if "alone" in kinds:
            trait = traits[kinds.index("alone")]
            raise Refusal("rolled-alone", f"{trait} is on a scale of 1 to 10 and rolled alone (D2).")
        if "attribute" not in kinds:
            raise Refusal("no-attribute", f"{' and '.join(traits)}: one of two traits is an attribute (D2).")
        if self.trait(traits[0]) == self.trait(traits[1]):
            raise Refusal("same-trait", f"{self.trait(traits[0])} counts once in a pool, by whatever name (D2).")
        if kinds[0] == kinds[1] and not (called or self.may_pair(traits)):
            raise Refusal("two-attributes", "Two attributes make a pool only where the Storyteller calls for it (D2).")

    def may_pair(self, traits: Sequence[str]) -> bool:
        """True if two attributes may be combined without a call from the Storyteller."""
        return False

    def storyteller_may_lift(self, kinds: Sequence[str]) -> bool:
        """True if the Storyteller may lift all limits except the ban on two abilities (D2)."""
        return False
