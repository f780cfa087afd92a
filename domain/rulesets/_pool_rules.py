"""Limits on pools that all rule sets in this folder share: which traits may be combined (D2), and how many dice a pool
may have."""

from collections.abc import Sequence

from domain.core.refusal import Refusal
from domain.core.words import listed, term
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet

MOST_DICE = 100


class _Pools(RuleSet):
    """Base of the rule sets in this folder: checks the combination of traits (D2) and the number of dice."""

    def check(self, throw: Throw) -> None:
        if throw.pool > MOST_DICE:
            raise Refusal("too-many-dice", rule="D1", most=MOST_DICE, dice=throw.pool)

    def check_traits(self, traits: Sequence[str], *, called: bool = False) -> None:
        kinds = [self.kinds.get(trait, "other") for trait in traits]
        if "never" in kinds:
            raise Refusal("never-rolled", rule="D2", trait=term(traits[kinds.index("never")]))
        if kinds.count("ability") > 1:
            raise Refusal("two-abilities", rule="D2", traits=listed([*map(term, traits)]))
        if called and self.storyteller_may_lift(kinds):
            return
        if len(kinds) > 2:
            raise Refusal("too-many-traits", rule="D2")
        if len(kinds) == 2:
            self.check_pair(traits, kinds, called)
        elif kinds == ["ability"]:
            raise Refusal("ability-alone", rule="D2", trait=term(traits[0]))

    def check_pair(self, traits: Sequence[str], kinds: Sequence[str], called: bool) -> None:
        """Raise `Refusal` if two traits may not be combined."""
        if "alone" in kinds:
            trait = traits[kinds.index("alone")]
            raise Refusal("rolled-alone", rule="D2", trait=term(trait))
        if "attribute" not in kinds:
            raise Refusal("no-attribute", rule="D2", traits=listed([*map(term, traits)]))
        if self.trait(traits[0]) == self.trait(traits[1]):
            raise Refusal("same-trait", rule="D2", trait=term(self.trait(traits[0])))
        if kinds[0] == kinds[1] and not (called or self.may_pair(traits)):
            raise Refusal("two-attributes", rule="D2")

    def may_pair(self, traits: Sequence[str]) -> bool:
        """True if these two attributes may be combined although the Storyteller did not ask for the roll."""
        return False

    def storyteller_may_lift(self, kinds: Sequence[str]) -> bool:
        """True if the Storyteller may set aside the limit on these traits. She may set aside every limit except that
        two abilities are never combined (D2)."""
        return False
