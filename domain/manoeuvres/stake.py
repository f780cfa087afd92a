"""Stake (C13): through the heart, with what will stake. Three levels that come through, and a vampire cannot stir."""

from typing import Final

from domain.deciding import Deciding
from domain.equipment import Item
from domain.features.blows import Blow
from domain.features.cast import character
from domain.features.conditions import bear
from domain.manoeuvres._armed import Armed
from domain.ruleset import RuleSet

THROUGH: Final = 3
"""Levels after soak that reach the heart."""


class Stake(Armed):
    name = "stake"
    label = "Stake"
    rule = "C13"
    modifier = -4
    bare = False

    def suits(self, rules: RuleSet, item: Item) -> bool:
        return "stake" in item.flags

    def followed(self, table: Deciding, blow: Blow) -> None:
        if blow.levels >= THROUGH and character(table.full, blow.on).kind == "vampire":
            bear(table, blow.on, "staked")
