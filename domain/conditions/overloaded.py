"""Loaded (F5): the bearer carries too much. Rolls of physical skills lose a die, and it moves less far."""

from collections.abc import Sequence

from domain.condition import Condition
from domain.core.state import View
from domain.features.table.settings import rules_of
from domain.records.bearing import Bearing


class Load(Condition):
    name = "load"
    rule = "F5"
    by_hand = False
    by_word = False

    def pool_dice(self, view: View, borne: Bearing, traits: Sequence[str], *, acting: bool) -> int:
        return -1 if rules_of(view).physical_traits.intersection(traits) else 0
