"""Cover (C25): light 1, good 2, superior 3. It takes this many dice from shots at the bearer, and one die less from the
bearer's own shots. Close attacks ignore it (ours)."""

from domain.condition import Condition
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.records.bearing import Bearing
from domain.records.blow import Blow


class Cover(Condition):
    name = "cover"
    rule = "C25"
    helps = True
    most = 3
    is_cover = True
    covers_dodge = True
    ends_on_move = True

    def words_with(self, value: int) -> Words:
        return phrase("condition-cover-level", level=value) if value else self.words

    def dice_for_attackers(self, view: View, borne: Bearing, blow: Blow) -> int:
        return 0 if blow.close else -borne.value

    def dice_for_own_attack(self, borne: Bearing, blow: Blow) -> int:
        return 0 if blow.close else 1 - borne.value
